//! What is on paper only: what the run was made from, and how to come back to it.

use super::Share;
use crate::edit::field::stated;
use crate::text::ShareWord;
use crate::ui::dom::{El, Item, Space, html};
use leptos::prelude::*;

impl Share {
    /// The settings, the link and its code, seen in print alone.
    pub fn paper(self) -> El {
        let settings = html("div")
            .attr("class", "settings")
            .list(Space::Html, move || self.settings());
        let link = html("div")
            .attr("class", "way-back")
            .children(self.code("paper-qr"))
            .child(html("p").attr("class", "address").says(self.address));
        html("div")
            .attr("class", "paper")
            .attr("data-testid", "paper")
            .child(settings)
            .child(link)
    }

    /// Follows the address, which changes when the page stands still: nothing is made for paper
    /// while a handle is pulled.
    fn settings(self) -> Vec<Item> {
        self.address.track();
        let lang = self.stage.lang.get();
        let scenario = self.stage.scenario.get_untracked();
        let groups = stated(lang, &scenario).into_iter().map(|stated| {
            let fields = stated.fields.into_iter().map(|(name, value)| {
                let name = Item::new("span").text(format!("{name} "));
                Item::new("li")
                    .child(name)
                    .child(Item::new("b").text(value))
            });
            Item::new("section")
                .child(Item::new("h4").text(stated.group))
                .child(fields.fold(Item::new("ul"), Item::child))
        });
        let heading = Item::new("h3").text(ShareWord::Settings.of(lang));
        std::iter::once(heading).chain(groups).collect()
    }
}
