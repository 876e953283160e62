//! What a fuzzer throws at the server. Anything but a panic is fine.

use std::{
    sync::{Arc, OnceLock},
    time::Instant,
};

use crate::{
    calls,
    eras::{Client, Due, Member, Request, Turn},
    follow::Followed,
    roots::{Access, Root, Roots},
    tools,
    work::Work,
};

/// Calls every tool with `data` as its arguments, on a folder that may be read and holds nothing
/// of worth.
pub fn fuzz_arguments(data: &[u8]) {
    let Ok(arguments) = str::from_utf8(data) else { return };
    for tool in tools::all() {
        let _ = tool.call(arguments, roots(), &mut Work::alone());
    }
}

/// Takes `data` as what a client says, line by line. Whatever it grants, calls are made on the same
/// folder as [`fuzz_arguments`] makes them on.
pub fn fuzz_lines(data: &[u8]) {
    let (mut client, mut turn) = (Client::new(None), Turn::default());
    let followed = Followed::default();
    for line in data.split(|&byte| byte == b'\n') {
        client.receive(line.to_vec(), Instant::now(), &mut turn);
        for ready in std::mem::take(&mut turn.ready) {
            match &ready.asked {
                Due::One(request) => answer(request, &followed),
                Due::Batch(members) => members.iter().for_each(|member| {
                    if let Member::Asks(request) = member {
                        answer(request, &followed);
                    }
                }),
            }
        }
        turn.out.clear();
    }
}

fn answer(request: &Request, followed: &Followed) {
    let granted = Ok(Arc::clone(roots()));
    let _ = calls::reply(request, &granted, followed, &mut Work::alone());
}

fn roots() -> &'static Arc<Roots> {
    static ROOTS: OnceLock<Arc<Roots>> = OnceLock::new();
    ROOTS.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("paddock-fuzz-{}", std::process::id()));
        // Where it cannot be made, everything is still read, and refused.
        let _ = std::fs::create_dir(&folder);
        Arc::new(Roots::new(vec![Root::new(folder, Access::Read)]))
    })
}
