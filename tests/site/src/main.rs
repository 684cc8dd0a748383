//! `site FOLDER PORT`: serves the folder on this machine, until Ctrl-C.

use std::env;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use site::Site;

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "dist".into());
    let port = words.next().unwrap_or_else(|| "8080".into());
    match serve(&folder, &port) {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            let _ = writeln!(io::stderr(), "STOP: {complaint}");
            ExitCode::FAILURE
        }
    }
}

fn serve(folder: &str, port: &str) -> Result<(), String> {
    let number = port
        .parse()
        .map_err(|_| format!("PORT must be a number from 0 to 65535, not \"{port}\""))?;
    let site = Site::of(folder).port(number).start().map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            format!("port {port} of this machine is taken: end what uses it, or choose another with PORT=9000")
        }
        ErrorKind::PermissionDenied => format!("port {port} needs more rights: choose one above 1023 with PORT=9000"),
        _ => error.to_string(),
    })?;
    let _ = writeln!(
        io::stdout(),
        "\nThe page is at {}  (Ctrl-C ends it)",
        site.url()
    );
    site.wait();
    Ok(())
}
