//! What a server tried to reach outside of its grants: the last of it, each path once.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use paddock_core::consent::is_secret;
use paddock_core::{AbsolutePath, Access, Guarded, RootEntry, Time};
use paddock_supervisor::{Attempt, DeniedBy, LONGEST_HOLD};

/// Attempts kept a server.
const KEPT: usize = 50;
/// Paths of a server that are not asked about.
const SILENCED: usize = 256;

#[derive(Debug, Default)]
pub(crate) struct Attempts {
    newest_first: VecDeque<Tried>,
    /// One of them is being looked at.
    looking: bool,
    /// What a person does not want to be asked about as long as the server runs.
    silenced: VecDeque<PathBuf>,
}

#[derive(Clone, Debug)]
pub(crate) struct Tried {
    pub(crate) id: u32,
    pub(crate) path: PathBuf,
    pub(crate) write: bool,
    pub(crate) denied_by: DeniedBy,
    /// The least access to the folder around it that lets it; none if no access does.
    pub(crate) needs: Option<Access>,
    pub(crate) count: u32,
    pub(crate) last: Time,
    /// The folder to offer for it, once it was looked at.
    pub(crate) offer: Option<PathBuf>,
    is_looked_at: bool,
    /// The server waits with it.
    pub(crate) held: Option<u64>,
    /// When it began to wait.
    pub(crate) held_since: Time,
    /// It was tried since the server was last started.
    of_this_run: bool,
}

/// What is new of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// It was not tried before.
    Tried,
    /// The server waits with it once more.
    Waits,
}

impl Attempts {
    /// Takes one in, and says what is new of it, if anything is; what was not tried before is number
    /// `id`. It was denied under these `folders`.
    pub(crate) fn note(
        &mut self,
        id: u32,
        attempt: Attempt,
        folders: &[RootEntry],
        now: Time,
    ) -> Option<(News, &Tried)> {
        let is_it =
            |tried: &Tried| tried.path == attempt.path && tried.denied_by == attempt.denied_by;
        let known = self.newest_first.iter().position(is_it);
        let known = known.and_then(|at| self.newest_first.remove(at));
        let is_new = known.is_none();
        let mut tried = known.unwrap_or(Tried {
            id,
            path: attempt.path,
            write: false,
            denied_by: attempt.denied_by,
            needs: None,
            count: 0,
            last: now,
            offer: None,
            is_looked_at: attempt.denied_by != DeniedBy::Grants,
            held: None,
            held_since: now,
            of_this_run: true,
        });
        tried.of_this_run = true;
        tried.write |= attempt.write;
        tried.needs = tried.needed(folders);
        tried.count = tried.count.saturating_add(1);
        tried.last = now;
        let waits_anew = attempt.held.is_some() && !tried.waits(now);
        if attempt.held.is_some() {
            (tried.held, tried.held_since) = (attempt.held, now);
        }
        // Of one that is not looked at yet, that is said when it was.
        let news = if is_new {
            Some(News::Tried)
        } else {
            (waits_anew && tried.is_looked_at).then_some(News::Waits)
        };
        self.newest_first.push_front(tried);
        self.forget_the_oldest();
        news.zip(self.newest_first.front())
    }

    /// What the server still waits with is forgotten last.
    fn forget_the_oldest(&mut self) {
        if self.newest_first.len() > KEPT {
            let before_newest = self.newest_first.iter().skip(1);
            let at = before_newest.rev().position(|tried| tried.held.is_none());
            self.newest_first.remove(KEPT - at.unwrap_or(0));
        }
    }

    /// One that is to be looked at, those that the server waits with before others; none while
    /// another is.
    pub(crate) fn begin_look(&mut self) -> Option<(u32, PathBuf)> {
        let mut unseen = self.newest_first.iter().filter(|tried| !tried.is_looked_at);
        let waits = unseen.clone().find(|tried| tried.held.is_some());
        let next = waits.or_else(|| unseen.next()).filter(|_| !self.looking)?;
        let next = (next.id, next.path.clone());
        self.looking = true;
        Some(next)
    }

    /// The one that was looked at, if it is still known.
    pub(crate) fn end_look(&mut self, id: u32, offer: Option<PathBuf>) -> Option<&Tried> {
        self.looking = false;
        let tried = self.newest_first.iter_mut().find(|tried| tried.id == id)?;
        (tried.offer, tried.is_looked_at) = (offer, true);
        Some(tried)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tried> {
        self.newest_first.iter()
    }

    /// What was tried since the server was last started, in the order in which it was last tried.
    pub(crate) fn of_this_run(&self) -> impl Iterator<Item = &Tried> {
        self.newest_first.iter().rev().filter(|tried| tried.of_this_run)
    }

    /// The server is started.
    pub(crate) fn begin_run(&mut self) {
        self.newest_first.iter_mut().for_each(|tried| tried.of_this_run = false);
        self.silenced.clear();
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Tried> {
        self.newest_first.iter().find(|tried| tried.id == id)
    }

    pub(crate) fn dismiss(&mut self, id: u32) -> Option<Tried> {
        let at = self.newest_first.iter().position(|tried| tried.id == id)?;
        self.newest_first.remove(at)
    }

    /// A person does not want to be asked again about one, nor about what else is in the folder that
    /// there was to offer for it. What the server waited with of that, and waits with no longer.
    pub(crate) fn silence(&mut self, tried: &Tried) -> Vec<Tried> {
        let about = tried.offer.as_ref().unwrap_or(&tried.path);
        if !self.is_silenced(about) {
            self.silenced.push_back(about.clone());
        }
        if self.silenced.len() > SILENCED {
            self.silenced.pop_front();
        }
        let Self { newest_first, silenced, .. } = self;
        let is_silenced = |tried: &&mut Tried| silenced.iter().any(|it| tried.path.starts_with(it));
        let mut waited = Vec::new();
        for tried in
            newest_first.iter_mut().filter(is_silenced).filter(|tried| tried.held.is_some())
        {
            waited.push(tried.clone());
            tried.held = None;
        }
        waited
    }

    pub(crate) fn is_silenced(&self, path: &Path) -> bool {
        self.silenced.iter().any(|silenced| path.starts_with(silenced))
    }

    /// Takes away those that are granted now, and returns them.
    pub(crate) fn granted(&mut self, folders: &[RootEntry]) -> Vec<Tried> {
        let covered = |tried: &Tried| match tried.denied_by {
            DeniedBy::Grants => {
                around(&tried.path, folders).any(|entry| !tried.write || entry.access.writes())
            }
            DeniedBy::Guard | DeniedBy::Program | DeniedBy::Content(_) => {
                let nearest = nearest(&tried.path, folders);
                nearest.zip(tried.needs).is_some_and(|(entry, needs)| entry.access >= needs)
            }
        };
        let granted = self.newest_first.iter().filter(|tried| covered(tried)).cloned().collect();
        self.newest_first.retain(|tried| !covered(tried));
        granted
    }

    /// What the server waits with under this number since then.
    pub(crate) fn waiting(&self, held: u64, since: Time) -> Option<&Tried> {
        self.newest_first.iter().find(|it| it.held == Some(held) && it.held_since == since)
    }

    /// The process is gone, and waits for nothing.
    pub(crate) fn let_go(&mut self) {
        self.newest_first.iter_mut().for_each(|tried| tried.held = None);
    }
}

impl Tried {
    /// Whether the server can still be waiting with it.
    pub(crate) fn waits(&self, now: Time) -> bool {
        self.held.is_some() && now < self.held_since.plus(LONGEST_HOLD)
    }

    fn needed(&self, folders: &[RootEntry]) -> Option<Access> {
        match self.denied_by {
            DeniedBy::Grants if self.write => Some(Access::WriteGuarded),
            DeniedBy::Grants => Some(Access::Read),
            DeniedBy::Guard => Some(lets_guarded(&self.path, folders)),
            DeniedBy::Program => None,
            DeniedBy::Content(_) => Some(Access::ReadWrite),
        }
    }
}

/// What is guarded by its name alone, and written by commits, does not take all.
fn lets_guarded(path: &Path, folders: &[RootEntry]) -> Access {
    let folder = nearest(path, folders).map(|entry| entry.root.path.as_path());
    let is_guarded = |below: &Path, access| Guarded::from(access, below).is_some();
    let below = folder.filter(|folder| !is_guarded(folder, Access::WriteGuarded));
    let below = below.and_then(|folder| path.strip_prefix(folder).ok());
    let by_commits = below.is_some_and(|below| {
        is_guarded(below, Access::WriteGuarded) && !is_guarded(below, Access::WriteCommits)
    });
    if by_commits { Access::WriteCommits } else { Access::ReadWrite }
}

fn around<'a>(path: &Path, folders: &'a [RootEntry]) -> impl Iterator<Item = &'a RootEntry> {
    folders.iter().filter(move |entry| path.starts_with(entry.root.path.as_path()))
}

fn nearest<'a>(path: &Path, folders: &'a [RootEntry]) -> Option<&'a RootEntry> {
    around(path, folders).max_by_key(|entry| entry.root.path.as_path().as_os_str().len())
}

/// The smallest folder that makes sense to grant for `path`: the folder itself, or the one the file
/// is in, without links on the way. Never the home folder or what lies above it, nor for a secret.
pub(crate) fn offer(path: &Path, home: &Path) -> Option<PathBuf> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let may_be = !holds_secret(path) && !holds_secret(&folder) && !home.starts_with(&folder);
    may_be.then_some(folder)
}

/// Whether it is a likely secret, or where such are.
pub(crate) fn holds_secret(path: &Path) -> bool {
    AbsolutePath::new(path).is_ok_and(|path| is_secret(&path))
}

#[cfg(test)]
mod tests {
    use paddock_core::{Identity, Root};
    use paddock_supervisor::Doubt;

    use super::*;

    fn folder(path: &str, access: Access) -> RootEntry {
        let identity = Identity { device: 1, inode: 1, born: None };
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    fn attempt(path: &str, write: bool, held: Option<u64>) -> Attempt {
        Attempt { path: path.into(), write, denied_by: DeniedBy::Grants, held }
    }

    #[test]
    fn the_same_path_is_one_attempt_and_counted() {
        let mut attempts = Attempts::default();
        assert!(attempts.note(1, attempt("/w/x", false, None), &[], Time(1)).is_some());
        assert!(attempts.note(2, attempt("/w/x", true, None), &[], Time(2)).is_none());
        let tried: Vec<_> = attempts.iter().collect();
        assert_eq!((tried.len(), tried[0].count, tried[0].write), (1, 2, true));
    }

    #[test]
    fn each_time_the_server_waits_is_news_once_it_was_looked_at() {
        let (mut attempts, again) = (Attempts::default(), Time(0).plus(LONGEST_HOLD));
        let note = |attempts: &mut Attempts, held, at| {
            attempts.note(1, attempt("/w/x", false, held), &[], at).map(|(news, _)| news)
        };
        assert_eq!(note(&mut attempts, Some(7), Time(0)), Some(News::Tried));
        assert_eq!(note(&mut attempts, Some(7), again), None, "it is told when it was looked at");
        let (id, _) = attempts.begin_look().unwrap();
        attempts.end_look(id, None);
        assert_eq!(note(&mut attempts, Some(8), Time(again.0 + 1)), None, "it waits already");
        let later = Time(again.0 + 1).plus(LONGEST_HOLD);
        assert_eq!(note(&mut attempts, None, later), None, "it does not wait");
        assert_eq!(note(&mut attempts, Some(9), later), Some(News::Waits));
        attempts.let_go();
        assert_eq!(note(&mut attempts, Some(1), Time(later.0 + 1)), Some(News::Waits));
    }

    #[test]
    fn a_wait_of_another_process_under_the_same_number_is_another() {
        let mut attempts = Attempts::default();
        let note = |attempts: &mut Attempts, at| {
            attempts.note(1, attempt("/w/x", false, Some(1)), &[], at);
        };
        note(&mut attempts, Time(0));
        assert!(attempts.waiting(1, Time(0)).is_some());
        attempts.let_go();
        note(&mut attempts, Time(5));
        assert!(attempts.waiting(1, Time(0)).is_none() && attempts.waiting(1, Time(5)).is_some());
    }

    #[test]
    fn one_after_the_other_is_looked_at_and_what_the_server_waits_with_first() {
        let mut attempts = Attempts::default();
        for (id, path, held) in [(1, "/a", None), (2, "/b", Some(7)), (3, "/c", None)] {
            attempts.note(id, attempt(path, false, held), &[], Time(0));
        }
        let (first, path) = attempts.begin_look().unwrap();
        assert_eq!((&*path, attempts.begin_look()), (Path::new("/b"), None));
        let tried = attempts.end_look(first, Some("/offer".into())).unwrap();
        assert_eq!(tried.offer.as_deref(), Some(Path::new("/offer")));
        let (second, path) = attempts.begin_look().unwrap();
        assert_eq!(&*path, Path::new("/c"));
        attempts.dismiss(second);
        assert!(attempts.end_look(second, None).is_none());
        assert_eq!(&*attempts.begin_look().unwrap().1, Path::new("/a"));
    }

    #[test]
    fn what_is_silenced_is_so_until_the_server_is_started_again() {
        let mut attempts = Attempts::default();
        attempts.note(1, attempt("/w/docs/a", false, Some(1)), &[], Time(0));
        let (id, _) = attempts.begin_look().unwrap();
        let tried = attempts.end_look(id, Some("/w/docs".into())).unwrap().clone();
        attempts.silence(&tried);
        assert!(attempts.is_silenced(Path::new("/w/docs/b")), "in the folder that was offered");
        assert!(!attempts.is_silenced(Path::new("/w/docs-of-mine")));
        assert!(!attempts.is_silenced(Path::new("/w")));
        attempts.begin_run();
        assert!(!attempts.is_silenced(Path::new("/w/docs/a")));
    }

    #[test]
    fn no_secret_is_offered() {
        for secret in ["/home/ada/.ssh/id_ed25519", "/home/ada/.aws", "/home/ada/acme/.env"] {
            assert_eq!(offer(Path::new(secret), Path::new("/home/ada")), None, "{secret}");
        }
    }

    #[test]
    fn the_home_folder_is_never_offered() {
        assert_eq!(offer(Path::new("/home/ada/x.txt"), Path::new("/home/ada")), None);
        assert_eq!(offer(Path::new("/home/x.txt"), Path::new("/home/ada")), None);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_offered_is_where_links_lead() {
        let world = tempfile::tempdir().unwrap();
        let home = world.path().canonicalize().unwrap().join("home");
        let inside = home.join("work");
        std::fs::create_dir_all(&inside).unwrap();
        let link = |to: &Path, name: &str| {
            let link = home.with_file_name(name);
            std::os::unix::fs::symlink(to, &link).unwrap();
            link
        };
        assert_eq!(offer(&link(&inside, "one").join("x.txt"), &home), Some(inside));
        assert_eq!(offer(&link(&home, "other"), &home), None);
    }

    #[test]
    fn however_many_there_are_the_newest_are_kept() {
        let mut attempts = Attempts::default();
        for number in 0..1000 {
            attempts.note(number, attempt(&format!("/w/{number}"), false, None), &[], Time(0));
        }
        assert_eq!(attempts.iter().count(), KEPT);
        assert_eq!(attempts.iter().next().unwrap().path, Path::new("/w/999"));
    }

    #[test]
    fn what_an_earlier_run_tried_is_told_apart() {
        let mut attempts = Attempts::default();
        let note = |attempts: &mut Attempts, path| {
            attempts.note(0, attempt(path, false, None), &[], Time(0));
        };
        for path in ["/a", "/b", "/c"] {
            note(&mut attempts, path);
        }
        attempts.begin_run();
        for path in ["/d", "/b"] {
            note(&mut attempts, path);
        }
        let tried: Vec<_> = attempts.of_this_run().map(|tried| tried.path.as_path()).collect();
        assert_eq!(tried, [Path::new("/d"), Path::new("/b")]);
        assert_eq!(attempts.iter().count(), 4);
    }

    #[test]
    fn what_is_granted_is_let_go_and_what_is_not_waits() {
        let mut attempts = Attempts::default();
        for (path, write, held) in [("/a/x", false, 1), ("/a/y", true, 2), ("/b", false, 3)] {
            attempts.note(0, attempt(path, write, Some(held)), &[], Time(0));
        }
        let granted = attempts.granted(&[folder("/a", Access::Read)]);
        assert_eq!(granted.iter().map(|tried| tried.held).collect::<Vec<_>>(), [Some(1)]);
        assert_eq!(attempts.iter().count(), 2);
    }

    #[test]
    fn what_the_server_waits_with_is_forgotten_last() {
        let mut attempts = Attempts::default();
        attempts.note(0, attempt("/held", false, Some(1)), &[], Time(0));
        for number in 1..=KEPT {
            attempts.note(1, attempt(&format!("/{number}"), false, None), &[], Time(0));
        }
        assert_eq!(attempts.iter().count(), KEPT);
        assert!(attempts.waiting(1, Time(0)).is_some());
    }

    #[test]
    fn what_is_guarded_stays_until_it_may_be_written() {
        let guarded = folder("/w", Access::WriteGuarded);
        let mut attempts = Attempts::default();
        let plants = ["/w/.git/hooks/pre-commit", "/w/.git/index", "/w/mcp/server.py"];
        let by = [DeniedBy::Guard, DeniedBy::Guard, DeniedBy::Program];
        for (path, denied_by) in plants.into_iter().zip(by) {
            let attempt = Attempt { denied_by, ..attempt(path, true, None) };
            attempts.note(0, attempt, std::slice::from_ref(&guarded), Time(0));
        }
        let needs = attempts.iter().map(|tried| tried.needs).collect::<Vec<_>>();
        assert_eq!(needs, [None, Some(Access::WriteCommits), Some(Access::ReadWrite)]);
        assert_eq!(attempts.begin_look(), None, "no folder is offered");
        let mut left = |folders: &[RootEntry]| {
            attempts.granted(folders);
            attempts.iter().count()
        };
        assert_eq!(left(std::slice::from_ref(&guarded)), 3);
        let around = folder("/", Access::ReadWrite);
        assert_eq!(left(&[guarded, around]), 3, "the nearest decides");
        assert_eq!(left(&[folder("/w", Access::WriteCommits)]), 2);
        assert_eq!(left(&[folder("/w", Access::ReadWrite)]), 1, "no access lets that");
    }

    #[test]
    fn what_git_would_be_led_by_needs_all_though_commits_are_let() {
        let commits = [folder("/w", Access::WriteCommits)];
        let mut attempts = Attempts::default();
        let denied_by = DeniedBy::Content(Doubt::Name);
        let attempt = Attempt { denied_by, ..attempt("/w/.git/index", true, None) };
        let (_, tried) = attempts.note(0, attempt, &commits, Time(0)).unwrap();
        assert_eq!(tried.needs, Some(Access::ReadWrite));
        assert_eq!(attempts.granted(&commits).len(), 0);
        assert_eq!(attempts.granted(&[folder("/w", Access::ReadWrite)]).len(), 1);
    }

    #[test]
    fn of_a_folder_in_which_all_of_it_runs_all_is_needed() {
        let whole = folder("/w/.git", Access::WriteGuarded);
        let guarded = folder("/w", Access::WriteGuarded);
        let needs = |folders: &[RootEntry]| lets_guarded(Path::new("/w/.git/index"), folders);
        assert_eq!(needs(std::slice::from_ref(&guarded)), Access::WriteCommits);
        assert_eq!(needs(&[guarded, whole]), Access::ReadWrite);
        assert_eq!(needs(&[]), Access::ReadWrite);
    }
}
