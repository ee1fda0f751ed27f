//! How long measures take.

mod gamma;
mod loading;
mod overlap;

fn main() {
    divan::main();
}
