//! Giving entries back to what they were.

use std::ops::Range;

use crate::app::{App, app};
use crate::change::{Change, digest, hex};
use crate::config::{Config, Slot};
use crate::diff::{Region, diff};
use crate::disk;
use crate::error::AppError;
use crate::format::Format;
use crate::places::Places;
use crate::plan::{find_slot, meaning_without_env, one_file};
use crate::record::{Adoption, Withheld};
use crate::splice::{Edit, apply, line_end, line_start};
use crate::tree::Layout;
use crate::verify::{Standing, standing_of};

/// What becomes of each entry, and the change that does it.
#[derive(Clone, Debug)]
pub struct GivenBack {
    /// To be shown, and then written with [`crate::write`]; none if nothing is to be done.
    pub change: Option<Change>,
    /// In the order of what was asked for.
    pub outcomes: Vec<Outcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It will be what it was.
    Restored,
    /// It is what it was already.
    AsBefore,
    /// Somebody edited it since: it is left alone.
    LeftAlone,
    /// It can't be put back where it stands now, for this reason.
    Refused(AppError),
    /// The entry, or its file, is not there.
    Gone,
}

/// Works out how to give back entries of one file. What else was changed in the file since stays;
/// where nothing was, the file becomes byte for byte what it was.
pub fn give_back(
    places: &Places,
    adoptions: &[(Adoption, Option<Withheld>)],
) -> Result<GivenBack, AppError> {
    let file = one_file(adoptions.iter().map(|(adoption, _)| &adoption.entry))?;
    let app = app(&file.app).ok_or(AppError::UnknownApp)?;
    let opened = match disk::open(&file.path) {
        Err(AppError::Gone) => {
            return Ok(GivenBack { change: None, outcomes: vec![Outcome::Gone; adoptions.len()] });
        }
        other => other?,
    };
    let old = Config::read(app, &opened.bytes)?;
    let (mut edits, outcomes) = decide(app, &old, adoptions)?;
    if edits.is_empty() {
        return Ok(GivenBack { change: None, outcomes });
    }
    if let Some(obstacle) = opened.obstacle(places, file.project.as_deref()) {
        return Err(obstacle);
    }
    let text = apply(&old.text, &mut edits).ok_or(AppError::WouldDamage)?;
    let new = Config::parse(old.format, text, old.marked).map_err(|_| AppError::WouldDamage)?;
    let restored = adoptions.iter().zip(&outcomes).filter(|(_, it)| **it == Outcome::Restored);
    let restored: Vec<_> = restored.map(|((adoption, _), _)| adoption).collect();
    let regions = compared(app, &old, &new, &restored)?;
    let change = Change::new(&file, opened, &new, diff(&old, &new, &regions, &[]));
    Ok(GivenBack { change: Some(change), outcomes })
}

fn decide(
    app: &App,
    config: &Config,
    adoptions: &[(Adoption, Option<Withheld>)],
) -> Result<(Vec<Edit>, Vec<Outcome>), AppError> {
    let slots = config.slots(&app.shape)?;
    let (mut edits, mut outcomes) = (Vec::new(), Vec::new());
    for (adoption, withheld) in adoptions {
        let slot = find_slot(&slots, &adoption.entry);
        outcomes.push(match slot.map(|slot| (slot, standing_of(app, slot, adoption))) {
            None => Outcome::Gone,
            Some((slot, Standing::AsWritten)) => {
                match edit(config, slot, adoption, withheld.as_ref()) {
                    Ok(edit) => {
                        edits.push(edit);
                        Outcome::Restored
                    }
                    Err(error) => Outcome::Refused(error),
                }
            }
            Some((_, Standing::AsBefore)) => Outcome::AsBefore,
            Some((_, _)) => Outcome::LeftAlone,
        });
    }
    Ok((edits, outcomes))
}

fn edit(
    config: &Config,
    slot: &Slot<'_>,
    adoption: &Adoption,
    withheld: Option<&Withheld>,
) -> Result<Edit, AppError> {
    let name = || adoption.entry.name.clone();
    let text = adoption.restored(withheld);
    let text = text.ok_or_else(|| AppError::SecretMissing { name: name() })?;
    let span = config.region(slot.node);
    if let Some(end) = end_of_written(config, &span, adoption) {
        return Ok(Edit { span: span.start..end, text });
    }
    // The app wrote it in a form of its own.
    if let Some(error) = config.in_the_way(&slot.name, slot.node) {
        return Err(error);
    }
    let in_lines = slot.node.map().is_some_and(|map| map.layout == Layout::Lines);
    let text = match (config.format, in_lines) {
        (Format::Yaml, true) => moved(&text, adoption.column, column(config, &span)),
        (Format::Json | Format::Toml | Format::Yaml, _) => Some(text),
    };
    let text = text.ok_or_else(|| config.unusual(&slot.name, span.start))?;
    Ok(Edit { span, text })
}

/// Where what was written ends, if it is still there to the byte. In lines of its own it may be more
/// than the entry: comments that stood before what was taken out.
fn end_of_written(config: &Config, span: &Range<usize>, adoption: &Adoption) -> Option<usize> {
    let end = span.start.checked_add(adoption.written_length)?;
    let written = config.text.get(span.start..end)?;
    let same = end >= span.end && digest(written.as_bytes()) == adoption.written_hash;
    (same && (end == span.end || line_end(&config.text, end) == end)).then_some(end)
}

fn column(config: &Config, span: &Range<usize>) -> usize {
    config.text[line_start(&config.text, span.start)..span.start].chars().count()
}

/// A block whose lines begin at another column; none if they can't.
fn moved(text: &str, from: usize, to: usize) -> Option<String> {
    let mut lines = text.split('\n');
    let mut out = lines.next()?.to_owned();
    for line in lines {
        out.push('\n');
        if line.trim().is_empty() {
            out.push_str(line);
        } else if to >= from {
            out.push_str(&" ".repeat(to - from));
            out.push_str(line);
        } else {
            out.push_str(line.strip_prefix(&" ".repeat(from - to))?);
        }
    }
    Some(out)
}

/// Where each entry stands before and after, once it is sure that nothing but the entries changed,
/// and they to what they were.
fn compared(
    app: &App,
    old: &Config,
    new: &Config,
    restored: &[&Adoption],
) -> Result<Vec<Region>, AppError> {
    let (before, after) = (old.slots(&app.shape)?, new.slots(&app.shape)?);
    let (mut regions, mut left_out) = (Vec::new(), (Vec::new(), Vec::new()));
    for adoption in restored {
        let slots = (find_slot(&before, &adoption.entry), find_slot(&after, &adoption.entry));
        let (Some(was), Some(is)) = slots else { return Err(AppError::WouldDamage) };
        if hex(&meaning_without_env(app, is.node).0) != adoption.original_meaning {
            return Err(AppError::WouldDamage);
        }
        regions.push(Region { before: old.region(was.node), after: new.region(is.node) });
        left_out.0.push(was.node);
        left_out.1.push(is.node);
    }
    if old.root.meaning(&left_out.0) != new.root.meaning(&left_out.1) {
        return Err(AppError::WouldDamage);
    }
    Ok(regions)
}
