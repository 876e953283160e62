//! What is written down of a server, and of Paddock itself.

use super::State;
use crate::{Action, Actor, AuditRecord, RootList, Server, ServerId, Time};

impl State {
    pub(super) fn about_server(&self, action: Action, actor: Actor, id: ServerId) -> AuditRecord {
        match self.server(id) {
            Some(server) => about(self.now, action, actor, server),
            None => AuditRecord { server: Some(id), actor, ..self.about_app(action) },
        }
    }

    pub(super) fn about_app(&self, action: Action) -> AuditRecord {
        record(self.now, action, Actor::Paddock)
    }
}

pub(super) fn about(at: Time, action: Action, actor: Actor, server: &Server) -> AuditRecord {
    AuditRecord {
        server: Some(server.id),
        server_name: Some(server.name.clone()),
        ..record(at, action, actor)
    }
}

fn record(at: Time, action: Action, actor: Actor) -> AuditRecord {
    AuditRecord {
        at,
        actor,
        action,
        server: None,
        server_name: None,
        app: None,
        grant: None,
        path: None,
        access: None,
        ok: true,
        detail: None,
        arguments: None,
    }
}

/// The folders of a list, as many as a record should hold.
pub(super) fn paths(list: &RootList) -> String {
    const MOST: usize = 20;
    let shown = list.entries.iter().take(MOST).map(|it| crate::text::shown(it.root.path.as_path()));
    let mut paths = shown.collect::<Vec<_>>().join(", ");
    if list.entries.len() > MOST {
        paths.push_str(", …");
    }
    paths
}
