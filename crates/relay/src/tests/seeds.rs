//! The fuzzer's seeds, and lines of theirs in any order and in part.

use proptest::prelude::*;

const SEEDS: [&str; 2] = [
    include_str!("../../../../fuzz/seeds/relay/legacy"),
    include_str!("../../../../fuzz/seeds/relay/modern"),
];

#[test]
fn seeds_hold() {
    for seed in SEEDS {
        crate::fuzz::session(seed.as_bytes());
    }
}

fn lines() -> impl Strategy<Value = Vec<u8>> {
    let lines: Vec<&str> = SEEDS.iter().flat_map(|seed| seed.lines()).collect();
    let line = proptest::sample::select(lines);
    let whole = line.clone().prop_map(|line| line.as_bytes().to_vec());
    let changed = (line, any::<prop::sample::Index>(), any::<u8>()).prop_map(|(line, at, byte)| {
        let mut line = line.as_bytes().to_vec();
        let at = at.index(line.len());
        line[at] = byte;
        line
    });
    proptest::collection::vec(prop_oneof![4 => whole, 1 => changed], 0..30)
        .prop_map(|lines| lines.join(&b'\n'))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_lines_holds(data in lines()) {
        crate::fuzz::session(&data);
    }
}
