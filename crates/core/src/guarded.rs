//! What other programs run because of where it stands: hooks, tasks, start files and the like.
//!
//! A rule is a name, at any depth below a granted folder, with all that is in it. So a folder can be
//! moved about without anything in it becoming guarded or ceasing to be, and nothing need exist yet.
//! A few names count in a folder of a certain name only: nothing but a new folder comes to have that.

use std::borrow::Cow;
use std::path::Path;

use crate::Access;

mod commits;

/// A kind of program that runs what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guarded {
    Git,
    Editors,
    Agents,
    /// Shells, `direnv` and what else begins with a file of settings.
    Shells,
    /// What puts hooks into Git and package managers.
    Hooks,
    Containers,
}

/// A file in Git's folder that Git acts on without a doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Believed {
    /// It names the files that Git writes.
    Index,
    /// It names a commit or another reference.
    Reference,
    /// It names a reference and its commit in each line.
    PackedReferences,
}

impl Guarded {
    /// What guards the name of one file or folder.
    pub fn of_name(name: &str) -> Option<Self> {
        let spellings = [Some(folded(name)), long_name(name)];
        let known = |name: &str| KNOWN.iter().find(|(_, known)| known.contains(&name));
        let begins = |name: &str| STARTS.iter().find(|(_, start)| name.starts_with(start));
        let ends = |name: &str| ENDS.iter().find(|(_, end)| name.ends_with(end));
        let guard = |name: &String| {
            let known = known(name).map(|(guarded, _)| *guarded);
            known
                .or_else(|| begins(name).map(|(guarded, _)| *guarded))
                .or_else(|| ends(name).map(|(guarded, _)| *guarded))
        };
        // Any folder with a `HEAD` can be a repository, whatever it is called.
        let head = (name == "HEAD").then_some(Self::Git);
        head.or_else(|| spellings.iter().flatten().find_map(guard))
    }

    /// What guards `name` in a folder of the name `folder`.
    pub fn of_pair(folder: &str, name: &str) -> Option<Self> {
        let is_second = |known: &str| {
            may_be(name, known) || known.ends_with('.') && folded(name).starts_with(known)
        };
        let known =
            PAIRS.iter().find(|(_, above, known)| may_be(folder, above) && is_second(known));
        known.map(|(guarded, ..)| *guarded)
    }

    /// What guards something at `below`, a path from a folder granted for `access`.
    pub fn from(access: Access, below: &Path) -> Option<Self> {
        match access {
            Access::Read | Access::ReadWrite => None,
            Access::WriteGuarded => Self::below(below),
            Access::WriteCommits => Self::below(below).filter(|_| !commits::need(below)),
        }
    }

    /// What guards something at `below` wherever anything is guarded but for commits.
    fn below(below: &Path) -> Option<Self> {
        let (mut is_package, mut above) = (false, None);
        for name in below {
            let name = name.to_string_lossy();
            let pair = |above: Cow<'_, str>| Self::of_pair(&above, &name);
            let guarded = Self::of_name(&name).or_else(|| above.and_then(pair));
            let guarded = guarded.filter(|it| !is_package || it.reaches_packages());
            if guarded.is_some() {
                return guarded;
            }
            is_package |= name == PACKAGES;
            above = Some(name);
        }
        None
    }

    /// Packages come with settings of those who made them, which nobody looks for there.
    fn reaches_packages(self) -> bool {
        matches!(self, Self::Git | Self::Shells)
    }
}

/// Whether fewer rules hold at `below` and in it.
pub fn is_in_packages(below: &Path) -> bool {
    below.iter().any(|name| name == PACKAGES)
}

/// Whether something in a folder of this name may be guarded for being in it.
pub fn begins_pair(name: &str) -> bool {
    PAIRS.iter().any(|(_, above, _)| may_be(name, above))
}

/// Whether `below` is Git's folder or in it.
pub fn is_in_git(below: &Path) -> bool {
    commits::is_in_git(below)
}

/// Which of those Git keeps at `below`. It writes them under another name, and moves them there.
pub fn believed(below: &Path) -> Option<Believed> {
    commits::believed(below)
}

/// Whether Git writes there what it then moves to another place, without reading it again.
pub fn is_lock(below: &Path) -> bool {
    commits::is_lock(below)
}

/// The folder of an unfinished rebase that `below` is or is in. Git does what it says.
pub fn rebase(below: &Path) -> Option<&Path> {
    commits::rebase(below)
}

/// Whether some filesystem takes `name` for `known`.
pub fn may_be(name: &str, known: &str) -> bool {
    name == known || folded(name) == folded(known) || {
        let start = short_start(name);
        start.is_some_and(|start| folded(known).trim_start_matches('.').starts_with(&start))
    }
}

const PACKAGES: &str = "node_modules";

const KNOWN: &[(Guarded, &[&str])] = &[
    (
        Guarded::Git,
        &[
            ".git",
            ".gitconfig",
            ".hg",
            ".hgrc",
            ".jj",
            "_darcs",
            ".sl",
            ".bzr",
            ".repo",
            ".pijul",
            ".fslckout",
            "_fossil_",
            ".fossil-settings",
        ],
    ),
    (
        Guarded::Editors,
        &[
            ".vscode",
            ".vscode-server",
            ".vs",
            ".idea",
            ".run",
            ".fleet",
            ".zed",
            ".nova",
            ".theia",
            ".helix",
            ".sublime-project",
            ".project",
            ".externaltoolbuilders",
            ".exrc",
            ".nvimrc",
            ".nvim.lua",
            ".nvim",
            ".lazy.lua",
            ".lvimrc",
            ".vimrc",
            ".gvimrc",
            ".vim",
            ".kakrc",
            ".emacs",
            ".emacs.d",
            ".dir-locals.el",
            ".dir-locals-2.el",
            ".vimspector.json",
            ".ycm_extra_conf.py",
            ".kateproject",
            ".bsp",
            "buildserver.json",
            ".obsidian",
            ".neoconf.json",
            ".nlsp-settings",
            ".local.vimrc",
            ".factorypath",
            "rust-analyzer.toml",
            ".rust-analyzer.toml",
            "omnisharp.json",
            "hie.yaml",
            ".merlin",
            "lsp.json",
            "latexmkrc",
            ".latexmkrc",
        ],
    ),
    (
        Guarded::Agents,
        &[
            ".mcp.json",
            "mcp.json",
            ".claude",
            ".claude.json",
            ".cursor",
            ".codex",
            ".gemini",
            ".windsurf",
            ".codeium",
            ".continue",
            ".roo",
            ".cline",
            ".amazonq",
            ".kiro",
            ".junie",
            ".goose",
            ".opencode",
            "opencode.json",
            "opencode.jsonc",
            ".crush.json",
            "crush.json",
            ".copilot",
            ".trae",
            ".qwen",
            ".augment",
            ".aider.conf.yml",
            ".factory",
            ".grok",
            ".rovodev",
            ".agents",
            ".agent",
            ".amp",
            ".kilocode",
            ".pi",
            ".openhands",
            ".tabnine",
            ".vibe",
            ".qoder",
            ".codebuddy",
            ".iflow",
            "gptme.toml",
            "gptme.local.toml",
            "fastagent.config.yaml",
            "fastagent.secrets.yaml",
        ],
    ),
    (
        Guarded::Shells,
        &[
            ".envrc",
            ".direnv",
            ".profile",
            ".login",
            ".logout",
            ".inputrc",
            ".xprofile",
            ".xinitrc",
            ".xsession",
            ".xsessionrc",
            ".pam_environment",
            ".autoenv",
            ".autoenv.zsh",
            ".autoenv_leave.zsh",
            "mise.toml",
            "mise.local.toml",
            ".rtx.toml",
            ".tool-versions",
            // What is set in them can be what a program loads when it starts.
            ".env",
            ".env.local",
            ".shadowenv.d",
            ".tmux-sessionizer",
            ".config",
            ".local",
            ".ssh",
            ".gnupg",
            ".irbrc",
            ".pryrc",
            ".psysh.php",
            ".pdbrc",
            ".pdbrc.py",
            ".gdbinit",
            ".lldbinit",
            ".tmux.conf",
            ".screenrc",
            ".psqlrc",
            ".rprofile",
            ".octaverc",
            ".ipython",
            ".jupyter",
            ".iex.exs",
            ".ocamlinit",
            ".ghci",
            ".erlang",
            ".perldb",
            ".byebugrc",
            ".renviron",
            ".rdata",
            "startup.m",
        ],
    ),
    (
        Guarded::Hooks,
        &[
            ".husky",
            ".huskyrc",
            ".githooks",
            ".git-hooks",
            ".hooks",
            ".lefthook",
            ".pre-commit-config.yaml",
            ".pre-commit-config.yml",
            ".overcommit.yml",
            ".captainhook.json",
            "captainhook.json",
            "prek.toml",
            "hk.pkl",
            ".rusty-hook.toml",
            ".gitlint",
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            ".pnpmfile.mjs",
            "pnpm-workspace.yaml",
            ".python-version",
            ".pdm-python",
            "grumphp.yml",
            "hk.toml",
            "hk.local.pkl",
            "bunfig.toml",
            ".bunfig.toml",
            ".cargo",
            "rust-toolchain",
            "rust-toolchain.toml",
            ".yarn",
            ".pnp.cjs",
            ".pnp.js",
            ".pnp.loader.mjs",
            ".mvn",
            ".bazelrc",
            ".bazeliskrc",
            ".buckconfig",
            ".buckconfig.local",
            ".bundle",
            ".arcconfig",
            ".reviewboardrc",
        ],
    ),
    (
        Guarded::Containers,
        &[".devcontainer", ".devcontainer.json", "devcontainer.json", ".gitpod.yml"],
    ),
];

const STARTS: &[(Guarded, &str)] = &[
    (Guarded::Shells, ".envrc"),
    (Guarded::Shells, ".mise"),
    (Guarded::Shells, "mise."),
    (Guarded::Shells, ".bash"),
    (Guarded::Shells, ".zsh"),
    (Guarded::Shells, ".zprofile"),
    (Guarded::Shells, ".zlog"),
    (Guarded::Shells, ".ksh"),
    (Guarded::Shells, ".csh"),
    (Guarded::Shells, ".tcsh"),
    (Guarded::Hooks, "lefthook."),
    (Guarded::Hooks, ".lefthook."),
    (Guarded::Hooks, "lefthook-local."),
    (Guarded::Hooks, ".lefthook-local."),
    (Guarded::Hooks, ".simple-git-hooks."),
    (Guarded::Hooks, "simple-git-hooks."),
    (Guarded::Hooks, ".huskyrc."),
    (Guarded::Hooks, ".lintstagedrc"),
    (Guarded::Hooks, "lint-staged.config."),
    (Guarded::Hooks, ".commitlintrc"),
    (Guarded::Hooks, "commitlint.config."),
];

/// Names that are guarded in a folder of the name before them. One that ends with a dot is a beginning.
const PAIRS: &[(Guarded, &str, &str)] = &[
    (Guarded::Agents, ".clinerules", "hooks"),
    (Guarded::Agents, ".github", "hooks"),
    (Guarded::Shells, "mise", "config.toml"),
    (Guarded::Shells, "mise", "config."),
    (Guarded::Shells, "mise", "conf.d"),
];

const ENDS: &[(Guarded, &str)] = &[
    (Guarded::Git, ".git"),
    (Guarded::Editors, ".code-workspace"),
    (Guarded::Editors, ".sublime-project"),
];

/// A name as filesystems compare it that don't tell upper from lower case: some also leave out marks
/// that can't be seen, and dots and blanks at its end.
fn folded(name: &str) -> String {
    let is_seen = |letter: &char| !UNSEEN.iter().any(|unseen| unseen.contains(letter));
    let seen = name.chars().filter(is_seen).flat_map(char::to_uppercase);
    let folded: String = seen.flat_map(char::to_lowercase).collect();
    folded.trim_end_matches(['.', ' ']).to_owned()
}

/// Left out by Unicode's rules for comparing names.
const UNSEEN: [std::ops::RangeInclusive<char>; 11] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
];

/// The first guarded name that a short one such as `GIT~1` may stand for, as on FAT and NTFS.
fn long_name(name: &str) -> Option<String> {
    let start = short_start(name)?;
    let stands_for = |known: &&&str| known.trim_start_matches('.').starts_with(&start);
    let mut known = KNOWN.iter().flat_map(|(_, names)| names.iter());
    let begins = |known: &&&str| stands_for(known) || start.starts_with(known.trim_matches('.'));
    let mut starts = STARTS.iter().map(|(_, start)| start);
    let found = known.find(stands_for).or_else(|| starts.find(begins));
    found.map(|known| (*known).to_owned())
}

/// What the long name of a short one begins with.
fn short_start(name: &str) -> Option<String> {
    let (start, rest) = name.split_once('~')?;
    let number = rest.split('.').next()?;
    let is_short = name.len() <= "ABCDEF~1.ABC".len()
        && !start.is_empty()
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_short.then(|| folded(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guarded(below: &str) -> Option<Guarded> {
        Guarded::below(Path::new(below))
    }

    #[test]
    fn each_group_is_guarded_at_any_depth_with_all_that_is_in_it() {
        let cases = [
            (".git", Guarded::Git),
            (".git/hooks/pre-commit", Guarded::Git),
            ("a/b/.git/config", Guarded::Git),
            ("bare.git/config", Guarded::Git),
            ("a/HEAD", Guarded::Git),
            ("a/.vscode/tasks.json", Guarded::Editors),
            ("x.code-workspace", Guarded::Editors),
            (".idea/workspace.xml", Guarded::Editors),
            (".mcp.json", Guarded::Agents),
            (".claude/settings.json", Guarded::Agents),
            ("a/.cursor/mcp.json", Guarded::Agents),
            (".envrc", Guarded::Shells),
            ("a/.bashrc", Guarded::Shells),
            (".zshenv", Guarded::Shells),
            (".config/fish/config.fish", Guarded::Shells),
            (".husky/pre-commit", Guarded::Hooks),
            ("lefthook.yml", Guarded::Hooks),
            ("a/.envrc.private", Guarded::Shells),
            (".mise.dev.toml", Guarded::Shells),
            (".RData", Guarded::Shells),
            ("bunfig.toml", Guarded::Hooks),
            (".pnpmfile.mjs", Guarded::Hooks),
            ("commitlint.config.mjs", Guarded::Hooks),
            ("prek.toml", Guarded::Hooks),
            (".kilocode/mcp.json", Guarded::Agents),
            (".clinerules/hooks/TaskStart", Guarded::Agents),
            ("a/.GitHub/Hooks/x.json", Guarded::Agents),
            (".pi/settings.json", Guarded::Agents),
            (".bsp/x.json", Guarded::Editors),
            ("buildServer.json", Guarded::Editors),
            (".psysh.php", Guarded::Shells),
            ("a/mise/config.toml", Guarded::Shells),
            ("mise/config.dev.toml", Guarded::Shells),
            ("mise/CONFIG~1.TOM", Guarded::Shells),
            (".mise-x", Guarded::Shells),
            ("mise.dev.toml", Guarded::Shells),
            (".pijul/config", Guarded::Git),
            (".env", Guarded::Shells),
            ("notes/.obsidian/plugins/a/main.js", Guarded::Editors),
            (".vibe/config.toml", Guarded::Agents),
            ("pnpm-workspace.yaml", Guarded::Hooks),
            (".github/lsp.json", Guarded::Editors),
            (".pre-commit-config.yaml", Guarded::Hooks),
            (".devcontainer/devcontainer.json", Guarded::Containers),
        ];
        for (path, group) in cases {
            assert_eq!(guarded(path), Some(group), "{path}");
        }
    }

    #[test]
    fn what_a_person_works_on_is_not() {
        let paths = [
            "",
            "a",
            "src/main.rs",
            "Makefile",
            "package.json",
            ".gitignore",
            ".gitattributes",
            ".github/workflows/ci.yml",
            ".clinerules/style.md",
            "mise/src/main.rs",
            "hooks.github/x",
            "config.toml",
            ".env.example",
            "git",
            "git~",
            "notes~1.txt",
            "hooks/x",
            "head",
            "CLAUDE.md",
            "a.github",
            "README~2",
            ".eslintrc",
            "config",
            "x.gitx",
            "~1",
        ];
        for path in paths {
            assert_eq!(guarded(path), None, "{path}");
        }
    }

    #[test]
    fn other_spellings_of_a_name_are_the_same_name() {
        let names = [
            ".GIT",
            ".Git",
            ".g\u{200c}it",
            "\u{feff}.git",
            ".git.",
            ".git ",
            ".git . .",
            "GIT~1",
            "git~2",
            ".HUS\u{212a}Y",
            ".v\u{17f}code",
            ".ENVRC",
            "VSCODE~1",
            "MCP~1.JSO",
            "ENVRC~1",
            "BASHRC~1",
            "ZSHENV~1",
            "LEFTHO~1.YML",
        ];
        for name in names {
            assert!(Guarded::of_name(name).is_some(), "{name:?}");
        }
    }

    #[test]
    fn any_name_has_other_spellings() {
        for name in ["check.sh", "CHECK.SH", "check.sh.", "che\u{200b}ck.sh", "CHECK~1.SH"] {
            assert!(may_be(name, "check.sh"), "{name:?}");
        }
        for name in ["check", "check.sh2", "scheck.sh", "~1"] {
            assert!(!may_be(name, "check.sh"), "{name:?}");
        }
    }

    #[test]
    fn packages_may_come_with_settings_that_nobody_reads_there() {
        assert_eq!(guarded("node_modules/a/.vscode/settings.json"), None);
        assert_eq!(guarded("node_modules/a/.husky/x"), None);
        assert_eq!(guarded("node_modules/a/.git/config"), Some(Guarded::Git));
        assert_eq!(guarded("node_modules/.envrc"), Some(Guarded::Shells));
        assert_eq!(guarded(".vscode/node_modules/x"), Some(Guarded::Editors));
        assert!(is_in_packages(Path::new("a/node_modules")));
        assert!(!is_in_packages(Path::new("a/Node_Modules/b")));
    }
}
