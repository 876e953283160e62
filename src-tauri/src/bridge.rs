//! What crosses between window and app, with its types, generated into TypeScript.

use paddock_control::view::{AnswerGrewView, Failure, LogView, ProgressView, View};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::{Builder, ErrorHandlingMode, Event, collect_commands, collect_events};

use crate::apps::view::AppChangeView;
use crate::arrivals::ArrivedView;
use crate::commands;
use crate::settings::SettingsView;

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

/// The host is gone, and with it the servers that it ran.
#[derive(Clone, Debug, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostLost {
    pub(crate) failure: Failure,
    /// It is started again without being asked. Otherwise `reconnect` does that.
    pub(crate) tries_again: bool,
}

/// A host is there again.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct HostBack {}

/// The settings of the app, or what this desktop offers, are others now.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct SettingsChanged(pub(crate) SettingsView);

/// Other changes of apps' configs wait for consent now, or one was done.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct AppChangesChanged(pub(crate) Vec<AppChangeView>);

/// Something else is to be looked at before it is added, or nothing any more.
#[derive(Clone, Debug, Serialize, Type, Event)]
pub(crate) struct ArrivalChanged(pub(crate) Option<ArrivedView>);

#[expect(clippy::too_many_lines, reason = "one list of all that the pages may ask for")]
pub(crate) fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::view,
            commands::folders::pick_folder,
            commands::folders::pick_workspace_file,
            commands::folders::pick_replaced,
            commands::folders::pick_granted,
            commands::folders::pick_repository,
            commands::folders::dismiss_pick,
            commands::consent::grant,
            commands::consent::grant_folders,
            commands::consent::agree,
            commands::consent::agree_without,
            commands::consent::allow_call,
            commands::consent::dismiss_consent,
            commands::app::show_consent,
            commands::app::close_consent,
            commands::app::settings,
            commands::app::set_at_quit,
            commands::app::set_language,
            commands::app::set_theme,
            commands::app::set_notify,
            commands::app::set_usual_lifetime,
            commands::app::set_terminal_consent,
            commands::app::set_keyring_only,
            commands::app::zoom,
            commands::app::end_welcome,
            commands::app::reconnect,
            commands::folders::grant_again,
            commands::folders::grant_all_again,
            commands::folders::forget_ended,
            commands::folders::revoke,
            commands::folders::revoke_all,
            commands::folders::set_access,
            commands::folders::set_lifetime,
            commands::folders::open_folder,
            commands::folders::check_paths,
            commands::servers::read_servers,
            commands::servers::add_server,
            commands::servers::edit_server,
            commands::servers::server_draft,
            commands::servers::remove_server,
            commands::servers::start_server,
            commands::servers::trust_server,
            commands::servers::introduce_servers,
            commands::servers::withdraw_trust,
            commands::servers::stop_server,
            commands::servers::end_session,
            commands::servers::narrow_session,
            commands::servers::restart_server,
            commands::servers::tools,
            commands::servers::call_tool,
            commands::servers::cancel_call,
            commands::servers::follow_log,
            commands::app::activity,
            commands::app::seen,
            commands::app::export_activity,
            commands::app::set_retention,
            commands::app::delete_activity,
            commands::servers::pause,
            commands::servers::resume,
            commands::servers::pause_app,
            commands::servers::resume_app,
            commands::app::set_start_at_login,
            commands::app::set_close_to_tray,
            commands::app::dismiss_notice,
            commands::folders::pick_attempt,
            commands::folders::pick_named,
            commands::folders::dismiss_attempt,
            commands::servers::set_confinement,
            commands::folders::pick_missed,
            commands::servers::prove,
            commands::app::open_licences,
            commands::app::quit,
            commands::requests::request,
            commands::requests::send_sampling,
            commands::requests::stop_sampling,
            commands::requests::deliver_answer,
            commands::requests::submit_form,
            commands::requests::deny_request,
            commands::requests::dismiss_missed,
            commands::requests::allow_next,
            commands::requests::set_muted,
            commands::requests::set_stand_in,
            commands::requests::set_sampling_limits,
            commands::requests::open_url,
            commands::usage::set_scope,
            commands::usage::set_tool_rule,
            commands::usage::set_hold_changed,
            commands::usage::accept_tools,
            commands::usage::pick_place,
            commands::usage::dismiss_place,
            commands::usage::held_call,
            commands::usage::deny_call,
            commands::network::allow_destination,
            commands::network::allow_asked_destination,
            commands::network::deny_destination,
            commands::network::forget_destination,
            commands::network::dismiss_destination,
            commands::network::set_most_sent,
            commands::network::send_today,
            commands::providers::add_provider,
            commands::providers::edit_provider,
            commands::providers::allow_provider,
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
            commands::offers::set_limits,
            commands::offers::messages,
            commands::offers::reproduce,
            commands::apps::apps,
            commands::apps::shim,
            commands::apps::connect_entries,
            commands::apps::disconnect_entries,
            commands::apps::app_changes,
            commands::apps::agree_app_change,
            commands::apps::dismiss_app_change,
            commands::arrivals::arrival,
            commands::arrivals::open_arrival,
            commands::arrivals::dismiss_arrival,
            commands::arrivals::install_bundle,
            commands::arrivals::choose_path,
            commands::arrivals::fill_in,
        ])
        .events(collect_events![
            ViewChanged,
            LogAppended,
            AnswerGrew,
            CallProgressed,
            Raised,
            Dragging,
            HostLost,
            HostBack,
            SettingsChanged,
            AppChangesChanged,
            ArrivalChanged
        ])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use specta_typescript::Typescript;
    use tauri::ipc::Origin;

    use crate::pages::{CONSENT, MAIN};

    fn bindings() -> String {
        let fresh = tempfile::tempdir().unwrap();
        let file = fresh.path().join("bindings.ts");
        super::builder().export(Typescript::default(), &file).unwrap();
        std::fs::read_to_string(&file).unwrap()
    }

    /// Every command that the app has, by its name on the wire.
    fn commands() -> BTreeSet<String> {
        let bindings = bindings();
        let calls = bindings.split("__TAURI_INVOKE").skip(1);
        let names = calls.filter_map(|it| it.split_once("(\"")?.1.split('"').next());
        let names: BTreeSet<_> = names.map(str::to_owned).collect();
        assert!(names.len() > 70 && names.contains("agree"), "{names:?}");
        names
    }

    /// `UPDATE_BINDINGS=1 cargo test -p paddock-desktop bindings` writes them anew.
    #[test]
    fn the_bindings_are_what_the_app_speaks() {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/backend/bindings.ts");
        let generated = bindings();
        if std::env::var_os("UPDATE_BINDINGS").is_some() {
            std::fs::write(&kept, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(kept == generated, "ui/src/backend/bindings.ts is not what the app speaks");
    }

    /// What the app lets a window ask for, out of `asked`.
    fn reaches<'a>(
        window: &str,
        origin: &Origin,
        asked: &'a BTreeSet<String>,
    ) -> BTreeSet<&'a str> {
        let mut context = crate::run::context();
        let authority = context.runtime_authority_mut();
        let may = |name: &&String| authority.resolve_access(name, window, window, origin).is_some();
        asked.iter().filter(may).map(String::as_str).collect()
    }

    #[test]
    fn each_page_reaches_its_own_commands() {
        let consents = BTreeSet::from([
            "grant",
            "grant_folders",
            "agree",
            "agree_without",
            "agree_app_change",
            "allow_call",
        ]);
        let commands = commands();
        let all: BTreeSet<_> = commands.iter().map(String::as_str).collect();
        let of_main = reaches(MAIN, &Origin::Local, &commands);
        let not_main = &consents | &BTreeSet::from(["close_consent"]);
        assert_eq!(of_main, &all - &not_main, "permissions/pages.toml names what the app has");
        let narrow = [
            "app_changes",
            "close_consent",
            "deny_call",
            "dismiss_app_change",
            "dismiss_consent",
            "dismiss_pick",
            "held_call",
            "pick_repository",
            "view",
            "zoom",
        ];
        let of_consent = reaches(CONSENT, &Origin::Local, &commands);
        assert_eq!(of_consent, &consents | &BTreeSet::from(narrow));
    }

    #[test]
    fn nobody_else_reaches_any() {
        let commands = commands();
        let none = BTreeSet::new();
        let remote = |url: &str| Origin::Remote { url: url.parse().unwrap() };
        assert_eq!(reaches("other", &Origin::Local, &commands), none);
        for url in ["https://example.com", "tauri://elsewhere", "http://localhost:5310"] {
            for window in [MAIN, CONSENT] {
                assert_eq!(reaches(window, &remote(url), &commands), none, "{url}");
            }
        }
    }

    #[test]
    fn pages_hear_events_and_reach_nothing_else_of_the_framework() {
        let asked = [
            "plugin:event|emit",
            "plugin:event|emit_to",
            "plugin:webview|create_webview_window",
            "plugin:window|create",
            "plugin:window|set_focus",
            "plugin:window|set_always_on_top",
            "plugin:webview|reparent",
            "plugin:dialog|open",
            "plugin:fs|read_file",
            "plugin:opener|open_url",
            "plugin:opener|open_path",
            "plugin:notification|notify",
            "plugin:autostart|enable",
            "plugin:app|version",
            "plugin:path|resolve_directory",
            "plugin:tray|new",
            "plugin:menu|new",
            "plugin:resources|close",
            "plugin:event|listen",
            "plugin:event|unlisten",
        ];
        let asked: BTreeSet<_> = asked.into_iter().map(str::to_owned).collect();
        let events = BTreeSet::from(["plugin:event|listen", "plugin:event|unlisten"]);
        for window in [MAIN, CONSENT] {
            assert_eq!(reaches(window, &Origin::Local, &asked), events, "{window}");
        }
    }
}
