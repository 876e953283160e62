//! Being a user whom permissions bind, as they don't bind root.

#[cfg(target_os = "linux")]
pub(crate) fn as_somebody(case: impl FnOnce() + Send) {
    use rustix::fs::{Gid, Uid};
    use rustix::process::geteuid;
    use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

    const NOBODY: u32 = 65534;
    if !geteuid().is_root() {
        return case();
    }
    // Only this thread becomes somebody else, and the threads it starts, the watcher's among them.
    let ended = std::thread::scope(|scope| {
        let somebody = scope.spawn(|| {
            let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
            set_thread_groups(&[]).unwrap();
            set_thread_res_gid(group, group, group).unwrap();
            set_thread_res_uid(user, user, user).unwrap();
            case();
        });
        somebody.join()
    });
    ended.unwrap();
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn as_somebody(case: impl FnOnce() + Send) {
    case();
}
