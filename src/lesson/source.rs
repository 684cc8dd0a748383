//! The sources that lessons cite, by the names under which their texts know them.

use crate::story::Source;
use crate::story::source as known;
use crate::story::source::source as at;

/// All of them.
const SOURCES: &[(&str, Source)] = &[
    ("kleppmann", known::KLEPPMANN),
    ("antirez", known::ANTIREZ),
    ("redis", known::REDIS),
    ("chubby", known::CHUBBY),
    ("consul", known::CONSUL),
    ("stripe", known::STRIPE),
    ("s3", known::S3),
    (
        "hbase",
        at(
            "mattshma/bigdata#25, an HBase region server in a long GC",
            "https://github.com/mattshma/bigdata/issues/25",
        ),
    ),
    (
        "github",
        at(
            "GitHub, Downtime last Saturday (2012)",
            "https://github.blog/2012-12-26-downtime-last-saturday/",
        ),
    ),
    (
        "jepsen",
        at(
            "Jepsen, etcd 3.4.3 (2020)",
            "https://jepsen.io/analyses/etcd-3.4.3",
        ),
    ),
    (
        "bookkeeper",
        at(
            "Apache BookKeeper, The protocol",
            "https://bookkeeper.apache.org/docs/development/protocol/",
        ),
    ),
    (
        "bookkeeper-fencing",
        at(
            "Apache BookKeeper, Fencing",
            "https://cwiki.apache.org/confluence/spaces/BOOKKEEPER/pages/27845945/Fencing",
        ),
    ),
    (
        "redisson",
        at(
            "redisson/redisson#2665",
            "https://github.com/redisson/redisson/issues/2665",
        ),
    ),
    (
        "redisson-defaults",
        at(
            "redisson/redisson#4405",
            "https://github.com/redisson/redisson/issues/4405",
        ),
    ),
    (
        "hazelcast-cp",
        at(
            "Hazelcast, CP Subsystem configuration",
            "https://docs.hazelcast.com/imdg/latest/cp-subsystem/configuration",
        ),
    ),
    (
        "zookeeper-688",
        at(
            "ZOOKEEPER-688",
            "https://issues.apache.org/jira/browse/ZOOKEEPER-688",
        ),
    ),
    (
        "redislock",
        at(
            "bsm/redislock#94",
            "https://github.com/bsm/redislock/pull/94",
        ),
    ),
    (
        "sqs",
        at(
            "Amazon SQS, Exactly-once processing",
            "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html",
        ),
    ),
    (
        "kubernetes",
        at(
            "Kubernetes, client-go leaderelection",
            "https://pkg.go.dev/k8s.io/client-go/tools/leaderelection",
        ),
    ),
    (
        "pep418",
        at(
            "PEP 418, time functions",
            "https://peps.python.org/pep-0418/",
        ),
    ),
    (
        "kafka",
        at(
            "Kafka, KIP-98",
            "https://cwiki.apache.org/confluence/display/KAFKA/KIP-98+-+Exactly+Once+Delivery+and+Transactional+Messaging",
        ),
    ),
    (
        "shedlock",
        at(
            "ShedLock#231",
            "https://github.com/lukas-krecan/ShedLock/issues/231",
        ),
    ),
];

/// The source of this name, if there is one.
pub(super) fn source(name: &str) -> Option<Source> {
    let found = SOURCES.iter().find(|(known, _)| *known == name);
    found.map(|(_, source)| *source)
}
