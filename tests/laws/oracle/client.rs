//! The clients of the second implementation.

use super::{Answer, Due, Granted, Link, Question, Said, Thing, World};
use fencelab::model::TrueTime;
use fencelab::sim::report::{Reason, StepKind, StoodDown, Wait};
use fencelab::sim::scenario::{Change, Check, Release, Service, Step, Stops, Tokens};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "as simple as possible")]
pub struct State {
    pub crashed: bool,
    pub believes: bool,
    pub ever_granted: bool,
    finished: bool,
    step: usize,
    /// The request whose answer the step waits for.
    awaited: Option<usize>,
    grant: Option<Held>,
    attempts: u32,
    /// The attempt that has neither failed nor been granted.
    attempt: Option<Attempt>,
    first_attempt: bool,
    wait: usize,
    /// Counts the questions asked; only an answer to the last one matters.
    asked: u32,
    asking: bool,
    counting: bool,
    versions: BTreeMap<String, u32>,
    done: BTreeSet<String>,
    aside: Vec<Thing>,
    wakes: bool,
}

#[derive(Clone, Copy)]
struct Held {
    grant: usize,
    token: Option<u64>,
    deadline: i64,
}

struct Attempt {
    number: u32,
    start: i64,
    yes: usize,
    answers: usize,
}

#[derive(Clone)]
pub struct Request {
    pub kind: StepKind,
    pub object: Option<String>,
    pub key: Option<String>,
    pub token: Option<u64>,
    pub grant: Option<usize>,
    pub version: Option<u32>,
    client: usize,
    resend_after: i64,
    resends_left: u8,
    /// Answered, or nobody cares for the answer any more.
    over: bool,
}

impl World<'_> {
    /// The client's local clock: true time less the time it stood still.
    fn local(&self, client: usize) -> i64 {
        let mut still: Vec<(i64, i64)> = self
            .pauses(client)
            .into_iter()
            .filter(|(_, _, stops)| *stops == Stops::Machine)
            .map(|(begin, end, _)| (begin, end.min(self.now)))
            .filter(|(begin, end)| begin < end)
            .collect();
        still.sort_unstable();
        let (mut local, mut covered) = (self.now, i64::MIN);
        for (begin, end) in still {
            local -= (end - begin.max(covered)).max(0);
            covered = covered.max(end);
        }
        local
    }

    fn in_force(&self, client: usize, at: i64, wanted: impl Fn(Stops) -> bool) -> Option<i64> {
        self.pauses(client)
            .into_iter()
            .filter(|(begin, end, stops)| *begin <= at && at < *end && wanted(*stops))
            .map(|(_, end, _)| end)
            .max()
    }

    /// When thinking that begins now has lasted `amount`, pauses not counted.
    fn thought(&self, client: usize, amount: i64) -> i64 {
        let (mut at, mut left) = (self.now, amount);
        loop {
            if let Some(end) = self.in_force(client, at, |_| true) {
                at = end;
                continue;
            }
            let next = self.pauses(client).into_iter().map(|(begin, _, _)| begin);
            match next.filter(|begin| *begin > at).min() {
                Some(begin) if begin <= at + left => {
                    left -= begin - at;
                    at = begin;
                }
                _ => return at + left,
            }
        }
    }

    /// The first instant from now on at which the client's clock shows at least `local`.
    fn clock_shows(&self, client: usize, local: i64) -> i64 {
        let machine = |stops| stops == Stops::Machine;
        let (mut at, mut left) = (self.now, local - self.local(client));
        loop {
            if left <= 0 {
                return at;
            }
            if let Some(end) = self.in_force(client, at, machine) {
                at = end;
                continue;
            }
            let pauses = self
                .pauses(client)
                .into_iter()
                .filter(|(_, _, stops)| machine(*stops));
            match pauses
                .map(|(begin, _, _)| begin)
                .filter(|begin| *begin > at)
                .min()
            {
                Some(begin) if begin < at + left => {
                    left -= begin - at;
                    at = begin;
                }
                _ => return at + left,
            }
        }
    }

    fn may_handle(&self, client: usize, thing: &Thing) -> bool {
        let renewal = matches!(thing, Thing::Renewal | Thing::Answer(Answer::Renew { .. }));
        self.in_force(client, self.now, |stops| !renewal || stops != Stops::Worker)
            .is_none()
    }

    pub fn falls_due(&mut self, client: usize, thing: Thing) {
        if self.clients[client].crashed {
            return;
        }
        if self.clients[client].wakes || !self.may_handle(client, &thing) {
            self.clients[client].aside.push(thing);
        } else {
            self.handle(client, thing);
        }
    }

    pub fn pause_ends(&mut self, client: usize) {
        let any = self.clients[client]
            .aside
            .iter()
            .any(|thing| self.may_handle(client, thing));
        if any && !self.clients[client].wakes {
            self.clients[client].wakes = true;
            self.put(self.now, 4, Due::Wakes(client));
        }
    }

    pub fn wakes(&mut self, client: usize) {
        self.clients[client].wakes = false;
        loop {
            let aside = &self.clients[client].aside;
            let Some(next) = aside
                .iter()
                .position(|thing| self.may_handle(client, thing))
            else {
                return;
            };
            let thing = self.clients[client].aside.remove(next);
            self.handle(client, thing);
        }
    }

    fn put_thing(&mut self, client: usize, at: i64, thing: Thing) {
        self.put(at, 4, Due::Client(client, thing));
    }

    /// Takes off the agenda, and out of what was put aside, what has lost its cause.
    fn drop_things(&mut self, whose: usize, gone: impl Fn(&Thing) -> bool) {
        self.agenda.retain(|(_, _, _, due)| match due {
            Due::Client(client, thing) => *client != whose || !gone(thing),
            _ => true,
        });
        self.clients[whose].aside.retain(|thing| !gone(thing));
    }

    pub fn crash(&mut self, client: usize) {
        self.clients[client].crashed = true;
        self.clients[client].believes = false;
        self.drop_things(client, |_| true);
        self.agenda
            .retain(|(_, _, _, due)| !matches!(due, Due::Wakes(whose) if *whose == client));
    }

    fn handle(&mut self, client: usize, thing: Thing) {
        match thing {
            Thing::Arrival => self.begin_step(client, 0),
            Thing::Acquire => {
                let wait = Wait {
                    client: self.name(client),
                    from: TrueTime(self.now),
                    granted: None,
                };
                self.clients[client].wait = self.waits.len();
                self.waits.push(wait);
                self.clients[client].first_attempt = true;
                self.attempt(client);
            }
            Thing::Retry => self.attempt(client),
            Thing::Look => self.look(client),
            Thing::Send => self.send_step(client),
            Thing::Timeout => self.attempt_failed(client),
            Thing::NodeTimeout => self.evaluate(client),
            Thing::Renewal => self.renew(client),
            Thing::Resend(request) => self.resend(request),
            Thing::Deadline => self.belief_ends(client),
            Thing::Answer(answer) => self.answered(client, answer),
        }
    }

    /// Comes to a step, or to the end of the plan.
    fn begin_step(&mut self, client: usize, mut step: usize) {
        let plan = &self.s.clients[client].plan;
        while let Some(Step::Effect(effect)) = plan.get(step)
            && effect.unless_done
            && effect
                .sending
                .key
                .as_ref()
                .is_some_and(|key| self.clients[client].done.contains(key))
        {
            step += 1;
        }
        self.clients[client].step = step;
        match plan.get(step) {
            None => {
                self.clients[client].finished = true;
                self.belief_ends(client);
            }
            Some(Step::Acquire { .. }) => self.put_thing(client, self.now, Thing::Acquire),
            Some(Step::Read { after, .. } | Step::Release { after, .. }) => {
                let at = self.thought(client, after.0);
                self.put_thing(client, at, Thing::Send);
            }
            Some(Step::Write(change) | Step::Update(change)) => {
                self.think(client, change.sending.after.0);
            }
            Some(Step::Effect(effect)) => self.think(client, effect.sending.after.0),
        }
    }

    fn think(&mut self, client: usize, after: i64) {
        let own = &self.s.clients[client];
        if own.check == Check::None || self.clients[client].grant.is_none() {
            let at = self.thought(client, after);
            self.put_thing(client, at, Thing::Send);
        } else {
            // Reading: with a lead the thinking has two parts, each with an entry of its own.
            let at = self.thought(client, (after - own.check_lead.0).max(0));
            self.put_thing(client, at, Thing::Look);
        }
    }

    fn look(&mut self, client: usize) {
        let own = &self.s.clients[client];
        let held = self.clients[client].grant.unwrap();
        if own.check == Check::Ask {
            self.clients[client].asked += 1;
            self.clients[client].asking = true;
            let question = Question::Ask {
                grant: held.grant,
                asked: self.clients[client].asked,
            };
            let link = match self.s.lock.service {
                Service::Lease => Link::Node(0),
                Service::Redlock => Link::Whole,
            };
            let delay = self.s.network.lock.0;
            self.send(client, link, question, delay, delay);
        } else if self.local(client) + own.margin.0 >= held.deadline {
            self.stand_down(client);
        } else if own.check_lead.0.min(self.thinking(client)) == 0 {
            // Reading: a lead that is longer than the thinking is as long as the thinking.
            self.send_step(client);
        } else {
            self.think_on(client);
        }
    }

    /// The thinking time of the checked step that the client is in.
    fn thinking(&self, client: usize) -> i64 {
        match &self.s.clients[client].plan[self.clients[client].step] {
            Step::Write(change) | Step::Update(change) => change.sending.after.0,
            Step::Effect(effect) => effect.sending.after.0,
            other => unreachable!("{other:?} is not checked"),
        }
    }

    /// The rest of the thinking after the look.
    fn think_on(&mut self, client: usize) {
        let lead = self.s.clients[client].check_lead.0;
        let at = self.thought(client, lead.min(self.thinking(client)));
        self.put_thing(client, at, Thing::Send);
    }

    fn send_step(&mut self, client: usize) {
        let step = self.clients[client].step;
        match self.s.clients[client].plan[step].clone() {
            Step::Acquire { .. } => unreachable!("acquire is not sent like this"),
            Step::Read { object, delays, .. } => {
                let request = self.request(client, StepKind::Read, Some(object), None);
                let usual = self.s.network.resource.0;
                self.clients[client].awaited = Some(request);
                self.send(
                    client,
                    Link::Resource,
                    Question::Request { request },
                    delays.request.map_or(usual, |ms| ms.0),
                    delays.reply.map_or(usual, |ms| ms.0),
                );
            }
            Step::Write(Change { object, sending }) => {
                let key = sending.key.clone();
                let request = self.request(client, StepKind::Write, Some(object), key);
                self.send_change(client, request, &sending);
            }
            Step::Update(Change { object, sending }) => {
                let key = sending.key.clone();
                let request = self.request(client, StepKind::Update, Some(object), key);
                self.send_change(client, request, &sending);
            }
            Step::Effect(effect) => {
                let key = effect.sending.key.clone();
                let request = self.request(client, StepKind::Effect, None, key);
                self.send_change(client, request, &effect.sending);
            }
            Step::Release { request, .. } => {
                let whatever = self.s.lock.release == Release::Always;
                let held = self.clients[client].grant;
                if held.is_some() || whatever {
                    let grant = held.map(|held| held.grant);
                    let value = grant.map(|grant| self.grants[grant].attempt);
                    for node in 0..self.nodes.len() {
                        let delay = request.map_or(self.node_delay(client, node), |ms| ms.0);
                        let question = Question::Release {
                            grant,
                            value,
                            whatever,
                        };
                        self.send(client, Link::Node(node), question, delay, 0);
                    }
                }
                self.belief_ends(client);
                self.clients[client].grant = None;
                self.begin_step(client, step + 1);
            }
        }
    }

    fn request(
        &mut self,
        client: usize,
        kind: StepKind,
        object: Option<String>,
        key: Option<String>,
    ) -> usize {
        let own = &self.clients[client];
        let carries_version = matches!(kind, StepKind::Write | StepKind::Update);
        let version = object
            .as_ref()
            .and_then(|object| own.versions.get(object).copied());
        self.requests.push(Request {
            kind,
            key,
            token: own.grant.and_then(|held| held.token),
            grant: own.grant.map(|held| held.grant),
            version: version.filter(|_| carries_version),
            object,
            client,
            resend_after: 0,
            resends_left: 0,
            over: false,
        });
        self.requests.len() - 1
    }

    fn send_change(
        &mut self,
        client: usize,
        request: usize,
        sending: &fencelab::sim::scenario::Sending,
    ) {
        let usual = self.s.network.resource.0;
        self.send(
            client,
            Link::Resource,
            Question::Request { request },
            sending.delays.request.map_or(usual, |ms| ms.0),
            sending.delays.reply.map_or(usual, |ms| ms.0),
        );
        if let Some(resend_after) = sending.resend_after
            && sending.resends > 0
        {
            self.requests[request].resend_after = resend_after.0;
            self.requests[request].resends_left = sending.resends;
            self.put_thing(client, self.now + resend_after.0, Thing::Resend(request));
        }
        if sending.wait {
            self.clients[client].awaited = Some(request);
        } else {
            self.begin_step(client, self.clients[client].step + 1);
        }
    }

    fn resend(&mut self, place: usize) {
        let usual = self.s.network.resource.0;
        let Request {
            client,
            resend_after,
            ..
        } = self.requests[place];
        let question = Question::Request { request: place };
        self.send(client, Link::Resource, question, usual, usual);
        self.requests[place].resends_left -= 1;
        if self.requests[place].resends_left > 0 {
            self.put_thing(client, self.now + resend_after, Thing::Resend(place));
        }
    }

    fn node_delay(&self, client: usize, node: usize) -> i64 {
        let delays = &self.s.clients[client].node_delays;
        delays
            .as_ref()
            .map_or(self.s.network.lock.0, |delays| delays[node].0)
    }

    fn attempt(&mut self, client: usize) {
        let step = self.clients[client].step;
        let Step::Acquire { delays } = self.s.clients[client].plan[step] else {
            unreachable!()
        };
        self.clients[client].attempts += 1;
        let number = self.clients[client].attempts;
        let start = self.local(client);
        self.clients[client].attempt = Some(Attempt {
            number,
            start,
            yes: 0,
            answers: 0,
        });
        let first = std::mem::take(&mut self.clients[client].first_attempt);
        for node in 0..self.nodes.len() {
            let usual = self.node_delay(client, node);
            let there = delays.request.filter(|_| first).map_or(usual, |ms| ms.0);
            let back = delays.reply.filter(|_| first).map_or(usual, |ms| ms.0);
            let question = Question::Acquire { attempt: number };
            self.send(client, Link::Node(node), question, there, back);
        }
        match self.s.lock.service {
            Service::Lease => {
                let timeout = self.s.clients[client].timeout_in_force(self.s.lock.waiting);
                if let Some(timeout) = timeout {
                    self.put_thing(client, self.now + timeout.0, Thing::Timeout);
                }
            }
            Service::Redlock => {
                let at = self.now + self.s.lock.node_timeout.0;
                self.put_thing(client, at, Thing::NodeTimeout);
            }
        }
    }

    fn attempt_failed(&mut self, client: usize) {
        self.clients[client].attempt = None;
        self.drop_things(client, |thing| {
            matches!(thing, Thing::Timeout | Thing::NodeTimeout)
        });
        let at = self.now + self.s.clients[client].retry.0;
        self.put_thing(client, at, Thing::Retry);
    }

    fn evaluate(&mut self, client: usize) {
        let attempt = self.clients[client].attempt.take().unwrap();
        self.drop_things(client, |thing| *thing == Thing::NodeTimeout);
        let ttl = self.s.lock.ttl.0;
        let drift = ttl * i64::from(self.s.lock.drift_per_mille) / 1000 + self.s.lock.drift.0;
        let elapsed = self.local(client) - attempt.start;
        if attempt.yes >= self.majority() && ttl - elapsed - drift > 0 {
            let grant = self.grants.len();
            let report = self.grant_report(client, None);
            self.grants.push(Granted {
                client,
                attempt: attempt.number,
                report,
            });
            self.clients[client].ever_granted = true;
            self.close_if_lost(grant);
            self.take(client, grant, attempt.start + ttl - drift);
        } else {
            for node in 0..self.nodes.len() {
                let delay = self.node_delay(client, node);
                let value = Some(attempt.number);
                let question = Question::Release {
                    grant: None,
                    value,
                    whatever: false,
                };
                self.send(client, Link::Node(node), question, delay, 0);
            }
            self.attempt_failed(client);
        }
    }

    /// Handles a grant.
    fn take(&mut self, client: usize, grant: usize, deadline: i64) {
        self.belief_ends(client);
        let token = self.grants[grant].report.token.map(|token| token.0);
        self.clients[client].grant = Some(Held {
            grant,
            token,
            deadline,
        });
        self.clients[client].believes = true;
        self.waits[self.clients[client].wait].granted = Some(self.grants[grant].report.at);
        self.plan_deadline(client);
        if let Some(renew) = self.s.clients[client].renew {
            self.put_thing(client, self.now + renew.0, Thing::Renewal);
        }
        if self.s.lock.tokens == Tokens::SeparateCounter {
            self.clients[client].counting = true;
            let delay = self.s.network.lock.0;
            self.send(
                client,
                Link::Counter,
                Question::Count { grant },
                delay,
                delay,
            );
        } else {
            self.begin_step(client, self.clients[client].step + 1);
        }
    }

    fn plan_deadline(&mut self, client: usize) {
        self.drop_things(client, |thing| *thing == Thing::Deadline);
        if self.s.clients[client].check == Check::Clock {
            let deadline = self.clients[client].grant.unwrap().deadline;
            let at = self.clock_shows(client, deadline);
            self.put_thing(client, at, Thing::Deadline);
        }
    }

    /// Belief ends, and with it the renewals.
    fn belief_ends(&mut self, client: usize) {
        self.clients[client].believes = false;
        self.drop_things(client, |thing| {
            matches!(thing, Thing::Renewal | Thing::Deadline)
        });
    }

    fn renew(&mut self, client: usize) {
        let grant = self.clients[client].grant.unwrap().grant;
        let sent_local = self.local(client);
        let delay = self.s.network.lock.0;
        self.send(
            client,
            Link::Node(0),
            Question::Renew { grant, sent_local },
            delay,
            delay,
        );
        let renew = self.s.clients[client].renew.unwrap();
        self.put_thing(client, self.now + renew.0, Thing::Renewal);
    }

    fn answered(&mut self, client: usize, answer: Answer) {
        let own = &mut self.clients[client];
        match answer {
            Answer::Acquire { attempt, granted } => {
                if own
                    .attempt
                    .as_ref()
                    .is_none_or(|open| open.number != attempt)
                {
                    return;
                }
                match granted {
                    None => self.attempt_failed(client),
                    Some((grant, waited)) => {
                        let open = own.attempt.take().unwrap();
                        self.drop_things(client, |thing| *thing == Thing::Timeout);
                        self.take(client, grant, open.start + waited + self.s.lock.ttl.0);
                    }
                }
            }
            Answer::Vote { attempt, yes } => {
                if let Some(open) = &mut own.attempt
                    && open.number == attempt
                {
                    open.answers += 1;
                    open.yes += usize::from(yes);
                    if open.answers == self.nodes.len() {
                        self.evaluate(client);
                    }
                }
            }
            Answer::Renew {
                grant,
                yes,
                sent_local,
            } => {
                if !own.believes || own.grant.is_none_or(|held| held.grant != grant) {
                    return;
                }
                if yes {
                    own.grant.as_mut().unwrap().deadline = sent_local + self.s.lock.ttl.0;
                    self.plan_deadline(client);
                } else {
                    self.learns_of_loss(client);
                }
            }
            Answer::Ask { asked, yes } => {
                if own.asking && own.asked == asked {
                    own.asking = false;
                    if yes {
                        self.think_on(client);
                    } else {
                        self.stand_down(client);
                    }
                }
            }
            Answer::Count { grant, token } => {
                if own.counting && own.grant.is_some_and(|held| held.grant == grant) {
                    own.counting = false;
                    own.grant.as_mut().unwrap().token = Some(token);
                    let next = own.step + 1;
                    self.begin_step(client, next);
                }
            }
            Answer::Request { request, said } => self.request_answered(client, request, said),
        }
    }

    fn request_answered(&mut self, client: usize, place: usize, said: Said) {
        if self.requests[place].over {
            return;
        }
        self.requests[place].over = true;
        self.drop_things(client, |thing| *thing == Thing::Resend(place));
        let request = self.requests[place].clone();
        let own = &mut self.clients[client];
        match said {
            Said::Read { version, done } => {
                own.versions.insert(request.object.unwrap(), version);
                own.done = done;
            }
            Said::Applied {
                version: Some(version),
            } => {
                own.versions.insert(request.object.unwrap(), version);
            }
            Said::Applied { version: None }
            | Said::No(Reason::Duplicate | Reason::VersionConflict) => {}
            Said::No(Reason::StaleToken | Reason::NoToken | Reason::NotHolder) => {
                let current = own.grant.map(|held| held.grant);
                if current.is_some() && current == request.grant {
                    self.learns_of_loss(client);
                }
            }
        }
        let own = &mut self.clients[client];
        if own.awaited == Some(place) {
            own.awaited = None;
            let next = own.step + 1;
            self.begin_step(client, next);
        }
    }

    /// By a refused renewal or a refusal at the resource.
    fn learns_of_loss(&mut self, client: usize) {
        if self.s.clients[client].stops_when_lost {
            self.stand_down(client);
        } else {
            self.belief_ends(client);
        }
    }

    fn stand_down(&mut self, client: usize) {
        self.belief_ends(client);
        let own = &mut self.clients[client];
        let held = own.grant.take().unwrap();
        own.awaited = None;
        own.attempt = None;
        own.asking = false;
        own.counting = false;
        for (place, request) in self.requests.iter_mut().enumerate() {
            if request.client == client && request.grant == Some(held.grant) && !request.over {
                request.over = true;
                let gone = Thing::Resend(place);
                self.agenda.retain(|(_, _, _, due)| {
                    !matches!(due, Due::Client(whose, thing) if *whose == client && *thing == gone)
                });
                self.clients[client].aside.retain(|thing| *thing != gone);
            }
        }
        // Reading: a client whose plan is over has nothing to skip, and is not listed.
        if self.clients[client].finished {
            return;
        }
        self.stood_down.push(StoodDown {
            client: self.name(client),
            at: TrueTime(self.now),
        });
        self.drop_things(client, |thing| {
            matches!(
                thing,
                Thing::Acquire
                    | Thing::Look
                    | Thing::Send
                    | Thing::Retry
                    | Thing::Timeout
                    | Thing::NodeTimeout
            )
        });
        let plan = &self.s.clients[client].plan;
        let step = self.clients[client].step;
        let release = (step..plan.len()).find(|place| matches!(plan[*place], Step::Release { .. }));
        self.begin_step(client, release.map_or(plan.len(), |place| place + 1));
    }
}
