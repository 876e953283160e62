//! How much of the computer one server may take.

/// What a server may have at the same time, all that it starts included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processes and threads.
    pub processes: u32,
    /// Memory in MiB; none: no limit.
    pub memory: Option<u32>,
}

impl Limits {
    /// A runtime alone starts a dozen threads before its program runs; and no server is to end up
    /// with all the numbers that a system has for processes.
    pub const PROCESSES: (u32, u32) = (32, 32_768);
    /// `npm` alone takes 96 MiB, and a virtual machine of Java more than 256; more than the second is
    /// no limit on any desktop.
    pub const MEMORY: (u32, u32) = (128, 1 << 20);

    /// Whether both numbers are ones that a server can live with.
    pub fn are_sensible(&self) -> bool {
        let within = |(least, most): (u32, u32), number: u32| (least..=most).contains(&number);
        within(Self::PROCESSES, self.processes)
            && self.memory.is_none_or(|memory| within(Self::MEMORY, memory))
    }

    /// Whether a server may have no more under `self` than under `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        let no_more = |most: u32| self.memory.is_some_and(|memory| memory <= most);
        self.processes <= other.processes && other.memory.is_none_or(no_more)
    }

    /// The most memory in bytes.
    pub fn memory_bytes(&self) -> Option<u64> {
        self.memory.map(|mebibytes| u64::from(mebibytes) << 20)
    }
}

impl Default for Limits {
    /// A server with a browser has about 400 processes and threads.
    fn default() -> Self {
        Self { processes: 4096, memory: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_server_could_live_with_is_not_sensible() {
        let of = |processes, memory| Limits { processes, memory }.are_sensible();
        assert!(Limits::default().are_sensible());
        assert!(of(32, Some(128)) && of(32_768, Some(1 << 20)));
        assert!(!of(31, None) && !of(32_769, None));
        assert!(!of(4096, Some(127)) && !of(4096, Some((1 << 20) + 1)));
    }

    #[test]
    fn what_allows_more_is_not_within() {
        let of = |processes, memory| Limits { processes, memory };
        let usual = of(100, Some(512));
        for more in [of(101, Some(512)), of(100, Some(513)), of(100, None)] {
            assert!(usual.is_within(&more) && !more.is_within(&usual), "{more:?}");
        }
    }

    #[test]
    fn memory_is_counted_in_bytes_by_the_system() {
        let most = Limits { memory: Some(u32::MAX), ..Limits::default() };
        assert_eq!(most.memory_bytes(), Some(u64::from(u32::MAX) * 1024 * 1024));
    }
}
