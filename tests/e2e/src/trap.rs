//! A proxy for everything that is not on this machine: nothing is to come here.

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Ends of the hosts that Chromium itself asks, whatever its page does. What a page would ask of
/// these is the one thing that its policy alone must prevent.
const OF_THE_BROWSER: [&str; 3] = [".google.com", ".googleapis.com", ".gvt1.com"];

/// Bytes of a request that name its host.
const HEAD_MAX: usize = 512;

/// A listener that never answers. When it is dropped, the test fails if anything was asked.
#[derive(Debug)]
pub(crate) struct Trap {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    ended: Arc<AtomicBool>,
}

impl Trap {
    pub(crate) fn set() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let (seen, ended) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let (noted, over) = (Arc::clone(&seen), Arc::clone(&ended));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                note(stream, &noted);
            }
        });
        Self { port, seen, ended }
    }

    /// The switch of Chromium's command line that leads everything here but this machine.
    pub(crate) fn argument(&self) -> String {
        format!("--proxy-server=127.0.0.1:{}", self.port)
    }
}

/// Keeps the first line of a request: `GET http://example.org/ HTTP/1.1`.
fn note(mut stream: TcpStream, seen: &Mutex<Vec<String>>) {
    let mut head = [0; HEAD_MAX];
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let read = stream.read(&mut head).unwrap_or(0);
    let head = String::from_utf8_lossy(&head[..read]).into_owned();
    let line = head.lines().next().unwrap_or("").to_owned();
    // Who only connects has asked nothing.
    let is_asked = !line.is_empty() && !OF_THE_BROWSER.iter().any(|end| line.contains(end));
    if is_asked || line.contains("fonts.") {
        seen.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line);
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it ends.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(
            seen.is_empty() || thread::panicking(),
            "another host was asked: {seen:#?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// What the end of a trap says after this was asked.
    fn said_of(request: &str) -> Option<String> {
        let trap = Trap::set();
        let mut stream = TcpStream::connect(("127.0.0.1", trap.port)).expect("it listens");
        write!(stream, "{request}").expect("it reads");
        // It is closed when it has been read.
        let _ = stream.read(&mut [0]);
        let end = thread::spawn(move || drop(trap)).join();
        end.err()?.downcast_ref::<String>().cloned()
    }

    #[test]
    fn who_asks_another_host_is_named() {
        let said = said_of("GET http://example.org/ HTTP/1.1\r\n\r\n");
        assert!(said.is_some_and(|said| said.contains("http://example.org/")));
        let said = said_of("CONNECT fonts.googleapis.com:443 HTTP/1.1\r\n\r\n");
        assert!(said.is_some_and(|said| said.contains("fonts.")));
    }

    #[test]
    fn what_the_browser_asks_for_itself_is_nothing() {
        assert_eq!(
            said_of("CONNECT update.googleapis.com:443 HTTP/1.1\r\n\r\n"),
            None
        );
        assert_eq!(said_of(""), None);
    }
}
