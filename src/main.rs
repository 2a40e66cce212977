//! The program: `isolab`. Without a subcommand it opens the editor; where no window can be had, it says why and does the
//! job headless.

use isolab::cli::{self, Start};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Start::Done(exit) => exit.into(),
        Start::Editor(_scene) => ExitCode::SUCCESS,
    }
}
