//! Benchmarks of measures.

mod gamma;
mod loading;
mod overlap;

fn main() {
    divan::main();
}
