//! A static server for one folder, that counts what it answers.
//!
//! ```no_run
//! let site = site::Site::of("dist").start()?;
//! println!("{} is up, {} requests so far", site.url(), site.answers().len());
//! # Ok::<(), std::io::Error>(())
//! ```

mod condition;
mod fault;

pub use fault::Fault;

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use condition::Condition;
use fault::Body;
use tiny_http::{Header, Request, Response, Server, StatusCode};

/// Threads that answer: a browser opens about six connections to one host.
const WORKERS: usize = 4;

/// What to serve, before the server is up.
#[derive(Debug, Clone)]
pub struct Plan {
    folder: PathBuf,
    under: String,
    port: u16,
    headers: Vec<(String, String)>,
}

/// A running server; it stops when dropped.
pub struct Site {
    port: u16,
    under: String,
    condition: Condition,
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

    /// Serves the folder under a path, `some/path/`, and nothing beside it.
    #[must_use]
    pub fn under(mut self, path: &str) -> Self {
        self.under = path.into();
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
        let condition = Condition::of(self.folder.clone());
        let workers = (0..WORKERS)
            .map(|_| {
                let (server, answers, plan) = (server.clone(), answers.clone(), self.clone());
                let condition = condition.clone();
                thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        answer(&plan, &condition, &answers, request);
                    }
                })
            })
            .collect();
        Ok(Site {
            port,
            under: self.under,
            condition,
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
            under: String::new(),
            port: 0,
            headers,
        }
    }

    /// The address of the page, with the slash at its end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}", self.port, self.under)
    }

    /// From now on the files of another folder are served: a new version.
    pub fn serve(&self, folder: impl Into<PathBuf>) {
        self.condition.serve(folder.into());
    }

    /// From now on the answers for paths with this end are spoilt.
    pub fn spoil(&self, end: &str, fault: Fault) {
        self.condition.spoil(Some((end.into(), fault)));
    }

    /// From now on nothing is spoilt, and what was stalled ends.
    pub fn mend(&self) {
        self.condition.spoil(None);
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
        self.mend();
        for _ in 0..WORKERS {
            self.server.unblock();
        }
    }
}

fn answer(plan: &Plan, condition: &Condition, answers: &Mutex<Vec<Answer>>, request: Request) {
    let path = request.url().split(['?', '#']).next().unwrap_or("/");
    let path = path.to_owned();
    let fault = condition.fault_of(&path);
    let found = path
        .strip_prefix('/')
        .and_then(|path| path.strip_prefix(plan.under.as_str()))
        .filter(|_| fault != Some(Fault::Missing))
        .and_then(|path| file_of(&condition.folder(), path))
        .and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, mut body, file) = match found {
        Some((body, file)) => (200, body, Some(file)),
        None => (404, b"There is no such file.\n".to_vec(), None),
    };
    let kind = match (fault, file.as_deref()) {
        (_, None) => "text/plain; charset=utf-8",
        (Some(Fault::Kind(kind)), Some(_)) => kind,
        (_, Some(file)) => content_type(file),
    };
    if fault == Some(Fault::Half) {
        body.truncate(body.len() / 2);
    }
    let bytes = body.len() as u64;
    let kind = ("Content-Type".to_owned(), kind.to_owned());
    let headers = plan.headers.iter().chain([&kind]);
    let headers = headers
        .filter_map(|(name, value)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok())
        .collect();
    answers
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(Answer {
            path,
            status,
            bytes,
            file,
        });
    let length = body.len();
    let body = Body::of(body, fault, condition.clone());
    let response = Response::new(StatusCode(status), headers, body, Some(length), None);
    // The browser may have gone; there is nobody left to tell.
    let send = move || drop(request.respond(response));
    match fault {
        // These hold nobody up but their reader.
        Some(Fault::Stalled | Fault::Slow(..)) => drop(thread::spawn(send)),
        Some(_) | None => send(),
    }
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
mod tests;
