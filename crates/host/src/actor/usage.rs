//! How apps may use a server: chosen by a person, and proposed where an app works elsewhere.

use std::path::PathBuf;

use paddock_core::{Event, PlaceId, ServerId, State, ToolOf, ToolRule, Usage};

use super::sessions::LONGEST_NAME;
use crate::overview::Overview;
use crate::view::{Code, Failure, WideningView};

/// The longest name of a tool in a rule, in bytes.
const TOOL: usize = 256;

/// Whether some app could do more by it than it can now.
pub(super) fn widens(state: &State, server: ServerId, event: Option<Event>) -> bool {
    let Some(known) = state.server(server) else { return false };
    let now = &known.usage;
    let mut new = now.clone();
    match event {
        Some(Event::SetScope(_, scope)) => new.scope = scope,
        Some(Event::SetToolRule(_, of, rule)) => set(&mut new, of, rule),
        Some(Event::SetHoldChanged(_, on)) => new.hold_changed = on,
        Some(Event::AcceptTools(_, print)) => {
            let is_shown = state.changed_print(server) == Some(print);
            return is_shown && state.changed_tools(server).next().is_some();
        }
        _ => return false,
    }
    !new.is_within(now)
}

impl Overview<'_> {
    /// A request to take the tools of a server as they are now.
    pub(crate) fn changed_tools_now(&self, server: ServerId) -> Result<WideningView, Failure> {
        let print = self.state.changed_print(server);
        let print = print.ok_or_else(|| Failure::new(Code::UnknownServer))?.to_string();
        Ok(WideningView::ChangedTools { server: server.0, print })
    }

    /// The folder to propose for where an app works, and the server it uses there.
    pub(crate) fn place(&self, id: u32) -> Result<(ServerId, PathBuf), Failure> {
        let place = self.state.asked_place(PlaceId(id));
        let place = place.map(|it| (it.server, it.root.path.as_path().to_path_buf()));
        place.ok_or_else(|| Failure::new(Code::UnknownPlace))
    }
}

/// Whether a rule can be for this.
pub(super) fn is_rule(app: Option<&str>, tool: &str) -> bool {
    let is_name = |text: &str| !text.trim().is_empty();
    let app_fits = |app: &str| is_name(app) && app.chars().count() <= LONGEST_NAME;
    is_name(tool) && tool.len() <= TOOL && app.is_none_or(app_fits)
}

fn set(usage: &mut Usage, of: ToolOf, rule: Option<ToolRule>) {
    match rule {
        Some(rule) => usage.rules.insert(of, rule),
        None => usage.rules.remove(&of),
    };
}
