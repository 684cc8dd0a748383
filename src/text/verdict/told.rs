//! What the sentences of the verdict ask about a run.

use crate::model::{ClientId, Millis, TrueTime};
use crate::picture::history::{History, Paused, Request};
use crate::sim::report::{EndedBy, Reason, Report};
use crate::sim::scenario::Scenario;
use crate::sim::trace::{Decision, Standing};
use crate::text::Lang;
use crate::text::narrate::name_of;
use crate::text::quantity::seconds;

/// A run as the sentences see it.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub lang: Lang,
    pub scenario: &'a Scenario,
    pub history: &'a History,
    pub report: &'a Report,
}

impl Told<'_> {
    pub fn name(&self, client: ClientId) -> String {
        name_of(self.lang, self.scenario, client)
    }

    pub fn time(&self, time: Millis) -> String {
        seconds(self.lang, time)
    }

    /// Whether the client of this name was the holder just before and just after `at`.
    pub fn held_at(&self, client: &str, at: TrueTime) -> bool {
        let mut clients = self.scenario.clients.iter();
        let place = clients.position(|known| known.name == client);
        self.history.holds.iter().any(|hold| {
            Some(hold.client.index()) == place && hold.span.from <= at && at < hold.span.to
        })
    }

    /// Whether one lease lasted from before the pause until after it.
    pub fn lease_outlasted(&self, pause: &Paused) -> bool {
        self.history.holds.iter().any(|hold| {
            hold.client == pause.client
                && hold.span.from <= pause.span.from
                && (pause.span.to < hold.span.to
                    || pause.span.to == hold.span.to && hold.by == Some(EndedBy::Release))
        })
    }

    /// Whether a lease of the client that crashed at `at` ran out afterwards.
    pub fn lease_ran_out(&self, client: ClientId, at: TrueTime) -> bool {
        self.history.holds.iter().any(|hold| {
            hold.client == client
                && (hold.span.from..=hold.span.to).contains(&at)
                && hold.by == Some(EndedBy::Expiry)
        })
    }

    /// Whether whoever changed anything was the holder when it was changed.
    pub fn only_holders_wrote(&self) -> bool {
        let mut requests = self.history.requests.iter();
        requests.all(|request| {
            request.issuer == Standing::Holder
                || !matches!(request.decision, Some(Decision::Applied { .. }))
        })
    }

    /// The first request that was refused for `reason`.
    pub fn refused(&self, reason: Reason) -> Option<&Request> {
        self.history
            .requests
            .iter()
            .find(|request| request.decision == Some(Decision::Refused(reason)))
    }

    /// How long the lease under which a request went had ended when it was sent.
    pub fn lateness(&self, request: &Request) -> Option<Millis> {
        let hold = self.history.hold(request.grant?)?;
        let late = request.sent.since(hold.by.map(|_| hold.span.to)?);
        (late > Millis::ZERO).then_some(late)
    }

    /// Whether a pause of the client ended in the instant in which it sent.
    pub fn woke_to_send(&self, request: &Request) -> bool {
        let mut pauses = self.history.pauses.iter();
        pauses.any(|pause| pause.client == request.client && pause.span.to == request.sent)
    }

    /// Whose data was written over: the issuer of the last change with a later grant.
    pub fn overwritten(&self, request: &Request) -> String {
        let arrived = request.ended.unwrap_or_default();
        self.history
            .requests
            .iter()
            .filter(|other| {
                matches!(
                    other.decision,
                    Some(Decision::Applied {
                        version: Some(_),
                        ..
                    })
                ) && other.grant > request.grant
                    && other.ended.unwrap_or_default() <= arrived
                    && other.entry < request.entry
            })
            .max_by_key(|other| other.entry)
            .map_or_else(String::new, |other| self.name(other.client))
    }
}
