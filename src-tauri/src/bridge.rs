//! What crosses between window and app, with its types, generated into TypeScript.

use paddock_host::view::{AnswerGrewView, LogView, ProgressView, View};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::{Builder, ErrorHandlingMode, Event, collect_commands, collect_events};

use crate::commands;

/// A new view stands in place of the one before.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct ViewChanged(pub(crate) View);

/// New lines of the log that is followed.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct LogAppended(pub(crate) LogView);

/// A model wrote more of its answer.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct AnswerGrew(pub(crate) AnswerGrewView);

/// A call has come further.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct CallProgressed(pub(crate) ProgressView);

/// The window was brought to the front, to show this screen.
#[derive(Clone, Debug, Serialize, Deserialize, Type, Event)]
pub(crate) struct Raised(pub(crate) String);

/// Something is dragged over the window, or no longer is.
#[derive(Clone, Debug, Serialize, Deserialize, Type, Event)]
pub(crate) struct Dragging(pub(crate) bool);

pub(crate) fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::view,
            commands::pick_folder,
            commands::pick_workspace_file,
            commands::pick_repository,
            commands::dismiss_pick,
            commands::grant,
            commands::grant_again,
            commands::forget_ended,
            commands::revoke,
            commands::revoke_all,
            commands::set_access,
            commands::set_lifetime,
            commands::open_folder,
            commands::check_paths,
            commands::read_servers,
            commands::add_server,
            commands::edit_server,
            commands::server_draft,
            commands::remove_server,
            commands::start_server,
            commands::trust_server,
            commands::withdraw_trust,
            commands::stop_server,
            commands::restart_server,
            commands::tools,
            commands::call_tool,
            commands::cancel_call,
            commands::follow_log,
            commands::activity,
            commands::export_activity,
            commands::pause,
            commands::resume,
            commands::set_start_at_login,
            commands::set_close_to_tray,
            commands::dismiss_notice,
            commands::pick_attempt,
            commands::pick_named,
            commands::dismiss_attempt,
            commands::set_confinement,
            commands::pick_missed,
            commands::prove,
            commands::quit,
            commands::requests::request,
            commands::requests::send_sampling,
            commands::requests::stop_sampling,
            commands::requests::deliver_answer,
            commands::requests::submit_form,
            commands::requests::deny_request,
            commands::requests::dismiss_missed,
            commands::requests::allow_next,
            commands::requests::set_muted,
            commands::requests::set_sampling_limits,
            commands::requests::open_url,
            commands::providers::add_provider,
            commands::providers::edit_provider,
            commands::providers::remove_provider,
            commands::providers::check_provider,
            commands::offers::resources,
            commands::offers::read_resource,
            commands::offers::read_template,
            commands::offers::follow_resource,
            commands::offers::prompts,
            commands::offers::prompt,
            commands::offers::complete,
            commands::offers::set_lifecycle,
            commands::offers::messages,
            commands::offers::reproduce,
        ])
        .events(collect_events![
            ViewChanged,
            LogAppended,
            AnswerGrew,
            CallProgressed,
            Raised,
            Dragging
        ])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use specta_typescript::Typescript;

    /// `UPDATE_BINDINGS=1 cargo test -p paddock-desktop bindings` writes them anew.
    #[test]
    fn the_bindings_are_what_the_app_speaks() {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/backend/bindings.ts");
        let fresh = tempfile::tempdir().unwrap();
        let file = fresh.path().join("bindings.ts");
        super::builder().export(Typescript::default(), &file).unwrap();
        let generated = std::fs::read_to_string(&file).unwrap();
        if std::env::var_os("UPDATE_BINDINGS").is_some() {
            std::fs::write(&kept, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(kept == generated, "ui/src/backend/bindings.ts is not what the app speaks");
    }
}
