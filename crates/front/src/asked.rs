//! What is asked for before a server is added, and the draft that the answers make.

use std::collections::{BTreeMap, BTreeSet};

use paddock_bundles::{Setting, SettingKind, Value, read};
use paddock_control::view::{
    AnsweredValue, AskedValue, Code, EnvEntry, Failure, ServerDraft, ValueKind,
};
use paddock_core::left_open::is_guessed;
use paddock_core::secret::may_be_secret;
use paddock_core::text::shown;

use crate::bundles::failure;

/// The longest line and the longest text of a stranger's that is shown, in characters.
const LONGEST_LINE: usize = 200;
const LONGEST_TEXT: usize = 2000;
const LONGEST_VERSION: usize = 40;

/// How a value stands in a draft until it is answered.
const BEFORE: &str = "${input:";

/// A claim of a stranger's, as it can be shown in a line.
pub fn line(text: &str) -> String {
    cut(text, LONGEST_LINE)
}

/// A version by a stranger's word, as it can be shown in a sentence.
pub(crate) fn version(text: &str) -> String {
    cut(text, LONGEST_VERSION)
}

/// A claim of a stranger's, as it can be shown in a paragraph.
pub fn text(text: &str) -> String {
    cut(text, LONGEST_TEXT)
}

fn cut(text: &str, longest: usize) -> String {
    let mut left = text.char_indices().skip(longest);
    match left.next() {
        Some((at, _)) => shown(&text[..at]) + "…",
        None => shown(text),
    }
}

/// A draft with the answers in place of what it asks for. What was left empty takes the argument or
/// the variable with it; a variable that holds a secret is said to be one.
///
/// # Errors
/// An answer is missing or is none that can be taken, or a secret would stay in the open.
pub fn fill_in(
    draft: ServerDraft,
    asks: &[AskedValue],
    answers: &[AnsweredValue],
) -> Result<ServerDraft, Failure> {
    let mut values = BTreeMap::new();
    for asked in asks {
        values.insert(asked.name.as_str(), answer(asked, answers)?);
    }
    let secrets: Vec<_> = asks.iter().filter(|it| it.secret).map(|it| it.name.as_str()).collect();
    if let Some(name) = secrets.iter().find(|name| is_word(&draft, name)) {
        return Err(Failure::new(Code::BundleSecretArgument).with("setting", name));
    }
    let hides = |value: &str| secrets.iter().any(|name| names(value, name));
    let is_said = |value: &str| secrets.iter().any(|name| !is_guessed(name) && names(value, name));
    let held = draft.env.iter().filter(|entry| hides(&entry.value));
    let held: Vec<_> = held.map(|it| (it.name.clone(), is_said(&it.value))).collect();
    let env: BTreeMap<_, _> = draft
        .env
        .into_iter()
        .filter_map(|entry| Some((entry.name, filled(&entry.value, &values)?)))
        .collect();
    // What is only called like a secret may be the path of one.
    let is_secret = |(name, is_said): &(String, bool)| {
        *is_said || env.get(name).is_none_or(|value| may_be_secret(name, value))
    };
    let hidden: BTreeSet<_> = held.into_iter().filter(is_secret).map(|(name, _)| name).collect();
    are_hidden(&env, &hidden)?;
    let mut said = draft.said;
    said.extend(hidden.into_iter().filter(|name| env.contains_key(name)).map(|name| (name, true)));
    Ok(ServerDraft {
        program: filled(&draft.program, &values).unwrap_or_default(),
        args: draft.args.iter().filter_map(|arg| filled(arg, &values)).collect(),
        env: env.into_iter().map(|(name, value)| EnvEntry { name, value }).collect(),
        cwd: draft.cwd.and_then(|cwd| filled(&cwd, &values)),
        said,
        ..draft
    })
}

/// Whether it stands where every program of the person can read it.
fn is_word(draft: &ServerDraft, name: &str) -> bool {
    let mut words = [&draft.program].into_iter().chain(&draft.args).chain(&draft.cwd);
    words.any(|word| names(word, name))
}

/// That each of these variables can be kept as a secret, if it is set.
///
/// # Errors
/// One is read for where something is or what is run, so that it could not be hidden.
pub(crate) fn are_hidden(
    env: &BTreeMap<String, String>,
    secrets: &BTreeSet<String>,
) -> Result<(), Failure> {
    let set = secrets.iter().filter_map(|name| Some((name, env.get(name)?)));
    let mut open = set.filter(|(name, value)| !value.is_empty() && !may_be_secret(name, value));
    match open.next() {
        Some((name, _)) => Err(Failure::new(Code::DraftOpenSecret).with("name", name)),
        None => Ok(()),
    }
}

/// What was answered; none if it was left empty.
///
/// # Errors
/// It is missing, or can't be taken.
pub(crate) fn answer(
    asked: &AskedValue,
    answers: &[AnsweredValue],
) -> Result<Option<String>, Failure> {
    let kind = match &asked.kind {
        ValueKind::Number => SettingKind::Number,
        ValueKind::Boolean => SettingKind::Boolean,
        ValueKind::Folder => SettingKind::Directory,
        ValueKind::File | ValueKind::Path => SettingKind::File,
        ValueKind::Text | ValueKind::Choice { .. } => SettingKind::String,
    };
    let values = answers.iter().find(|it| it.name == asked.name);
    let values = values.map(|it| it.values.clone()).unwrap_or_default();
    let is_option = |value: &String| match &asked.kind {
        ValueKind::Choice { options } => value.is_empty() || options.contains(value),
        ValueKind::Text
        | ValueKind::Number
        | ValueKind::Boolean
        | ValueKind::Folder
        | ValueKind::File
        | ValueKind::Path => true,
    };
    if !values.iter().all(is_option) {
        return Err(Failure::new(Code::BundleBadValue).with("setting", &asked.title));
    }
    let setting = Setting::new(kind, asked.required, asked.secret);
    let value = read(&asked.title, &setting, values).map_err(|error| failure(&error))?;
    Ok(value.map(|value| match value {
        Value::One(one) => one,
        Value::Many(all) => all.join(","),
    }))
}

fn names(text: &str, name: &str) -> bool {
    text.contains(&format!("{BEFORE}{name}}}"))
}

/// Fills in what was asked for, each once: what an answer says is not read again. Nothing where an
/// answer was left empty.
fn filled(text: &str, values: &BTreeMap<&str, Option<String>>) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(BEFORE) {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            return Some(out + BEFORE + after);
        };
        if let Some(value) = values.get(name) {
            out.push_str(value.as_deref()?);
            rest = behind;
        } else {
            out.push_str(BEFORE);
            rest = after;
        }
    }
    Some(out + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, kind: ValueKind, required: bool, secret: bool) -> AskedValue {
        AskedValue {
            name: name.into(),
            title: name.into(),
            description: String::new(),
            kind,
            required,
            several: false,
            secret,
            usual: Vec::new(),
        }
    }

    fn said(name: &str, value: &str) -> AnsweredValue {
        AnsweredValue { name: name.into(), values: vec![value.into()] }
    }

    fn draft(args: &[&str], env: &[(&str, &str)]) -> ServerDraft {
        let env =
            env.iter().map(|&(name, value)| EnvEntry { name: name.into(), value: value.into() });
        ServerDraft {
            name: "n".into(),
            program: "p".into(),
            args: args.iter().map(|&it| it.to_owned()).collect(),
            env: env.collect(),
            ..ServerDraft::default()
        }
    }

    fn code(result: Result<ServerDraft, Failure>) -> Option<Code> {
        result.err().map(|failure| failure.code)
    }

    #[test]
    fn what_is_only_called_like_a_secret_may_be_a_path() {
        let name = "GOOGLE_APPLICATION_CREDENTIALS";
        let filled = |id: &str, value: &str| {
            let draft = draft(&[], &[(name, &format!("${{input:{id}}}"))]);
            fill_in(draft, &[asked(id, ValueKind::Text, true, true)], &[said(id, value)])
        };
        let path = filled("env:X", "/home/ada/key.json").unwrap();
        assert_eq!((path.env[0].value.as_str(), path.said.len()), ("/home/ada/key.json", 0));
        assert!(filled("env:X", "hunter2").unwrap().said[name]);
        assert_eq!(code(filled("key", "/home/ada/key.json")), Some(Code::DraftOpenSecret));
    }

    #[test]
    fn answers_are_filled_in_once() {
        let asks = [
            asked("a", ValueKind::Text, true, false),
            asked("key", ValueKind::Text, false, true),
            asked("none", ValueKind::Text, false, false),
        ];
        let draft = draft(
            &[
                "--a=${input:a}",
                "${input:a}${input:a}",
                "${input:none}",
                "--n=${input:none}",
                "${input:else}",
                "${input:",
            ],
            &[("TOKEN", "Bearer ${input:key}"), ("N", "${input:none}")],
        );
        let answers = [said("a", "${input:key}; $(id)"), said("key", "hunter2"), said("none", "")];
        let filled = fill_in(draft.clone(), &asks, &answers).unwrap();
        let a = "${input:key}; $(id)";
        assert_eq!(
            filled.args,
            [format!("--a={a}"), format!("{a}{a}"), "${input:else}".into(), "${input:".into()]
        );
        assert_eq!(filled.env, [EnvEntry { name: "TOKEN".into(), value: "Bearer hunter2".into() }]);
        assert_eq!(filled.said, BTreeMap::from([("TOKEN".to_owned(), true)]));
        assert_eq!(code(fill_in(draft, &asks, &[])), Some(Code::BundleMissing));
    }

    #[test]
    fn a_secret_stays_out_of_arguments_and_out_of_the_open() {
        let asks = [asked("key", ValueKind::Text, true, true)];
        let answers = [said("key", "hunter2")];
        let in_args = draft(&["--key=${input:key}"], &[]);
        assert_eq!(code(fill_in(in_args, &asks, &answers)), Some(Code::BundleSecretArgument));
        let of_path = draft(&[], &[("KEY", "${input:key}")]);
        assert_eq!(code(fill_in(of_path.clone(), &asks, &answers)), None);
        assert_eq!(
            code(fill_in(of_path, &asks, &[said("key", "/etc/x")])),
            Some(Code::DraftOpenSecret)
        );
    }

    #[test]
    fn an_answer_is_of_its_kind() {
        let options = vec!["x".to_owned()];
        for (kind, good, bad) in [
            (ValueKind::Choice { options }, "x", "y"),
            (ValueKind::Number, "4", "four"),
            (ValueKind::Boolean, "true", "yes"),
            (ValueKind::Path, "/a", "a"),
        ] {
            let asks = [asked("v", kind, true, false)];
            let of = |value: &str| {
                code(fill_in(draft(&["${input:v}"], &[]), &asks, &[said("v", value)]))
            };
            assert_eq!((of(good), of(bad)), (None, Some(Code::BundleBadValue)));
        }
    }

    #[test]
    fn claims_are_cut_and_spelled_out() {
        assert_eq!(line("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(line(&"ä".repeat(500)).chars().count(), LONGEST_LINE + 1);
    }
}
