//! One browser with one page.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::support::base64_decode;
use thirtyfour::{
    BrowserLogEntry, By, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver, WebElement,
};
use tokio::time::{Instant, sleep};

use crate::trap::Trap;
use crate::{Driver, Look};

/// A page that is not ready after this time never will be.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Between two looks at a condition.
const BETWEEN: Duration = Duration::from_millis(30);

/// Characters of the page's source that a failure shows.
const SOURCE_SHOWN_MAX: usize = 20_000;

/// A fresh headless Chromium. What it does not do itself, `WebDriver` does.
#[derive(Debug)]
pub struct Browser {
    // Dropped in this order: the browser needs its driver to quit.
    web: WebDriver,
    _driver: Driver,
    _trap: Trap,
}

impl Deref for Browser {
    type Target = WebDriver;

    fn deref(&self) -> &WebDriver {
        &self.web
    }
}

impl Browser {
    /// Starts Chromium with a driver and a profile of its own. `CHROME` may name another one.
    /// A test fails when its page asks another host for anything.
    pub async fn open(look: &Look) -> Self {
        let driver = Driver::start();
        let trap = Trap::set();
        let capabilities = capabilities(look, &trap).expect("capabilities are plain values");
        let web = WebDriver::new(driver.url(), capabilities).await;
        let web = web.unwrap_or_else(|error| panic!("no browser: {error}"));
        let browser = Self {
            web,
            _driver: driver,
            _trap: trap,
        };
        for (method, arguments) in look.commands() {
            browser.devtools(method, arguments).await;
        }
        browser
    }

    /// Sends one command of the `DevTools` protocol.
    pub async fn devtools(&self, method: &str, arguments: Value) -> Value {
        let answer = self.web.cdp().send_raw(method, arguments).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Runs a script in every document from now on, before its own.
    pub async fn before_each_page(&self, script: &str) {
        let arguments = json!({"source": script});
        self.devtools("Page.addScriptToEvaluateOnNewDocument", arguments)
            .await;
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        let result = self
            .web
            .execute(format!("return ({expression});"), vec![])
            .await;
        result
            .unwrap_or_else(|error| panic!("`{expression}`: {error}"))
            .json()
            .clone()
    }

    /// Waits until an expression in the page is true.
    pub async fn wait(&self, condition: &str) {
        if let Err(complaint) = self.holds_within(condition, PATIENCE).await {
            panic!("{complaint}");
        }
    }

    /// Whether an expression in the page becomes true in time; if not, with what the page shows.
    ///
    /// # Errors
    /// When it does not: the last answer, the console and the page.
    pub async fn holds_within(&self, condition: &str, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        let script = format!("return !!({condition});");
        let mut last = String::from("it stayed false");
        while Instant::now() < end {
            // A page that is just being replaced answers with an error: ask again.
            match self.web.execute(script.as_str(), vec![]).await {
                Ok(result) if result.json() == &Value::Bool(true) => return Ok(()),
                Ok(_) => {}
                Err(error) => last = error.to_string(),
            }
            sleep(BETWEEN).await;
        }
        let state = self.state().await;
        Err(format!(
            "waited {time:?} for `{condition}`: {last}\n{state}"
        ))
    }

    /// Waits until the element with this `data-testid` contains a text; no-break spaces count
    /// as spaces.
    pub async fn wait_text(&self, testid: &str, text: &str) {
        let (testid, text) = (json!(selector(testid)), json!(text));
        self.wait(&format!(
            "document.querySelector({testid})?.textContent.replaceAll('\\u00a0', ' ').includes({text})"
        ))
        .await;
    }

    /// The element with this `data-testid`; waits until it is there.
    pub async fn find(&self, testid: &str) -> WebElement {
        let selector = selector(testid);
        self.wait(&format!("document.querySelector({})", json!(selector)))
            .await;
        let found = self.web.find(By::Css(selector.as_str())).await;
        found.unwrap_or_else(|error| panic!("{testid}: {error}"))
    }

    /// Whether there is an element with this `data-testid`, at this moment.
    pub async fn has(&self, testid: &str) -> bool {
        let selector = json!(selector(testid));
        let expression = format!("!!document.querySelector({selector})");
        self.value(&expression).await == Value::Bool(true)
    }

    /// All text of the element with this `data-testid`, shown or not.
    pub async fn text(&self, testid: &str) -> String {
        let element = self.find(testid).await;
        let text = element.prop("textContent").await;
        text.unwrap_or_else(|error| panic!("{testid}: {error}"))
            .unwrap_or_default()
    }

    /// An attribute of the element with this `data-testid`; empty when it is not set.
    pub async fn attribute(&self, testid: &str, name: &str) -> String {
        let element = self.find(testid).await;
        let value = element.attr(name).await;
        value
            .unwrap_or_else(|error| panic!("{testid} {name}: {error}"))
            .unwrap_or_default()
    }

    /// Clicks the element with this `data-testid`, where a visitor would.
    pub async fn click(&self, testid: &str) {
        let element = self.find(testid).await;
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("click {testid}: {error}"));
    }

    /// Replaces the text of a field and leaves it.
    pub async fn fill(&self, testid: &str, text: &str) {
        let element = self.find(testid).await;
        element
            .clear()
            .await
            .unwrap_or_else(|error| panic!("clear {testid}: {error}"));
        element
            .send_keys(text)
            .await
            .unwrap_or_else(|error| panic!("fill {testid}: {error}"));
        element
            .send_keys(thirtyfour::Key::Tab + "")
            .await
            .unwrap_or_else(|error| panic!("leave {testid}: {error}"));
    }

    /// Lines of the console that warn or complain, since the last time they were read.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self
            .web
            .browser_log()
            .await
            .unwrap_or_else(|error| panic!("console: {error}"));
        log.iter()
            .filter(|entry| matches!(entry.level.as_str(), "SEVERE" | "WARNING"))
            .map(line)
            .collect()
    }

    /// Checks that nothing in the console warns or complains.
    pub async fn console_is_clean(&self) {
        let complaints = self.complaints().await;
        assert!(
            complaints.is_empty(),
            "the console is not clean:\n{}",
            complaints.join("\n")
        );
    }

    /// A picture of the whole page, as far as it can be scrolled.
    pub async fn screenshot(&self, file: impl AsRef<Path>) {
        let file = file.as_ref();
        let arguments = json!({"format": "png", "captureBeyondViewport": true, "clip": self.whole_page().await});
        let picture = self.devtools("Page.captureScreenshot", arguments).await;
        let data = picture["data"].as_str().expect("a picture comes as base64");
        let bytes = base64_decode(data).expect("a picture comes as base64");
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        }
        fs::write(file, bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    async fn whole_page(&self) -> Value {
        let metrics = self.devtools("Page.getLayoutMetrics", json!({})).await;
        let size = &metrics["cssContentSize"];
        json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})
    }

    /// What a failure should show: the console and the page.
    async fn state(&self) -> String {
        let mut state = String::from("console:\n");
        for entry in self.web.browser_log().await.unwrap_or_default() {
            let _ = writeln!(state, "  {}", line(&entry));
        }
        let source = self
            .web
            .source()
            .await
            .unwrap_or_else(|error| error.to_string());
        let shown: String = source.chars().take(SOURCE_SHOWN_MAX).collect();
        let _ = write!(state, "page:\n{shown}");
        state
    }
}

/// The CSS selector of a `data-testid`.
fn selector(testid: &str) -> String {
    format!("[data-testid=\"{testid}\"]")
}

fn line(entry: &BrowserLogEntry) -> String {
    format!("{} {}", entry.level, entry.message)
}

fn capabilities(
    look: &Look,
    trap: &Trap,
) -> thirtyfour::error::WebDriverResult<thirtyfour::ChromeCapabilities> {
    let mut chrome = DesiredCapabilities::chrome();
    if let Ok(binary) = env::var("CHROME") {
        chrome.set_binary(&binary)?;
    }
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        "--window-size=1280,900",
        // So that the console of a sandboxed frame is heard, too.
        "--disable-features=IsolateSandboxedIframes",
    ] {
        chrome.add_arg(argument)?;
    }
    chrome.add_arg(&trap.argument())?;
    chrome.add_arg(&format!("--accept-lang={}", look.language))?;
    for argument in &look.arguments {
        chrome.add_arg(argument)?;
    }
    chrome.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    if let Some(categories) = &look.trace {
        chrome.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        chrome.add_experimental_option(
            "perfLoggingPrefs",
            json!({"enableNetwork": false, "enablePage": false, "traceCategories": categories}),
        )?;
    }
    Ok(chrome)
}
