//! What a visitor brings along: window, language, preferences.

use serde_json::{Value, json};

/// The browser a test asks for. The default is a light desktop in English.
#[derive(Debug, Clone)]
pub struct Look {
    pub(crate) language: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) scale: f64,
    pub(crate) media: Option<String>,
    pub(crate) features: Vec<(String, String)>,
    pub(crate) touch_points: u32,
    pub(crate) scripts: Scripts,
    pub(crate) later: Later,
    pub(crate) blocked: Vec<String>,
    pub(crate) arguments: Vec<String>,
    pub(crate) trace: Option<String>,
}

/// Whether the page may run scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scripts {
    Run,
    Off,
}

/// Whether what a page leaves for later ever comes: its service worker, which fetches the whole
/// site, and what is told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Later {
    Comes,
    Never,
}

/// The page waits for this time (`scripts/start.js`).
const NEVER_LATER: &str = "
    const wait = self.setTimeout;
    self.setTimeout = (call, ms, ...rest) => ms === 2000 ? 0 : wait(call, ms, ...rest);";

impl Default for Look {
    fn default() -> Self {
        Self {
            language: "en".into(),
            width: 1280,
            height: 800,
            scale: 1.0,
            media: None,
            features: Vec::new(),
            touch_points: 0,
            scripts: Scripts::Run,
            later: Later::Never,
            blocked: Vec::new(),
            arguments: Vec::new(),
            trace: None,
        }
    }
}

impl Look {
    /// What `navigator.language` says: `en`, `ja`, `de,en`.
    #[must_use]
    pub fn language(mut self, language: &str) -> Self {
        self.language = language.into();
        self
    }

    /// The viewport in CSS pixels.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }

    /// Device pixels for one CSS pixel.
    #[must_use]
    pub fn scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    /// Prefers a dark page.
    #[must_use]
    pub fn dark(self) -> Self {
        self.feature("prefers-color-scheme", "dark")
    }

    /// Prefers less motion.
    #[must_use]
    pub fn reduced_motion(self) -> Self {
        self.feature("prefers-reduced-motion", "reduce")
    }

    /// Colours of the visitor's own, as Windows' contrast themes force them.
    #[must_use]
    pub fn forced_colors(self) -> Self {
        self.feature("forced-colors", "active")
    }

    /// Any other media feature: `feature("prefers-contrast", "more")`.
    #[must_use]
    pub fn feature(mut self, name: &str, value: &str) -> Self {
        self.features.push((name.into(), value.into()));
        self
    }

    /// The page as it would be printed.
    #[must_use]
    pub fn print(mut self) -> Self {
        self.media = Some("print".into());
        self
    }

    /// A touch screen, for two fingers, without a mouse.
    #[must_use]
    pub fn touch(mut self) -> Self {
        self.touch_points = 2;
        self
    }

    /// JavaScript switched off.
    #[must_use]
    pub fn without_scripts(mut self) -> Self {
        self.scripts = Scripts::Off;
        self
    }

    /// Lets the page have its service worker, two seconds after the start: only for tests that
    /// need it, for it fetches the whole site.
    #[must_use]
    pub fn with_service_worker(mut self) -> Self {
        self.later = Later::Comes;
        self
    }

    /// Addresses that never load: `blocked("*.wasm")`.
    #[must_use]
    pub fn blocked(mut self, pattern: &str) -> Self {
        self.blocked.push(pattern.into());
        self
    }

    /// A switch of Chromium's command line.
    #[must_use]
    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Records what the browser spends its time on: categories, with commas between them.
    #[must_use]
    pub fn trace(mut self, categories: &str) -> Self {
        self.trace = Some(categories.into());
        self
    }

    /// The commands that make a new browser look so, with their arguments.
    pub(crate) fn commands(&self) -> Vec<(&'static str, Value)> {
        let features: Vec<Value> = self
            .features
            .iter()
            .map(|(name, value)| json!({"name": name, "value": value}))
            .collect();
        let mut commands = vec![
            (
                "Emulation.setDeviceMetricsOverride",
                json!({
                    "width": self.width,
                    "height": self.height,
                    "deviceScaleFactor": self.scale,
                    "mobile": false,
                }),
            ),
            (
                "Emulation.setEmulatedMedia",
                json!({"media": self.media.as_deref().unwrap_or(""), "features": features}),
            ),
        ];
        if self.touch_points > 0 {
            commands.push((
                "Emulation.setTouchEmulationEnabled",
                json!({"enabled": true, "maxTouchPoints": self.touch_points}),
            ));
        }
        if self.scripts == Scripts::Off {
            commands.push((
                "Emulation.setScriptExecutionDisabled",
                json!({"value": true}),
            ));
        }
        if self.later == Later::Never {
            commands.push((
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": NEVER_LATER}),
            ));
        }
        if !self.blocked.is_empty() {
            commands.push(("Network.enable", json!({})));
            commands.push(("Network.setBlockedURLs", json!({"urls": self.blocked})));
        }
        commands
    }
}
