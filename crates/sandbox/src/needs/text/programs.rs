//! Programs that are given text to run, and their options.

/// A program that is given text to run.
pub(super) struct Evaluating {
    /// Without the version that may be behind it.
    pub(super) names: &'static [&'static str],
    /// Short options before text.
    pub(super) text: &'static str,
    /// Short options without a value.
    pub(super) flags: &'static str,
    /// Short options with one, which may be attached.
    pub(super) valued: &'static str,
    /// Short options before the program, which ends the options.
    pub(super) program: &'static str,
    pub(super) words: Words,
}

/// Which words may be text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// One; those behind it are its arguments.
    One,
    /// One behind each option that asks for it.
    Several,
    /// All behind an option that asks for it, wherever that stands.
    All,
}

pub(super) const EVALUATING: &[Evaluating] = &[
    Evaluating {
        names: &["ash", "bash", "dash", "ksh", "mksh", "rbash", "sh", "yash", "zsh"],
        text: "c",
        flags: "abdefhiklmnoprstuvxBCDEFHOPT",
        valued: "",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["csh", "tcsh"],
        text: "c",
        flags: "bdefilmnqstvxVX",
        valued: "",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["elvish", "fish", "nu", "xonsh"],
        text: "ceC",
        flags: "hilnNPv",
        valued: "dfop",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["ipython", "micropython", "pypy", "python"],
        text: "c",
        flags: "bBdEhiIOPqRsSuvVx",
        valued: "WX",
        program: "m",
        words: Words::One,
    },
    Evaluating {
        names: &["bun", "deno", "node", "nodejs", "ts-node", "tsx"],
        text: "ep",
        flags: "bcisvATS",
        valued: "rCP",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["ruby"],
        text: "e",
        flags: "acdhlnpsSvwWy",
        valued: "CEFIKTirx",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["lua", "luajit"],
        text: "e",
        flags: "EivW",
        valued: "Objl",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["R", "Rscript", "elixir", "julia"],
        text: "eE",
        flags: "hiqsv",
        valued: "fg",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["guile"],
        text: "ce",
        flags: "qs",
        valued: "lL",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["perl"],
        text: "eE",
        flags: "acdfilnpsStTuUvwWX",
        valued: "CDFIMmx",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["php"],
        text: "rBRE",
        flags: "aCehilmnqsvw",
        valued: "cdzF",
        program: "f",
        words: Words::Several,
    },
    Evaluating {
        names: &["bunx", "npm", "npx", "pnpm", "yarn"],
        text: "c",
        flags: "dfgqrsyD",
        valued: "pw",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["powershell", "pwsh"],
        text: "",
        flags: "",
        valued: "",
        program: "",
        words: Words::All,
    },
    Evaluating {
        names: &["nix-shell", "runuser", "script", "su"],
        text: "c",
        flags: "aefglmpqt",
        valued: "",
        program: "",
        words: Words::All,
    },
];

/// Long options before text, of these programs.
pub(super) const LONG: &[&str] =
    &["call", "command", "commands", "eval", "execute", "init-command", "print", "run"];

/// Long options without a value.
pub(super) const LONG_FLAGS: &[&str] = &[
    "bun",
    "esm",
    "experimental-fetch",
    "experimental-import-meta-resolve",
    "experimental-json-modules",
    "experimental-modules",
    "experimental-require-module",
    "experimental-sqlite",
    "experimental-strip-types",
    "experimental-transform-types",
    "experimental-vm-modules",
    "experimental-wasm-modules",
    "expose-gc",
    "force",
    "global",
    "harmony",
    "hot",
    "ignore-scripts",
    "inspect",
    "inspect-brk",
    "inspect-wait",
    "isolated",
    "jit",
    "login",
    "norc",
    "noprofile",
    "offline",
    "permission",
    "posix",
    "preserve-symlinks",
    "quiet",
    "silent",
    "smol",
    "throw-deprecation",
    "trace-deprecation",
    "trace-uncaught",
    "trace-warnings",
    "transpile-only",
    "use-openssl-ca",
    "use-system-ca",
    "vanilla",
    "verbose",
    "watch",
    "yes",
    "yjit",
];

/// Those that begin so have none either.
pub(super) const LONG_FLAGS_BY_START: &[&str] = &["allow-", "enable-", "no-", "prefer-"];
