//! What comes with packages: completions for shells, and manual pages.

use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use paddock_control::view::{Code, Failure};

use crate::arguments::Shell;
use crate::help::worded;
use crate::out::Out;

/// The completions of a shell.
pub(crate) fn completions(shell: Shell, out: &Out) -> Result<(), Failure> {
    out.piece(&completions_of(shell, &mut worded(out.words()))?)
}

fn completions_of(shell: Shell, command: &mut Command) -> Result<String, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(clap_complete::Shell::from(shell), command, "paddock", &mut text);
    String::from_utf8(text).map_err(Failure::internal)
}

/// The manual page of a command, such as `servers add`.
pub(crate) fn man(path: &[String], out: &Out) -> Result<(), Failure> {
    let whole = worded(out.words());
    let mut command = &whole;
    for name in path {
        let sub = command.find_subcommand(name);
        command = sub.ok_or_else(|| Failure::new(Code::CliUnknownPage).with("name", name))?;
    }
    out.piece(&page(command)?)
}

fn page(command: &Command) -> Result<String, Failure> {
    let mut text = Vec::new();
    let name = command.get_bin_name().unwrap_or("paddock").replace(' ', "-");
    let rendered = Man::new(command.clone()).title(name.to_uppercase()).render(&mut text);
    rendered.map_err(Failure::internal)?;
    String::from_utf8(text).map_err(Failure::internal)
}

/// Writes all of it where packages take it from.
pub(crate) fn write_to(dir: &Path, out: &Out) -> Result<(), Failure> {
    let mut whole = worded(out.words());
    let not_written = |error: io::Error| {
        Failure::new(Code::CliNotWritten).with_path("path", dir).with("reason", error)
    };
    let (completions, pages) = (dir.join("completions"), dir.join("man"));
    for folder in [&completions, &pages] {
        std::fs::create_dir_all(folder).map_err(not_written)?;
    }
    for (shell, name) in
        [(Shell::Bash, "paddock.bash"), (Shell::Zsh, "_paddock"), (Shell::Fish, "paddock.fish")]
    {
        let text = completions_of(shell, &mut whole)?;
        std::fs::write(completions.join(name), text).map_err(not_written)?;
    }
    let mut commands = vec![&whole];
    while let Some(command) = commands.pop() {
        let name = command.get_bin_name().unwrap_or("paddock").replace(' ', "-");
        std::fs::write(pages.join(format!("{name}.1")), page(command)?).map_err(not_written)?;
        commands.extend(command.get_subcommands().filter(|sub| !sub.is_hide_set()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_packages_take_is_written() {
        let dir = tempfile::tempdir().unwrap();
        write_to(dir.path(), &Out::new(false)).unwrap();
        for name in ["paddock.bash", "_paddock", "paddock.fish"] {
            let text = std::fs::read_to_string(dir.path().join("completions").join(name)).unwrap();
            assert!(text.contains("revoke"), "{name}");
        }
        for name in ["paddock.1", "paddock-servers-add.1", "paddock-grant.1"] {
            let text = std::fs::read_to_string(dir.path().join("man").join(name)).unwrap();
            assert!(text.contains(".SH") && !text.contains("cli-"), "{name}: {text}");
        }
        assert!(!dir.path().join("man/paddock-generate.1").exists());
    }
}
