//! Where a claim can be read.

/// Something to read on the web. Names of documents and threads are not translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is called there.
    pub name: &'static str,
    /// Its address.
    pub url: &'static str,
}

/// A source: its name and its address.
pub const fn source(name: &'static str, url: &'static str) -> Source {
    Source { name, url }
}

pub const KLEPPMANN: Source = source(
    "Kleppmann, How to do distributed locking (2016)",
    "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html",
);
pub const ANTIREZ: Source = source(
    "antirez, Is Redlock safe? (2016)",
    "https://antirez.com/news/101",
);
pub const REDIS: Source = source(
    "Redis, Distributed Locks with Redis",
    "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/",
);
pub const CHUBBY: Source = source(
    "Burrows, The Chubby lock service (OSDI 2006)",
    "https://static.googleusercontent.com/media/research.google.com/en//archive/chubby-osdi06.pdf",
);
pub const CONSUL: Source = source(
    "Consul, Sessions and distributed locks",
    "https://developer.hashicorp.com/consul/docs/automate/session",
);
pub const HAZELCAST: Source = source(
    "Hazelcast, FencedLock",
    "https://docs.hazelcast.com/hazelcast/latest/data-structures/fencedlock",
);
pub const STRIPE: Source = source(
    "Stripe, Idempotent requests",
    "https://docs.stripe.com/api/idempotent_requests",
);
pub const S3: Source = source(
    "Amazon S3, Conditional writes",
    "https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html",
);
