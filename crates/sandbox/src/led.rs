//! What the person's own programs come to run by what is guarded: where links in it lead, and what
//! the settings of Git name.
//!
//! A hook may be a link to a script of the project, and `core.hooksPath` may name any folder. What
//! leads there can't be written by a server that is kept from what runs, so what it leads to is known
//! before the server writes anything, and is guarded too. It is read with care all the same: within
//! bounds, and nothing of it is run.

mod commands;
mod home;
mod repository;
pub(crate) mod settings;
mod stamp;
mod way;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_core::{Access, Guarded};

use self::stamp::Stamp;
use self::way::Way;

/// How much is looked at before what was found has to do. What is nearer to the granted folder comes
/// first.
const NAMES: usize = 20_000;
const TIME: Duration = Duration::from_secs(1);

/// How many places are told: of repositories by the name of Git's folder, and of those without.
const PLACES: usize = 1024;

/// How many files and folders are watched for a change.
const LOOKED_AT: usize = 4 * PLACES;

/// How many folders are looked at anew each time, and how many names are read. What is more has to do
/// for as long for each.
const FEW_FOLDERS: usize = 128;
const FEW_NAMES: usize = 1024;
const EACH: Duration = Duration::from_micros(5);

/// How deep a guarded folder is looked through for links.
const DEPTH: usize = 6;

const PACKAGES: &str = "node_modules";

/// A folder in which names are guarded.
#[derive(Clone, Debug)]
pub struct Held {
    pub folder: PathBuf,
    pub access: Access,
}

/// What is led to, and what it was found by.
#[derive(Debug, Default)]
pub struct Led {
    /// Files, folders with all that is in them, and links on the way. Some are not there yet.
    pub places: BTreeSet<PathBuf>,
    /// What leads out of where it stands: elsewhere it would lead elsewhere.
    pub sources: BTreeSet<PathBuf>,
    of_git: BTreeSet<PathBuf>,
    /// What is led to by what only looks like a repository: a server may have made that.
    of_bare: BTreeSet<PathBuf>,
    looked_at: BTreeMap<PathBuf, Stamp>,
    /// All folders that were looked through: what is guarded may come in each.
    walked: BTreeMap<PathBuf, Walked>,
    /// How many names were read the last time.
    names_read: usize,
    /// By their folder and the one of their files.
    repositories: BTreeSet<(PathBuf, PathBuf)>,
    /// There was more to look at than there was time.
    is_cut_short: bool,
    /// More is led to, or leads there, than is kept.
    is_too_much: bool,
}

#[derive(Clone, Copy, Debug)]
struct Walked {
    stamp: Stamp,
    what: What,
}

/// What is looked for in a folder.
#[derive(Clone, Copy, Debug)]
enum What {
    All,
    /// Links, and so much deeper: it is below a guarded name.
    Links(usize),
    /// It is the home, or one with settings there.
    OfHome,
}

impl Led {
    /// Looks at what is guarded in these folders, at the repositories that they are in, and at what the
    /// person has in their home.
    pub fn from(held: &[Held], home: Option<&Path>) -> Self {
        let mut look = Look::of(held, home, Self::default());
        look.home();
        for held in held {
            look.repositories_around(&held.folder);
        }
        look.watch_above(held);
        let bare = look.walk(held.iter().map(|it| it.folder.clone()).collect());
        Self::look_at_bare(look, bare)
    }

    fn look_at_bare(look: Look<'_>, bare: Vec<PathBuf>) -> Self {
        let mut look = Look { is_bare: true, ..Look::of(look.held, look.home, look.led) };
        for folder in bare {
            look.repository(&folder, &folder);
        }
        look.led.settle();
        look.led
    }

    /// Whether something may lead somewhere that was not looked at, deep in large folders.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short || self.is_too_much
    }

    /// Whether repositories and links lead to more than is told. Then nobody can tell what else.
    pub fn is_too_much(&self) -> bool {
        self.is_too_much
    }

    /// The same once more. Where there is not the time for all of it, what was found before stays.
    fn look_again(&mut self, held: &[Held], home: Option<&Path>) {
        let before = std::mem::replace(self, Self::from(held, home));
        if self.is_cut_short {
            let room = PLACES.saturating_sub(self.of_git.len());
            self.of_git.extend(before.of_git.into_iter().take(room));
            let room = PLACES.saturating_sub(self.sources.len());
            self.sources.extend(before.sources.into_iter().take(room));
            self.settle();
        }
    }

    /// Looks at the repositories around `folder`, which were not found among very many names or came
    /// since. Whether more is led to.
    pub fn look_around(&mut self, folder: &Path, held: &[Held], home: Option<&Path>) -> bool {
        let before = self.told();
        let mut look = Look::of(held, home, std::mem::take(self));
        look.repositories_around(folder);
        *self = look.led;
        self.settle();
        self.told() != before
    }

    fn told(&self) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
        (self.places.clone(), self.sources.clone())
    }

    fn settle(&mut self) {
        self.places = outermost(self.of_git.iter().chain(&self.of_bare));
    }

    /// Looks at what came or changed since. Whether something else is led to.
    pub fn follow(&mut self, held: &[Held], home: Option<&Path>) -> bool {
        self.names_read = 0;
        let is_known = self.looked_at.iter().all(|(path, then)| then.holds(path));
        let changed = self.take_changed();
        if is_known && changed.is_empty() {
            return false;
        }
        let before = self.told();
        if !is_known || !self.look_through(changed, held, home) {
            self.look_again(held, home);
        }
        self.told() != before
    }

    /// How long what was found has to do, so that looking anew takes little of the time.
    pub fn lasts(&self) -> Duration {
        let more = |count: usize, few: usize| if count > few { count } else { 0 };
        let count = more(self.walked.len(), FEW_FOLDERS) + more(self.names_read, FEW_NAMES);
        EACH * u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn take_changed(&mut self) -> Vec<(PathBuf, Walked)> {
        let changed = self.walked.iter().filter(|(path, then)| !then.stamp.holds(path));
        let changed: Vec<_> = changed.map(|(path, then)| (path.clone(), *then)).collect();
        for (path, _) in &changed {
            self.walked.remove(path);
        }
        changed
    }

    /// Looks through these folders for what came. Not if something leads elsewhere than it did.
    fn look_through(
        &mut self,
        changed: Vec<(PathBuf, Walked)>,
        held: &[Held],
        home: Option<&Path>,
    ) -> bool {
        let mut look = Look::of(held, home, std::mem::take(self));
        let mut folders = VecDeque::new();
        for (folder, walked) in changed {
            match walked.what {
                What::All => folders.push_back(folder),
                What::Links(depth) => look.guarded_folder(&folder, depth),
                What::OfHome => look.links_of_home(),
            }
        }
        let bare = look.walk(folders);
        let leads_elsewhere = look.leads_elsewhere;
        *self = Self::look_at_bare(look, bare);
        !leads_elsewhere
    }
}

fn is_guarded(folder: &Path, name: &str) -> bool {
    let folder = folder.file_name().unwrap_or_default().to_string_lossy();
    Guarded::of_name(name).or_else(|| Guarded::of_pair(&folder, name)).is_some()
}

/// Those that are in no other of them.
fn outermost<'a>(places: impl Iterator<Item = &'a PathBuf>) -> BTreeSet<PathBuf> {
    let places: BTreeSet<_> = places.collect();
    let is_inner =
        |place: &PathBuf| place.ancestors().skip(1).any(|it| places.contains(&it.to_path_buf()));
    places.iter().copied().filter(|place| !is_inner(place)).cloned().collect()
}

struct Look<'a> {
    held: &'a [Held],
    home: Option<&'a Path>,
    led: Led,
    left: usize,
    until: Instant,
    /// It looks at what only looks like a repository.
    is_bare: bool,
    /// The repository that it looks at.
    at: Option<At>,
    /// A link came on the way to what is led to.
    leads_elsewhere: bool,
}

/// A repository: what stands for it beside its files, and the folders that move along with that.
struct At {
    source: PathBuf,
    own: Vec<PathBuf>,
}

/// A name in a folder.
struct Named {
    path: PathBuf,
    name: String,
    kind: FileType,
}

impl<'a> Look<'a> {
    fn of(held: &'a [Held], home: Option<&'a Path>, led: Led) -> Self {
        let until = Instant::now() + TIME;
        let (is_bare, leads_elsewhere) = (false, false);
        Self { held, home, led, left: NAMES, until, is_bare, at: None, leads_elsewhere }
    }

    fn repositories_around(&mut self, folder: &Path) {
        for above in folder.ancestors() {
            let git = above.join(repository::GIT);
            if fs::symlink_metadata(&git).is_ok() {
                self.repository(above, &git);
            }
        }
    }

    /// A repository may come around them.
    fn watch_above(&mut self, held: &[Held]) {
        for above in held.iter().flat_map(|held| held.folder.ancestors().skip(1)) {
            self.note_place(above.join(repository::GIT));
        }
    }

    /// All these folders at once, level by level. Those that look like repositories, and what is in
    /// them, come last: a server can make what looks like one.
    fn walk(&mut self, mut folders: VecDeque<PathBuf>) -> Vec<PathBuf> {
        let (mut later, mut bare) = (VecDeque::new(), Vec::new());
        while let Some(folder) = folders.pop_front().or_else(|| later.pop_front()) {
            let names = self.walked(&folder, What::All);
            let is_bare = repository::is_one(&names);
            if is_bare {
                bare.push(folder.clone());
            }
            for named in names {
                if named.name.eq_ignore_ascii_case(repository::GIT) {
                    self.repository(&folder, &named.path);
                } else if is_guarded(&folder, &named.name) {
                    self.guarded(&named, DEPTH);
                } else if named.kind.is_symlink() {
                    self.leads_elsewhere |= self.is_new_on_the_way(&named.path);
                } else if named.kind.is_dir()
                    && named.name != PACKAGES
                    && !self.led.walked.contains_key(&named.path)
                {
                    let next = if is_bare { &mut later } else { &mut folders };
                    next.push_back(named.path);
                }
            }
        }
        self.led.is_cut_short |= self.left == 0;
        bare
    }

    fn is_new_on_the_way(&self, link: &Path) -> bool {
        let mut behind = self.led.places.range(link.to_path_buf()..);
        behind.next().is_some_and(|place| place.starts_with(link) && place != link)
    }

    /// A guarded name, or what is in a guarded folder.
    fn guarded(&mut self, named: &Named, depth: usize) {
        if named.kind.is_symlink() {
            self.follow(named);
        } else if named.kind.is_dir() && depth == 0 {
            self.led.is_cut_short = true;
        } else if named.kind.is_dir() && !self.led.walked.contains_key(&named.path) {
            self.guarded_folder(&named.path, depth);
        }
    }

    fn guarded_folder(&mut self, folder: &Path, depth: usize) {
        for below in self.walked(folder, What::Links(depth)) {
            self.guarded(&below, depth.saturating_sub(1));
        }
    }

    /// What is in `folder`, which is looked through again when it was changed.
    fn walked(&mut self, folder: &Path, what: What) -> Vec<Named> {
        let stamp = Stamp::of(folder);
        if !stamp.is_there() {
            return Vec::new();
        }
        let names = self.names(folder);
        if self.left > 0 && self.led.walked.len() < NAMES {
            self.led.walked.insert(folder.to_path_buf(), Walked { stamp, what });
        } else {
            self.led.is_cut_short = true;
        }
        names
    }

    /// Each name in `folder`, as long as there is time.
    fn names(&mut self, folder: &Path) -> Vec<Named> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if self.is_over() {
                break;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let name = entry.file_name().to_string_lossy().into_owned();
            names.push(Named { path: entry.path(), name, kind });
        }
        self.led.names_read += names.len();
        names
    }

    fn is_over(&mut self) -> bool {
        let is_late = self.left.is_multiple_of(64) && Instant::now() >= self.until;
        self.left = if is_late { 0 } else { self.left.saturating_sub(1) };
        self.left == 0
    }

    fn follow(&mut self, link: &Named) {
        self.note(link.path.clone());
        // A link to a folder around it would close all that is there.
        let root = Path::new("/");
        let Some(Way { end, .. }) = way::walk(root, &link.path) else { return };
        if !link.path.starts_with(&end) {
            self.lead(root, &link.path);
        }
        if !self.is_guarded_by_name(&end) {
            self.note_source(link.path.clone());
        }
    }

    /// Guards what `path` leads to from the folder `base`, and each link on the way. Where it leads.
    fn lead(&mut self, base: &Path, path: &Path) -> Option<PathBuf> {
        let end = self.pass(base, path)?;
        self.guard(end.clone());
        Some(end)
    }

    /// As [`lead`](Self::lead), for what is guarded where it leads to by its name.
    fn pass(&mut self, base: &Path, path: &Path) -> Option<PathBuf> {
        let Way { links, end } = way::walk(base, path)?;
        if let Some(At { source, own }) = &self.at {
            let is_own = |path: &Path| own.iter().any(|own| path.starts_with(own));
            if is_own(base) && !(is_own(&end) && links.iter().all(|link| is_own(link))) {
                self.note_source(source.clone());
            }
        }
        for place in links {
            self.note(place.clone());
            self.guard(place);
        }
        Some(end)
    }

    /// The folder that is held and `path` is in, and where in it.
    fn held_around<'path>(&self, path: &'path Path) -> Option<(&'a Held, &'path Path)> {
        let around = self.held.iter().filter(|held| path.starts_with(&held.folder));
        let held = around.max_by_key(|held| held.folder.as_os_str().len())?;
        Some((held, path.strip_prefix(&held.folder).ok()?))
    }

    /// Whether it is guarded wherever it is moved to.
    fn is_guarded_by_name(&self, path: &Path) -> bool {
        let around = self.held_around(path);
        around.is_some_and(|(held, below)| Guarded::from(held.access, below).is_some())
    }

    /// What only looks like a repository counts for nothing: a server can make any number of them.
    fn note_source(&mut self, source: PathBuf) {
        if self.is_bare || self.held_around(&source).is_none() {
            return;
        }
        if self.led.sources.len() < PLACES {
            self.led.sources.insert(source);
        } else {
            self.led.is_too_much |= !self.led.sources.contains(&source);
        }
    }

    fn guard(&mut self, place: PathBuf) {
        let Some((held, below)) = self.held_around(&place) else { return };
        // All of it would be closed by a link to where it is.
        let is_all = below.as_os_str().is_empty();
        let is_guarded = Guarded::from(held.access, below).is_some();
        let places = if self.is_bare { &mut self.led.of_bare } else { &mut self.led.of_git };
        if is_all || is_guarded || places.contains(&place) {
            return;
        }
        if places.len() < PLACES {
            places.insert(place);
        } else {
            // A server can make what only looks like a repository, and is not to close all by that.
            self.led.is_too_much |= !self.is_bare;
        }
    }

    /// So that it is seen when something else comes to stand there, or it is changed.
    fn note(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        self.note_as(path, stamp);
    }

    /// The same of a folder in which much is changed that leads nowhere.
    fn note_place(&mut self, path: PathBuf) {
        let stamp = Stamp::of_place(&path);
        self.note_as(path, stamp);
    }

    fn note_as(&mut self, path: PathBuf, stamp: Stamp) {
        let most = if self.is_bare { PLACES } else { LOOKED_AT };
        if self.led.looked_at.len() < most {
            // What was seen first is what was gone by.
            self.led.looked_at.entry(path).or_insert(stamp);
        } else {
            self.led.is_too_much |= !self.is_bare && !self.led.looked_at.contains_key(&path);
        }
    }
}

#[cfg(test)]
mod tests;
