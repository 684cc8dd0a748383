//! The address of what is on the screen as a large QR code, for those in the room.

use crate::picture::qr::qr;
use crate::text::share_word::too_long;
use crate::text::{PresentWord, ShareWord};
use crate::ui::dom::{El, html};
use crate::ui::env;
use crate::ui::reactive::{present_word, text};
use crate::ui::share::drawn;
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// The id of the dialog.
pub const ID: &str = "present-code";

/// The code of an address, closed.
pub fn dialog(stage: Stage, address: RwSignal<String>) -> El {
    let code = Memo::new(move |_| qr(&address.get()));
    let title = text(move || ShareWord::QrCode.of(stage.lang.get()).to_owned());
    let instead = text(move || match code.get() {
        Some(_) => String::new(),
        None => too_long(stage.lang.get(), address.get().chars().count()),
    });
    html("dialog")
        .attr("id", ID)
        .attr("class", "present-keys present-code")
        .live("aria-label", title)
        .attr("data-testid", "code")
        .child(drawn(code.into(), title, "code-picture"))
        .child(html("p").attr("class", "error").says(instead))
        .child(
            html("p")
                .attr("class", "address")
                .attr("data-testid", "code-address")
                .says(address.into()),
        )
        .child(
            html("button")
                .attr("type", "button")
                .attr("class", "plain")
                .attr("data-testid", "code-close")
                .says(present_word(stage, PresentWord::Close))
                .on("click", |_: Event| {
                    super::help::close();
                }),
        )
}

/// Opens the code of the address at hand.
pub fn open(address: RwSignal<String>) {
    address.set(env::address());
    super::help::open(ID);
}
