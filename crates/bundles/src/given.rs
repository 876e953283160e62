//! What was answered when a bundle was added, read back from the command that came of it: nothing else
//! keeps it, and a person may have changed the command since.

use std::collections::{BTreeMap, BTreeSet};

use crate::launch::{ASKED, Folders, Launch, Unpacked, Variables, inside, made, sole};
use crate::values::{MOST, fits};
use crate::{Manifest, Setting, SettingKind, Value, Values};

/// What is tried at the most: a stranger wrote what is matched.
const MOST_STEPS: u32 = 5_000;
/// Words of a command at the most, so that one that is matched fits the stack.
const MOST_WORDS: usize = 500;
/// What stands for a value that is kept out of sight. It goes nowhere.
const UNSEEN: &str = "-";

/// A command as it is kept.
#[derive(Clone, Debug, Default)]
pub struct Command {
    pub program: String,
    pub args: Vec<String>,
    pub env: BTreeMap<String, String>,
    /// Further variables, whose values are kept out of sight.
    pub secrets: BTreeSet<String>,
}

/// What was answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    pub values: Values,
    /// What is kept out of sight, as far as a variable holds it.
    pub unseen: BTreeSet<String>,
    /// The command is what the bundle makes of this, and nothing else.
    pub is_untouched: bool,
}

/// What made `command` of a bundle that is unpacked.
pub fn given(
    manifest: &Manifest,
    unpacked: Unpacked<'_>,
    folders: &Folders<'_>,
    command: &Command,
) -> Given {
    let known = folders.variables_in(unpacked.0);
    let asks = &manifest.user_config;
    let mut search = Search { asks, known, unpacked, left: MOST_STEPS };
    let config = manifest.config();
    let templates: Vec<_> = [&config.command].into_iter().chain(&config.args).collect();
    let words: Vec<_> = [&command.program].into_iter().chain(&command.args).collect();
    let is_short = templates.len() <= MOST_WORDS && words.len() <= MOST_WORDS;
    let found = is_short.then(|| search.words(&templates, &words, Found::new())).flatten();
    let mut found = found.unwrap_or_default();
    for (name, template) in &config.env {
        let Some(value) = command.env.get(name) else { continue };
        found = search.word(template, value, found.clone()).unwrap_or(found);
    }
    let values: Values =
        found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    let in_secrets = config.env.iter().filter(|(name, _)| command.secrets.contains(*name));
    let unseen: BTreeSet<_> = in_secrets
        .filter_map(|(_, template)| only(template))
        .filter(|name| asks.contains_key(*name) && !values.contains_key(*name))
        .map(str::to_owned)
        .collect();
    let mut all = values.clone();
    // What is required and stands nowhere in the command can't be known.
    let required = asks.iter().filter(|(_, setting)| setting.required).map(|(name, _)| name);
    for name in unseen.iter().chain(required) {
        all.entry(name.clone()).or_insert_with(|| Value::One(UNSEEN.to_owned()));
    }
    let again = made(manifest, unpacked, folders, &all);
    let is_untouched = again.is_ok_and(|again| is_made(again, command));
    Given { values, unseen, is_untouched }
}

fn is_made(mut again: Launch, command: &Command) -> bool {
    let hidden = command.secrets.iter().all(|name| again.env.remove(name).is_some());
    hidden
        && again.program == command.program
        && again.args == command.args
        && again.env == command.env
}

/// Of what is kept out of sight, that which another version of the bundle can go on using: the
/// variables that hold it, by what is asked. It has to be written there as it was, and nowhere else.
pub fn stay(was: &Manifest, given: &Given, now: &Manifest) -> BTreeMap<String, BTreeSet<String>> {
    let (before, after) = (was.config().env, now.config().env);
    let words = now.words();
    let stays = |name: &String| {
        let is_asked_alike = was.user_config.get(name).zip(now.user_config.get(name));
        let is_asked_alike = is_asked_alike.is_some_and(|(was, now)| was.kind == now.kind);
        let variable = format!("${{{ASKED}{name}}}");
        let in_env: Vec<_> = after.iter().filter(|(_, it)| it.contains(&variable)).collect();
        let is_as_before =
            |(at, it): &(&String, &String)| only(it) == Some(name) && before.get(*at) == Some(*it);
        (is_asked_alike
            && !in_env.is_empty()
            && in_env.iter().all(is_as_before)
            && !words.iter().any(|word| word.contains(&variable)))
        .then(|| in_env.into_iter().map(|(at, _)| at.clone()).collect())
    };
    given.unseen.iter().filter_map(|name| Some((name.clone(), stays(name)?))).collect()
}

/// What a text names, if that is one setting and nothing else.
fn only(template: &str) -> Option<&str> {
    let (before, after) = template.split_once("${")?;
    let (name, behind) = after.split_once('}')?;
    let name = name.strip_prefix(ASKED)?;
    (!before.contains("${") && !behind.contains("${")).then_some(name)
}

/// What is known so far; none is what was not answered.
type Found = BTreeMap<String, Option<Value>>;

struct Search<'a> {
    asks: &'a BTreeMap<String, Setting>,
    known: Variables,
    unpacked: Unpacked<'a>,
    left: u32,
}

enum Part<'a> {
    Text(String),
    Asked(&'a str),
}

impl Search<'_> {
    fn words(&mut self, templates: &[&String], words: &[&String], found: Found) -> Option<Found> {
        self.left = self.left.checked_sub(1)?;
        let Some((template, rest)) = templates.split_first() else {
            return words.is_empty().then_some(found);
        };
        let Some(name) = sole(template).and_then(|it| it.strip_prefix(ASKED)) else {
            let (word, behind) = words.split_first()?;
            let found = self.word(template, word, found)?;
            return self.words(rest, behind, found);
        };
        for taken in self.ways(name, words, &found) {
            let count = taken.as_ref().map_or(0, |value| match value {
                Value::One(_) => 1,
                Value::Many(all) => all.len(),
            });
            let mut more = found.clone();
            more.insert(name.to_owned(), taken);
            if let Some(found) = self.words(rest, &words[count..], more) {
                return Some(found);
            }
        }
        None
    }

    /// What the words that come next may be of one setting, the most of them first.
    fn ways(&self, name: &str, words: &[&String], found: &Found) -> Vec<Option<Value>> {
        let begins = |value: &Value| match value {
            Value::One(one) => words.first() == Some(&one),
            Value::Many(all) => {
                words.len() >= all.len() && all.iter().eq(words[..all.len()].iter().copied())
            }
        };
        if let Some(known) = found.get(name) {
            let fits = known.as_ref().is_none_or(begins);
            return if fits { vec![known.clone()] } else { Vec::new() };
        }
        let Some(setting) = self.asks.get(name) else { return vec![None] };
        let may_be = |word: &&&String| !word.is_empty() && fits(setting, word);
        let mut ways: Vec<_> = if is_list(setting) {
            let most = words.iter().take(MOST).take_while(may_be).count();
            let many = |count| words[..count].iter().map(|word| (*word).clone()).collect();
            (1..=most).rev().map(|count| Some(Value::Many(many(count)))).collect()
        } else {
            let first = words.first().filter(may_be);
            first.map(|word| Some(Value::One((*word).clone()))).into_iter().collect()
        };
        ways.push(None);
        ways
    }

    /// What one word says of what it names. The first text that comes after a value ends it.
    fn word(&mut self, template: &str, word: &str, mut found: Found) -> Option<Found> {
        self.left = self.left.checked_sub(1)?;
        let parts = self.parts(template);
        if let [Part::Text(text)] = parts.as_slice() {
            return (inside(self.unpacked, text.clone()) == word).then_some(found);
        }
        let mut rest = word;
        for (at, part) in parts.iter().enumerate() {
            let name = match part {
                Part::Text(text) => {
                    rest = rest.strip_prefix(text.as_str())?;
                    continue;
                }
                Part::Asked(name) => *name,
            };
            let value = match (found.get(name), parts.get(at + 1)) {
                (Some(known), _) => known.as_ref().map_or_else(String::new, written),
                (None, Some(Part::Text(last))) if at + 2 == parts.len() => {
                    rest.strip_suffix(last.as_str())?.to_owned()
                }
                (None, Some(Part::Text(next))) => rest[..rest.find(next.as_str())?].to_owned(),
                (None, Some(Part::Asked(_))) => String::new(),
                (None, None) => rest.to_owned(),
            };
            rest = rest.strip_prefix(value.as_str())?;
            if !found.contains_key(name) {
                let value = match value.as_str() {
                    "" => None,
                    _ => Some(self.value(name, value)?),
                };
                found.insert(name.to_owned(), value);
            }
        }
        rest.is_empty().then_some(found)
    }

    fn value(&self, name: &str, text: String) -> Option<Value> {
        let setting = self.asks.get(name)?;
        let all = if is_list(setting) { text.split(',').collect() } else { vec![text.as_str()] };
        if !all.iter().all(|it| fits(setting, it)) {
            return None;
        }
        Some(if is_list(setting) {
            Value::Many(all.into_iter().map(str::to_owned).collect())
        } else {
            Value::One(text)
        })
    }

    /// A text with all but what was asked filled in.
    fn parts<'t>(&self, template: &'t str) -> Vec<Part<'t>> {
        let (mut parts, mut text, mut rest) = (Vec::new(), String::new(), template);
        while let Some((before, after)) = rest.split_once("${") {
            text.push_str(before);
            let named = after.split_once('}');
            rest = match named {
                Some((name, behind)) if self.known.contains_key(name) => {
                    text.push_str(&self.known.get(name).map_or_else(String::new, written));
                    behind
                }
                Some((name, behind)) if name.starts_with(ASKED) => {
                    parts.push(Part::Text(std::mem::take(&mut text)));
                    parts.push(Part::Asked(&name[ASKED.len()..]));
                    behind
                }
                Some(_) | None => {
                    text.push_str("${");
                    after
                }
            };
        }
        text.push_str(rest);
        parts.push(Part::Text(text));
        parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        parts
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::One(one) => one.clone(),
        Value::Many(all) => all.join(","),
    }
}

fn is_list(setting: &Setting) -> bool {
    setting.multiple && matches!(setting.kind, SettingKind::Directory | SettingKind::File)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const MANIFEST: &str = r#"{
      "manifest_version": "0.3", "name": "notes", "version": "1.0.0", "author": {"name": "Ada"},
      "server": {"type": "node", "entry_point": "server/index.js", "mcp_config": {
        "command": "node", "args": [ARGS],
        "env": {"KEY": "${user_config.key}", "NONE": "${user_config.none}", "AT": "${HOME}${/}x"}}},
      "user_config": {
        "folders": {"type": "directory", "multiple": true, "required": true},
        "more": {"type": "directory", "multiple": true},
        "key": {"type": "string", "sensitive": true},
        "name": {"type": "string"}, "none": {"type": "string"},
        "size": {"type": "number", "min": 1, "max": 3}
      }}"#;
    const ARGS: &str = r#""${__dirname}/server/index.js", "server/index.js", "${user_config.size}",
      "${user_config.folders}", "--", "${user_config.more}", "--name=${user_config.name};", "${roots}""#;

    fn manifest(args: &str) -> Manifest {
        Manifest::read(MANIFEST.replace("ARGS", args).as_bytes()).unwrap()
    }

    fn folders() -> Folders<'static> {
        let home = Path::new("/home/ada");
        Folders { home, desktop: home, documents: home, downloads: home }
    }

    fn has_file(path: &str) -> bool {
        path == "server/index.js"
    }

    fn unpacked() -> Unpacked<'static> {
        (Path::new("/b"), &has_file)
    }

    fn kept(manifest: &Manifest, values: &Values) -> Command {
        let made = made(manifest, unpacked(), &folders(), values).unwrap();
        let mut env = made.env;
        env.retain(|name, _| !made.secrets.contains(name));
        Command { program: made.program, args: made.args, env, secrets: made.secrets }
    }

    fn one(text: &str) -> Value {
        Value::One(text.to_owned())
    }

    fn many(all: &[&str]) -> Value {
        Value::Many(all.iter().map(|&it| it.to_owned()).collect())
    }

    fn values(all: &[(&str, Value)]) -> Values {
        all.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    #[test]
    fn what_was_answered_is_read_back() {
        let manifest = manifest(ARGS);
        for answered in [
            values(&[("folders", many(&["/a b", "/c"]))]),
            values(&[
                ("folders", many(&["/a"])),
                ("more", many(&["/x", "/y"])),
                ("size", one("2")),
            ]),
            values(&[("folders", many(&["/a"])), ("name", one("${user_config.key};\u{202e}"))]),
            values(&[("folders", many(&["/a"])), ("none", one("n")), ("key", one("hunter2"))]),
        ] {
            let command = kept(&manifest, &answered);
            let given = given(&manifest, unpacked(), &folders(), &command);
            let is_key = |name: &String| name == "key";
            let (unseen, seen): (Values, Values) =
                answered.into_iter().partition(|(name, _)| is_key(name));
            assert_eq!(given.values, seen);
            assert_eq!(given.unseen, unseen.into_keys().collect());
            assert!(given.is_untouched, "{command:?}");
        }
    }

    #[test]
    fn a_command_that_was_changed_is_seen_to_be() {
        let manifest = manifest(ARGS);
        let command = kept(&manifest, &values(&[("folders", many(&["/a"])), ("none", one("n"))]));
        let mut changed = vec![command.clone(); 5];
        changed[0].args.push("--more".into());
        changed[1].program = "/evil".into();
        changed[2].env.insert("MORE".into(), "x".into());
        changed[3].env.remove("AT");
        changed[4].secrets.insert("OTHER".into());
        for command in changed {
            assert!(
                !given(&manifest, unpacked(), &folders(), &command).is_untouched,
                "{command:?}"
            );
        }
        let mut moved = command;
        moved.args[2] = "/elsewhere".into();
        let given = given(&manifest, unpacked(), &folders(), &moved);
        assert_eq!(given.values["folders"], many(&["/elsewhere"]), "as the person has it now");
        assert!(given.is_untouched);
    }

    #[test]
    fn matching_ends_whatever_is_written() {
        let asked = vec![r#""${user_config.more}", "${user_config.name}""#; 400].join(",");
        for (args, words) in [(asked.as_str(), 499), (&asked, 100_000), (r#""${user_config.""#, 3)]
        {
            let manifest = manifest(args);
            let args = vec!["/a".to_owned(); words];
            let command = Command { program: "node".into(), args, ..Command::default() };
            assert!(!given(&manifest, unpacked(), &folders(), &command).is_untouched);
        }
    }

    #[test]
    fn a_secret_stays_only_where_it_was() {
        let was = manifest(ARGS);
        let command =
            kept(&was, &values(&[("folders", many(&["/a"])), ("key", one("hunter2-hunter2"))]));
        let given = given(&was, unpacked(), &folders(), &command);
        let stays = |text: &str| stay(&was, &given, &Manifest::read(text.as_bytes()).unwrap());
        let text = MANIFEST.replace("ARGS", ARGS);
        let key = BTreeMap::from([("key".to_owned(), BTreeSet::from(["KEY".to_owned()]))]);
        assert_eq!(stays(&text.replace("1.0.0", "2.0.0")), key);
        for (from, to) in [
            ("\"KEY\": \"", "\"URL\": \""),
            ("${user_config.key}", "https://evil.example/${user_config.key}"),
            ("${user_config.key}", "${user_config.key}${user_config.name}"),
            ("${user_config.key}", "${__dirname}${user_config.key}"),
            ("\"NONE\": \"${user_config.none}\"", "\"NONE\": \"${user_config.key}\""),
            ("--name=${user_config.name}", "--name=${user_config.key}"),
            ("\"key\": {\"type\": \"string\"", "\"key\": {\"type\": \"directory\""),
            ("\"key\": {", "\"other\": {"),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(stays(&text.replace(from, to)).is_empty(), "{to}");
        }
    }
}
