//! What a running server is told: which folder it serves, and what is spoilt.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::Fault;

/// Shared by the server and its answers.
#[derive(Debug, Clone)]
pub(crate) struct Condition(Arc<(Mutex<State>, Condvar)>);

#[derive(Debug)]
struct State {
    folder: PathBuf,
    /// The end of the paths that are spoilt, and how.
    spoilt: Option<(String, Fault)>,
}

impl Condition {
    pub(crate) fn of(folder: PathBuf) -> Self {
        let state = State {
            folder,
            spoilt: None,
        };
        Self(Arc::new((Mutex::new(state), Condvar::new())))
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.state().folder.clone()
    }

    pub(crate) fn serve(&self, folder: PathBuf) {
        self.state().folder = folder;
    }

    pub(crate) fn spoil(&self, spoilt: Option<(String, Fault)>) {
        self.state().spoilt = spoilt;
        self.0.1.notify_all();
    }

    pub(crate) fn fault_of(&self, path: &str) -> Option<Fault> {
        let state = self.state();
        let (end, fault) = state.spoilt.as_ref()?;
        path.ends_with(end.as_str()).then_some(*fault)
    }

    /// Waits as long as this is what is wrong.
    pub(crate) fn wait_for_another_than(&self, fault: Fault) {
        let mut state = self.state();
        while state.spoilt.as_ref().is_some_and(|(_, now)| *now == fault) {
            state = self.0.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
