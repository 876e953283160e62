//! What entries leave open: variables that their app would put in from its own environment, and what
//! a page of instructions leaves to its reader, such as `<YOUR_TOKEN>`.
//!
//! A pasted entry does not say which app it was written for. So only what is hardly ever meant for
//! the server itself counts: `${env:NAME}`, `${NAME}` and `${NAME:-usual}` of capital letters, and
//! `$NAME` as a whole value. A secret is asked for in variables only: where it stands in an argument,
//! the argument stays as it is.
//!
//! <https://code.claude.com/docs/en/mcp#environment-variable-expansion-in-mcp-json>,
//! <https://code.visualstudio.com/docs/reference/variables-reference>

mod blank;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use paddock_core::left_open::{BEFORE_TEXT, BLANK, CLAUDE_PROJECT, VARIABLE, WORKSPACE};
use paddock_core::secret::{is_secret, is_secret_name};
use paddock_supervisor::needs::fills_text;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::inputs::{Inputs, text_input};
use crate::view::{EnvEntry, ServerDraft};
use blank::Blank;

/// Every program has them, and nobody would know what to type.
const EVERYONES: &[&str] = &[
    "HOME", "LANG", "LOGNAME", "OLDPWD", "PATH", "PWD", "SHELL", "TEMP", "TERM", "TMP", "TMPDIR",
    "USER",
];

/// Puts an input in the place of all that is left open in the entries of one text, and returns those
/// inputs. What goes by one name is one variable in all of them.
pub(super) fn ask<'a>(drafts: impl Iterator<Item = &'a mut ServerDraft>) -> Inputs {
    let mut drafts: Vec<_> = drafts.map(|draft| (Entry::of(draft), draft)).collect();
    let mut open = Open::default();
    for (entry, draft) in &drafts {
        open.learn_secrets(entry, draft);
    }
    for (index, (entry, draft)) in drafts.iter_mut().enumerate() {
        open.fill(index, entry, draft);
    }
    open.inputs
}

/// What an entry says of its own variables and words.
struct Entry {
    /// Variables that it gives to its server, which puts them in by itself.
    own: BTreeSet<String>,
    /// Its words are read as program text, which has variables of its own.
    is_text: bool,
}

#[derive(Default)]
struct Open {
    inputs: Inputs,
    /// Variables that are secrets somewhere in the text.
    secrets: BTreeSet<String>,
}

/// A text cut into what stays and what may be filled in.
enum Part<'a> {
    Text(&'a str),
    Variable(Variable<'a>),
}

#[derive(Clone, Copy)]
struct Variable<'a> {
    written: &'a str,
    name: &'a str,
    /// What counts if it is not set.
    usual: Option<&'a str>,
}

impl Entry {
    fn of(draft: &ServerDraft) -> Self {
        let is_own = |it: &&EnvEntry| {
            let mut variables = variables(&it.value, true);
            variables.all(|variable| variable.name != it.name)
        };
        let own = draft.env.iter().filter(is_own).map(|it| it.name.clone()).collect();
        Self { own, is_text: is_text(&draft.program, &draft.args) }
    }

    /// Whether only the app knows it, and a person.
    fn leaves(&self, variable: Variable<'_>) -> bool {
        let Variable { written, name, .. } = variable;
        let is_given = self.own.contains(name) && !written.starts_with("${env:");
        !is_given && !EVERYONES.contains(&name) && !name.starts_with("CLAUDE_")
    }

    fn is_workspace(&self, variable: Variable<'_>) -> bool {
        variable.name == CLAUDE_PROJECT && !self.own.contains(CLAUDE_PROJECT)
    }
}

impl Open {
    fn learn_secrets(&mut self, entry: &Entry, draft: &ServerDraft) {
        for EnvEntry { name, value } in &draft.env {
            self.learn(value, true, is_secret_name(name));
        }
        let words = draft.args.iter().take(if entry.is_text { 0 } else { usize::MAX });
        let mut before = None;
        for word in words {
            let is_there = is_secret_flag(word) || before.is_some_and(is_bare_secret_flag);
            self.learn(word, false, is_there);
            before = Some(word.as_str());
        }
    }

    fn learn(&mut self, text: &str, is_value: bool, is_where_secrets_are: bool) {
        for Variable { name, usual, .. } in variables(text, is_value) {
            if is_where_secrets_are || is_secret_name(name) || is_secret(name, usual.unwrap_or(""))
            {
                self.secrets.insert(name.to_owned());
            }
        }
    }

    fn fill(&mut self, index: usize, entry: &Entry, draft: &mut ServerDraft) {
        if !entry.is_text {
            for word in draft.args.iter_mut().chain(&mut draft.cwd) {
                *word = self.filled(word, false, entry);
            }
        }
        for EnvEntry { name, value } in &mut draft.env {
            let asked =
                Blank::in_value(name, value).and_then(|blank| self.blank(index, name, &blank));
            *value = asked.unwrap_or_else(|| self.filled(value, true, entry));
        }
    }

    /// Of this server alone: the keys of two servers may have one name.
    fn blank(&mut self, index: usize, name: &str, blank: &Blank<'_>) -> Option<String> {
        let id = format!("{BLANK}{index}/{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
        let mut asked = text_input(id, name, blank.says, None, is_secret_name(name));
        asked.required = !blank.is_optional;
        self.inputs.add(asked)
    }

    fn filled(&mut self, text: &str, is_value: bool, entry: &Entry) -> String {
        let mut out = String::with_capacity(text.len());
        for part in parts(text, is_value) {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Variable(variable) if entry.is_workspace(variable) => out.push_str(WORKSPACE),
                Part::Variable(variable) if entry.leaves(variable) => {
                    let Variable { written, name, usual } = variable;
                    let is_part = written.len() < text.len();
                    match usual {
                        // An answer left empty would take the rest with it.
                        Some("") if is_part => {}
                        _ if !is_value && self.secrets.contains(name) => out.push_str(written),
                        _ => out.push_str(&self.input(variable).unwrap_or(written.to_owned())),
                    }
                }
                Part::Variable(variable) => out.push_str(variable.written),
            }
        }
        out
    }

    fn input(&mut self, Variable { name, usual, .. }: Variable<'_>) -> Option<String> {
        // What the page says is known to everyone, and stands there to be changed.
        let mut asked = text_input(format!("{VARIABLE}{name}"), name, "", usual, false);
        asked.secret = self.secrets.contains(name);
        self.inputs.add(asked)
    }
}

fn variables(text: &str, is_value: bool) -> impl Iterator<Item = Variable<'_>> {
    parts(text, is_value).into_iter().filter_map(|part| match part {
        Part::Text(_) => None,
        Part::Variable(variable) => Some(variable),
    })
}

fn parts(text: &str, is_value: bool) -> Vec<Part<'_>> {
    let whole = text.strip_prefix('$').filter(|name| is_value && is_capital(name));
    if let Some(name) = whole {
        return vec![Part::Variable(Variable { written: text, name, usual: None })];
    }
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, written, after)) = next_token(rest) {
        parts.push(Part::Text(before));
        parts.push(variable(written).map_or(Part::Text(written), Part::Variable));
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts
}

/// What is before a `${…}`, itself, and what is after it.
fn next_token(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("${")?;
    let end = start + text[start..].find('}')? + 1;
    Some((&text[..start], &text[start..end], &text[end..]))
}

fn variable(written: &str) -> Option<Variable<'_>> {
    let inner = written.strip_prefix("${")?.strip_suffix('}')?;
    if let Some(name) = inner.strip_prefix("env:") {
        let variable = Variable { written, name, usual: None };
        return is_name(name, |c| c.is_ascii_alphanumeric()).then_some(variable);
    }
    let (name, usual) = match inner.split_once(":-") {
        Some((name, usual)) => (name, Some(usual)),
        None => (inner, None),
    };
    // A default with a variable in it is torn by the first bracket.
    let is_plain = usual.is_none_or(|it| !it.contains('$'));
    (is_capital(name) && is_plain).then_some(Variable { written, name, usual })
}

fn is_capital(name: &str) -> bool {
    is_name(name, |c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

fn is_name(name: &str, of: impl Fn(char) -> bool) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c == '_' || of(c))
}

/// `--api-key=…`, `Authorization: …`.
fn is_secret_flag(word: &str) -> bool {
    let head = word.split_once(['=', ':', ' ']).map(|(head, _)| head.trim_start_matches('-'));
    head.is_some_and(is_secret_name)
}

/// `--api-key`, before its value.
fn is_bare_secret_flag(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|it| is_secret_name(it.trim_start_matches('-')))
}

/// Whether words of this command may be program text. Told too often rather than not.
fn is_text(program: &str, args: &[String]) -> bool {
    let may_run = |arg: &String| {
        let cluster = arg.strip_prefix('-').filter(|it| !it.starts_with('-') && it.len() < 6);
        BEFORE_TEXT.contains(&arg.as_str()) || cluster.is_some_and(|it| it.ends_with('c'))
    };
    let marked = args
        .iter()
        .map(|arg| if arg.contains("${") { arg.clone() + "${roots}" } else { arg.clone() });
    let marked: Vec<_> = marked.map(OsString::from).collect();
    args.iter().any(may_run) || fills_text(Path::new(program), &marked)
}
