//! The page starts: everywhere, with little, and without complaint.

use std::fs;

use e2e::{Browser, Lab, Look, MOUNTED, Site};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_starts_with_few_requests_to_its_own_host() {
    let lab = Lab::open(Look::default()).await;
    let answers = lab.site().answers();
    assert!(answers.len() <= 8, "{answers:#?}");
    assert!(
        answers.iter().all(|answer| answer.status == 200),
        "{answers:#?}"
    );
    let others = lab.value("performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).map(e => e.name)").await;
    assert_eq!(others.to_string(), "[]");
    lab.console_is_clean().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_policy_lets_no_foreign_script_run() {
    let lab = Lab::open(Look::default()).await;
    let policy = lab
        .value("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        .await;
    let policy = policy.as_str().expect("a policy is a text");
    assert!(
        policy.contains("'sha256-") && !policy.contains("INLINE"),
        "{policy}"
    );
    // The driver's own scripts are above the policy; one that the page adds is not.
    lab.execute(
        "const script = document.createElement('script');
         script.textContent = 'window.foreign = true';
         document.head.append(script);",
        vec![],
    )
    .await
    .expect("it runs");
    assert_eq!(lab.value("window.foreign === undefined").await, true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_starts_in_a_frame_without_an_origin() {
    let lab = Lab::idle(Look::default()).await;
    let folder = std::env::temp_dir().join(format!("e2e-frame-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder to write to");
    let frame = format!(
        "<iframe sandbox=allow-scripts width=600 height=600 src={}></iframe>",
        lab.site().url()
    );
    let head = "<!doctype html><link rel=icon href=data:,>";
    fs::write(folder.join("index.html"), format!("{head}{frame}")).expect("a file to write to");
    let host = Site::of(&folder).start().expect("the host page is there");
    lab.goto(host.url()).await.expect("the host page loads");
    lab.enter_frame(0).await.expect("there is a frame");
    lab.wait(MOUNTED).await;
    assert_eq!(lab.value("origin").await, "null");
    lab.console_is_clean().await;
    fs::remove_dir_all(folder).expect("the folder is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_starts_below_any_path() {
    let folder = std::env::temp_dir().join(format!("e2e-path-{}", std::process::id()));
    fs::create_dir_all(folder.join("some")).expect("a folder to write to");
    fs::write(folder.join("index.html"), "").expect("a file to write to");
    std::os::unix::fs::symlink(
        fs::canonicalize(e2e::dist()).expect("dist is built"),
        folder.join("some/where"),
    )
    .expect("a link");
    let site = Site::of(&folder).start().expect("the page is there");
    let browser = Browser::open(&Look::default()).await;
    browser
        .goto(format!("{}some/where/", site.url()))
        .await
        .expect("the page loads");
    browser.wait(MOUNTED).await;
    browser.console_is_clean().await;
    fs::remove_dir_all(folder).expect("the folder is there");
}
