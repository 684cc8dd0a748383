use super::*;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn get(site: &Site, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", site.port))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// A folder `public` with an `index.html`, beside a file that must stay private.
fn folder(name: &str) -> io::Result<PathBuf> {
    let top = std::env::temp_dir().join(format!("site-{name}-{}", std::process::id()));
    fs::create_dir_all(top.join("public"))?;
    fs::write(top.join("public/index.html"), "<p>hello</p>")?;
    fs::write(top.join("secret.txt"), "secret")?;
    Ok(top)
}

#[test]
fn serves_files_and_counts_them() -> io::Result<()> {
    let top = folder("counts")?;
    let site = Site::of(top.join("public"))
        .header("X-Lab", "yes")
        .start()?;
    let page = get(&site, "/?lang=en")?;
    assert!(
        page.starts_with("HTTP/1.1 200") && page.ends_with("<p>hello</p>"),
        "{page}"
    );
    assert!(
        page.contains("X-Lab: yes") && page.contains("text/html"),
        "{page}"
    );
    assert!(get(&site, "/nothing")?.starts_with("HTTP/1.1 404"));
    let seen: Vec<_> = site
        .answers()
        .into_iter()
        .map(|one| (one.path, one.status, one.bytes))
        .collect();
    assert_eq!(seen, [("/".into(), 200, 12), ("/nothing".into(), 404, 23)]);
    fs::remove_dir_all(top)
}

#[test]
fn gives_nothing_outside_the_folder() -> io::Result<()> {
    let top = folder("outside")?;
    let site = Site::of(top.join("public")).start()?;
    for path in ["/../secret.txt", "/%2e%2e/secret.txt", "//../secret.txt"] {
        assert!(get(&site, path)?.starts_with("HTTP/1.1 404"), "{path}");
    }
    fs::remove_dir_all(top)
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let refused = Site::of("/nonexistent")
        .start()
        .err()
        .map(|error| error.to_string());
    assert!(refused.is_some_and(|text| text.contains("make build")));
}

#[test]
fn serves_a_folder_under_a_path() -> io::Result<()> {
    let top = folder("under")?;
    let site = Site::of(top.join("public")).under("some/path/").start()?;
    assert!(site.url().ends_with("/some/path/"));
    assert!(get(&site, "/some/path/")?.ends_with("<p>hello</p>"));
    for path in ["/", "/index.html", "/some/", "/some/path/../index.html"] {
        assert!(get(&site, path)?.starts_with("HTTP/1.1 404"), "{path}");
    }
    fs::remove_dir_all(top)
}

#[test]
fn serves_a_new_version() -> io::Result<()> {
    let top = folder("versions")?;
    fs::create_dir_all(top.join("next"))?;
    fs::write(top.join("next/index.html"), "<p>next</p>")?;
    let site = Site::of(top.join("public")).start()?;
    assert!(get(&site, "/")?.ends_with("<p>hello</p>"));
    site.serve(top.join("next"));
    assert!(get(&site, "/")?.ends_with("<p>next</p>"));
    fs::remove_dir_all(top)
}

#[test]
fn spoils_what_it_is_told_until_it_is_mended() -> io::Result<()> {
    let top = folder("faults")?;
    let site = Site::of(top.join("public")).start()?;
    site.spoil("index.html", Fault::Missing);
    assert!(get(&site, "/index.html")?.starts_with("HTTP/1.1 404"));
    assert!(
        get(&site, "/")?.starts_with("HTTP/1.1 200"),
        "only that end"
    );
    site.spoil("index.html", Fault::Kind("text/odd"));
    let odd = get(&site, "/index.html")?;
    assert!(
        odd.contains("Content-Type: text/odd") && odd.ends_with("<p>hello</p>"),
        "{odd}"
    );
    site.spoil("index.html", Fault::Half);
    assert!(get(&site, "/index.html")?.ends_with("\r\n\r\n<p>hel"));
    site.spoil("index.html", Fault::Slow(3, Duration::from_millis(50)));
    let begin = Instant::now();
    assert!(get(&site, "/index.html")?.ends_with("<p>hello</p>"));
    assert!(begin.elapsed() >= Duration::from_millis(150));
    site.mend();
    assert!(get(&site, "/index.html")?.ends_with("<p>hello</p>"));
    fs::remove_dir_all(top)
}

#[test]
fn a_stalled_answer_stands_still_and_holds_up_no_other() -> io::Result<()> {
    let top = folder("stalled")?;
    let site = Site::of(top.join("public")).start()?;
    site.spoil("index.html", Fault::Stalled);
    let mut stalled: Vec<TcpStream> = Vec::new();
    for _ in 0..WORKERS {
        let mut stream = TcpStream::connect(("127.0.0.1", site.port))?;
        write!(
            stream,
            "GET /index.html HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
        )?;
        stalled.push(stream);
    }
    assert!(get(&site, "/")?.ends_with("<p>hello</p>"));
    site.mend();
    for mut stream in stalled {
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        assert!(answer.ends_with("<p>hello</p>"), "{answer}");
    }
    fs::remove_dir_all(top)
}
