//! The snippets of the page *On Monday*, as they lie in `docs/monday`: each lets the newer
//! write pass and refuses the older one, on the real server.

use conformance::etcd::{self, Etcd};
use conformance::redis::{Answer, Keeps, Redis, start};
use conformance::server::{Folder, Server, program};
use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/monday")
        .join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(file(name)).expect("the snippet is there")
}

fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Runs a script of Redis: its answer, a number.
fn eval(redis: &mut Redis, name: &str, keys: &[&str], arguments: &[&str]) -> i64 {
    let (script, count) = (text(name), keys.len().to_string());
    let mut words = vec!["EVAL", script.as_str(), count.as_str()];
    words.extend(keys);
    words.extend(arguments);
    match redis.command(&words) {
        Answer::Number(number) => number,
        other => panic!("{name} answers {other:?}"),
    }
}

#[test]
fn the_scripts_of_redis_grant_rising_tokens_and_refuse_an_older_one() {
    let server = start(Keeps::Nothing);
    let mut redis = Redis::open(server.address).expect("a server");
    let locks = ["lock", "tokens"];
    let first = eval(&mut redis, "acquire.lua", &locks, &["of A", "60000"]);
    assert_eq!(
        eval(&mut redis, "acquire.lua", &locks, &["of B", "60000"]),
        0
    );
    // Nobody but the holder can release.
    assert_eq!(eval(&mut redis, "release.lua", &["lock"], &["of B"]), 0);
    assert_eq!(eval(&mut redis, "release.lua", &["lock"], &["of A"]), 1);
    let second = eval(&mut redis, "acquire.lua", &locks, &["of B", "60000"]);
    assert!(first > 0 && second > first, "{first}, then {second}");

    let mut write = |token: i64, value| {
        let token = token.to_string();
        eval(&mut redis, "write.lua", &["record"], &[&token, value])
    };
    assert_eq!(write(first, "a"), 1);
    assert_eq!(write(second, "b"), 1);
    assert_eq!(write(second, "c"), 1, "equal tokens pass");
    assert_eq!(write(first, "d"), 0);
    let value = redis.command(&["HGET", "record", "value"]);
    assert_eq!(value, Answer::Text("c".to_owned()));
}

#[test]
fn the_recipe_stops_a_holder_and_the_fence_holds() {
    let server = start(Keeps::Nothing);
    let output = Command::new("sh")
        .arg(file("try.sh"))
        .args([&server.address.port().to_string(), "1000"])
        .output()
        .expect("a shell");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("A wrote with token 1: refused"), "{said}");
    assert!(said.ends_with("the record has the data of B"), "{said}");
}

#[test]
fn the_transaction_of_etcd_refuses_whoever_lost_the_lock() {
    let server = etcd::start();
    let etcd = Etcd(server.address);
    let endpoint = format!("http://{}", server.address);
    let write = |created: u64, value: &str| {
        let created = created.to_string();
        Command::new("sh")
            .arg(file("write-etcd.sh"))
            .args([&endpoint, "lock/1", &created, "record", value])
            .output()
            .expect("a shell")
    };
    let lease = etcd.grant_lease(60);
    let first = etcd.enter("lock/1", &lease).expect("the lock is free");
    assert_eq!(said(&write(first, "a")), "accepted");
    assert!(etcd.revoke(&lease));
    // Nobody has come after it, and it is refused all the same.
    assert_eq!(said(&write(first, "b")), "refused");
    let second = etcd
        .enter("lock/1", &etcd.grant_lease(60))
        .expect("it is free again");
    assert!(second > first);
    let refused = write(first, "c");
    assert_eq!(
        (said(&refused).as_str(), refused.status.code()),
        ("refused", Some(1))
    );
    assert_eq!(said(&write(second, "d")), "accepted");
}

/// A database that runs a file with named values, and says what came back.
trait Database {
    fn run(&self, statement: &str, values: &[(&str, &str)]) -> String;
}

/// A file that the command-line client of `SQLite` opens.
struct Sqlite(Folder);

impl Database for Sqlite {
    fn run(&self, statement: &str, values: &[(&str, &str)]) -> String {
        let mut input = String::from(".bail on\n.parameter init\n");
        for (name, value) in values {
            input.push_str(&format!(".parameter set :{name} \"{value}\"\n"));
        }
        input.push_str(statement);
        let script = self.0.0.join("script");
        fs::write(&script, input).expect("a script");
        let output = program("SQLITE", "sqlite3")
            .arg(self.0.0.join("data"))
            .stdin(fs::File::open(script).expect("the script"))
            .output();
        said(&output.expect("sqlite3: `make conformance` installs it"))
    }
}

/// A `PostgreSQL` of its own, reached by a socket in its folder.
struct Postgres {
    server: Server,
    socket: PathBuf,
}

impl Database for Postgres {
    fn run(&self, statement: &str, values: &[(&str, &str)]) -> String {
        let script =
            std::env::temp_dir().join(format!("fencelab-{}.sql", self.server.address.port()));
        fs::write(&script, statement).expect("a script");
        let mut psql = psql(&self.socket, self.server.address.port());
        for (name, value) in values {
            psql.args(["-v", &format!("{name}={value}")]);
        }
        let output = psql.arg("-f").arg(&script).output().expect("psql");
        let _ = fs::remove_file(script);
        said(&output)
    }
}

fn psql(socket: &Path, port: u16) -> Command {
    let mut psql = Command::new("psql");
    psql.args(["-X", "-q", "-A", "-t", "-U", "test", "-d", "postgres", "-h"]);
    psql.arg(socket).args(["-p", &port.to_string()]);
    psql.args(["-v", "ON_ERROR_STOP=1"]);
    psql
}

impl Postgres {
    /// Starts one, if the machine has it.
    fn start() -> Option<Self> {
        let tools = tools()?;
        let command = |[port, _]: [u16; 2], folder: &Path| {
            let owner = owner(folder);
            let data = folder.join("data");
            let mut initdb = owner.command(&tools.join("initdb"));
            initdb.args([
                "-A",
                "trust",
                "-U",
                "test",
                "-N",
                "-E",
                "UTF8",
                "--locale=C",
                "-D",
            ]);
            let made = initdb.arg(&data).output().expect("initdb");
            assert!(made.status.success(), "{made:?}");
            let mut postgres = owner.command(&tools.join("postgres"));
            postgres.args([
                "-c",
                "listen_addresses=",
                "-c",
                "fsync=off",
                "-p",
                &port.to_string(),
            ]);
            postgres.arg("-k").arg(folder).arg("-D").arg(&data);
            postgres
        };
        let folder = std::cell::RefCell::new(PathBuf::new());
        let server = Server::start("postgres", command, |address, there| {
            there.clone_into(&mut folder.borrow_mut());
            let asked = psql(there, address.port())
                .args(["-c", "select 1"])
                .output();
            asked.is_ok_and(|answer| answer.status.success())
        });
        let socket = folder.into_inner();
        Some(Self { server, socket })
    }
}

/// Where the programs of `PostgreSQL` lie: Debian keeps them apart from the others.
fn tools() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders
        .into_iter()
        .find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// Who runs it: `PostgreSQL` does not run as root.
enum Owner {
    Myself,
    Postgres,
}

/// Gives the folder to the one who runs it.
fn owner(folder: &Path) -> Owner {
    let number = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    if number(&["-u"]) != Some(0) {
        return Owner::Myself;
    }
    let user = number(&["-u", "postgres"]).expect("Debian makes this user with the package");
    chown(folder, Some(user), None).expect("root may give it away");
    Owner::Postgres
}

impl Owner {
    fn command(&self, tool: &Path) -> Command {
        match self {
            Self::Myself => Command::new(tool),
            Self::Postgres => {
                let mut command = Command::new("setpriv");
                command.args([
                    "--reuid=postgres",
                    "--regid=postgres",
                    "--clear-groups",
                    "--",
                ]);
                command.arg(tool);
                command
            }
        }
    }
}

/// The same for every database.
fn the_row_keeps_the_highest_token(database: &impl Database) {
    database.run(&text("schema.sql"), &[]);
    let account = "INSERT INTO account (id, balance) VALUES ('a', 0);";
    database.run(account, &[]);
    let write = |token: &str, balance: &str| {
        let values = [("id", "'a'"), ("token", token), ("balance", balance)];
        database.run(&text("write.sql"), &values)
    };
    let read = |token: &str| database.run(&text("read.sql"), &[("id", "'a'"), ("token", token)]);
    assert_eq!(write("33", "10"), "33");
    assert_eq!(write("33", "11"), "33", "equal tokens pass");
    assert_eq!(read("34"), "11");
    // 34 has read and not yet written: 33 is refused already.
    assert_eq!(write("33", "12"), "");
    assert_eq!(write("34", "13"), "34");
    assert_eq!(read("33"), "");

    let once = |token: &str, key: &str| {
        let values = [
            ("id", "'a'"),
            ("token", token),
            ("key", key),
            ("body", "'hello'"),
        ];
        database.run(&text("once.sql"), &values)
    };
    assert_eq!(once("34", "'mail-7'"), "mail-7");
    assert_eq!(once("34", "'mail-7'"), "", "done already");
    assert_eq!(once("33", "'mail-8'"), "", "an older token");
    let rows = database.run("SELECT key, body FROM outbox;", &[]);
    assert_eq!(rows, "mail-7|hello");
}

#[test]
fn the_row_keeps_the_highest_token_in_sqlite() {
    the_row_keeps_the_highest_token(&Sqlite(Folder::fresh("sqlite")));
}

#[test]
fn the_row_keeps_the_highest_token_in_postgresql() {
    match Postgres::start() {
        Some(postgres) => the_row_keeps_the_highest_token(&postgres),
        None => println!("not run: there is no PostgreSQL on this machine"),
    }
}
