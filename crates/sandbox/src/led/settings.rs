//! What is in a file of Git's settings (`git-config(1)`, "Syntax").

use std::iter::Peekable;
use std::str::Chars;

/// How many settings of one file are looked at.
pub(crate) const MOST: usize = 10_000;

/// One setting: section and name in lower case, as Git compares them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) section: String,
    pub(crate) name: String,
    /// Empty for one that is only named, which means that it is true.
    pub(crate) value: String,
}

/// All that can be read. Git takes none of a file that has a mistake in it; here the rest counts.
pub(crate) fn read(text: &str) -> Vec<Setting> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut input = text.chars().peekable();
    let (mut section, mut settings) = (String::new(), Vec::new());
    while let Some(&next) = input.peek() {
        match next {
            '[' => section = read_section(&mut input),
            '#' | ';' => skip_line(&mut input),
            letter if letter.is_ascii_alphabetic() => {
                let (name, value) = read_setting(&mut input);
                settings.push(Setting { section: section.clone(), name, value });
            }
            _ => _ = input.next(),
        }
        if settings.len() >= MOST {
            break;
        }
    }
    settings
}

/// `[name]`, `[name "below"]` or `[name.below]`: only the name matters.
fn read_section(input: &mut Peekable<Chars<'_>>) -> String {
    let (mut name, mut is_name, mut quoted) = (String::new(), true, false);
    input.next();
    while let Some(letter) = input.next() {
        match letter {
            '\n' => break,
            '\\' if quoted => _ = input.next(),
            '"' => quoted = !quoted,
            ']' if !quoted => break,
            letter if is_name && (letter.is_ascii_alphanumeric() || letter == '-') => {
                name.push(letter.to_ascii_lowercase());
            }
            _ => is_name = false,
        }
    }
    name
}

fn read_setting(input: &mut Peekable<Chars<'_>>) -> (String, String) {
    let mut name = String::new();
    while let Some(letter) = input.next_if(|it| it.is_ascii_alphanumeric() || *it == '-') {
        name.push(letter.to_ascii_lowercase());
    }
    while input.next_if(|it| matches!(it, ' ' | '\t')).is_some() {}
    let has_value = input.next_if_eq(&'=').is_some();
    let value = if has_value { read_value(input) } else { String::new() };
    (name, value)
}

fn read_value(input: &mut Peekable<Chars<'_>>) -> String {
    let (mut value, mut quoted) = (String::new(), false);
    while let Some(letter) = input.next() {
        match letter {
            '\n' => break,
            '"' => quoted = !quoted,
            '\\' => match input.next() {
                // The line goes on in the next one.
                Some('\n') | None => {}
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some('b') => _ = value.pop(),
                Some(letter) => value.push(letter),
            },
            '#' | ';' if !quoted => {
                skip_line(input);
                break;
            }
            letter => value.push(letter),
        }
    }
    value.trim().to_owned()
}

fn skip_line(input: &mut Peekable<Chars<'_>>) {
    while input.next().is_some_and(|letter| letter != '\n') {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_git_reads_them() {
        let text = "\u{feff}; first\n[Core] HooksPath = .githooks # mine\r\n\tbare\n\
            [alias \"x]\\\"y\"]\na = \"! ./a; b\" \\\n  c ; d\n[filter.lfs]clean=\"a\\\\b\\tc\"\n\
            1nonsense\n[]\nkey=\n[open";
        let of = |section: &str, name: &str, value: &str| Setting {
            section: section.into(),
            name: name.into(),
            value: value.into(),
        };
        let expected = [
            of("core", "hookspath", ".githooks"),
            of("core", "bare", ""),
            of("alias", "a", "! ./a; b   c"),
            of("filter", "clean", "a\\b\tc"),
            of("filter", "nonsense", ""),
            of("", "key", ""),
        ];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn whatever_comes_is_read_to_its_end() {
        for text in ["[", "[\"", "a", "a=", "a=\"", "a=\\", "[a \"\\", "#", "\u{0}", "=\n=", "[a]b"]
        {
            assert!(read(text).len() < 3, "{text:?}");
        }
        assert_eq!(read(&"a\n".repeat(2 * MOST)).len(), MOST);
    }
}
