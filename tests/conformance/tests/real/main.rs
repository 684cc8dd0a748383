//! The same questions to real servers and to the model.
//!
//! They need `redis-server` and `etcd`: `make conformance` installs them. `REDIS_SERVER`
//! and `ETCD` may name them elsewhere.

mod differences;
mod etcd_lock;
mod lease;
mod monday;
mod nodes;
mod plot;
mod redlock;
mod story;
