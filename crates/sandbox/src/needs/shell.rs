use std::ffi::OsString;
use std::iter::Peekable;
use std::str::Chars;

/// Words that come before a command and are none of it.
const BEFORE: &[&str] = &["exec", "command", "then", "do", "else", "!", "{", "time", "builtin"];

/// A simple command, as words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    /// Names of variables that are set for it, or by it.
    pub(super) sets: Vec<String>,
    pub(super) words: Vec<OsString>,
    /// The next word is only known when it runs, and with it all that follows.
    pub(super) is_cut: bool,
    /// What follows runs only if this succeeds.
    pub(super) and: bool,
}

/// What a shell's text runs.
pub(super) struct Text {
    pub(super) commands: Vec<Simple>,
    /// Nothing in it runs but these.
    pub(super) is_whole: bool,
}

/// The simple commands in a shell's text, as far as they are plain: one with a word that is only known
/// when it runs ends before that word.
pub(super) fn read(text: &str) -> Text {
    const LIMIT: usize = 64;
    let mut lexer = Lexer { rest: text.chars().peekable(), runs_unseen: false };
    let mut commands = Vec::new();
    while commands.len() < LIMIT && lexer.rest.peek().is_some() {
        let command = lexer.command();
        if command != Simple::default() {
            commands.push(command);
        }
    }
    Text { commands, is_whole: !lexer.runs_unseen && lexer.rest.peek().is_none() }
}

/// What `env` runs, given its arguments.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Env {
    /// Where it starts.
    pub(super) folder: Option<OsString>,
    /// Names of variables that are set.
    pub(super) sets: Vec<String>,
    pub(super) command: Vec<OsString>,
}

/// What `env` runs, if all of its options are known.
pub(super) fn after_env(args: &[OsString]) -> Option<Env> {
    let mut env = Env::default();
    let mut rest = args.to_vec();
    while let Some(first) = rest.first().cloned() {
        let text = first.to_str()?;
        rest.remove(0);
        let value = |rest: &mut Vec<OsString>| (!rest.is_empty()).then(|| rest.remove(0));
        match text {
            "-i" | "-" | "--ignore-environment" | "-v" | "--debug" => {}
            "-u" | "--unset" => _ = value(&mut rest)?,
            "-C" | "--chdir" => env.folder = Some(value(&mut rest)?),
            "-S" | "--split-string" => {
                let split = value(&mut rest)?;
                rest = split_string(split.to_str()?)?.into_iter().chain(rest).collect();
            }
            "--" => break,
            _ if text.starts_with("--unset=") => {}
            _ if text.starts_with("--chdir=") => env.folder = Some(text[8..].into()),
            _ if text.starts_with("--split-string=") => {
                rest = split_string(&text[15..])?.into_iter().chain(rest).collect();
            }
            // The kernel hands `-S node --flag` of a `#!` line over as one argument.
            _ if text.starts_with("-S") => {
                rest = split_string(&text[2..])?.into_iter().chain(rest).collect();
            }
            _ if text.starts_with("-C") => env.folder = Some(text[2..].into()),
            _ if text.starts_with("-u") => {}
            _ if text.starts_with('-') => return None,
            _ => {
                rest.insert(0, first);
                break;
            }
        }
    }
    while let Some((name, _)) = rest.first().and_then(|word| word.to_str()?.split_once('=')) {
        env.sets.push(name.to_owned());
        rest.remove(0);
    }
    env.command = rest;
    Some(env)
}

/// The words of a text that `env` splits, if it has nothing but plain ones.
fn split_string(text: &str) -> Option<Vec<OsString>> {
    let is_plain = !text.contains(['"', '\'', '\\', '$', '#']);
    is_plain.then(|| text.split_whitespace().map(OsString::from).collect())
}

/// The names that the first words set, and the words of the command after those.
fn without_prefixes(words: Vec<String>) -> (Vec<String>, Vec<OsString>) {
    let mut sets = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(word) =
        words.next_if(|word| is_assignment(word) || BEFORE.contains(&word.as_str()))
    {
        sets.extend(word.split_once('=').map(|(name, _)| name.to_owned()));
    }
    (sets, words.map(OsString::from).collect())
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

struct Lexer<'a> {
    rest: Peekable<Chars<'a>>,
    /// Something runs within a word.
    runs_unseen: bool,
}

impl Lexer<'_> {
    /// What comes up to the end of the command.
    fn command(&mut self) -> Simple {
        let mut words = Vec::new();
        let (mut is_cut, mut and) = (false, false);
        while let Some(c) = self.rest.peek().copied() {
            match c {
                ' ' | '\t' => _ = self.rest.next(),
                ';' | '&' | '|' | '\n' | '(' | ')' => {
                    self.rest.next();
                    and = c == '&' && self.rest.next_if_eq(&'&').is_some();
                    break;
                }
                '#' => self.skip_line(),
                _ => match self.word() {
                    Some(word) if !is_cut => words.push(word),
                    Some(_) => {}
                    None => is_cut = true,
                },
            }
        }
        let (sets, words) = without_prefixes(words);
        if sets.is_empty() && words.is_empty() && !is_cut {
            return Simple::default();
        }
        Simple { sets, words, is_cut, and }
    }

    fn skip_line(&mut self) {
        while self.rest.next_if(|c| *c != '\n').is_some() {}
    }

    /// `None` if it is only known when the shell runs.
    fn word(&mut self) -> Option<String> {
        let mut word = String::new();
        let mut plain = true;
        while let Some(c) = self.rest.next_if(|c| !" \t;&|\n()".contains(*c)) {
            match c {
                '\'' => self.quoted('\'', &mut word, &mut plain),
                '"' => self.quoted('"', &mut word, &mut plain),
                '\\' => word.extend(self.rest.next().filter(|c| *c != '\n')),
                '`' => (plain, self.runs_unseen) = (false, true),
                '$' | '*' | '?' | '[' | '<' | '>' => plain = false,
                '~' if word.is_empty() => plain = false,
                _ => word.push(c),
            }
        }
        let is_list = word.contains('{') && word.contains('}') && word.contains([',', '.']);
        (plain && !is_list).then_some(word)
    }

    fn quoted(&mut self, end: char, word: &mut String, plain: &mut bool) {
        while let Some(c) = self.rest.next() {
            match c {
                _ if c == end => return,
                '\\' if end == '"' => {
                    let escaped = self.rest.next();
                    if !escaped.is_some_and(|c| "$`\"\\\n".contains(c)) {
                        word.push(c);
                    }
                    word.extend(escaped.filter(|c| *c != '\n'));
                }
                '$' | '`' if end == '"' => {
                    *plain = false;
                    self.runs_unseen |= c == '`' || self.rest.peek() == Some(&'(');
                }
                _ => word.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let commands = read(text).commands.into_iter().map(|it| it.words);
        let shown = commands.map(|words| words.join("|".as_ref()).into_string().unwrap());
        shown.filter(|words| !words.is_empty()).collect()
    }

    #[test]
    fn commands_are_found_through_quotes_operators_and_assignments() {
        assert_eq!(
            shown("cd /a && TOKEN=x exec node 'my server.js' --port 1"),
            ["cd|/a", "node|my server.js|--port|1"]
        );
        assert_eq!(shown("# note\nif true; then uvx a; fi"), ["if|true", "uvx|a", "fi"]);
        assert_eq!(shown("docker run x | tee log"), ["docker|run|x", "tee|log"]);
    }

    #[test]
    fn what_is_only_known_when_it_runs_is_not_guessed() {
        assert_eq!(shown(r#"node "$DIR/server.js" x"#), ["node"]);
        assert_eq!(shown("$NODE server.js"), [""; 0]);
        let is_cut = |text: &str| read(text).commands[0].is_cut;
        assert!(is_cut("$NODE server.js") && is_cut("node ~/x") && is_cut("node {a,b}.js"));
        for text in ["node \"$(which x)\"", "a=`b`", "node `b`"] {
            assert!(!read(text).is_whole, "{text}");
        }
        assert!(read("cd '/a b' && exec node \"x.js\"").is_whole);
        assert!(read("cd /a && node x").commands[0].and);
        assert!(!read("cd /a || node x").commands[0].and);
    }

    #[test]
    fn env_is_seen_through() {
        let after = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            after_env(&args).map(|it| it.command.join("|".as_ref()).into_string().unwrap())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(after(&["-i", "A=b", "node", "C=d"]), some("node|C=d"));
        assert_eq!(after(&["-S", "node --flag", "x.js"]), some("node|--flag|x.js"));
        assert_eq!(after(&["-S node --flag", "x.js"]), some("node|--flag|x.js"));
        assert_eq!(after(&["-C/p", "-S", "A=b node", "x"]), some("node|x"));
        assert_eq!(after(&["--other", "node", "x"]), None);
        let folder = |args: &[&str]| {
            after_env(&args.iter().map(OsString::from).collect::<Vec<_>>()).unwrap().folder
        };
        assert_eq!(folder(&["-C", "/p", "node"]), Some("/p".into()));
        assert_eq!(folder(&["--chdir=/p", "node"]), Some("/p".into()));
        assert_eq!(after(&["-u", "HOME", "A=b", "python3"]), some("python3"));
    }
}
