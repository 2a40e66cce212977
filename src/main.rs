//! The program: `isolab`.

fn main() {}
