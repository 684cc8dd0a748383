//! Moves the playhead while playing: one animation frame after another, only
//! while there is something to play.

use super::env;
use super::stage::Stage;
use crate::model::{Millis, TrueTime};
use crate::share::Stand;
use leptos::leptos_dom::helpers::{
    AnimationFrameRequestHandle, request_animation_frame_with_handle,
};
use leptos::prelude::*;

/// A jump of the browser's clock that is longer than this is a tab that was hidden.
const LONGEST_FRAME_MS: f64 = 250.0;

/// Starts and stops with the stage's `playing`, and ends with the caller's owner.
pub fn run_while_playing(stage: Stage) {
    let frame: StoredValue<Option<AnimationFrameRequestHandle>> = StoredValue::new(None);
    Effect::new(move |_| {
        if stage.playing.get() {
            let end = stage.now().layout().end();
            let begin = stage.now().layout().scale.from;
            let playhead = stage.playhead.get_untracked();
            if playhead >= end || playhead < begin {
                stage.stand.set(Stand::At(begin));
            }
            #[allow(clippy::cast_precision_loss, reason = "a run is at most days long")]
            let from = stage.playhead.get_untracked().0 as f64;
            next(stage, frame, from, env::now());
        } else if let Some(Some(handle)) = frame.try_get_value() {
            handle.cancel();
        }
    });
    on_cleanup(move || {
        if let Some(Some(handle)) = frame.try_get_value() {
            handle.cancel();
        }
    });
}

fn next(
    stage: Stage,
    frame: StoredValue<Option<AnimationFrameRequestHandle>>,
    position: f64,
    last: f64,
) {
    let handle = request_animation_frame_with_handle(move || {
        if stage.playing.try_get_untracked() != Some(true) {
            return;
        }
        let now = env::now();
        let passed = (now - last).clamp(0.0, LONGEST_FRAME_MS);
        let position = position + passed * stage.speed.get_untracked();
        if show(stage, position) {
            next(stage, frame, position, now);
        } else if stage.looping.get_untracked() {
            #[allow(clippy::cast_precision_loss, reason = "a run is at most days long")]
            let begin = stage.now().layout().scale.from.0 as f64;
            next(stage, frame, begin, now);
        } else {
            stage.playing.set(false);
        }
    });
    frame.try_set_value(handle.ok());
}

/// Puts the playhead where playing has come to; false at the end.
fn show(stage: Stage, position: f64) -> bool {
    #[allow(clippy::cast_possible_truncation, reason = "`as` saturates")]
    let at = TrueTime::START.plus(Millis(position as i64));
    if at >= stage.now().layout().end() {
        stage.stand.set(Stand::End);
        return false;
    }
    let at = if env::reduced_motion() {
        last_event(stage, at)
    } else {
        at
    };
    if stage.stand.get_untracked() != Stand::At(at) {
        stage.stand.set(Stand::At(at));
    }
    true
}

/// With reduced motion the playhead steps from event to event.
fn last_event(stage: Stage, at: TrueTime) -> TrueTime {
    let scene = stage.now();
    let last = scene
        .lines
        .iter()
        .map(|line| line.at)
        .rfind(|event| *event <= at);
    last.unwrap_or(TrueTime::START)
}
