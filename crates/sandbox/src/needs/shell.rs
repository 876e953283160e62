use std::ffi::OsString;
use std::iter::Peekable;
use std::str::Chars;

/// Words that come before a command and are none of it.
const BEFORE: &[&str] = &["exec", "command", "then", "do", "else", "!", "{", "time", "builtin"];

/// The simple commands in a shell's text, as words, as far as they are plain: one with a word that is
/// only known when it runs ends before that word.
pub(super) fn commands(text: &str) -> Vec<Vec<OsString>> {
    const LIMIT: usize = 64;
    let mut lexer = Lexer { rest: text.chars().peekable() };
    let mut commands = Vec::new();
    while commands.len() < LIMIT && lexer.rest.peek().is_some() {
        let words = without_prefixes(lexer.command());
        if !words.is_empty() {
            commands.push(words.into_iter().map(OsString::from).collect());
        }
    }
    commands
}

/// The command that `env` runs, given its arguments.
pub(super) fn after_env(args: &[OsString]) -> Vec<OsString> {
    let mut rest = args;
    while let Some((first, after)) = rest.split_first() {
        let text = first.to_str().unwrap_or_default();
        match text {
            "-u" | "--unset" | "-C" | "--chdir" => rest = after.get(1..).unwrap_or_default(),
            "-S" | "--split-string" => {
                let split = after.first().and_then(|text| text.to_str()).unwrap_or_default();
                return joined(split, after.get(1..).unwrap_or_default());
            }
            "--" => return after_assignments(after),
            _ if text.starts_with("-S") => return joined(&text[2..], after),
            _ if text.starts_with("--split-string=") => return joined(&text[15..], after),
            // The kernel hands `-S node --flag` of a `#!` line over as one argument.
            _ if text.starts_with('-') => rest = after,
            _ => return after_assignments(rest),
        }
    }
    Vec::new()
}

fn joined(split: &str, after: &[OsString]) -> Vec<OsString> {
    let words = split.split_whitespace().map(OsString::from);
    let all: Vec<_> = words.chain(after.iter().cloned()).collect();
    // More options of `env` may follow.
    if all.first().is_some_and(|first| first.as_encoded_bytes().starts_with(b"-")) {
        return after_env(&all);
    }
    after_assignments(&all)
}

fn after_assignments(words: &[OsString]) -> Vec<OsString> {
    let assigns = |word: &&OsString| word.to_str().is_some_and(is_assignment);
    words.iter().skip_while(assigns).cloned().collect()
}

fn without_prefixes(words: Vec<String>) -> Vec<String> {
    let before = |word: &String| is_assignment(word) || BEFORE.contains(&word.as_str());
    words.into_iter().skip_while(before).collect()
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

struct Lexer<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Lexer<'_> {
    /// The words up to the end of the command.
    fn command(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        let mut plain = true;
        while let Some(c) = self.rest.peek().copied() {
            match c {
                ' ' | '\t' => _ = self.rest.next(),
                ';' | '&' | '|' | '\n' | '(' | ')' => {
                    self.rest.next();
                    return words;
                }
                '#' => self.skip_line(),
                _ => match self.word() {
                    Some(word) if plain => words.push(word),
                    Some(_) => {}
                    None => plain = false,
                },
            }
        }
        words
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
                '$' | '`' | '*' | '?' | '<' | '>' => plain = false,
                _ => word.push(c),
            }
        }
        plain.then_some(word)
    }

    fn quoted(&mut self, end: char, word: &mut String, plain: &mut bool) {
        while let Some(c) = self.rest.next() {
            match c {
                _ if c == end => return,
                '\\' if end == '"' => word.extend(self.rest.next()),
                '$' | '`' if end == '"' => *plain = false,
                _ => word.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let join = |words: Vec<OsString>| {
            words.iter().map(|it| it.to_str().unwrap()).collect::<Vec<_>>().join("|")
        };
        commands(text).into_iter().map(join).collect()
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
    }

    #[test]
    fn env_is_seen_through() {
        let after = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            after_env(&args).join("|".as_ref())
        };
        assert_eq!(after(&["-i", "A=b", "node", "C=d"]), "node|C=d");
        assert_eq!(after(&["-S", "node --flag", "x.js"]), "node|--flag|x.js");
        assert_eq!(after(&["-S node --flag", "x.js"]), "node|--flag|x.js");
        assert_eq!(after(&["-u", "HOME", "A=b", "python3"]), "python3");
    }
}
