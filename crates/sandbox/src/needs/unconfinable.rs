use std::path::Path;

use super::name;

/// A command whose work is done by a process that was not started by it, and so is kept to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{program}` {acts}, where no sandbox of this server reaches")]
pub struct Unconfinable {
    /// Name of the program.
    pub program: String,
    pub acts: Acts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acts {
    ThroughDaemon,
    AsAnotherUser,
    OnAnotherMachine,
}

impl std::fmt::Display for Acts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ThroughDaemon => "has a daemon do its work",
            Self::AsAnotherUser => "acts as another user",
            Self::OnAnotherMachine => "acts on another machine",
        })
    }
}

const PROGRAMS: &[(&str, Acts)] = &[
    ("at", Acts::ThroughDaemon),
    ("busctl", Acts::ThroughDaemon),
    ("dbus-send", Acts::ThroughDaemon),
    ("distrobox", Acts::ThroughDaemon),
    ("distrobox-enter", Acts::ThroughDaemon),
    ("docker", Acts::ThroughDaemon),
    ("docker-compose", Acts::ThroughDaemon),
    ("flatpak", Acts::ThroughDaemon),
    ("gdbus", Acts::ThroughDaemon),
    ("incus", Acts::ThroughDaemon),
    ("kubectl", Acts::OnAnotherMachine),
    ("lxc", Acts::ThroughDaemon),
    ("machinectl", Acts::ThroughDaemon),
    ("mosh", Acts::OnAnotherMachine),
    ("nerdctl", Acts::ThroughDaemon),
    ("podman", Acts::ThroughDaemon),
    ("snap", Acts::ThroughDaemon),
    ("ssh", Acts::OnAnotherMachine),
    ("systemd-run", Acts::ThroughDaemon),
    ("toolbox", Acts::ThroughDaemon),
    ("doas", Acts::AsAnotherUser),
    ("pkexec", Acts::AsAnotherUser),
    ("run0", Acts::AsAnotherUser),
    ("runuser", Acts::AsAnotherUser),
    ("su", Acts::AsAnotherUser),
    ("sudo", Acts::AsAnotherUser),
];

/// Refuses `program` if it, or what is behind it, works elsewhere.
pub(super) fn check(program: &Path) -> Result<(), Unconfinable> {
    let real = program.canonicalize().unwrap_or_default();
    // Apps of snap are links to `snap`; those of flatpak are scripts that run `flatpak`.
    let exported = program.parent().is_some_and(|folder| folder.ends_with("flatpak/exports/bin"));
    let names = [name(program), name(&real), if exported { "flatpak" } else { "" }];
    let found = PROGRAMS.iter().find(|(known, _)| names.contains(known));
    found.map_or(Ok(()), |(_, acts)| {
        Err(Unconfinable { program: name(program).to_owned(), acts: *acts })
    })
}
