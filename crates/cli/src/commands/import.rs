//! Servers as others write them down: settings of an app, an entry of a registry, or a link. They are
//! added as typed ones are: not trusted, and without folders.

use std::path::Path;

use paddock_control::view::{AnsweredValue, AskedValue, Code, Failure, Pasted, ValueKind};
use paddock_core::text::shown;
use paddock_front::asked::{fill_in, line, text};
use serde_json::json;

use super::install::path;
use super::servers;
use super::tools::standard_input;
use crate::consent::Terminal;
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::names::joined;
use crate::out::{Out, Tone};

/// Folders or files that are asked for at the most, one by one.
const MOST: usize = 64;

/// What was added, and the folders that its command names.
#[derive(serde::Serialize)]
struct Added {
    server: u32,
    name: String,
    folders: Vec<String>,
}

/// What was not added, and why.
struct Left {
    name: String,
    why: Failure,
}

pub(super) async fn import(from: &str, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let home = whereabouts()?.home;
    let (mut added, mut left) = (Vec::new(), Vec::new());
    for pasted in front.client.read_servers(read(from)?).await? {
        match pasted {
            Pasted::Unusable { name, reason } => left.push(Left { name, why: reason }),
            Pasted::Server { draft, asks, names, .. } => {
                let name = draft.name.clone();
                let filled = match answers(&name, &asks, &home, out).await {
                    Ok(answers) => fill_in(draft, &asks, &answers),
                    // The others may have nothing to ask.
                    Err(why) if why.code == Code::CliNoTerminal => Err(why),
                    Err(why) => return Err(why),
                };
                match filled {
                    Err(why) => left.push(Left { name, why }),
                    Ok(filled) => match front.client.add_server(filled).await {
                        Ok(server) => added.push(Added { server, name, folders: names }),
                        Err(why) => left.push(Left { name, why }),
                    },
                }
            }
        }
    }
    told(&added, &left, out)
}

/// From standard input, a file, or what is no file: a link.
fn read(from: &str) -> Result<String, Failure> {
    match from {
        "-" => standard_input(),
        link if link.contains(':') && !Path::new(link).exists() => Ok(link.to_owned()),
        file => std::fs::read_to_string(file)
            .map_err(|error| Failure::new(Code::CliInputUnreadable).with("reason", error)),
    }
}

/// Asks at the terminal, if there is anything to ask for the server of this name.
pub(super) async fn answers(
    name: &str,
    asks: &[AskedValue],
    home: &Path,
    out: &Out,
) -> Result<Vec<AnsweredValue>, Failure> {
    let mut answers = Vec::new();
    if asks.is_empty() {
        return Ok(answers);
    }
    let mut terminal = Terminal::open()?;
    terminal.say(&out.paint(Tone::Strong, &shown(name)))?;
    for asked in asks {
        let values = typed(&mut terminal, asked, home, out).await?;
        let values = if values.is_empty() { asked.usual.clone() } else { values };
        answers.push(AnsweredValue { name: asked.name.clone(), values });
    }
    Ok(answers)
}

/// Nothing, one line or, where several may be chosen, lines up to an empty one.
async fn typed(
    terminal: &mut Terminal,
    asked: &AskedValue,
    home: &Path,
    out: &Out,
) -> Result<Vec<String>, Failure> {
    let is_path = matches!(asked.kind, ValueKind::Folder | ValueKind::File | ValueKind::Path);
    let most = if asked.several && is_path { MOST } else { 1 };
    let question = question(asked, out);
    let mut all = Vec::new();
    while all.len() < most {
        let (text, prompt) = if all.is_empty() { (question.as_str(), ">") } else { ("", "+>") };
        let typed = if asked.secret {
            terminal.ask_hidden(text, prompt).await?
        } else {
            terminal.ask(text, prompt).await?
        };
        let typed = typed.ok_or_else(|| Failure::new(Code::CliNotAgreed))?;
        let typed = if asked.secret { typed.as_str() } else { typed.trim() };
        if typed.is_empty() {
            break;
        }
        all.push(if is_path { path(typed, home) } else { typed.to_owned() });
    }
    Ok(all)
}

/// What a stranger wrote is cut and spelled out.
fn question(asked: &AskedValue, out: &Out) -> String {
    let title = if asked.title.is_empty() { &asked.name } else { &asked.title };
    let mut lines = vec![out.paint(Tone::Strong, &line(title))];
    if !asked.description.is_empty() {
        lines.push(text(&asked.description));
    }
    if let ValueKind::Choice { options } = &asked.kind {
        lines.push(joined(options.iter().map(|option| line(option))));
    }
    if !asked.usual.is_empty() && !asked.secret {
        let usual = joined(asked.usual.iter().map(|value| line(value)));
        lines.push(out.say_with("cli-install-usual", &[("value", usual.into())]));
    } else if !asked.required {
        lines.push(out.say("cli-install-optional"));
    }
    lines.join("\n")
}

fn told(added: &[Added], left: &[Left], out: &Out) -> Result<Exit, Failure> {
    if out.json {
        let of = |it: &Left| json!({ "name": it.name, "failure": it.why });
        let left: Vec<_> = left.iter().map(of).collect();
        out.json(&json!({ "added": added, "left": left }))?;
    } else {
        for it in added {
            servers::said_added(it.server, &it.name, &it.folders, out)?;
        }
        for it in left {
            out.note(&format!("{}: {}", line(&it.name), out.failure(&it.why)));
        }
    }
    Ok(if left.is_empty() { Exit::Done } else { Exit::Data })
}
