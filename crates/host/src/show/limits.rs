//! How much of the computer servers may take, and what holds that.

use paddock_core::{Asked, Server};
use paddock_supervisor::Capabilities;

use super::Showing;
use crate::view::{HeldByView, LimitsView};

impl Showing<'_> {
    pub(super) fn limits_of(&self, server: &Server) -> LimitsView {
        let none = Capabilities::default();
        let capabilities = self.capabilities.as_ref().unwrap_or(&none);
        LimitsView {
            processes: server.limits.processes,
            processes_held: processes_held(server, capabilities),
            memory: server.limits.memory,
            memory_held: memory_held(capabilities),
        }
    }
}

fn processes_held(server: &Server, capabilities: &Capabilities) -> HeldByView {
    let is_live = server.confinement.asked == Asked::Enforced
        && capabilities.best().is_some_and(paddock_supervisor::Tier::is_live);
    if capabilities.by_group.processes {
        HeldByView::Group
    } else if is_live && capabilities.processes_limited {
        HeldByView::Namespace
    } else {
        HeldByView::Nothing
    }
}

fn memory_held(capabilities: &Capabilities) -> HeldByView {
    if capabilities.by_group.memory {
        HeldByView::Group
    } else if cfg!(target_os = "linux") {
        HeldByView::Process
    } else {
        HeldByView::Nothing
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{Command, Confinement, ServerId};
    use paddock_supervisor::{ByGroup, Tier};

    use super::*;

    fn server(asked: Asked) -> Server {
        let confinement = Confinement { asked, ..Confinement::default() };
        let server = Server::new(ServerId(1), "Files".into(), Command::Bundled);
        Server { confinement, ..server }
    }

    #[test]
    fn a_group_holds_whatever_the_tier_and_a_namespace_only_where_there_is_one() {
        let live = Capabilities {
            tiers: vec![(Tier::LiveMounts, Ok(()))],
            processes_limited: true,
            ..Capabilities::default()
        };
        let grouped = |known: &Capabilities| Capabilities {
            by_group: ByGroup { processes: true, memory: true },
            ..known.clone()
        };
        let fixed =
            Capabilities { tiers: vec![(Tier::Landlock, Ok(()))], ..Capabilities::default() };
        let root = Capabilities { processes_limited: false, ..live.clone() };
        let held = |asked, known: &Capabilities| processes_held(&server(asked), known);
        assert_eq!(held(Asked::Enforced, &live), HeldByView::Namespace);
        for (asked, known) in
            [(Asked::Advisory, &live), (Asked::Enforced, &fixed), (Asked::Enforced, &root)]
        {
            assert_eq!(held(asked, known), HeldByView::Nothing);
            assert_eq!(held(asked, &grouped(known)), HeldByView::Group);
        }
        assert_eq!(memory_held(&grouped(&live)), HeldByView::Group);
        assert_ne!(memory_held(&live), HeldByView::Group);
    }
}
