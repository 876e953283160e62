//! Which names of servers an app can take.

use crate::App;

/// What is true of names in one app.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// Characters besides letters and digits of ASCII; none if all are taken.
    pub(crate) letters: &'static str,
    pub(crate) no_slash: bool,
    /// What the names of a server and of one of its tools may come to together, in characters.
    /// 0 is no limit. Measured.
    pub(crate) longest: usize,
    /// Characters that the app puts between them, at the least.
    pub(crate) around: usize,
}

pub(crate) const ANY: Names = Names { letters: "", no_slash: false, longest: 0, around: 0 };
pub(crate) const WORD: &str = "-_";

/// Why an app would have trouble with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameTrouble {
    /// The app refuses this character.
    Character(char),
    /// Together with the name of this tool it is longer than the app takes, by so many characters:
    /// the app cuts it, or leaves the tool out.
    TooLong { tool: String, by: usize },
}

impl App {
    /// What is wrong with `server` as a name in this app, and with it before those of its `tools`.
    pub fn name_troubles(&self, server: &str, tools: &[&str]) -> Vec<NameTrouble> {
        let rule = self.names;
        let bad = server.chars().find(|c| {
            let is_word = c.is_ascii_alphanumeric() || rule.letters.contains(*c);
            (!rule.letters.is_empty() && !is_word) || (rule.no_slash && *c == '/') || c.is_control()
        });
        let too_long = tools.iter().filter_map(|tool| {
            let length = server.chars().count() + rule.around + tool.chars().count();
            let by = length.checked_sub(rule.longest).filter(|by| rule.longest > 0 && *by > 0)?;
            Some(NameTrouble::TooLong { tool: (*tool).to_owned(), by })
        });
        bad.map(NameTrouble::Character).into_iter().chain(too_long).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app;

    #[test]
    fn what_an_app_can_not_take_is_told() {
        let of =
            |id: &str, server: &str, tools: &[&str]| app(id).unwrap().name_troubles(server, tools);
        assert_eq!(of("claude-code", "my server", &[]), [NameTrouble::Character(' ')]);
        assert_eq!(of("codex", "a/b", &[]), [NameTrouble::Character('/')]);
        assert_eq!(of("gptme", "a/b", &[]), [NameTrouble::Character('/')]);
        assert_eq!(of("zed", "my server", &[]), []);
        assert_eq!(of("zed", "a\u{7}", &[]), [NameTrouble::Character('\u{7}')]);
        let tool = "t".repeat(50);
        let long = NameTrouble::TooLong { tool: tool.clone(), by: 4 };
        assert_eq!(of("copilot", &"s".repeat(17), &["t", &tool]), [long]);
        assert_eq!(of("copilot", &"s".repeat(13), &[&tool]), []);
    }
}
