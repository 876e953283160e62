//! Rights that have nothing to do with paths.

use rustix::io::Errno;
use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, capability_is_in_bounding_set,
    clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs,
};

/// The size of core dump that the kernel takes for "none", even where a program collects them
/// through a pipe and zero would not stop it.
const NO_CORE: u64 = 1;

/// Nothing executed from here on gains rights (`PR_SET_NO_NEW_PRIVS`), nobody of the same user looks
/// into this process before it executes, and a crash leaves no memory on disk.
pub(super) fn limit() -> Result<(), Errno> {
    set_no_new_privs(true)?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    setrlimit(Resource::Core, Rlimit { current: Some(NO_CORE), maximum: Some(NO_CORE) })
}

/// Empties every set of capabilities (`capabilities(7)`).
pub(super) fn drop_capabilities() -> Result<(), Errno> {
    empty_bounding_set()?;
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets)?;
    if capabilities(None)? == sets { Ok(()) } else { Err(Errno::PERM) }
}

/// What is executed from here on has no capability by being root's. Nothing that this process holds
/// is lost by it.
///
/// Who may not empty it holds no capability to do so, and gains none any more.
pub(crate) fn empty_bounding_set() -> Result<(), Errno> {
    let may = capabilities(None)?.effective.contains(CapabilitySet::SETPCAP);
    for bit in 0..u64::BITS {
        let capability = CapabilitySet::from_bits_retain(1 << bit);
        // To look costs a tenth of taking it out of there once more.
        let removed = match capability_is_in_bounding_set(capability) {
            Ok(true) => remove_capability_from_bounding_set(capability),
            looked => looked.map(drop),
        };
        match removed {
            Ok(()) => {}
            // The kernel knows no more of them.
            Err(Errno::INVAL) => break,
            Err(Errno::PERM) if !may => break,
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}
