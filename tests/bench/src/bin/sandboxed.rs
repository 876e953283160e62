//! A program in a sandbox like Paddock's, with nothing around it that an app or a person would notice.
//!
//! `sandboxed PLACE FOLDER PROGRAM [ARG]…` has a home in `PLACE`, and may write in `FOLDER`.

#![expect(clippy::disallowed_methods, reason = "what an app gives it may be no pipe")]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use paddock_core::{Access, RootEntry};
use paddock_supervisor::needs::{Surroundings, environment, footprint};
use paddock_supervisor::{
    Bounds, Deadlines, Launch, Network, OnAttempt, Policy, Stdio, Tier, spawn,
};
use paddock_watcher::resolve;
use tokio::io::{AsyncWriteExt as _, copy, stdin, stdout};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    let [place, folder, command @ ..] = args.as_slice() else {
        return Err(io::Error::other("sandboxed PLACE FOLDER PROGRAM [ARG]…"));
    };
    let launch = launch(Path::new(place), Path::new(folder), command)?;
    let keeper = env::current_exe()?.with_file_name("paddock-sandbox");
    let started = spawn(&keeper, launch, Deadlines::default()).await;
    let (job, Stdio { stdin: mut input, stdout: mut output }) =
        started.map_err(io::Error::other)?;
    tokio::spawn(async move {
        let mut own = stdin();
        drop(copy(&mut own, &mut input).await);
        drop(input.shutdown().await);
    });
    let mut own = stdout();
    copy(&mut output, &mut own).await?;
    job.kill().await;
    Ok(())
}

fn launch(place: &Path, folder: &Path, command: &[OsString]) -> io::Result<Launch> {
    let (home, canary) = (place.join("home"), place.join("canary"));
    fs::create_dir_all(&home)?;
    fs::write(&canary, "sings")?;
    let root = resolve(folder).map_err(io::Error::other)?;
    let inherited: Vec<_> = env::vars_os().collect();
    let around = Surroundings {
        home: place,
        private_home: &home,
        own_data: &[],
        bundles: Path::new("/nonexistent"),
        inherited: &inherited,
        writable: &[],
        starts_anywhere: false,
    };
    let (program, args) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut launch = Launch {
        program: PathBuf::from(program),
        args: args.to_vec(),
        env: Vec::new(),
        cwd: home.clone(),
        policy: None,
        bounds: Bounds::default(),
    };
    let needed = footprint(&launch, &around).map_err(io::Error::other)?;
    launch.env = environment(&inherited, &[], &needed);
    launch.program.clone_from(&needed.program);
    launch.policy = Some(Policy {
        tier: Tier::LiveMounts,
        folders: vec![RootEntry { root, access: Access::ReadWrite }],
        readable: needed.parts,
        links: needed.links,
        reserved: Vec::new(),
        programs: Vec::new(),
        home,
        network: Network::Off,
        ports: Vec::new(),
        attempts: OnAttempt::Report,
        canary,
        data: Vec::new(),
        kept_out: Vec::new(),
    });
    Ok(launch)
}
