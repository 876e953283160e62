//! What an entry leaves open: variables that its app would put in from its own environment, and what
//! a page of instructions leaves to its reader, such as `<YOUR_TOKEN>`.
//!
//! A pasted entry does not say which app it was written for. So only what is hardly ever meant for
//! the server itself counts: `${env:NAME}`, `${NAME}` and `${NAME:-usual}` of capital letters, and
//! `$NAME` as a whole value.
//!
//! <https://code.claude.com/docs/en/mcp#environment-variable-expansion-in-mcp-json>,
//! <https://code.visualstudio.com/docs/reference/variables-reference>

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use paddock_core::secret::{is_secret, is_secret_name};
use paddock_supervisor::needs::fills_text;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::inputs::{Inputs, text_input};
use crate::view::{EnvEntry, ServerDraft};

/// The longest value that can be one to replace, in characters.
const LONGEST_BLANK: usize = 80;
/// The folder that the app works in, by the name that Claude Code has for it.
const PROJECT: &str = "CLAUDE_PROJECT_DIR";
/// What Paddock puts there.
const WORKSPACE: &str = "${workspaceFolder}";

/// Puts an input in the place of all that is left open, and returns those inputs.
pub(super) fn ask(draft: &mut ServerDraft) -> Inputs {
    let given = draft.env.iter().map(|it| (it.name.clone(), it.value.clone())).collect();
    let mut open = Open { given, inputs: Inputs::default() };
    if !is_text(&draft.program, &draft.args) {
        for word in draft.args.iter_mut().chain(&mut draft.cwd) {
            *word = open.filled(word, None);
        }
    }
    for EnvEntry { name, value } in &mut draft.env {
        let asked = is_blank(value).then(|| {
            let id = blank_id(&draft.name, name);
            open.inputs.add(text_input(id, name, value, None, is_secret_name(name)))
        });
        *value = asked.flatten().unwrap_or_else(|| open.filled(value, Some(name)));
    }
    open.inputs
}

/// Of this server alone: what goes by one name is asked for once for all of a text, and the keys of
/// two servers may have one name.
fn blank_id(server: &str, variable: &str) -> String {
    let [server, variable] = [server, variable].map(|it| utf8_percent_encode(it, NON_ALPHANUMERIC));
    format!("value:{server}/{variable}")
}

struct Open {
    /// The variables that the entry gives to its server.
    given: BTreeMap<String, String>,
    inputs: Inputs,
}

/// A variable by its name, and what counts if it is not set.
#[derive(Clone, Copy)]
struct Variable<'a> {
    name: &'a str,
    usual: Option<&'a str>,
}

impl Open {
    /// A text with inputs in it. `holder` is the variable that holds it.
    fn filled(&mut self, text: &str, holder: Option<&str>) -> String {
        if let (Some(_), Some(variable)) = (holder, whole(text)) {
            return self.input(variable, holder).unwrap_or_else(|| text.to_owned());
        }
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, token, after)) = next_token(rest) {
            out.push_str(before);
            let inner = &token[2..token.len() - 1];
            let asked = match variable(inner) {
                Some(Variable { name: PROJECT, .. }) => Some(WORKSPACE.to_owned()),
                Some(variable) if self.is_open(inner, variable) => self.input(variable, holder),
                Some(_) | None => None,
            };
            out.push_str(asked.as_deref().unwrap_or(token));
            rest = after;
        }
        out + rest
    }

    fn input(&mut self, variable: Variable<'_>, holder: Option<&str>) -> Option<String> {
        let Variable { name, usual } = variable;
        let is_secret = is_secret(name, usual.unwrap_or_default())
            || is_secret_name(name)
            || holder.is_some_and(is_secret_name);
        self.inputs.add(text_input(format!("env:{name}"), name, "", usual, is_secret))
    }

    /// Whether nobody else puts something there: Paddock knows the home, Claude Code alone its own
    /// variables, and a server those that it is given.
    fn is_open(&self, inner: &str, Variable { name, .. }: Variable<'_>) -> bool {
        if name == "HOME" || name.starts_with("CLAUDE_") {
            return false;
        }
        let of_itself = |text: &str| {
            let token = next_token(text).map(|(_, token, _)| &token[2..token.len() - 1]);
            let variable = token.and_then(variable).or_else(|| whole(text));
            variable.is_some_and(|it| it.name == name)
        };
        inner.starts_with("env:") || self.given.get(name).is_none_or(|value| of_itself(value))
    }
}

/// What is before a `${…}`, itself, and what is after it.
fn next_token(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("${")?;
    let end = start + text[start..].find('}')? + 1;
    Some((&text[..start], &text[start..end], &text[end..]))
}

fn variable(inner: &str) -> Option<Variable<'_>> {
    if let Some(name) = inner.strip_prefix("env:") {
        let variable = Variable { name, usual: None };
        return is_name(name, |c| c.is_ascii_alphanumeric()).then_some(variable);
    }
    let (name, usual) = match inner.split_once(":-") {
        Some((name, usual)) => (name, Some(usual)),
        None => (inner, None),
    };
    is_capital(name).then_some(Variable { name, usual })
}

/// A value that is a variable and nothing else: `$NAME`.
fn whole(text: &str) -> Option<Variable<'_>> {
    let name = text.strip_prefix('$').filter(|name| is_capital(name) && *name != "HOME")?;
    Some(Variable { name, usual: None })
}

fn is_capital(name: &str) -> bool {
    is_name(name, |c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

fn is_name(name: &str, of: impl Fn(char) -> bool) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c == '_' || of(c))
}

/// Whether an argument with a variable in it would be read as program text, which has variables of
/// its own.
fn is_text(program: &str, args: &[String]) -> bool {
    let marked = args.iter().map(|arg| if arg.contains("${") { "${roots}" } else { arg });
    let args: Vec<_> = marked.map(OsString::from).collect();
    fills_text(Path::new(program), &args)
}

/// Whether a value only stands for one: `<YOUR_TOKEN>`, `your-api-key-here`, `xoxb-your-token`,
/// `sk-...`, `ghp_xxxx`.
fn is_blank(value: &str) -> bool {
    let value = value.trim();
    if value.chars().count() > LONGEST_BLANK {
        return false;
    }
    if let Some(inner) = value.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
        return !inner.is_empty() && !inner.contains(['<', '>', '=', '/', '\n']);
    }
    let lower = value.to_ascii_lowercase();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.' | '…');
    let says_so = ["your-", "your_", "your ", "insert-your", "replace-with", "replace_with"];
    lower.chars().all(is_word)
        && (says_so.iter().any(|it| lower.contains(it))
            || ["xxxx", "...", "…"].iter().any(|it| lower.ends_with(it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(program: &str, args: &[&str], env: &[(&str, &str)]) -> (ServerDraft, Vec<String>) {
        let env = env
            .iter()
            .map(|(name, value)| EnvEntry { name: (*name).into(), value: (*value).into() });
        let mut draft = ServerDraft {
            name: "n".into(),
            program: program.into(),
            args: args.iter().map(|&it| it.to_owned()).collect(),
            env: env.collect(),
            ..ServerDraft::default()
        };
        let also = ask(&mut draft);
        let asks = Inputs::default().of(&draft, &also).unwrap();
        let said = asks.iter().map(|it| {
            let kind = if it.secret { "secret" } else { "plain" };
            format!(
                "{} {kind} {}{}",
                it.name,
                it.usual.join(","),
                if it.required { "!" } else { "" }
            )
        });
        (draft, said.collect())
    }

    fn value(text: &str) -> (String, usize) {
        let (draft, asks) = asked("x", &[], &[("V", text)]);
        (draft.env[0].value.clone(), asks.len())
    }

    #[test]
    fn variables_of_an_app_are_asked_for() {
        let env = [
            ("API_KEY", "${API_KEY}"),
            ("URL", "https://${env:host}/${LEVEL:-low}"),
            ("W", "$WHOLE"),
        ];
        let (draft, asks) = asked("npx", &["--org=${ORG}", "${CLAUDE_PROJECT_DIR:-.}/a"], &env);
        assert_eq!(draft.args, ["--org=${input:env:ORG}", "${workspaceFolder}/a"]);
        let values: Vec<_> = draft.env.iter().map(|it| it.value.as_str()).collect();
        let url = "https://${input:env:host}/${input:env:LEVEL}";
        assert_eq!(values, ["${input:env:API_KEY}", url, "${input:env:WHOLE}"]);
        let all =
            ["ORG plain !", "API_KEY secret !", "host plain !", "LEVEL plain low", "WHOLE plain !"];
        assert_eq!(asks, all.map(|it| format!("env:{it}")));
    }

    #[test]
    fn a_text_of_nothing_but_variables_is_read_in_time() {
        let many: Vec<_> = (0..60_000).map(|at| format!("${{A{at}}}")).collect();
        let (draft, asks) = asked("x", &[&many.concat()], &[]);
        assert_eq!(asks.len(), 200);
        assert!(draft.args[0].ends_with("${A59999}"));
    }

    #[test]
    fn what_somebody_else_fills_in_stays() {
        for text in [
            "${HOME}/a",
            "$HOME",
            "${env:HOME}",
            "${workspaceFolder}",
            "${roots}",
            "${root:a}",
            "${CLAUDE_PLUGIN_ROOT}/x",
            "${fileDirname}",
            "a $NAME b",
            "$name",
            "${a b}",
            "${",
            "${}",
            "${env:}",
            "${input:none",
            "$",
            "${1}",
        ] {
            assert_eq!(value(text), (text.to_owned(), 0), "{text}");
        }
        // A server that is given the variable puts it in by itself.
        let header = "Authorization:${AUTH_HEADER}";
        let (draft, asks) = asked("npx", &[header], &[("AUTH_HEADER", "Bearer <token>")]);
        assert_eq!((draft.args[0].as_str(), asks.len()), (header, 0));
        for (program, args) in [("sh", ["-c", "run ${PORT}"]), ("node", ["-e", "f(`${PORT}`)"])] {
            let (draft, asks) = asked(program, &args, &[]);
            assert_eq!((draft.args[1].as_str(), asks.len()), (args[1], 0), "{program}");
        }
    }

    #[test]
    fn what_is_to_be_replaced_is_asked_for() {
        for text in [
            "<YOUR_TOKEN>",
            "<your token>",
            "your-api-key",
            "YOUR_API_KEY_HERE",
            "xoxb-your-bot-token",
            "sk-...",
            "ghp_xxxx",
            " <x> ",
        ] {
            assert_eq!(value(text), ("${input:value:n/V}".to_owned(), 1), "{text}");
        }
        for text in [
            "",
            "<",
            "<>",
            "<a href=x>",
            "<a><b>",
            "yours",
            "you@your-place.example",
            "/your/path",
            "exxx",
            "https://your-place.example",
        ] {
            assert_eq!(value(text), (text.to_owned(), 0), "{text}");
        }
        assert_eq!(blank_id("a} b", "V}"), "value:a%7D%20b/V%7D");
        let (_, asks) =
            asked("x", &[], &[("GITHUB_TOKEN", "<YOUR_TOKEN>"), ("TEAM", "your_team_id")]);
        assert_eq!(asks, ["value:n/GITHUB%5FTOKEN secret !", "value:n/TEAM plain !"]);
    }
}
