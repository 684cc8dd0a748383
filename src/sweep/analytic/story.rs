//! The plain story that formulas are known for, as its numbers: instants and
//! durations in milliseconds of true time.

use crate::model::{ClientId, Millis, Release};
use crate::sim::limits;
use crate::sim::scenario::{
    Change, Check, Client, Delays, Fault, Fence, Network, Purpose, Scenario, Service, Step, Stops,
    Tokens, Versions, Waiting,
};

pub(super) struct Story {
    pub(super) ttl: i64,
    pub(super) lock_delay: i64,
    /// One way between a client and the lock service.
    pub(super) lock_way: i64,
    /// When the first client asks.
    pub(super) arrives: i64,
    /// When the service grants it the lock.
    pub(super) granted: i64,
    /// When it hears of that.
    pub(super) heard: i64,
    /// When it would write without the pause.
    pub(super) due: i64,
    /// When the pause begins.
    pub(super) begins: i64,
    /// How long it lasts.
    pub(super) pause: i64,
    /// Whether it stops the client's clock too.
    pub(super) stops_clock: bool,
    /// How long the write is under way.
    pub(super) way: i64,
    /// From the arrival of the write to the end of belief.
    afterwards: i64,
    pub(super) renew: Option<i64>,
    pub(super) check: Check,
    pub(super) check_lead: i64,
    pub(super) margin: i64,
    pub(super) other: Other,
    horizon: i64,
}

/// The other client.
pub(super) struct Other {
    pub(super) waiting: Waiting,
    pub(super) arrives: i64,
    retry: i64,
    pub(super) thinking: i64,
    pub(super) way: i64,
}

impl Story {
    /// The story of a scenario; none if it is another one.
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        let [first, second] = scenario.clients.as_slice() else {
            return None;
        };
        let [
            Fault::Pause {
                client: ClientId(0),
                at,
                lasting,
                stops,
                ..
            },
        ] = scenario.faults.as_slice()
        else {
            return None;
        };
        if !is_plain(scenario) {
            return None;
        }
        let (network, lock) = (&scenario.network, &scenario.lock);
        let mine = Errand::of(first, network)?;
        let theirs = Errand::of(second, network)?;
        let is_worker = *stops == Stops::Worker;
        let is_usual = |client: &Client| client.timeout.is_none();
        let is_other_plain = second.check == Check::None && second.renew.is_none();
        let is_known = is_usual(first) && is_usual(second) && is_other_plain;
        if !is_known || (first.renew.is_some() && is_worker) || mine.object != theirs.object {
            return None;
        }
        let granted = first.arrives.0 + mine.request;
        let heard = granted + mine.reply;
        let story = Self {
            ttl: lock.ttl.0,
            lock_delay: lock.lock_delay.0,
            lock_way: network.lock.0,
            arrives: first.arrives.0,
            granted,
            heard,
            due: heard + mine.thinking,
            begins: at.0,
            pause: lasting.0,
            stops_clock: *stops == Stops::Machine,
            way: mine.way,
            afterwards: mine.afterwards,
            renew: first.renew.map(|renew| renew.0),
            check: first.check,
            check_lead: first.check_lead.0,
            margin: first.margin.0,
            other: Other {
                waiting: lock.waiting,
                arrives: second.arrives.0,
                retry: second.retry.0,
                thinking: theirs.thinking,
                way: theirs.way,
            },
            horizon: scenario.horizon.0,
        };
        let usual_ways = theirs.request == story.lock_way && theirs.reply == story.lock_way;
        (usual_ways && story.is_in_order()).then_some(story)
    }

    /// The first client is granted the lock before the other asks, and pauses
    /// while it thinks; the other writes within its own lease; nobody times out.
    fn is_in_order(&self) -> bool {
        let answers = self.heard - self.arrives < TIMEOUT && 2 * self.lock_way < TIMEOUT;
        let is_first = self.granted < self.other.arrives + self.lock_way;
        let pauses = self.heard < self.begins && self.begins <= self.due;
        let other_writes = self.lock_way + self.other.thinking + self.other.way < self.ttl;
        answers && is_first && pauses && other_writes
    }

    /// Whether belief is over before the other can hear of a grant that came
    /// after this lease ran out, if the write arrived before that.
    pub(super) const fn forgets_in_time(&self) -> bool {
        self.afterwards <= self.lock_way
    }

    /// Whether all of it happens well before the run would be cut.
    pub(super) fn is_short(&self) -> bool {
        let free = self.granted + self.ttl + self.lock_delay;
        // A request, its arrival and the answer's.
        let entries = 3 * (free - self.other.arrives) / self.other.round(self.lock_way);
        let is_eager = self.other.waiting == Waiting::Poll && entries > ENTRIES;
        let mine = self.due + self.pause + self.way + self.afterwards;
        let theirs = (free + self.other.retry).max(self.other.arrives)
            + 5 * self.lock_way
            + self.other.thinking;
        !is_eager && mine.max(theirs + 2 * self.other.way) < self.horizon
    }
}

/// How long an acquire may stay unanswered, if nothing else is said.
const TIMEOUT: i64 = 1000;
/// How many entries of the agenda polling may make: far below where a run is cut.
const ENTRIES: i64 = limits::ENTRIES as i64 / 2;

impl Other {
    /// When it is granted a lock that is free from an instant on.
    pub(super) fn granted(&self, free: i64, lock_way: i64) -> i64 {
        let first = self.arrives + lock_way;
        match self.waiting {
            Waiting::Queue => first.max(free),
            Waiting::Poll => match self.last_poll_before(free, lock_way) {
                Some(before) => before + self.round(lock_way),
                None => first,
            },
        }
    }

    /// When its last request before an instant arrives; none if none does.
    pub(super) fn last_poll_before(&self, instant: i64, lock_way: i64) -> Option<i64> {
        let first = self.arrives + lock_way;
        let since = instant - 1 - first;
        (since >= 0).then(|| first + since / self.round(lock_way) * self.round(lock_way))
    }

    /// From one request to the next.
    const fn round(&self, lock_way: i64) -> i64 {
        2 * lock_way + self.retry
    }
}

/// Nothing but a lease, a fence perhaps, and one pause.
fn is_plain(scenario: &Scenario) -> bool {
    let (lock, resource) = (&scenario.lock, &scenario.resource);
    let has_tokens = match lock.tokens {
        Tokens::Counter => true,
        Tokens::None => resource.fence == Fence::Off,
        Tokens::SeparateCounter => false,
    };
    has_tokens
        && scenario.purpose == Purpose::Correctness
        && lock.service == Service::Lease
        && lock.release == Release::IfMine
        && resource.versions == Versions::Ignored
        && resource.dedup_window.is_none()
        && !resource.asks_lock
}

/// The plan of a client that acquires, writes once and releases.
struct Errand<'a> {
    object: &'a str,
    /// The acquire's way there and back.
    request: i64,
    reply: i64,
    thinking: i64,
    /// The write's way there.
    way: i64,
    /// From the arrival of the write to the release.
    afterwards: i64,
}

impl<'a> Errand<'a> {
    fn of(client: &'a Client, network: &Network) -> Option<Self> {
        let (delays, change, release) = match client.plan.as_slice() {
            [Step::Acquire { delays }, Step::Write(change)] => (delays, change, Millis::ZERO),
            [
                Step::Acquire { delays },
                Step::Write(change),
                Step::Release { after, .. },
            ] => (delays, change, *after),
            _ => return None,
        };
        let Change { object, sending } = change;
        if !sending.wait || sending.resends > 0 {
            return None;
        }
        let way = |given: Option<Millis>, usual: Millis| given.unwrap_or(usual).0;
        let Delays { request, reply } = *delays;
        Some(Self {
            object,
            request: way(request, network.lock),
            reply: way(reply, network.lock),
            thinking: sending.after.0,
            way: way(sending.delays.request, network.resource),
            afterwards: way(sending.delays.reply, network.resource) + release.0,
        })
    }
}
