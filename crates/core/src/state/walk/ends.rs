//! A walk of one server that ends again and again, to where the guard against loops holds.

use proptest::prelude::*;

use super::World;
use super::step::{End, Step, end};
use crate::{Asked, How};

/// A run from its launch to its end, and the wait after it.
fn run() -> impl Strategy<Value = Vec<Step>> {
    let end = prop_oneof![8 => (0u8..20).prop_map(End::Crash), 2 => end()];
    (any::<bool>(), 0u32..9_000, end, 0u32..9_000).prop_map(|(ready, lasts, end, waits)| {
        let ready = ready.then_some(Step::Ready(0));
        let then = [Step::TimePasses(lasts), Step::Ends(0, end), Step::TimePasses(waits)];
        [Step::FindOver(0, true)].into_iter().chain(ready).chain(then).collect()
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop::bool::weighted(0.8).prop_map(|found| Step::FindOver(0, found)),
        2 => (0u32..90_000).prop_map(Step::TimePasses),
        1 => (0u32..100_000).prop_map(Step::ClockSetBack),
        2 => Just(Step::Start(0)),
        1 => Just(Step::Restart(0)),
        2 => Just(Step::Stop(0)),
        1 => prop::option::of(0u16..3).prop_map(Step::Pause),
        1 => Just(Step::Resume),
        1 => any::<u8>().prop_map(|choice| Step::SetLifecycle(0, choice)),
        2 => (prop_oneof![Just(Asked::Enforced), Just(Asked::Advisory)], any::<bool>())
            .prop_map(|(asked, network)| Step::SetConfinement(0, asked, network)),
        3 => prop::bool::weighted(0.9).prop_map(Step::Disk),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let some = prop_oneof![3 => run(), 1 => step().prop_map(|step| vec![step])];
    prop::collection::vec(some, 1..40).prop_map(|some| some.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_ends_again_and_again_is_started_again_within_bounds(
        steps in steps(),
    ) {
        let mut world = World::open(Some(How::Live));
        for step in steps {
            world.take(step);
            world.check();
        }
        world.come_to_rest();
        world.check();
    }
}
