//! A real server as a child of the test: on loopback, on a free port, with a
//! fresh folder. It ends with the test, also with one that panics or is killed.

use std::fs::{self, File};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to come up on a busy machine.
const START: Duration = Duration::from_secs(30);

/// How often another port is tried, should somebody else have taken it meanwhile.
const PORTS: u32 = 5;

/// A running server and its folder.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
    folder: Folder,
    guard: Guard,
}

impl Server {
    /// Starts a server in a fresh folder. `command` is given the ports that it may use
    /// (it listens on the first) and the folder; `is_up` says whether it answers.
    pub fn start(
        name: &str,
        command: impl Fn([u16; 2], &Path) -> Command,
        is_up: impl Fn(SocketAddr, &Path) -> bool,
    ) -> Self {
        let mut failures = String::new();
        for _ in 0..PORTS {
            let folder = Folder::fresh(name);
            match Self::start_in(folder, &command, &is_up) {
                Ok(server) => return server,
                Err(failure) => failures += &failure,
            }
        }
        panic!("{name} does not start:\n{failures}");
    }

    /// Ends the server as by power failure and starts it anew in its folder, on its port.
    #[must_use]
    pub fn restart(
        self,
        command: impl Fn([u16; 2], &Path) -> Command,
        is_up: impl Fn(SocketAddr, &Path) -> bool,
    ) -> Self {
        let address = self.address;
        let folder = self.end();
        Self::start_at(address.port(), folder, &command, &is_up)
            .unwrap_or_else(|failure| panic!("it does not start again:\n{failure}"))
    }

    fn start_in(
        folder: Folder,
        command: &impl Fn([u16; 2], &Path) -> Command,
        is_up: &impl Fn(SocketAddr, &Path) -> bool,
    ) -> Result<Self, String> {
        Self::start_at(free_port(), folder, command, is_up)
    }

    fn start_at(
        port: u16,
        folder: Folder,
        command: &impl Fn([u16; 2], &Path) -> Command,
        is_up: &impl Fn(SocketAddr, &Path) -> bool,
    ) -> Result<Self, String> {
        let log = folder.0.join("log");
        let out = File::create(&log).expect("a log in the fresh folder");
        let mut command = command([port, free_port()], &folder.0);
        let child = command
            .stdin(Stdio::null())
            .stdout(out.try_clone().expect("a second handle of the log"))
            .stderr(out)
            .spawn()
            .unwrap_or_else(|error| {
                let program = command.get_program().display();
                panic!("{program} cannot be started ({error}): `make conformance` installs it")
            });
        let guard = Guard::over(child.id(), &folder.0);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut server = Self {
            address,
            child,
            folder,
            guard,
        };
        let started = Instant::now();
        while !is_up(address, &server.folder.0) {
            let ended = server.child.try_wait().expect("the state of the child");
            if ended.is_some() || started.elapsed() > START {
                let said = fs::read_to_string(log).unwrap_or_default();
                return Err(format!("port {port}, {ended:?}:\n{said}\n"));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(server)
    }

    /// Ends the server, and keeps its folder.
    fn end(mut self) -> Folder {
        self.kill();
        std::mem::replace(&mut self.folder, Folder(PathBuf::new()))
    }

    fn kill(&mut self) {
        self.guard.dismiss();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A fresh folder, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes one.
    pub fn fresh(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let folder = std::env::temp_dir().join(format!("fencelab-{process}-{count}-{name}"));
        fs::create_dir(&folder).expect("a fresh folder");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// A shell that waits for the end of its input, which comes with the end of the test
/// however that ends, and then kills the process and removes its folder.
pub struct Guard(Child);

impl Guard {
    /// Watches over a process.
    pub fn over(process: u32, folder: &Path) -> Self {
        const SCRIPT: &str = r#"read -r word; [ "$word" = dismissed ] && exit
            kill -9 "$1"; rm -rf "$2""#;
        let guard = Command::new("sh")
            .args(["-c", SCRIPT, "guard", &process.to_string()])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(guard.expect("a shell"))
    }

    /// It has nothing to do any more: to be said before the process is waited for, since
    /// the number of an ended process may soon name another.
    pub fn dismiss(&mut self) {
        if let Some(mut input) = self.0.stdin.take() {
            let _ = input.write_all(b"dismissed\n");
            drop(input);
            let _ = self.0.wait();
        }
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// The program that `variable` names, or `usual`.
pub fn program(variable: &str, usual: &str) -> Command {
    Command::new(std::env::var_os(variable).unwrap_or_else(|| usual.into()))
}
