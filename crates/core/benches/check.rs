//! Whether paths lie in what a server was granted: the cost of 100,000 checks must grow with how deep
//! the paths are, and not with how many grants there are.
#![expect(clippy::unwrap_used, reason = "a measurement fails by panicking")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use paddock_core::{
    AbsolutePath, Access, Consent, Effect, Event, Identity, Lifetime, Reachability, Root, Saved,
    ServerId, State, Time,
};

const PATHS: u64 = 100_000;
const NOW: Time = Time(0);

fn grants(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check/grants");
    group.throughput(Throughput::Elements(PATHS)).sample_size(10);
    for grants in [1, 10, 100, 1000] {
        let (state, server) = granted(grants);
        let paths = paths(grants, 8);
        group.bench_function(BenchmarkId::from_parameter(grants), |bench| {
            bench.iter(|| state.check(server, &paths));
        });
    }
}

fn depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check/depth");
    group.throughput(Throughput::Elements(PATHS)).sample_size(10);
    let (state, server) = granted(1000);
    for depth in [4, 8, 16, 32] {
        let paths = paths(1000, depth);
        group.bench_function(BenchmarkId::from_parameter(depth), |bench| {
            bench.iter(|| state.check(server, &paths));
        });
    }
}

/// A server with so many folders, three parts deep.
fn granted(grants: u64) -> (State, ServerId) {
    let (mut state, effects) = State::open(Saved::default(), NOW);
    settle(&mut state, effects);
    let server = state.servers().next().unwrap().id;
    for number in 0..grants {
        let identity = Identity { device: 1, inode: number, born: None };
        let root = Root { path: folder(number), identity };
        let consent = Consent {
            root: root.clone(),
            server,
            access: Access::Read,
            lifetime: Lifetime::Always,
        };
        let effects = state.handle(Event::Grant(consent), NOW);
        settle(&mut state, effects);
        let effects = state.handle(Event::Reached(root, Reachability::Reachable), NOW);
        settle(&mut state, effects);
    }
    assert_eq!(state.grants().count() as u64, grants);
    (state, server)
}

/// All that is to be kept is kept.
fn settle(state: &mut State, effects: Vec<Effect>) {
    let mut waiting = effects;
    while let Some(effect) = waiting.pop() {
        if let Effect::Commit(commit) = effect {
            waiting.extend(state.handle(Event::Committed(commit.id), NOW));
        }
    }
}

fn folder(number: u64) -> AbsolutePath {
    AbsolutePath::new(format!("/home/ada/folder-{number}")).unwrap()
}

/// Paths of that many parts, half of them within a grant.
fn paths(grants: u64, depth: usize) -> Vec<AbsolutePath> {
    let path = |number: u64| {
        let folder = number % (grants * 2);
        let rest = "/part".repeat(depth.saturating_sub(3));
        AbsolutePath::new(format!("/home/ada/folder-{folder}{rest}")).unwrap()
    };
    (0..PATHS).map(path).collect()
}

criterion_group!(benches, grants, depth);
criterion_main!(benches);
