//! The promises of `fuzz` held against its seeds: small files of every kind, and
//! whatever broke a promise once.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use std::path::Path;

#[test]
fn every_seed_keeps_its_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, promise) in fuzz::PROMISES {
        let files = std::fs::read_dir(folder.join(name)).unwrap();
        let mut count = 0;
        for file in files {
            let path = file.unwrap().path();
            eprintln!("{}", path.display());
            promise(&std::fs::read(path).unwrap());
            count += 1;
        }
        assert!(count > 2, "{name} has {count} seeds");
    }
}
