//! The colours that an address asks for, on every page of the laboratory's program.

use super::env;
use crate::share::Theme;
use crate::share::keys::{self, Keys};
use leptos::prelude::document;

/// The keys of the address: those of the fragment stand over those of the query.
pub fn address_keys() -> Keys {
    let fragment = env::fragment();
    let above = if keys::are_keys(&fragment) {
        keys::parse(&fragment)
    } else {
        Keys::default()
    };
    above.over(keys::parse(&env::query()))
}

/// Shows the theme of the address, now and whenever somebody writes another one.
pub fn follow_address() {
    let show = || show(address_keys().theme.unwrap_or(Theme::Auto));
    show();
    env::on_fragment_change(show);
}

/// Shows a theme (`style/tokens.css`; the build makes the rules of both out of it).
pub fn show(theme: Theme) {
    mark(
        "data-theme",
        Some(theme.name()).filter(|_| theme != Theme::Auto),
    );
}

/// Sets or takes away an attribute of the whole document.
pub fn mark(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        // It fails only for a name that is no name.
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}
