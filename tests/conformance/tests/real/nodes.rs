//! A Redlock node that is killed and comes back, with and without what it knew.

use conformance::redis::{Keeps, Redis, restart, start};
use fencelab::sim::report::Report;
use fencelab::sim::{audit, read, simulate};

/// Nobody waits for it to pass: long enough for the slowest machine.
const TTL_MS: u64 = 60_000;

/// Client 1 reaches nodes 0 and 1, node 1 is killed and comes back, Client 2 reaches nodes 1
/// and 2.
fn model(keeps_data: &str) -> Report {
    let file = format!(
        r#"{{"format": 1, "horizon_ms": 30000,
        "lock": {{"service": "redlock", "nodes": 3, "ttl_ms": {TTL_MS}}},
        "clients": [
            {{"name": "Client 1", "plan": [{{"acquire": {{}}}}, {{"release": {{"after_ms": 50000}}}}]}},
            {{"name": "Client 2", "arrives_ms": 1000,
              "plan": [{{"acquire": {{}}}}, {{"release": {{"after_ms": 50000}}}}]}}],
        "faults": [
            {{"cut": {{"client": "Client 1", "from": {{"node": 2}}, "at_ms": 0, "for_ms": 30000}}}},
            {{"cut": {{"client": "Client 2", "from": {{"node": 0}}, "at_ms": 0, "for_ms": 30000}}}},
            {{"node_down": {{"node": 1, "at_ms": 300, "for_ms": 300, "keeps_data": {keeps_data}}}}}]}}"#
    );
    let scenario = read(file.as_bytes()).unwrap_or_else(|complaints| panic!("{complaints}"));
    audit(&scenario, &simulate(&scenario))
}

/// The same with real servers: which clients are granted the lock.
fn real(keeps: Keeps) -> Vec<String> {
    let mut servers: Vec<_> = (0..3).map(|_| start(keeps)).collect();
    let mut granted = Vec::new();
    for (client, reached) in [("Client 1", [0, 1]), ("Client 2", [1, 2])] {
        let yes = reached.iter().filter(|&&node| {
            let mut redis = Redis::open(servers[node].address).expect("a server that is up");
            redis.set("lock", client, TTL_MS)
        });
        if yes.count() * 2 > servers.len() {
            granted.push(client.to_owned());
        }
        let node = servers.remove(1);
        servers.insert(1, restart(node, keeps));
    }
    granted
}

fn granted(report: &Report) -> Vec<String> {
    let grants = report.grants.iter();
    grants.map(|grant| grant.client.clone()).collect()
}

#[test]
fn a_node_that_comes_back_empty_gives_a_second_majority() {
    let model = granted(&model("false"));
    assert_eq!(model, ["Client 1", "Client 2"]);
    assert_eq!(real(Keeps::Nothing), model);
}

#[test]
fn a_node_that_comes_back_with_its_data_does_not() {
    let model = granted(&model("true"));
    assert_eq!(model, ["Client 1"]);
    assert_eq!(real(Keeps::Everything), model);
}
