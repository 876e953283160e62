//! Programs whose work is done where no sandbox of a server reaches.

/// Where a program has its work done.
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

/// What a program of this name does, if its work is done elsewhere.
pub fn acts_elsewhere(program: &str) -> Option<Acts> {
    let found = PROGRAMS.iter().find(|(known, _)| *known == program);
    found.map(|(_, acts)| *acts)
}
