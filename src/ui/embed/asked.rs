//! Does what the page around the frame asks for, and tells it what comes of it.

use super::{height, outcome, parent};
use crate::edit::past::Cause;
use crate::share::Told;
use crate::share::message::{Asked, MessageError, Source, read};
use crate::text::message::explain;
use crate::ui::link::Link;
use crate::ui::look;
use crate::ui::stage::Stage;
use leptos::prelude::*;

/// Follows the page around the frame from now on, and tells it that it may ask.
pub fn follow(stage: Stage, link: Link) {
    parent::hear(move |heard| {
        let asked = heard.and_then(|text| read(&text));
        let done = asked.and_then(|asked| asked.map_or(Ok(()), |asked| act(stage, link, asked)));
        if let Err(error) = done {
            let lang = stage.lang.try_get_untracked().unwrap_or_default();
            parent::tell(&Told::Error(explain(lang, &error)));
        }
    });
    let verdict = Memo::new(move |_| outcome(stage));
    Effect::new(move |ready: Option<()>| {
        if ready.is_none() {
            parent::tell(&Told::Ready);
        }
        parent::tell(&verdict.get());
    });
}

fn act(stage: Stage, link: Link, asked: Asked) -> Result<(), MessageError> {
    match asked {
        Asked::Hello => {
            parent::tell(&Told::Ready);
            parent::tell(&untrack(|| outcome(stage)));
            height::tell_again();
        }
        Asked::Set(source) => {
            match *source {
                Source::Scenario(scenario) => stage.change(scenario, Cause::Whole),
                Source::Link(shared) => link.show(shared),
                Source::Keys(keys) => {
                    let (_, complaints) = link.asked(&keys);
                    if !complaints.is_empty() {
                        return Err(MessageError::Keys(complaints));
                    }
                    link.show_keys(&keys);
                    if let Some(theme) = keys.theme {
                        look::show(theme);
                    }
                }
            }
            stage.playing.set(false);
            stage.settle();
        }
        Asked::Play => stage.playing.set(true),
        Asked::Pause => stage.playing.set(false),
        Asked::Next => stage.next_event(),
        Asked::Previous => stage.previous_event(),
        Asked::Seek(stand) => stage.go(stand),
        Asked::View { lang, theme } => {
            if let Some(lang) = lang {
                stage.lang.set(lang);
            }
            if let Some(theme) = theme {
                look::show(theme);
            }
        }
    }
    Ok(())
}
