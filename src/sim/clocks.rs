//! What the local clocks of a scenario show, as its faults have it.

use super::scenario::{Fault, Scenario, Stops};
use crate::model::{ClientClock, ClientId, LocalTime, NodeClock, NodeId, Span, Spans, TrueTime};

/// The spans of true time in which a client is paused by a pause that stops what `stopped` asks for.
pub(super) fn pauses(faults: &[Fault], id: ClientId, stopped: impl Fn(Stops) -> bool) -> Spans {
    let spans = faults.iter().filter_map(|fault| match *fault {
        Fault::Pause {
            client,
            at,
            lasting,
            cause: _,
            stops,
        } => (client == id && stopped(stops)).then(|| Span::new(at, lasting)),
        Fault::Crash { .. }
        | Fault::Cut { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    });
    Spans::union(spans.collect())
}

/// The clock of a client: it stands still while the machine does.
pub(super) fn client_clock(faults: &[Fault], id: ClientId) -> ClientClock {
    ClientClock::new(pauses(faults, id, |stops| stops == Stops::Machine))
}

impl Scenario {
    /// What a client reads on its own clock at an instant of true time.
    #[must_use]
    pub fn client_reads(&self, id: ClientId, now: TrueTime) -> LocalTime {
        client_clock(&self.faults, id).read(now)
    }

    /// What a lock node reads on its own clock at an instant of true time, jumps at that very
    /// instant included.
    #[must_use]
    pub fn node_reads(&self, id: NodeId, now: TrueTime) -> LocalTime {
        let mut clock = NodeClock::default();
        for fault in &self.faults {
            if let Fault::ClockRate { node, per_mille } = *fault
                && node == id
            {
                clock = NodeClock::new(per_mille);
            }
        }
        for fault in &self.faults {
            if let Fault::ClockJump { node, at, by } = *fault
                && node == id
                && at <= now
            {
                clock.jump(by);
            }
        }
        clock.read(now)
    }
}
