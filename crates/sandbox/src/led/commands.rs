//! What a command of Git's settings may run, as far as its words name files.

use std::path::Path;

use super::settings::Setting;

/// Settings that are no commands, whatever they are: what they name is not run. All others count, for
/// a later Git knows more commands.
const NO_COMMANDS: [&str; 12] = [
    "author",
    "branch",
    "color",
    "column",
    "committer",
    "extensions",
    "lfs",
    "log",
    "safe",
    "status",
    "url",
    "user",
];

/// Of a remote only these are.
const OF_REMOTES: [&str; 3] = ["uploadpack", "receivepack", "vcs"];

const NO_COMMANDS_OF_CORE: [&str; 4] =
    ["worktree", "excludesfile", "attributesfile", "commentchar"];

impl Setting {
    /// Whether its value may be run.
    pub(super) fn is_command(&self) -> bool {
        match self.section.as_str() {
            "alias" => self.value.starts_with('!'),
            "remote" => OF_REMOTES.contains(&self.name.as_str()),
            "submodule" => self.name == "update",
            "core" => !NO_COMMANDS_OF_CORE.contains(&self.name.as_str()),
            "commit" => self.name != "template",
            section => !NO_COMMANDS.contains(&section),
        }
    }
}

/// Everything in `command` that may name a file, found as a shell would and by every letter that ends
/// a word anywhere: too much rather than too little.
pub(super) fn words(command: &str) -> Vec<&str> {
    const ENDS: &[char] = &[
        ' ', '\t', '\n', '\'', '"', '`', '$', '!', ';', '|', '&', '(', ')', '<', '>', '{', '}',
        '=', ',',
    ];
    let quoted = ['\'', '"'].into_iter().flat_map(|quote| command.split(quote));
    let whole = command.strip_prefix('!').unwrap_or(command).trim();
    let words = [whole].into_iter().chain(quoted).chain(command.split(ENDS));
    words.filter(|word| !word.is_empty() && word.len() < 4096).collect()
}

/// Whether this word is written as a path is, so that what it names may also come later.
pub(super) fn is_path(word: &str) -> bool {
    let starts = ["./", "../", "/", "~/"];
    starts.iter().any(|start| word.starts_with(start)) && !word.contains([' ', ':', '*'])
}

/// What is left of a path that begins with a value that only a shell knows: `$ROOT/tools/x`.
pub(super) fn without_first(word: &str) -> Option<&Path> {
    let (_, rest) = word.split_once('/')?;
    Some(Path::new(rest)).filter(|rest| rest.is_relative() && !rest.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_of_a_command_is_among_its_words() {
        let cases = [
            ("!./check.sh", "./check.sh"),
            ("!f() { node \"tools/my check.js\"; }; f", "tools/my check.js"),
            ("X=./a sh -c './b c'", "./a"),
            ("sh -c './b|c'", "./b"),
            ("!$(git rev-parse --show-toplevel)/tools/x", "/tools/x"),
            ("!\"$PWD/tools/x\" y", "PWD/tools/x"),
            ("my script", "my script"),
        ];
        for (command, word) in cases {
            assert!(words(command).contains(&word), "{command}: {:?}", words(command));
        }
        assert_eq!(without_first("/tools/x"), Some(Path::new("tools/x")));
        assert_eq!(without_first("PWD/tools/x"), Some(Path::new("tools/x")));
    }

    #[test]
    fn what_is_not_run_is_no_command() {
        let of = |section: &str, name: &str, value: &str| Setting {
            section: section.into(),
            name: name.into(),
            value: value.into(),
        };
        for (section, name, value) in [
            ("alias", "x", "!./x"),
            ("core", "fsmonitor", "./x"),
            ("remote", "uploadpack", "./x"),
            ("filter", "clean", "./x"),
            ("hook", "command", "./x"),
        ] {
            assert!(of(section, name, value).is_command(), "{section}.{name}");
        }
        for (section, name) in [
            ("alias", "x"),
            ("remote", "url"),
            ("user", "name"),
            ("branch", "merge"),
            ("core", "worktree"),
        ] {
            assert!(!of(section, name, "../x").is_command(), "{section}.{name}");
        }
    }
}
