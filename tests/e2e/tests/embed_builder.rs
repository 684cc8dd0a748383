//! The laboratory's panel that makes the markup of an embedded stage.

use e2e::{Host, Lab, Look};

async fn open(look: Look, rest: &str) -> Lab {
    let lab = Lab::open_at(look, &format!("lab.html{rest}")).await;
    assert!(
        !lab.has("embed-preview").await,
        "nothing is loaded before it is open"
    );
    lab.click("embed").await;
    lab.find("embed-preview").await;
    lab
}

/// What a field holds.
async fn held(lab: &Lab, testid: &str) -> String {
    let value = lab
        .value(&format!(
            "document.querySelector('[data-testid={testid}]').value"
        ))
        .await;
    value.as_str().unwrap_or_default().to_owned()
}

/// Chooses from a list.
async fn choose(lab: &Lab, testid: &str, value: &str) {
    let script = format!(
        "const list = document.querySelector('[data-testid={testid}]');
         list.value = '{value}';
         list.dispatchEvent(new Event('change', {{bubbles: true}}));"
    );
    lab.execute(script, vec![]).await.expect("it is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_markup_shows_what_is_on_the_stage() {
    let lab = open(Look::default(), "#fence=on").await;
    lab.wait_text("verdict", "Fenced").await;
    let steps = lab.value("history.length").await;
    for option in ["embed-controls", "embed-autoplay", "embed-clear"] {
        lab.click(option).await;
    }
    choose(&lab, "embed-theme", "dark").await;
    choose(&lab, "embed-lang", "ja").await;
    lab.fill("embed-accent", "ffd54a").await;
    lab.fill("embed-width", "600").await;
    lab.wait("document.querySelector('[data-testid=embed-frame]').value.includes('accent=ffd54a')")
        .await;
    // The preview has told its height.
    lab.wait(
        "!document.querySelector('[data-testid=embed-frame]').value.includes('height=\"640\"')",
    )
    .await;
    let frame = held(&lab, "embed-frame").await;
    for part in [
        "lab.html?embed=1&amp;theme=dark&amp;accent=ffd54a&amp;background=transparent&amp;controls=0&amp;autoplay=1#1",
        "width=\"600\"",
        "loading=\"lazy\"",
        "title=\"Fencelab: 時間と主体の図, フェンスが阻止\"",
        "sandbox=\"allow-scripts allow-popups allow-popups-to-escape-sandbox\"",
        "allow=\"clipboard-write; fullscreen\"",
    ] {
        assert!(frame.contains(part), "{part} is not in {frame}");
    }
    lab.console_is_clean().await;
    lab.is_accessible().await;
    lab.complaints().await;
    assert_eq!(lab.value("history.length").await, steps);
    // The markup works where it is put.
    let element = held(&lab, "embed-element").await;
    let host = Host::around(lab).await;
    let script = "document.getElementById('place').innerHTML = arguments[0];
        // Markup that is put in by a script does not run its own.
        for (const dead of document.querySelectorAll('#place script')) {
            const script = document.createElement('script');
            script.src = dead.src;
            dead.replaceWith(script);
        }";
    for markup in [frame, element] {
        host.run("heard.length = 0").await;
        host.execute(script, vec![markup.clone().into()])
            .await
            .expect("it runs");
        let shown = "heard.some(it => it.type === 'verdict' && it.outcome === 'fenced' && it.word === 'フェンスが阻止')";
        host.wait(shown).await;
        assert_eq!(
            host.value("heard.some(it => it.type === 'error')").await,
            false
        );
    }
    host.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_seen_or_is_no_width_is_told() {
    let lab = open(Look::default(), "").await;
    lab.fill("embed-accent", "ffd54a").await;
    lab.wait_text("embed-wrong", "or set the theme").await;
    assert!(!held(&lab, "embed-frame").await.contains("accent"));
    lab.fill("embed-accent", "blue").await;
    lab.wait_text("embed-wrong", "not a colour").await;
    lab.fill("embed-accent", "").await;
    lab.fill("embed-width", "wide").await;
    lab.wait_text("embed-wrong", "whole number from 200 to 2000")
        .await;
    lab.console_is_clean().await;
    // (It speaks to frames in a way of its own, which the console tells.)
    lab.is_accessible().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_copies_or_lets_copy_by_hand() {
    let lab = open(Look::default(), "").await;
    // A frame that is not seen is not laid out. Once the preview has told its height, the markup
    // stays as it is.
    let preview = lab.find("embed-preview").await;
    preview.scroll_into_view().await.expect("it is there");
    let measured =
        "!document.querySelector('[data-testid=embed-frame]').value.includes('height=\"640\"')";
    lab.wait(measured).await;
    let deny = "navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))";
    lab.value(deny).await;
    lab.click("embed-frame-copy").await;
    lab.wait_text("embed-frame-said", "press Ctrl+C").await;
    let chosen = "(() => { const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd); })()";
    assert_eq!(lab.value(chosen).await, held(&lab, "embed-frame").await);
    let allow = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
    lab.value(allow).await;
    lab.click("embed-element-copy").await;
    lab.wait_text("embed-element-said", "Copied.").await;
    assert_eq!(lab.value("copied").await, held(&lab, "embed-element").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_whole_on_a_phone_in_japanese() {
    let lab = open(Look::default().size(320, 640).language("ja").dark(), "").await;
    lab.wait_text("embed", "埋め込む").await;
    assert_eq!(lab.value("document.documentElement.scrollWidth").await, 320);
    lab.console_is_clean().await;
    lab.is_accessible().await;
}
