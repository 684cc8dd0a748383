//! Without a network, and from one version to the next.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use e2e::{Fault, Lab, Look, MOUNTED, Site, dist};
use fencelab::text::{Lang, OfflineWord};
use serde_json::{Value, json};

/// Two seconds after the start, and then all files, on a busy machine.
const UNTIL_KEPT: Duration = Duration::from_mins(1);

const KEPT: &str = "document.querySelector('[data-testid=works-offline]')";

/// The page below a path, on a browser that has service workers.
async fn lab_under(path: &str) -> Lab {
    let plan = Site::of(dist()).under(path);
    Lab::served(Look::default().with_service_worker(), plan).await
}

/// Loads the first page and waits until everything is kept.
async fn keep_all(lab: &Lab) {
    lab.visit("").await;
    lab.wait(MOUNTED).await;
    assert!(!lab.has("works-offline").await, "nothing is kept yet");
    kept(lab).await;
}

async fn kept(lab: &Lab) {
    let kept = lab.holds_within(KEPT, UNTIL_KEPT).await;
    kept.unwrap_or_else(|complaint| panic!("{complaint}"));
}

async fn cut_the_network(lab: &Lab) {
    lab.site().forget();
    lab.devtools("Network.enable", json!({})).await;
    let conditions =
        json!({"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    lab.devtools("Network.emulateNetworkConditions", conditions)
        .await;
    // The worker has a network of its own in this browser: there it finds nothing.
    lab.site().spoil("", Fault::Missing);
}

/// All files below a folder with this ending, by their addresses.
fn files(folder: &Path, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == ending)
            {
                let name = path.strip_prefix(folder).expect("it lies in the folder");
                found.push(name.to_string_lossy().into_owned());
            }
        }
    }
    found
}

async fn works_without_a_network(path: &str) {
    let lab = lab_under(path).await;
    keep_all(&lab).await;
    lab.console_is_clean().await;
    cut_the_network(&lab).await;

    lab.visit("").await;
    lab.wait(MOUNTED).await;
    lab.shows("verdict", "Broken").await;
    lab.click("fence-switch").await;
    lab.shows("verdict", "Fenced").await;
    lab.visit("?lang=ja#stage").await;
    lab.wait(MOUNTED).await;

    lab.visit("lab.html#fence=on").await;
    lab.wait(MOUNTED).await;
    lab.shows("verdict", "Fenced").await;

    lab.visit("course.html#lesson=redlock&part=investigate")
        .await;
    lab.wait(MOUNTED).await;
    lab.wait("document.querySelector('[data-testid=lesson-text]').textContent.length > 200")
        .await;
    kept(&lab).await;

    lab.visit("learn/pause.en.html").await;
    lab.wait("document.querySelector('h1')?.textContent.startsWith('2 · ')")
        .await;
    let link = lab.find_all(e2e::By::Css("a[href*='lab.html#']")).await;
    let link = link.expect("it has links to the stage");
    link[0].click().await.expect("it can be followed");
    lab.wait(MOUNTED).await;

    // Every page that there is, by its whole address; only the new version was asked for.
    let pages: Vec<String> = files(&dist(), "html")
        .into_iter()
        .filter(|name| name != "fencelab.html")
        .collect();
    assert!(pages.len() > 20, "{pages:?}");
    let read = "const [base, names, done] = arguments;
        Promise.all(names.map(async name => (await fetch(base + name)).ok || name))
            .then(all => done(all.filter(one => one !== true)), problem => done(String(problem)));";
    let arguments = vec![json!(lab.site().url()), json!(pages)];
    let missing = lab.execute_async(read, arguments).await.expect("it runs");
    assert_eq!(missing.json(), &json!([]));
    let asked = lab.site().answers();
    let asked: Vec<&str> = asked.iter().map(|answer| answer.path.as_str()).collect();
    let worker = format!("/{path}sw.js");
    assert!(asked.iter().all(|path| *path == worker), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_one_load_everything_works_without_a_network() {
    works_without_a_network("").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn below_a_path_too() {
    works_without_a_network("some/path/").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_said_only_when_it_is_true_and_in_the_language_of_the_page() {
    let lab = lab_under("").await;
    let missing = "stories.ja.html";
    lab.site().spoil(missing, Fault::Missing);
    lab.visit("lab.html").await;
    lab.wait(MOUNTED).await;
    let end = tokio::time::Instant::now() + UNTIL_KEPT;
    let is_asked = |lab: &Lab| {
        let answers = lab.site().answers();
        let asked = |answer: &&e2e::Answer| answer.path.ends_with(missing);
        // Past the browser's own cache, too.
        answers.iter().filter(asked).count() >= 2
    };
    while !is_asked(&lab) {
        assert!(tokio::time::Instant::now() < end, "it was never asked for");
        lab.value("1").await;
    }
    assert!(!lab.has("works-offline").await, "one file is missing");
    lab.site().mend();
    lab.value("dispatchEvent(new Event('online'))").await;
    kept(&lab).await;
    for lang in [Lang::Ja, Lang::En] {
        lab.click("language").await;
        lab.wait_text("works-offline", OfflineWord::WorksOffline.of(lang))
            .await;
        lab.wait_text("one-file", OfflineWord::OneFile.of(lang))
            .await;
    }
    lab.is_accessible().await;
}

/// Whether the page that is shown means to have a worker: it calls back for it when it starts.
const WAITS_FOR_LATER: &str = "
    self.later = [];
    const wait = setTimeout;
    self.setTimeout = (call, ms, ...rest) => { later.push(ms); return wait(call, ms, ...rest); };";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_in_a_frame_keeps_nothing() {
    let lab = lab_under("").await;
    lab.before_each_page(WAITS_FOR_LATER).await;
    lab.visit("").await;
    lab.wait(MOUNTED).await;
    assert_eq!(lab.value("later.includes(2000)").await, true);
    let folder = std::env::temp_dir().join(format!("e2e-embed-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder to write to");
    let page = format!("<!doctype html><iframe src={}></iframe>", lab.site().url());
    fs::write(folder.join("index.html"), page).expect("a file to write to");
    let host = Site::of(&folder).start().expect("the host page is there");
    lab.goto(host.url()).await.expect("the host page loads");
    lab.enter_frame(0).await.expect("there is a frame");
    lab.wait(MOUNTED).await;
    assert_eq!(lab.value("later.includes(2000)").await, false);
    fs::remove_dir_all(folder).expect("the folder is there");
}

/// A copy of dist in which one sentence of the first page is another one.
fn next_version() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("e2e-next-{}", std::process::id()));
    let copied = Command::new("cp")
        .arg("-rT")
        .arg(dist())
        .arg(&folder)
        .status();
    assert!(
        copied.is_ok_and(|status| status.success()),
        "dist can be copied"
    );
    let page = folder.join("index.html");
    let old = digest(&page);
    let text = fs::read_to_string(&page).expect("there is a page");
    let next = text.replace(
        "The page stopped working.",
        "The next page stopped working.",
    );
    assert_ne!(text, next);
    fs::write(&page, next).expect("it can be written");
    let worker = folder.join("sw.js");
    let text = fs::read_to_string(&worker).expect("there is a worker");
    assert!(text.contains(&old), "the worker knows the page");
    fs::write(&worker, text.replace(&old, &digest(&page))).expect("it can be written");
    folder
}

fn digest(file: &Path) -> String {
    let output = Command::new("sha256sum").arg(file).output();
    let output = output.expect("sha256sum is there").stdout;
    String::from_utf8_lossy(&output[..16]).into_owned()
}

async fn version(lab: &Lab) -> &'static str {
    let text = lab
        .value("document.getElementById('stopped').textContent")
        .await;
    let is_next = text.to_string().contains("The next page");
    if is_next { "next" } else { "first" }
}

/// The names under which the first page is kept.
async fn kept_first_pages(lab: &Lab) -> Value {
    let read = "const [done] = arguments;
        (async () => {
            const names = await caches.keys();
            const requests = await (await caches.open(names[0])).keys();
            return [names.length, requests.filter(one => one.url.includes('index.html')).length];
        })().then(done, problem => done(String(problem)));";
    let result = lab.execute_async(read, vec![]).await.expect("it runs");
    result.json().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_version_waits_until_it_is_asked_for() {
    let lab = lab_under("").await;
    let loads = "if (location.protocol == 'http:') sessionStorage.loads = +(sessionStorage.loads ?? 0) + 1;";
    lab.before_each_page(loads).await;
    keep_all(&lab).await;
    assert_eq!(kept_first_pages(&lab).await, json!([1, 1]));
    let folder = next_version();
    lab.site().serve(&folder);

    // The page is the one that is kept; that there is another one is said when it is at hand.
    lab.visit("").await;
    lab.wait(MOUNTED).await;
    assert_eq!(version(&lab).await, "first");
    lab.wait_text("new-version", OfflineWord::NewVersion.of(Lang::En))
        .await;
    assert_eq!(kept_first_pages(&lab).await, json!([1, 2]));
    lab.is_accessible().await;
    lab.click("later").await;
    assert!(!lab.has("new-version").await);

    // On the next page of this version it is offered again.
    let next = format!("{}lab.html#fence=on", lab.site().url());
    lab.goto(&next).await.expect("the page loads");
    lab.wait(MOUNTED).await;
    lab.wait_text("new-version", OfflineWord::NewVersion.of(Lang::En))
        .await;
    lab.click("language").await;
    lab.wait_text("load-it", OfflineWord::LoadIt.of(Lang::Ja))
        .await;
    let before = lab.value("+sessionStorage.loads").await;
    lab.execute("window.wasmBindings = null", vec![])
        .await
        .expect("it runs");
    lab.click("load-it").await;
    lab.wait(MOUNTED).await;
    // What stood on the stage still does.
    lab.shows("verdict", "フェンスが阻止").await;
    kept(&lab).await;
    assert!(!lab.has("new-version").await);
    let after = lab.value("+sessionStorage.loads").await;
    assert_eq!(after.as_i64(), before.as_i64().map(|loads| loads + 1));

    lab.visit("").await;
    lab.wait(MOUNTED).await;
    assert_eq!(version(&lab).await, "next");
    assert_eq!(kept_first_pages(&lab).await, json!([1, 1]));
    // The new version is whole, too.
    cut_the_network(&lab).await;
    lab.visit("").await;
    lab.wait(MOUNTED).await;
    assert_eq!(version(&lab).await, "next");
    fs::remove_dir_all(folder).expect("the folder is there");
}
