//! Programs for seccomp, put together so that no jump is counted by hand.

use std::collections::BTreeMap;
use std::mem::offset_of;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET,
    BPF_W, seccomp_data, sock_filter,
};

/// Classic BPF over a `seccomp_data` (`seccomp(2)`). All values are 32 bits.
///
/// It ends with a verdict ([`give`](Self::give)).
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    instructions: Vec<sock_filter>,
    /// What comes next: at most one of them applies, whatever their order. Of two for the same value
    /// the first does.
    cases: BTreeMap<u32, Vec<sock_filter>>,
    /// Nothing runs on into what follows.
    is_over: bool,
}

/// So many cases are compared one after the other; of more, half are left out by one comparison.
const FEW: usize = 4;

/// What a block applies to.
#[derive(Clone, Copy)]
pub(crate) enum When {
    Equal(u32),
    AtLeast(u32),
    AnyBitOf(u32),
}

impl Program {
    pub(crate) fn instructions(&self) -> &[sock_filter] {
        &self.instructions
    }

    #[cfg(test)]
    pub(crate) fn instructions_mut(&mut self) -> &mut [sock_filter] {
        &mut self.instructions
    }

    pub(crate) fn load_architecture(&mut self) {
        self.load(offset_of!(seccomp_data, arch));
    }

    pub(crate) fn load_number(&mut self) {
        self.load(offset_of!(seccomp_data, nr));
    }

    /// The lower half of an argument: the kernel itself reads no more of an `int` or `unsigned int`,
    /// so what stands in the upper half must not matter.
    pub(crate) fn load_argument(&mut self, index: usize) {
        let upper_half_first = usize::from(cfg!(target_endian = "big"));
        let start = offset_of!(seccomp_data, args) + index * size_of::<u64>();
        self.load(start + upper_half_first * size_of::<u32>());
    }

    pub(crate) fn keep_bits(&mut self, mask: u32) {
        self.push(BPF_ALU | BPF_AND | BPF_K, 0, 0, mask);
    }

    pub(crate) fn give(&mut self, verdict: u32) {
        self.push(BPF_RET | BPF_K, 0, 0, verdict);
        self.is_over = true;
    }

    /// Runs `block` if the value loaded is so; what follows it otherwise.
    pub(crate) fn when(&mut self, condition: When, block: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        block(&mut inner);
        inner.decide_case();
        let block = inner.instructions;
        self.is_over = false;
        let (test, value) = match condition {
            When::Equal(value) if inner.is_over => {
                self.cases.entry(value).or_insert(block);
                return;
            }
            When::Equal(value) => (BPF_JEQ, value),
            When::AtLeast(value) => (BPF_JGE, value),
            When::AnyBitOf(mask) => (BPF_JSET, mask),
        };
        self.decide_case();
        self.instructions.extend(unless_skipped(test, value, block));
    }

    /// Ends a row of cases.
    fn decide_case(&mut self) {
        let cases: Vec<_> = std::mem::take(&mut self.cases).into_iter().collect();
        self.instructions.extend(one_of(&cases));
    }

    fn load(&mut self, offset: usize) {
        // The kernel refuses an offset outside of the structure.
        self.push(BPF_LD | BPF_W | BPF_ABS, 0, 0, u32::try_from(offset).unwrap_or(u32::MAX));
    }

    fn push(&mut self, code: u32, jt: u8, jf: u8, k: u32) {
        self.decide_case();
        self.is_over = false;
        self.instructions.push(instruction(code, jt, jf, k));
    }
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: (code & 0xffff) as u16, jt, jf, k }
}

/// The block with a test before it.
fn unless_skipped(test: u32, value: u32, block: Vec<sock_filter>) -> Vec<sock_filter> {
    let mut tested = match u8::try_from(block.len()) {
        Ok(skipped) => vec![instruction(BPF_JMP | test | BPF_K, 0, skipped, value)],
        Err(_) => vec![instruction(BPF_JMP | test | BPF_K, 1, 0, value), jump_over(&block)],
    };
    tested.extend(block);
    tested
}

fn jump_over(block: &[sock_filter]) -> sock_filter {
    instruction(BPF_JMP | BPF_JA, 0, 0, u32::try_from(block.len()).unwrap_or(u32::MAX))
}

/// Finds the case by halves: the kernel runs a filter at every call, and for every number there is
/// when it is installed. The cases are in order.
fn one_of(cases: &[(u32, Vec<sock_filter>)]) -> Vec<sock_filter> {
    let (lower, upper) = cases.split_at(cases.len() / 2);
    match upper.first() {
        Some((middle, _)) if cases.len() > FEW => {
            let lower = one_of(lower);
            let mut upper = one_of(upper);
            upper.push(jump_over(&lower));
            unless_skipped(BPF_JGE, *middle, upper).into_iter().chain(lower).collect()
        }
        _ => {
            let each = cases.iter().cloned();
            each.flat_map(|(value, block)| unless_skipped(BPF_JEQ, value, block)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program gives for a call, and how many instructions that takes.
    fn run(program: &Program, number: u32) -> (u32, usize) {
        let (mut next, mut loaded) = (0, 0);
        for count in 1.. {
            let sock_filter { code, jt, jf, k } = program.instructions()[next];
            next += 1;
            let jump = |holds: bool| usize::from(if holds { jt } else { jf });
            match u32::from(code) {
                code if code == BPF_LD | BPF_W | BPF_ABS => loaded = number,
                code if code == BPF_RET | BPF_K => return (k, count),
                code if code == BPF_JMP | BPF_JA => next += usize::try_from(k).unwrap(),
                code if code == BPF_JMP | BPF_JEQ | BPF_K => next += jump(loaded == k),
                code if code == BPF_JMP | BPF_JGE | BPF_K => next += jump(loaded >= k),
                code if code == BPF_JMP | BPF_JSET | BPF_K => next += jump(loaded & k != 0),
                code => panic!("{code}"),
            }
        }
        unreachable!("a program has an end")
    }

    fn verdict(program: &Program, number: u32) -> u32 {
        run(program, number).0
    }

    #[test]
    fn of_many_cases_the_one_that_applies_decides() {
        for count in 0..60 {
            let mut program = Program::default();
            program.load_number();
            // Not in order, and some blocks are longer than one jump reaches.
            for value in (0..count).map(|number| number * 37 % 61 * 3) {
                program.when(When::Equal(value), |program| {
                    for _ in 0..(value % 2) * 300 {
                        program.when(When::AnyBitOf(1 << 31), |program| program.give(1));
                    }
                    program.give(1000 + value);
                });
            }
            program.give(7);
            let values: Vec<_> = (0..count).map(|number| number * 37 % 61 * 3).collect();
            for number in 0..200 {
                let expected = if values.contains(&number) { 1000 + number } else { 7 };
                assert_eq!(verdict(&program, number), expected, "{number} of {count}");
            }
        }
    }

    #[test]
    fn what_comes_first_decides() {
        let mut program = Program::default();
        program.load_number();
        program.when(When::Equal(1), |program| program.give(1));
        program.when(When::Equal(1), |program| program.give(2));
        program.when(When::AtLeast(5), |program| program.give(5));
        program.when(When::Equal(6), |program| program.give(6));
        program.when(When::Equal(2), |program| {
            program.when(When::Equal(3), |program| program.give(3));
        });
        program.when(When::Equal(2), |program| program.give(4));
        program.give(0);
        let verdicts: Vec<_> = (0..8).map(|number| verdict(&program, number)).collect();
        assert_eq!(verdicts, [0, 1, 4, 0, 0, 5, 5, 5]);
    }

    #[test]
    fn among_many_cases_few_are_compared() {
        let mut program = Program::default();
        program.load_number();
        for value in 0..128 {
            program.when(When::Equal(value), |program| program.give(value));
        }
        program.give(1000);
        for number in 0..200 {
            let (_, count) = run(&program, number);
            assert!(count <= 16, "{count} instructions for {number}");
        }
    }
}
