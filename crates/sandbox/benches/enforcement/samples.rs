//! Taking samples and telling them.

use std::time::{Duration, Instant};

use serde_json::json;

/// One way to do a thing, which says how long it took.
pub(crate) struct Case<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(name: &'static str, run: impl FnMut() -> Duration + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Runs the cases in turn, so that whatever else the machine does meets all of them alike. Another
/// one begins each round.
pub(crate) fn compare(group: &str, rounds: usize, mut cases: Vec<Case<'_>>) {
    for case in &mut cases {
        (case.run)();
    }
    let mut samples = vec![Vec::with_capacity(rounds); cases.len()];
    for round in 0..rounds {
        for turn in 0..cases.len() {
            let index = (round + turn) % cases.len();
            samples[index].push((cases[index].run)());
        }
    }
    for (case, samples) in cases.iter().zip(&samples) {
        tell_times(group, case.name, samples);
    }
}

pub(crate) fn tell_times(group: &str, name: &str, samples: &[Duration]) {
    let nanoseconds: Vec<_> =
        samples.iter().map(|it| u64::try_from(it.as_nanos()).unwrap()).collect();
    tell(group, name, "ns", &nanoseconds);
}

#[expect(clippy::print_stdout, reason = "what is measured is told")]
pub(crate) fn tell(group: &str, name: &str, unit: &str, samples: &[u64]) {
    println!("{}", json!({ "group": group, "name": name, "unit": unit, "samples": samples }));
}

#[expect(clippy::print_stderr, reason = "what is missing is told")]
pub(crate) fn leave_out(what: &str, why: &str) {
    eprintln!("{what} is left out: {why}");
}

pub(crate) fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}
