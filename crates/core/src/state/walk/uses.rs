//! A walk of one server that apps use, to where calls wait and lapse and come again.

use proptest::prelude::*;

use super::World;
use super::step::{Step, app_step, network_step};
use crate::How;

fn step() -> impl Strategy<Value = Step> {
    let access = prop_oneof![Just(crate::Access::Read), Just(crate::Access::ReadWrite)];
    prop_oneof![
        30 => app_step().prop_map(|step| Step::Apps(step.of_first())),
        6 => prop::bool::weighted(0.9).prop_map(Step::Disk),
        1 => (0usize..12).prop_map(|place| Step::Joined(0, place)),
        4 => network_step().prop_map(Step::Network),
        1 => (0u32..5_000_000).prop_map(Step::TimePasses),
        1 => (0usize..3).prop_map(Step::Left),
        2 => (0usize..6, access, any::<u8>()).prop_map(|(folder, access, lifetime)| {
            Step::Grant { folder, server: 0, access, lifetime }
        }),
        1 => (0usize..6).prop_map(Step::Revoke),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_apps_may_do_is_what_a_person_chose(steps in prop::collection::vec(step(), 1..80)) {
        let mut world = World::open(Some(How::Live));
        world.take(Step::Joined(0, 0));
        world.take(Step::Joined(0, 1));
        for step in steps {
            world.take(step);
            world.check();
        }
        world.come_to_rest();
        world.check();
    }
}
