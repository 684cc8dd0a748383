//! etcd by its JSON gateway: its server, and the lock that its documentation
//! describes. A client puts a key under a prefix with its lease; the key that was
//! created first holds the lock; the revision of its creation is the token.

use crate::server::{Server, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer that does not come for so long will never come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a server. Its elections are quick, since they are what the shortest lease
/// hangs on: 1 s, in place of 2.
pub fn start() -> Server {
    let command = |[clients, peers]: [u16; 2], folder: &std::path::Path| {
        let clients = format!("http://127.0.0.1:{clients}");
        let peers = format!("http://127.0.0.1:{peers}");
        let mut command = program("ETCD", "etcd");
        command.args([
            "--name",
            "alone",
            "--unsafe-no-fsync",
            "--log-level",
            "warn",
        ]);
        command.args(["--heartbeat-interval", "50", "--election-timeout", "500"]);
        command.args(["--listen-client-urls", &clients]);
        command.args(["--advertise-client-urls", &clients]);
        command.args(["--listen-peer-urls", &peers]);
        command.args(["--initial-advertise-peer-urls", &peers]);
        command.args(["--initial-cluster", &format!("alone={peers}")]);
        command.arg("--data-dir").arg(folder.join("data"));
        command
    };
    let is_up = |address, _: &std::path::Path| {
        let health = exchange(address, "GET", "/health", "");
        health.is_ok_and(|health| health["health"] == "true")
    };
    Server::start("etcd", command, is_up)
}

/// A lease of etcd's, by its number.
pub type LeaseId = String;

/// A server to ask. Each request has a connection of its own.
#[derive(Clone, Copy, Debug)]
pub struct Etcd(pub SocketAddr);

impl Etcd {
    /// A new lease.
    pub fn grant_lease(self, ttl_s: u64) -> LeaseId {
        let lease = self.post("lease/grant", &json!({ "TTL": ttl_s }));
        assert_eq!(number(&lease["TTL"]), ttl_s, "{lease}");
        lease["ID"].as_str().expect("an ID").to_owned()
    }

    /// Renews a lease: whether it was there.
    pub fn keep_alive(self, lease: &LeaseId) -> bool {
        let kept = self.post("lease/keepalive", &json!({ "ID": lease }));
        number(&kept["result"]["TTL"]) > 0
    }

    /// Ends a lease, and with it its keys: whether it was there.
    pub fn revoke(self, lease: &LeaseId) -> bool {
        let revoked = self.post("lease/revoke", &json!({ "ID": lease }));
        revoked.get("error").is_none()
    }

    /// Puts a key, once, with its lease: the revision of its creation.
    pub fn enter(self, key: &str, lease: &LeaseId) -> Option<u64> {
        let create = json!({
            "compare": [{ "key": base64(key), "target": "CREATE", "create_revision": "0" }],
            "success": [{ "request_put": { "key": base64(key), "lease": lease } }],
        });
        let done = self.post("kv/txn", &create);
        (done["succeeded"] == true).then(|| number(&done["header"]["revision"]))
    }

    /// Deletes a key if it still is the one created at this revision: whether it was.
    pub fn leave(self, key: &str, created: u64) -> bool {
        let delete = json!({ "request_delete_range": { "key": base64(key) } });
        self.transact(key, created, &delete)
    }

    /// Writes to `record` if this key still is the one created at this revision: whether
    /// it was. Compare and write are one step.
    pub fn write_if(self, key: &str, created: u64, record: &str, text: &str) -> bool {
        let put = json!({ "request_put": { "key": base64(record), "value": base64(text) } });
        self.transact(key, created, &put)
    }

    /// The holder of the lock under a prefix: the lowest revision of creation.
    pub fn holder(self, prefix: &str) -> Option<u64> {
        let mut end = prefix.as_bytes().to_vec();
        *end.last_mut().expect("a prefix") += 1;
        let range = json!({
            "key": base64(prefix), "range_end": base64(&end),
            "sort_target": "CREATE", "sort_order": "ASCEND", "limit": "1",
        });
        let found = self.post("kv/range", &range);
        found["kvs"]
            .get(0)
            .map(|key| number(&key["create_revision"]))
    }

    /// Whether a key is there.
    pub fn is_there(self, key: &str) -> bool {
        let found = self.post("kv/range", &json!({ "key": base64(key) }));
        found["kvs"].get(0).is_some()
    }

    fn transact(self, key: &str, created: u64, step: &Value) -> bool {
        let created = created.to_string();
        let whole = json!({
            "compare": [{ "key": base64(key), "target": "CREATE", "create_revision": created }],
            "success": [step],
        });
        self.post("kv/txn", &whole)["succeeded"] == true
    }

    fn post(self, what: &str, body: &Value) -> Value {
        let answer = exchange(self.0, "POST", &format!("/v3/{what}"), &body.to_string());
        answer.unwrap_or_else(|error| panic!("{what} {body}: {error}"))
    }
}

/// Numbers of 64 bits are texts in this JSON; 0 is left out.
fn number(value: &Value) -> u64 {
    let text = value.as_str().unwrap_or("0");
    text.parse().expect("a number")
}

/// One request and its answer, over a connection of its own.
fn exchange(address: SocketAddr, method: &str, path: &str, body: &str) -> Result<Value> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let length = body.len();
    stream.write_all(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())?;
    let mut answer = BufReader::new(stream);
    let mut chunked = false;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        match line.trim_end() {
            "" => break,
            field => chunked |= field.eq_ignore_ascii_case("transfer-encoding: chunked"),
        }
    }
    let mut bytes = Vec::new();
    if chunked {
        read_chunks(&mut answer, &mut bytes)?;
    } else {
        answer.read_to_end(&mut bytes)?;
    }
    serde_json::from_slice(&bytes).map_err(|error| std::io::Error::other(error.to_string()))
}

fn read_chunks(answer: &mut impl BufRead, bytes: &mut Vec<u8>) -> Result<()> {
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        let length = u64::from_str_radix(line.trim_end(), 16).map_err(std::io::Error::other)?;
        answer.by_ref().take(length).read_to_end(bytes)?;
        answer.read_line(&mut line)?;
        if length == 0 {
            return Ok(());
        }
    }
}

fn base64(text: impl AsRef<[u8]>) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |number: u32| char::from(DIGITS[number as usize % 64]);
    let mut coded = String::new();
    for three in text.as_ref().chunks(3) {
        let byte = |place: usize| three.get(place).map_or(0, |byte| u32::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            coded.push(if place > three.len() {
                '='
            } else {
                digit(bits >> (18 - 6 * place))
            });
        }
    }
    coded
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_as_the_rfc_has_it() {
        for (text, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text), coded);
        }
    }
}
