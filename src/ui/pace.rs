//! How far one key or button goes. It stays the same while something has the focus, though
//! the scale refits with every change: else right and then left would not lead back.

use super::stage::Stage;
use crate::model::Millis;
use leptos::prelude::*;

/// The pace of one handle or field.
#[derive(Clone, Copy)]
pub struct Pace {
    /// About how many pixels one step has.
    pixels: f64,
    kept: StoredValue<Option<Millis>>,
}

impl Pace {
    /// Steps of the 1-2-5 series that have about so many pixels.
    pub fn new(pixels: f64) -> Self {
        Self {
            pixels,
            kept: StoredValue::new(None),
        }
    }

    /// One step.
    pub fn step(self, stage: Stage) -> Millis {
        let kept = self.kept.get_value();
        kept.unwrap_or_else(|| stage.now().layout().scale.step_of(self.pixels))
    }

    /// From now on the step stays as it is.
    pub fn keep(self, stage: Stage) {
        if self.kept.get_value().is_none() {
            self.kept.set_value(Some(self.step(stage)));
        }
    }

    /// From now on the step follows the scale again.
    pub fn free(self) {
        self.kept.set_value(None);
    }
}
