//! A static server for one folder, that counts what it answers.
//!
//! ```no_run
//! let site = site::Site::of("dist").start()?;
//! println!("{} is up, {} requests so far", site.url(), site.answers().len());
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tiny_http::{Header, Request, Response, Server};

/// Threads that answer: a browser opens about six connections to one host.
const WORKERS: usize = 4;

/// What to serve, before the server is up.
#[derive(Debug, Clone)]
pub struct Plan {
    folder: PathBuf,
    port: u16,
    headers: Vec<(String, String)>,
}

/// A running server; it stops when dropped.
pub struct Site {
    port: u16,
    server: Arc<Server>,
    answers: Arc<Mutex<Vec<Answer>>>,
    workers: Vec<JoinHandle<()>>,
}

/// One answered request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The path as asked for, without query: `/index.html`.
    pub path: String,
    /// The status of the answer: 200 or 404.
    pub status: u16,
    /// Bytes of the body, as they are on the disk.
    pub bytes: u64,
    /// The file that was sent, where there was one.
    pub file: Option<PathBuf>,
}

impl Plan {
    /// Adds a header to every answer.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Takes a header away from every answer.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Takes a port of one's own choice instead of a free one.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Starts to serve on 127.0.0.1.
    ///
    /// # Errors
    /// When the folder has no `index.html`, or the port is taken.
    pub fn start(self) -> io::Result<Site> {
        if !self.folder.join("index.html").is_file() {
            let message = format!(
                "{} has no index.html: run `make build` first",
                self.folder.display()
            );
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let listener = TcpListener::bind(("127.0.0.1", self.port))?;
        let port = listener.local_addr()?.port();
        let server = Arc::new(Server::from_listener(listener, None).map_err(io::Error::other)?);
        let answers = Arc::new(Mutex::new(Vec::new()));
        let workers = (0..WORKERS)
            .map(|_| {
                let (server, answers, plan) = (server.clone(), answers.clone(), self.clone());
                thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        answer(&plan, &answers, request);
                    }
                })
            })
            .collect();
        Ok(Site {
            port,
            server,
            answers,
            workers,
        })
    }
}

impl Site {
    /// Plans to serve `folder` on a free port, readable from any other site.
    #[must_use]
    pub fn of(folder: impl Into<PathBuf>) -> Plan {
        let headers = [
            // A frame without an origin of its own may load the page.
            ("Access-Control-Allow-Origin", "*"),
            // The page is rebuilt under the same name.
            ("Cache-Control", "no-cache"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let headers = headers
            .map(|(name, value)| (name.into(), value.into()))
            .into();
        Plan {
            folder: folder.into(),
            port: 0,
            headers,
        }
    }

    /// The address of the page, with the slash at its end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// All requests answered so far, in the order of their answers.
    #[must_use]
    pub fn answers(&self) -> Vec<Answer> {
        self.answers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Forgets the requests answered so far.
    pub fn forget(&self) {
        self.answers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// Serves until the program ends.
    pub fn wait(mut self) {
        for worker in self.workers.drain(..) {
            // A worker ends with the server, or by a panic that it has printed.
            let _ = worker.join();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for _ in 0..WORKERS {
            self.server.unblock();
        }
    }
}

fn answer(plan: &Plan, answers: &Mutex<Vec<Answer>>, request: Request) {
    let path = request
        .url()
        .split(['?', '#'])
        .next()
        .unwrap_or("/")
        .to_owned();
    let found = file_of(&plan.folder, &path).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, body, file) = match found {
        Some((body, file)) => (200, body, Some(file)),
        None => (404, b"There is no such file.\n".to_vec(), None),
    };
    let kind = file
        .as_deref()
        .map_or("text/plain; charset=utf-8", content_type);
    let bytes = body.len() as u64;
    let mut response = Response::from_data(body).with_status_code(status);
    let kind = ("Content-Type".to_owned(), kind.to_owned());
    for (name, value) in plan.headers.iter().chain([&kind]) {
        if let Ok(header) = Header::from_bytes(name.as_bytes(), value.as_bytes()) {
            response.add_header(header);
        }
    }
    answers
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(Answer {
            path,
            status,
            bytes,
            file,
        });
    // The browser may have gone; there is nobody left to tell.
    let _ = request.respond(response);
}

/// The file that a path of the address names; nothing outside the folder.
fn file_of(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = Path::new(path.trim_start_matches('/'));
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(relative);
    let file = if file.is_dir() {
        file.join("index.html")
    } else {
        file
    };
    (inside && file.is_file()).then_some(file)
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;

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
}
