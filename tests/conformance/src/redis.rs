//! Redis: its server, as much of its protocol as a lock needs, and the commands
//! of a lock as the Redis documentation has them.

use crate::server::{Server, program};
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// An answer that does not come for so long will never come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Deletes the key if it has this value: nobody deletes what is another's.
const COMPARE_AND_DELETE: &str = "\
    if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
    return 0";

/// Lets the key live on if it has this value.
const EXTEND_IF_MINE: &str = "\
    if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
    return 0";

/// SET NX PX, and a token from a counter beside it. Answers the token and the server's time.
const SET_AND_COUNT: &str = "\
    if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
      local time = redis.call('time')
      return {redis.call('incr', KEYS[2]), time[1], time[2]}
    end
    return false";

/// What a restart finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing: all is in memory.
    Nothing,
    /// Everything: each command is on the disk before it is answered.
    Everything,
}

/// Starts a server.
pub fn start(keeps: Keeps) -> Server {
    Server::start(
        "redis",
        |ports, folder| command(keeps, ports, folder),
        is_up,
    )
}

/// Kills a server and starts it anew with what it has kept.
pub fn restart(server: Server, keeps: Keeps) -> Server {
    server.restart(|ports, folder| command(keeps, ports, folder), is_up)
}

fn command(keeps: Keeps, [port, _]: [u16; 2], folder: &Path) -> Command {
    let mut command = program("REDIS_SERVER", "redis-server");
    let port = port.to_string();
    command.args(["--bind", "127.0.0.1", "--port", &port, "--save", ""]);
    command.args(match keeps {
        Keeps::Nothing => ["--appendonly", "no", "--appendfsync", "no"],
        Keeps::Everything => ["--appendonly", "yes", "--appendfsync", "always"],
    });
    command.arg("--dir").arg(folder);
    command
}

/// Whether the server of this folder answers: it could be another's on the same port.
fn is_up(address: SocketAddr, folder: &Path) -> bool {
    let Ok(mut redis) = Redis::open(address) else {
        return false;
    };
    let there = std::fs::canonicalize(folder).expect("the folder of the server");
    let there = there.to_str().expect("a readable path");
    let is_ours = matches!(redis.ask(&["CONFIG", "GET", "dir"]),
        Ok(Answer::List(pair)) if pair.last() == Some(&Answer::Text(there.to_owned())));
    // While it still loads what it has kept, it answers a key with an error.
    is_ours && matches!(redis.ask(&["GET", "key"]), Ok(Answer::Nil))
}

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing there, or not done.
    Nil,
    /// A number.
    Number(i64),
    /// A text, or a status such as OK.
    Text(String),
    /// A list.
    List(Vec<Answer>),
    /// An error.
    Error(String),
}

/// A connection.
pub struct Redis(BufReader<TcpStream>);

impl Redis {
    /// Opens one.
    ///
    /// # Errors
    ///
    /// Nobody listens there.
    pub fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    ///
    /// The connection is broken.
    pub fn ask(&mut self, words: &[&str]) -> Result<Answer> {
        let mut text = format!("*{}\r\n", words.len());
        for word in words {
            text += &format!("${}\r\n{word}\r\n", word.len());
        }
        self.0.get_mut().write_all(text.as_bytes())?;
        self.hear()
    }

    /// Waits for what the server says next.
    ///
    /// # Errors
    ///
    /// The connection is broken, or nothing is said for half a minute.
    pub fn hear(&mut self) -> Result<Answer> {
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let (kind, rest) = line.trim_end().split_at(1);
        let number = || rest.parse::<i64>().expect("a number in the protocol");
        Ok(match kind {
            "+" => Answer::Text(rest.to_owned()),
            "-" => Answer::Error(rest.to_owned()),
            ":" => Answer::Number(number()),
            "$" => match usize::try_from(number()) {
                Err(_) => Answer::Nil,
                Ok(length) => {
                    let mut bytes = vec![0; length + 2];
                    self.0.read_exact(&mut bytes)?;
                    bytes.truncate(length);
                    Answer::Text(String::from_utf8(bytes).expect("readable text"))
                }
            },
            "*" => match number() {
                -1 => Answer::Nil,
                entries => Answer::List((0..entries).map(|_| self.hear()).collect::<Result<_>>()?),
            },
            _ => panic!("not in the protocol: {line}"),
        })
    }

    /// SET NX PX: whether it is stored.
    pub fn set(&mut self, key: &str, value: &str, ttl_ms: u64) -> bool {
        match self.command(&["SET", key, value, "NX", "PX", &ttl_ms.to_string()]) {
            Answer::Nil => false,
            Answer::Text(ok) if ok == "OK" => true,
            other => panic!("SET answers {other:?}"),
        }
    }

    /// The same with a token: the token, and when the server handed it out in its
    /// microseconds since 1970.
    pub fn set_and_count(&mut self, key: &str, value: &str, ttl_ms: u64) -> Option<(u64, i64)> {
        let (counter, ttl) = (format!("{key}:token"), ttl_ms.to_string());
        match self.command(&["EVAL", SET_AND_COUNT, "2", key, &counter, value, &ttl]) {
            Answer::Nil => None,
            Answer::List(parts) => match parts.as_slice() {
                [Answer::Number(token), Answer::Text(s), Answer::Text(us)] => {
                    let number = |text: &str| text.parse::<i64>().expect("a time");
                    let token = u64::try_from(*token).expect("a token");
                    Some((token, number(s) * 1_000_000 + number(us)))
                }
                _ => panic!("the script answers {parts:?}"),
            },
            other => panic!("the script answers {other:?}"),
        }
    }

    /// Compare-and-delete: whether it was there and is gone.
    pub fn delete_if_mine(&mut self, key: &str, value: &str) -> bool {
        self.yes(&["EVAL", COMPARE_AND_DELETE, "1", key, value])
    }

    /// Pexpire-if-mine: whether it lives on.
    pub fn extend_if_mine(&mut self, key: &str, value: &str, ttl_ms: u64) -> bool {
        let ttl = ttl_ms.to_string();
        self.yes(&["EVAL", EXTEND_IF_MINE, "1", key, value, &ttl])
    }

    /// Plain DEL: whether anything was there.
    pub fn delete(&mut self, key: &str) -> bool {
        self.yes(&["DEL", key])
    }

    /// The value of a key.
    pub fn get(&mut self, key: &str) -> Option<String> {
        match self.command(&["GET", key]) {
            Answer::Nil => None,
            Answer::Text(value) => Some(value),
            other => panic!("GET answers {other:?}"),
        }
    }

    /// A command on a server that is up.
    pub fn command(&mut self, words: &[&str]) -> Answer {
        self.ask(words).expect("a server that is up")
    }

    fn yes(&mut self, words: &[&str]) -> bool {
        match self.command(words) {
            Answer::Number(0) => false,
            Answer::Number(1) => true,
            other => panic!("{words:?}: {other:?}"),
        }
    }
}
