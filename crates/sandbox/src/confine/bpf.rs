//! Programs for seccomp, put together so that no jump is counted by hand.

use std::mem::offset_of;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET,
    BPF_W, seccomp_data, sock_filter,
};

/// Classic BPF over a `seccomp_data` (`seccomp(2)`). All values are 32 bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program(Vec<sock_filter>);

/// What a block applies to.
#[derive(Clone, Copy)]
pub(crate) enum When {
    Equal(u32),
    AtLeast(u32),
    AnyBitOf(u32),
}

impl Program {
    pub(crate) fn instructions(&self) -> &[sock_filter] {
        &self.0
    }

    #[cfg(test)]
    pub(crate) fn instructions_mut(&mut self) -> &mut [sock_filter] {
        &mut self.0
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
    }

    /// Runs `block` if the value loaded is so; what follows it otherwise.
    pub(crate) fn when(&mut self, condition: When, block: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        block(&mut inner);
        let (test, value) = match condition {
            When::Equal(value) => (BPF_JEQ, value),
            When::AtLeast(value) => (BPF_JGE, value),
            When::AnyBitOf(mask) => (BPF_JSET, mask),
        };
        let length = inner.0.len();
        if let Ok(skipped) = u8::try_from(length) {
            self.push(BPF_JMP | test | BPF_K, 0, skipped, value);
        } else {
            self.push(BPF_JMP | test | BPF_K, 1, 0, value);
            self.push(BPF_JMP | BPF_JA, 0, 0, u32::try_from(length).unwrap_or(u32::MAX));
        }
        self.0.append(&mut inner.0);
    }

    fn load(&mut self, offset: usize) {
        // The kernel refuses an offset outside of the structure.
        self.push(BPF_LD | BPF_W | BPF_ABS, 0, 0, u32::try_from(offset).unwrap_or(u32::MAX));
    }

    fn push(&mut self, code: u32, jt: u8, jf: u8, k: u32) {
        self.0.push(sock_filter { code: (code & 0xffff) as u16, jt, jf, k });
    }
}
