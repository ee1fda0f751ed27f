//! How long measures take.

mod gamma;
mod overlap;

fn main() {
    divan::main();
}
