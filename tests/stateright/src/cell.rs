//! A cell of the matrix, read from its names.

/// The lock of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// There is none.
    Nothing,
    /// One service that hands out leases.
    Lease,
    /// So many nodes.
    Redlock(u8),
}

/// One thing that a plan has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Todo {
    /// Take the lock.
    Acquire,
    /// Read the object.
    Read,
    /// Look at the clock.
    Look,
    /// Ask whether the grant holds.
    Ask,
    /// Set the object.
    Write,
    /// Change what was read.
    Update,
    /// Do the job.
    Effect,
    /// Give the lock back.
    Release,
}

/// Which switches are on.
#[allow(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the page"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Pauses are bounded.
    pub pauses: bool,
    /// Delays are bounded.
    pub delays: bool,
    /// Clocks are good.
    pub clocks: bool,
    /// Nodes are durable.
    pub nodes: bool,
    /// The counter is durable.
    pub counter: bool,
    /// The window is long enough.
    pub window: bool,
}

/// What the resource checks.
#[allow(clippy::struct_excessive_bools, reason = "any of them may be there")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defences {
    /// The tokens of writes, updates and effects.
    pub fence_writes: bool,
    /// The tokens of reads.
    pub fence_reads: bool,
    /// The version that an update rests on.
    pub versions: bool,
    /// The key of an effect.
    pub dedup: bool,
}

/// A cell, and how large its world is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How many clients.
    pub clients: u8,
    /// The lock.
    pub service: Service,
    /// The plan of each client.
    pub plan: Vec<Todo>,
    /// Whether what is read is whether the job is done.
    pub reads_the_job: bool,
    /// What the resource checks.
    pub defences: Defences,
    /// What is assumed.
    pub switches: Switches,
}

impl Cell {
    /// The cell with these names, as the data of the matrix has them; none if it does not apply.
    pub fn named(
        design: &str,
        workload: &str,
        column: &str,
        clients: u8,
        nodes: u8,
    ) -> Option<Self> {
        if (design, workload) == ("no_lock", "write") {
            return None;
        }
        let (lock, extra) = design.split_once('+').unwrap_or((design, ""));
        let service = match lock {
            "no_lock" => Service::Nothing,
            "lease" => Service::Lease,
            "redlock3" => Service::Redlock(nodes),
            other => panic!("no lock is called {other}"),
        };
        let mut defences = Defences::default();
        let mut check = None;
        match extra {
            "" => {}
            "clock" => check = Some(Todo::Look),
            "ask" => check = Some(Todo::Ask),
            "fence_writes" => defences.fence_writes = true,
            "fence_rw" => {
                defences.fence_writes = true;
                defences.fence_reads = true;
            }
            "versions" => defences.versions = true,
            "dedup" => defences.dedup = true,
            other => panic!("nothing is called {other}"),
        }
        let (reads, change) = match workload {
            "write" => (false, Todo::Write),
            "update" => (true, Todo::Update),
            "effect" => (false, Todo::Effect),
            "effect_if_not_done" => (true, Todo::Effect),
            other => panic!("no workload is called {other}"),
        };
        let locks = service != Service::Nothing;
        let mut plan = Vec::new();
        plan.extend(locks.then_some(Todo::Acquire));
        plan.extend(reads.then_some(Todo::Read));
        plan.extend(check);
        plan.push(change);
        plan.extend(locks.then_some(Todo::Release));
        let on = |name: &str| column != name && column != "all_off";
        Some(Self {
            clients,
            service,
            plan,
            reads_the_job: workload == "effect_if_not_done",
            defences,
            switches: Switches {
                pauses: on("pauses"),
                delays: on("delays"),
                clocks: on("clocks"),
                nodes: on("nodes"),
                counter: on("counter"),
                window: on("window"),
            },
        })
    }
}
