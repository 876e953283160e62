//! How apps write what they fill in when they start a server.

use std::ops::Range;

/// How an app writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grammar {
    /// `$NAME`, wherever it stands.
    dollar: bool,
    braces: Braces,
    /// `{env:NAME}` and `{file:PATH}`.
    bare: bool,
}

/// What it makes of `${…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Braces {
    /// Nothing: the server is given it as it is.
    Nothing,
    /// `${env:NAME}`, `${input:ID}` and words of its own, and nothing of what looks like a variable.
    Words,
    /// `${NAME}`, and `${NAME:-…}` if there may be a default.
    Variables { default: bool },
}

/// A variable of the environment by its name, and what counts if it is not set.
pub(crate) struct Variable<'a> {
    pub(crate) name: &'a str,
    pub(crate) default: Option<&'a str>,
}

impl Grammar {
    /// Read in the sources of the apps where they are open, and in their documentation where not.
    /// What is known of neither is taken to write it as VS Code does.
    pub(crate) fn of(app: &str) -> Self {
        let (dollar, braces, bare) = match app {
            "claude-code" | "kiro" | "mcporter" => {
                (false, Braces::Variables { default: true }, false)
            }
            "gemini" | "copilot" | "nanocoder" => {
                (true, Braces::Variables { default: true }, false)
            }
            "qwen" => (true, Braces::Variables { default: false }, false),
            "opencode" | "kilo" => (false, Braces::Nothing, true),
            "codex" | "goose" | "vibe" | "gptme" | "zed" => (false, Braces::Nothing, false),
            _ => (false, Braces::Words, false),
        };
        Self { dollar, braces, bare }
    }

    /// Where something stands that some app fills in.
    pub(crate) fn tokens(self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // Looked for once: a text may open a hundred thousand and close none.
        let last_of = |end: &str| text.rfind(end).unwrap_or(0);
        let (mut at, lasts) = (0, [last_of("}"), last_of("}}")]);
        while let Some(offset) = text[at..].find(['$', '{']) {
            let start = at + offset;
            let rest = &text[start..];
            let until = |end: &str| {
                let closes = start < lasts[end.len() - 1];
                closes.then(|| rest.find(end)).flatten().map(|at| at + end.len())
            };
            let length = if rest.starts_with("${{") {
                until("}}")
            } else if ["${", "{env:", "{file:"].iter().any(|it| rest.starts_with(it)) {
                until("}")
            } else if self.dollar && rest.starts_with('$') {
                name(&rest[1..]).map(|name| name.len() + 1)
            } else {
                None
            };
            at = start + length.unwrap_or(1);
            found.extend(length.map(|_| start..at));
        }
        found
    }

    /// Whether the app fills this in.
    pub(crate) fn fills(self, token: &str) -> bool {
        if token.starts_with('{') {
            return self.bare;
        }
        let Some(inner) = braced(token) else { return self.dollar };
        let variable = plain(inner);
        match self.braces {
            Braces::Nothing => false,
            Braces::Words => variable.is_none_or(|it| it.name.contains(|c: char| c.is_lowercase())),
            Braces::Variables { default } => {
                variable.is_some_and(|it| default || it.default.is_none())
            }
        }
    }

    /// Which variable of its environment the app puts here.
    pub(crate) fn variable(self, token: &str) -> Option<Variable<'_>> {
        let bare = |name| Some(Variable { name, default: None });
        let variable = match braced(token) {
            None if token.starts_with('$') => bare(&token[1..]),
            None => bare(token.strip_prefix("{env:")?.strip_suffix('}')?),
            Some(inner) => match (inner.strip_prefix("env:"), self.braces) {
                (Some(name), _) => bare(name),
                (None, Braces::Variables { .. }) => plain(inner),
                (None, Braces::Words) => bare(secret_of_continue(inner)?),
                (None, Braces::Nothing) => None,
            },
        };
        variable.filter(|it| name(it.name) == Some(it.name))
    }

    /// A variable that whoever is started puts in place of this by itself, if it is `$NAME`,
    /// `${NAME}` or `${NAME:-…}`.
    pub(crate) fn own_variable(token: &str) -> Option<&str> {
        match braced(token) {
            Some(inner) => plain(inner).map(|it| it.name),
            None => token.strip_prefix('$'),
        }
    }

    /// Whether what looks like a variable is one of its environment.
    pub(crate) fn has_variables(self) -> bool {
        matches!(self.braces, Braces::Variables { .. })
    }
}

fn braced(token: &str) -> Option<&str> {
    token.strip_prefix("${")?.strip_suffix('}')
}

/// The name of a variable that a text begins with.
pub(crate) fn name(text: &str) -> Option<&str> {
    let is_in = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &text[..text.find(|c| !is_in(c)).unwrap_or(text.len())];
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

/// `NAME` or `NAME:-usual`.
fn plain(inner: &str) -> Option<Variable<'_>> {
    let name = name(inner)?;
    match &inner[name.len()..] {
        "" => Some(Variable { name, default: None }),
        rest => Some(Variable { name, default: Some(rest.strip_prefix(":-")?) }),
    }
}

/// The name in `${{ secrets.NAME }}`, without its path.
fn secret_of_continue(inner: &str) -> Option<&str> {
    let name = inner.strip_prefix('{')?.strip_suffix('}')?.trim().strip_prefix("secrets.")?;
    name.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_app_fills_in_is_found_as_it_reads_it() {
        for (app, text, found) in [
            ("vscode", "a${env:A}b{env:B}$C", vec!["${env:A}", "{env:B}"]),
            ("gemini", "$A-$B_C/$5$$ ${D:-e}", vec!["$A", "$B_C", "${D:-e}"]),
            ("continue", "x ${{ secrets.A }} y", vec!["${{ secrets.A }}"]),
            ("vscode", "${a {env:b $é{", vec![]),
            ("vscode", "${a {env:b} ${", vec!["${a {env:b}"]),
            ("continue", "${{ a } ${b}", vec!["${b}"]),
        ] {
            let tokens = Grammar::of(app).tokens(text);
            let tokens: Vec<_> = tokens.into_iter().map(|token| &text[token]).collect();
            assert_eq!(tokens, found, "{app}: {text}");
        }
    }

    #[test]
    fn each_app_fills_in_what_it_knows() {
        for (app, token, expected) in [
            ("vscode", "${env:A}", true),
            ("vscode", "${fileDirname}", true),
            ("vscode", "${A_KEY}", false),
            ("vscode", "{env:A}", false),
            ("claude-code", "${A}", true),
            ("claude-code", "${A:-b}", true),
            ("claude-code", "${env:A}", false),
            ("qwen", "${A}", true),
            ("qwen", "${A:-b}", false),
            ("qwen", "$A", true),
            ("opencode", "{env:A}", true),
            ("opencode", "${A}", false),
            ("codex", "${env:A}", false),
            ("continue", "${{ secrets.A }}", true),
        ] {
            assert_eq!(Grammar::of(app).fills(token), expected, "{app}: {token}");
        }
    }
}
