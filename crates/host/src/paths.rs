//! Whether servers may use paths that a person typed.

use std::path::{Path, PathBuf};

use paddock_core::text::shown;
use paddock_core::{AbsolutePath, Access, GrantId, Guarded, ServerId, Verdict};
use paddock_supervisor::led::{Held, Led};

use crate::overview::Overview;
use crate::show::enforcement::footprint;
use crate::view::{Code, Failure, Outcome, VerdictView};

/// Paths checked in one go.
const PATHS: usize = 1000;

/// A line that a person typed, and the path that it means.
#[derive(Debug)]
pub(crate) struct TypedPath {
    line: String,
    path: Option<AbsolutePath>,
    is_folder: bool,
    /// What other programs run leads to it.
    is_led_to: bool,
}

/// The paths in `text`, one a line, as people write them: `~` is home, and links on the way are
/// followed as far as the path exists. Names are guarded in the folders `held`. Blocks as long as the
/// filesystem does.
pub(crate) fn typed_paths(text: &str, home: &Path, held: &[Held]) -> Vec<TypedPath> {
    let led = Led::from(held, Some(home));
    let is_led_to = |path: &AbsolutePath| {
        led.is_too_much() || path.as_path().ancestors().any(|it| led.places.contains(it))
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(PATHS);
    lines
        .map(|line| {
            let path = typed_path(line, home);
            let is_folder = path.as_ref().is_some_and(|path| path.as_path().is_dir());
            let is_led_to = path.as_ref().is_some_and(is_led_to);
            TypedPath { line: line.to_owned(), path, is_folder, is_led_to }
        })
        .collect()
}

/// `PATH_MAX` of Linux.
const LONGEST_PATH: usize = 4096;

fn typed_path(text: &str, home: &Path) -> Option<AbsolutePath> {
    let path = match text.strip_prefix('~') {
        Some("") => home.to_path_buf(),
        Some(rest) => home.join(rest.strip_prefix('/')?),
        None => text.into(),
    };
    if !path.is_absolute() || path.as_os_str().len() > LONGEST_PATH {
        return None;
    }
    let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let (above, canonical) = there?;
    let rest = path.strip_prefix(above).ok()?;
    AbsolutePath::new(canonical.join(rest)).ok()
}

impl Overview<'_> {
    pub(crate) fn check(
        &self,
        server: Option<ServerId>,
        paths: &[TypedPath],
    ) -> Result<Vec<VerdictView>, Failure> {
        if let Some(unknown) = server.filter(|id| self.state.server(*id).is_none()) {
            return Err(Failure::new(Code::UnknownServer).with("server", unknown.0));
        }
        let servers = self.state.servers().map(|known| known.id);
        let mut verdicts = Vec::new();
        for id in servers.filter(|id| server.is_none_or(|only| only == *id)) {
            verdicts.extend(self.check_for(id, paths));
        }
        Ok(verdicts)
    }

    /// The folders of a server, or of each, in which names are guarded.
    pub(crate) fn guarded_folders(&self, server: Option<ServerId>) -> Vec<Held> {
        let grants = self.state.grants().filter(|grant| {
            grant.access.guards() && server.is_none_or(|server| grant.server == server)
        });
        let held = grants.map(|grant| Held {
            folder: grant.root.path.as_path().to_path_buf(),
            access: grant.access,
        });
        held.collect()
    }

    /// Within a folder of which not everything may be written.
    fn outcome_of_guarded(&self, by: GrantId, access: Access, typed: &TypedPath) -> Outcome {
        let below = || {
            let folder = &self.state.grant_by_id(by)?.root.path;
            typed.path.as_ref()?.as_path().strip_prefix(folder.as_path()).ok()
        };
        let guarded = below().and_then(|below| Guarded::from(access, below));
        match guarded {
            Some(_) => Outcome::AllowedReadGuarded,
            None if typed.is_led_to => Outcome::AllowedReadGuarded,
            None => Outcome::AllowedWriteGuarded,
        }
    }

    /// Whether it is a likely secret among what the server's program needs, and came since that was
    /// agreed to: left out of what runs now, or else of the next launch.
    fn is_left_out(&self, server: ServerId, typed: &TypedPath) -> bool {
        let Some(path) = typed.path.as_ref().map(AbsolutePath::as_path) else { return false };
        let running = self.runtimes.running(server);
        let mut confined = running.filter_map(|(_, runtime)| runtime.confined.as_ref()).peekable();
        if confined.peek().is_some() {
            return !confined.any(|confined| confined.footprint.holds(path));
        }
        let trusted = self.state.server(server).and_then(|known| known.trusted.as_ref());
        let seen = trusted.and_then(|trusted| trusted.seen.as_ref());
        seen.is_some_and(|seen| !seen.footprint.will_hold(path, typed.is_folder))
    }

    fn is_at_home(&self, server: ServerId, typed: &TypedPath) -> bool {
        let home = self.places.home_of(server);
        typed.path.as_ref().is_some_and(|path| path.as_path().starts_with(home))
    }

    /// Whether it is of what comes with the system, and is read as every program's is.
    fn is_of_the_system(&self, server: ServerId, typed: &TypedPath) -> bool {
        let (Some(known), Some(path)) = (self.state.server(server), typed.path.as_ref()) else {
            return false;
        };
        let runtime = self.runtimes.get(server.own());
        let footprint = runtime.and_then(|runtime| footprint(known, runtime));
        footprint.is_some_and(|it| it.is_of_the_system(path.as_path()))
    }

    /// Whether it is only read where it is granted for writing: a program is made of it, or all of the
    /// folder is, as the server runs.
    fn is_only_read(&self, by: GrantId, typed: &TypedPath, programs: &[PathBuf]) -> bool {
        let Some(grant) = self.state.grant_by_id(by) else { return false };
        let (folder, path) = (grant.root.path.as_path(), typed.path.as_ref());
        let is_of = |program: &&PathBuf| path.is_some_and(|it| it.as_path().starts_with(program));
        if programs.iter().filter(is_of).any(|program| program.starts_with(folder)) {
            return true;
        }
        let mut running = self.runtimes.running(grant.server);
        running.any(|(_, runtime)| runtime.policy().is_some_and(|it| it.only_reads(folder)))
    }

    fn check_for(&self, server: ServerId, typed: &[TypedPath]) -> Vec<VerdictView> {
        let reaches_all = self.state.reaches_all(server);
        let programs = self.programs();
        let paths = typed.iter().filter_map(|typed| typed.path.as_ref());
        let mut verdicts = self.state.check(server, paths).into_iter();
        typed
            .iter()
            .map(|typed @ TypedPath { line, path, .. }| {
                let verdict = path.as_ref().and_then(|_| verdicts.next());
                let waits = |by| {
                    let grant = self.state.grant_by_id(by);
                    grant.is_some_and(|it| self.runtimes.waits_for_start(self.state, it))
                };
                let (outcome, by) = match verdict {
                    Some(_) if reaches_all => (Outcome::NotEnforced, None),
                    None => (Outcome::NotAPath, None),
                    Some(Verdict::Allowed { by, access: Access::Read }) => {
                        (Outcome::AllowedRead, Some(by))
                    }
                    Some(Verdict::Allowed { by, .. })
                        if self.is_only_read(by, typed, &programs) =>
                    {
                        (Outcome::AllowedRead, Some(by))
                    }
                    Some(Verdict::Allowed {
                        by,
                        access: access @ (Access::WriteGuarded | Access::WriteCommits),
                    }) => (self.outcome_of_guarded(by, access, typed), Some(by)),
                    Some(Verdict::Allowed { by, access: Access::ReadWrite }) => {
                        (Outcome::AllowedReadWrite, Some(by))
                    }
                    Some(Verdict::NeededToRun) if self.is_left_out(server, typed) => {
                        (Outcome::Outside, None)
                    }
                    Some(Verdict::NeededToRun) => (Outcome::NeededToRun, None),
                    Some(Verdict::Outside { .. }) if self.is_at_home(server, typed) => {
                        (Outcome::OwnHome, None)
                    }
                    Some(Verdict::Outside { .. }) if self.is_of_the_system(server, typed) => {
                        (Outcome::NeededToRun, None)
                    }
                    Some(Verdict::Withheld { by }) if waits(by) => (Outcome::NextStart, Some(by)),
                    Some(Verdict::Withheld { by }) => (Outcome::Withheld, Some(by)),
                    Some(Verdict::Outside { nearest }) => (Outcome::Outside, nearest),
                };
                let folder = by.and_then(|by| self.state.grant_by_id(by));
                VerdictView {
                    path: path.as_ref().map_or_else(|| shown(line), |path| shown(path.as_path())),
                    server: server.0,
                    outcome,
                    folder: folder.map(|grant| shown(grant.root.path.as_path())),
                    grant: by.map(|by| by.0),
                }
            })
            .collect()
    }
}
