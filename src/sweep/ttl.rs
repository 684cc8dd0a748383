//! The TTL sweep: how likely harm is, and how long a crashed holder keeps the
//! lock from the others, against the TTL.

use super::Progress;
use super::chance::Chance;
use super::failure::Failure;
use super::plan::{NoWork, Plan, Strike};
use super::statistics::{Durations, Estimate, Share};
use super::work::Work;
use crate::model::{ClientId, Millis, TrueTime};
use crate::sim::scenario::{Cause, Fault, Scenario, Stops};
use crate::sim::trace::Event;
use crate::sim::{audit, simulate};

/// A sweep under way. It can be left and taken up again after any run, and
/// each draw is tried on every TTL before the next, so that all points of the
/// curves grow at once.
///
/// ```
/// use fencelab::sim::scenario::Scenario;
/// use fencelab::sweep::{Plan, Sweep};
///
/// let mut plan = Plan::around(&Scenario::seed()).unwrap();
/// plan.draws = 20;
/// let mut sweep = Sweep::new(plan).unwrap();
/// while !sweep.progress().is_done() {
///     sweep.advance(50);
/// }
/// let points = sweep.points();
/// let short = points.first().unwrap();
/// let long = points.last().unwrap();
/// assert!(short.harm[0].hits > long.harm[0].hits);
/// assert!(short.recovery.mean.unwrap().value < long.recovery.mean.unwrap().value);
/// ```
#[derive(Clone, Debug)]
pub struct Sweep {
    plan: Plan,
    work: Work,
    /// For each TTL.
    stages: Vec<Stage>,
    /// For each of the plan's defences.
    designs: Vec<Scenario>,
    /// The design in which the crash is tried.
    crashing: Scenario,
    chance: Chance,
    drawn: Draw,
    /// How many draws have been begun.
    draws: u32,
    /// The next run of the present draw: for each TTL each design, then the crash.
    next: usize,
}

/// What is known of one TTL.
#[derive(Clone, Debug)]
struct Stage {
    ttl: Millis,
    /// When the first client learns of its grant, and when it begins to think about
    /// its change, if nothing goes wrong; none if it never comes to that.
    begins: Option<(TrueTime, TrueTime)>,
    harm: Vec<Share>,
    crashes: u32,
    recovery: Durations,
}

/// What chance gave for one round over all TTLs.
#[derive(Clone, Copy, Debug, Default)]
struct Draw {
    work: Millis,
    pause: Millis,
    /// Above 0, up to 1: how far along the work the pause begins.
    strike: f64,
    /// The same of the crash.
    crash: f64,
}

/// One TTL of the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The TTL.
    pub ttl: Millis,
    /// In how many of the runs with a pause harm was done, for each of the plan's defences.
    pub harm: Vec<Share>,
    /// How long it took after crashes of the holder.
    pub recovery: Recovery,
}

/// How long the lock was kept from the others after its holder crashed, in
/// milliseconds of true time: to the next grant, or to the end of the dead
/// lease if nobody had asked before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// Runs in which the client crashed while it was the holder.
    pub crashes: u32,
    /// Those after which another was granted the lock before the horizon.
    pub recovered: u32,
    /// The mean of these.
    pub mean: Option<Estimate>,
    /// Half of these took no longer.
    pub median: Option<Estimate>,
}

impl Sweep {
    /// A sweep of which nothing has been run yet.
    ///
    /// # Errors
    /// [`NoWork`] if nobody changes anything under the lock.
    pub fn new(plan: Plan) -> Result<Self, NoWork> {
        let design = plan.design();
        let work = Work::of(&design).ok_or(NoWork)?;
        let stages = plan
            .ttls
            .iter()
            .map(|ttl| stage(&plan, &design, work, *ttl));
        let stages = stages.collect();
        let (cause, stops) = kind_of_pause(&plan.base);
        let pause = Fault::Pause {
            client: work.client,
            at: TrueTime::START,
            lasting: Millis(1),
            cause,
            stops,
        };
        // What is drawn stands first: the file's order decides nothing else about it.
        let with = |mut design: Scenario, fault: &Fault| {
            design.faults.insert(0, fault.clone());
            design
        };
        let designs = plan.defences.iter();
        let designs = designs.map(|defences| with(defences.of(&design), &pause));
        let designs = designs.collect();
        let crash = Fault::Crash {
            client: work.client,
            at: TrueTime::START,
        };
        let chance = Chance::new(plan.seed);
        Ok(Self {
            work,
            stages,
            designs,
            crashing: with(design, &crash),
            chance,
            drawn: Draw::default(),
            draws: 0,
            next: usize::MAX,
            plan,
        })
    }

    /// Makes so many runs, or fewer if that is the end.
    pub fn advance(&mut self, runs: u32) {
        for _ in 0..runs {
            if self.next >= self.runs_of_draw() {
                if self.draws >= self.plan.draws || self.runs_of_draw() == 0 {
                    return;
                }
                self.draw();
            }
            self.run();
            self.next += 1;
        }
    }

    /// How many runs have been made, and how many there will be.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let each = u32::try_from(self.runs_of_draw()).unwrap_or(u32::MAX);
        let of_this = u32::try_from(self.next).unwrap_or(u32::MAX).min(each);
        let before = self.draws.saturating_sub(1).saturating_mul(each);
        Progress {
            done: if self.draws == 0 {
                0
            } else {
                before.saturating_add(of_this)
            },
            of: self.plan.draws.saturating_mul(each),
        }
    }

    /// What is known so far, a point for each TTL of the plan.
    pub fn points(&mut self) -> Vec<Point> {
        self.stages.iter_mut().map(Stage::point).collect()
    }

    /// What was asked for.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    fn runs_of_draw(&self) -> usize {
        self.stages.len() * (self.designs.len() + 1)
    }

    fn draw(&mut self) {
        let (shortest, longest) = self.plan.work;
        self.drawn = Draw {
            work: self.chance.time(shortest, longest),
            strike: self.chance.fraction(),
            crash: self.chance.fraction(),
            pause: self.plan.pauses.draw(&mut self.chance),
        };
        self.draws += 1;
        self.next = 0;
    }

    fn run(&mut self) {
        let turn = self.designs.len() + 1;
        let (drawn, work) = (self.drawn, self.work);
        let Some(stage) = self.stages.get_mut(self.next / turn) else {
            return;
        };
        let strike = match self.plan.strikes {
            Strike::Anywhere => drawn.strike,
            Strike::AtTheChange => 1.0,
        };
        let (strikes, crashes) = (
            stage.along(drawn.work, strike),
            stage.along(drawn.work, drawn.crash),
        );
        let place = self.next % turn;
        if let (Some(design), Some(share)) =
            (self.designs.get_mut(place), stage.harm.get_mut(place))
        {
            prepare(design, work, stage.ttl, drawn.work);
            if let Some(Fault::Pause { at, lasting, .. }) = design.faults.first_mut() {
                (*at, *lasting) = (strikes, drawn.pause);
            }
            let report = audit(design, &simulate(design));
            share.count(Failure::of(&report).is_some());
        } else {
            prepare(&mut self.crashing, work, stage.ttl, drawn.work);
            if let Some(Fault::Crash { at, .. }) = self.crashing.faults.first_mut() {
                *at = crashes;
            }
            stage.crash(&self.crashing, work.client, crashes);
        }
    }
}

impl Stage {
    /// An instant so far along the work, from the grant to the change.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "times are far below 2^53, and `as` saturates"
    )]
    fn along(&self, work: Millis, part: f64) -> TrueTime {
        let Some((granted, thinks)) = self.begins else {
            return TrueTime::START;
        };
        let length = thinks.plus(work).since(granted);
        // Each of the instants 0 to `length` is as likely as the others.
        let instants = length.0.saturating_add(1);
        let place = libm::ceil(instants as f64 * part) as i64 - 1;
        granted.plus(Millis(place.clamp(0, length.0.max(0))))
    }

    /// Runs a scenario in which the client crashes, and counts it if it was the holder.
    fn crash(&mut self, scenario: &Scenario, client: ClientId, at: TrueTime) {
        let report = audit(scenario, &simulate(scenario));
        let Some(name) = scenario
            .clients
            .get(client.index())
            .map(|client| &client.name)
        else {
            return;
        };
        let held = report.grants.iter().find(|grant| {
            grant.client == *name && grant.at <= at && grant.ended.is_none_or(|ended| ended > at)
        });
        let Some(held) = held else {
            return;
        };
        self.crashes += 1;
        let next = report
            .grants
            .iter()
            .find(|grant| grant.ordinal > held.ordinal);
        if let (Some(next), Some(ended)) = (next, held.ended) {
            let wait = report
                .waits
                .iter()
                .find(|wait| wait.client == next.client && wait.granted == Some(next.at));
            // Who comes when the lock is free has not been kept from it.
            let is_kept = wait.is_none_or(|wait| wait.from < ended);
            let until = if is_kept { next.at } else { ended };
            self.recovery.add(until.since(at));
        }
    }

    fn point(&mut self) -> Point {
        Point {
            ttl: self.ttl,
            harm: self.harm.clone(),
            recovery: Recovery {
                crashes: self.crashes,
                recovered: self.recovery.count(),
                mean: self.recovery.mean(),
                median: self.recovery.median(),
            },
        }
    }
}

fn prepare(scenario: &mut Scenario, work: Work, ttl: Millis, thinking: Millis) {
    scenario.lock.ttl = ttl;
    if let Some(sending) = work.sending_mut(scenario) {
        sending.after = thinking;
    }
}

/// Runs a design once without any drawn fault, to see when the work begins.
fn stage(plan: &Plan, design: &Scenario, work: Work, ttl: Millis) -> Stage {
    let mut undisturbed = design.clone();
    prepare(&mut undisturbed, work, ttl, plan.work.1);
    let trace = simulate(&undisturbed);
    let granted = trace.entries.iter().find(
        |entry| matches!(entry.event, Event::BeliefBegan { client, .. } if client == work.client),
    );
    let thinks = trace.entries.iter().find(|entry| {
        matches!(entry.event, Event::StepBegan { client, step, .. }
            if client == work.client && step == work.step)
    });
    let begins = granted
        .zip(thinks)
        .map(|(granted, thinks)| (granted.at, thinks.at));
    Stage {
        ttl,
        begins,
        harm: plan.defences.iter().map(|_| Share::default()).collect(),
        crashes: 0,
        recovery: Durations::default(),
    }
}

/// The cause of the base's first pause, and what it stops.
fn kind_of_pause(base: &Scenario) -> (Cause, Stops) {
    let kind = base.faults.iter().find_map(|fault| match fault {
        Fault::Pause { cause, stops, .. } => Some((*cause, *stops)),
        Fault::Crash { .. }
        | Fault::Cut { .. }
        | Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => None,
    });
    kind.unwrap_or((Cause::Gc, Stops::Process))
}
