//! What becomes of entries that are let go through Paddock.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use crate::app::{App, app};
use crate::change::{Change, digest, hex};
use crate::config::{Config, Fields, Slot, fields};
use crate::diff::{Region, diff};
use crate::disk;
use crate::entry::{Content, Entry, EntryRef, FileRef, launch};
use crate::error::AppError;
use crate::find::find_app;
use crate::format::Format;
use crate::mask;
use crate::places::Places;
use crate::record::{Adoption, Withheld, with_holes};
use crate::splice::{Edit, apply, line_start, moved};
use crate::tree::{Meaning, Node, Value};

/// Whose files the person was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Person,
    /// A file that a team shares.
    Project,
}

/// An entry as it was found, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Adopted {
    pub entry: Entry,
    /// The server of Paddock that it starts.
    pub server: String,
    /// Absolute path of `paddock`.
    pub shim: PathBuf,
    /// What the shim itself needs of its environment; most need nothing.
    pub env: BTreeMap<String, String>,
}

/// What is to be shown, written and kept.
#[derive(Clone, Debug)]
pub struct Plan {
    pub change: Change,
    /// To be kept once the change is written.
    pub adoptions: Vec<Adoption>,
    /// For the keyring, in the order of `adoptions`.
    pub withheld: Vec<Withheld>,
}

/// Works out the new text of one file. Reads the file again, and refuses entries that are not what
/// they were when they were found.
pub fn plan(places: &Places, level: Level, adopted: &[Adopted]) -> Result<Plan, AppError> {
    let file = one_file(adopted.iter().map(|it| &it.entry.id))?;
    let app = app(&file.app).ok_or(AppError::UnknownApp)?;
    if file.project.is_some() != (level == Level::Project) {
        return Err(AppError::OfProject);
    }
    refuse_if_broken(places, app, &file)?;
    let opened = disk::open(&file.path)?;
    if let Some(obstacle) = opened.obstacle(places, file.project.as_deref()) {
        return Err(obstacle);
    }
    let old = Config::read(app, &opened.bytes)?;
    let wanted = adopted.iter().map(Wanted::new).collect::<Result<Vec<_>, _>>()?;
    let (new, edits) = edited(app, &old, &wanted)?;
    let regions = compared(app, (&old, &new), &wanted, &edits)?;
    // What the shim needs is no secret, and nothing is written that was not shown.
    let ours = adopted.iter().flat_map(|it| it.env.values()).map(|value| Format::text(value));
    let diff = diff(&old, &new, &regions, &ours.collect::<Vec<_>>());
    let change = Change::new(&file, opened, &new, diff);
    let (mut adoptions, mut withheld) = (Vec::new(), Vec::new());
    for (wanted, region) in wanted.iter().zip(&regions) {
        let (adoption, secrets) = record(app, &change, (&old, &new), wanted, region)?;
        adoptions.push(adoption);
        withheld.push(secrets);
    }
    Ok(Plan { change, adoptions, withheld })
}

pub(crate) fn one_file<'a>(
    mut entries: impl Iterator<Item = &'a EntryRef>,
) -> Result<FileRef, AppError> {
    let file = entries.next().ok_or(AppError::SeveralFiles)?.file.clone();
    if entries.any(|entry| entry.file != file) {
        return Err(AppError::SeveralFiles);
    }
    Ok(file)
}

/// An app that has a config which does not parse is left alone.
fn refuse_if_broken(places: &Places, app: &'static App, file: &FileRef) -> Result<(), AppError> {
    let found = find_app(places, app, None).filter(|_| file.project.is_none());
    match found.as_ref().and_then(|found| found.broken()) {
        Some(broken) if broken.file.path != file.path => {
            Err(AppError::AnotherBroken { file: broken.file.path.clone() })
        }
        Some(_) | None => Ok(()),
    }
}

/// What is to be written for one entry.
struct Wanted<'a> {
    adopted: &'a Adopted,
    shim: &'a str,
    args: Vec<String>,
}

impl<'a> Wanted<'a> {
    fn new(adopted: &'a Adopted) -> Result<Self, AppError> {
        let (id, server) = (&adopted.entry.id, &adopted.server);
        let name = || id.name.clone();
        match &adopted.entry.content {
            Content::Command(launch) if launch.through.is_some() => {
                return Err(AppError::EntryAlreadyThrough { name: name() });
            }
            Content::Command(_) => {}
            Content::Unreadable(error) => return Err(error.clone()),
            Content::Remote { .. } | Content::Other { .. } => {
                return Err(AppError::EntryNoCommand { name: name() });
            }
        }
        if server.is_empty() || server.starts_with('-') || server.contains(char::is_control) {
            return Err(AppError::BadServerName { name: server.clone() });
        }
        let shim = adopted.shim.to_str().filter(|it| !it.contains(char::is_control));
        let shim = shim.filter(|_| adopted.shim.is_absolute()).ok_or(AppError::BadShim)?;
        let args = ["run", server, "--app", &id.file.app].map(str::to_owned).to_vec();
        Ok(Self { adopted, shim, args })
    }

    fn id(&self) -> &EntryRef {
        &self.adopted.entry.id
    }
}

pub(crate) fn find_slot<'a, 'b>(slots: &'b [Slot<'a>], id: &EntryRef) -> Option<&'b Slot<'a>> {
    slots.iter().find(|slot| slot.at == id.at && slot.name == id.name)
}

/// The slot of an entry that is still what was found.
fn slot<'a, 'b>(slots: &'b [Slot<'a>], wanted: &Wanted<'_>) -> Result<&'b Slot<'a>, AppError> {
    let name = || wanted.id().name.clone();
    let slot = find_slot(slots, wanted.id()).ok_or_else(|| AppError::EntryGone { name: name() })?;
    if slot.node.meaning(&[]) != wanted.adopted.entry.meaning || slot.twice.is_some() {
        return Err(AppError::EntryChanged { name: name() });
    }
    Ok(slot)
}

fn edited(app: &App, old: &Config, wanted: &[Wanted<'_>]) -> Result<(Config, Vec<Edit>), AppError> {
    let slots = old.slots(&app.shape)?;
    let mut edits = Vec::new();
    for (index, one) in wanted.iter().enumerate() {
        if wanted[..index].iter().any(|other| other.id() == one.id()) {
            return Err(AppError::EntryTwice { name: one.id().name.clone() });
        }
        let slot = slot(&slots, one)?;
        if let Some(error) = old.in_the_way(&slot.name, slot.node) {
            return Err(error);
        }
        let fields = fields(&app.shape, slot.node);
        let fields =
            fields.ok_or_else(|| AppError::EntryNoCommand { name: one.id().name.clone() })?;
        edits.extend(edits_of(old, &old.region(slot.node), &fields, one));
    }
    let text = apply(&old.text, &mut edits).ok_or(AppError::WouldDamage)?;
    let new = Config::parse(old.format, text, old.marked).map_err(|_| AppError::WouldDamage)?;
    Ok((new, edits))
}

fn edits_of(
    old: &Config,
    region: &Range<usize>,
    fields: &Fields<'_>,
    wanted: &Wanted<'_>,
) -> Vec<Edit> {
    let (format, text) = (old.format, old.text.as_str());
    let mut new = Vec::new();
    let mut edits = Vec::new();
    if fields.command.node.list().is_some() {
        let line: Vec<_> =
            std::iter::once(wanted.shim.to_owned()).chain(wanted.args.iter().cloned()).collect();
        edits.extend(format.replace(text, fields.command, Format::list(&line)));
        let args = fields.args.map(|args| format.replace(text, args, "[]".to_owned()));
        edits.extend(args.into_iter().flatten());
    } else {
        edits.extend(format.replace(text, fields.command, Format::text(wanted.shim)));
        let args = Format::list(&wanted.args);
        match fields.args {
            Some(pair) => edits.extend(format.replace(text, pair, args)),
            None => new.push((fields.args_key, args)),
        }
    }
    let env = &wanted.adopted.env;
    let written = fields.env.map_or((Vec::new(), env.is_empty()), |pair| {
        format.replace_map(text, region, (fields.holder, pair), env)
    });
    edits.extend(written.0);
    if !written.1 {
        new.push((fields.env_key, format.map(env)));
    }
    let behind = fields.args.unwrap_or(fields.command);
    edits.extend(format.insert(text, fields.holder, behind, &new));
    edits
}

/// Where each entry stands before and after, once it is sure that nothing but the entries changed,
/// and they as intended.
fn compared(
    app: &App,
    (old, new): (&Config, &Config),
    wanted: &[Wanted<'_>],
    edits: &[Edit],
) -> Result<Vec<Region>, AppError> {
    let (before, after) = (old.slots(&app.shape)?, new.slots(&app.shape)?);
    let (mut regions, mut left_out) = (Vec::new(), (Vec::new(), Vec::new()));
    for one in wanted {
        let (Some(was), Some(is)) = (find_slot(&before, one.id()), find_slot(&after, one.id()))
        else {
            return Err(AppError::WouldDamage);
        };
        let same = rest(app, was.node) == rest(app, is.node);
        if !same || !is_as_wanted(app, is.node, one) {
            return Err(AppError::WouldDamage);
        }
        // More than the new entry's own lines, if comments stood before what was taken out.
        let region = old.region(was.node);
        let written = moved(&region, edits);
        let own = new.region(is.node);
        if written.start != own.start || written.end < own.end {
            return Err(AppError::WouldDamage);
        }
        regions.push(Region { before: region, after: written });
        left_out.0.push(was.node);
        left_out.1.push(is.node);
    }
    if old.root.meaning(&left_out.0) != new.root.meaning(&left_out.1) {
        return Err(AppError::WouldDamage);
    }
    Ok(regions)
}

/// What an entry says besides what is started.
fn rest(app: &App, entry: &Node) -> Option<Meaning> {
    let fields = fields(&app.shape, entry)?;
    let mut left_out = vec![&fields.command.node];
    left_out.extend(fields.args.iter().chain(&fields.env).map(|pair| &pair.node));
    Some(entry.meaning(&left_out))
}

fn is_as_wanted(app: &App, entry: &Node, wanted: &Wanted<'_>) -> bool {
    let Some(fields) = fields(&app.shape, entry) else { return false };
    let Ok(launch) = launch(entry, &fields) else { return false };
    launch.command == wanted.shim && launch.args == wanted.args && launch.env == wanted.adopted.env
}

/// What an entry says without its environment.
pub(crate) fn meaning_without_env(app: &App, entry: &Node) -> Meaning {
    let env = fields(&app.shape, entry).and_then(|fields| fields.env);
    entry.meaning(&env.map(|pair| &pair.node).into_iter().collect::<Vec<_>>())
}

fn record(
    app: &App,
    change: &Change,
    (old, new): (&Config, &Config),
    wanted: &Wanted<'_>,
    Region { before, after }: &Region,
) -> Result<(Adoption, Withheld), AppError> {
    let (old_slots, new_slots) = (old.slots(&app.shape)?, new.slots(&app.shape)?);
    let was = find_slot(&old_slots, wanted.id()).ok_or(AppError::WouldDamage)?;
    let is = find_slot(&new_slots, wanted.id()).ok_or(AppError::WouldDamage)?;
    let mut holes = mask::spans(was.node, &old.text);
    if let Some(env) = fields(&app.shape, was.node).and_then(|fields| fields.env) {
        // All of it: comments among variables may say what the variables were.
        let value = |part: &Range<usize>| part.start.max(env.key_span.end)..part.end;
        let in_table = matches!(env.node.value, Value::Map(_)) && env.parts.len() == 1;
        let whole = vec![env.node.span.clone()];
        let parts = if in_table { whole } else { env.parts.iter().map(value).collect() };
        holes.extend(parts);
    }
    let (original, withheld) = with_holes(&old.text, before, holes);
    let start = line_start(&old.text, before.start);
    let adoption = Adoption {
        entry: wanted.id().clone(),
        server: wanted.adopted.server.clone(),
        original,
        column: old.text[start..before.start].chars().count(),
        original_meaning: hex(&meaning_without_env(app, was.node).0),
        written_length: after.len(),
        written_hash: digest(&new.text.as_bytes()[after.clone()]),
        written_meaning: hex(&is.node.meaning(&[]).0),
        file_before: change.hash_before(),
        file_after: change.hash_after(),
    };
    Ok((adoption, withheld))
}
