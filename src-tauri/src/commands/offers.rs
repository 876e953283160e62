//! What servers offer, used by the person.

use paddock_control::view::{
    Completing, ContentView, LifecycleView, LimitsChoice, NamedValue, PromptView, PromptedView,
    ResourcesView, WireFilter, WirePage,
};
use tauri::State;

use super::Outcome;
use crate::link::Asks;

#[tauri::command]
#[specta::specta]
pub(crate) async fn resources(host: State<'_, Asks>, server: u32) -> Outcome<ResourcesView> {
    host.client().await?.resources(server).await
}

/// Reads a resource. `call` names it for `cancel_call`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_resource(
    host: State<'_, Asks>,
    server: u32,
    uri: String,
    call: u32,
) -> Outcome<ContentView> {
    host.client().await?.read_resource(server, uri, call).await
}

/// Reads a template with its variables filled in.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_template(
    host: State<'_, Asks>,
    server: u32,
    template: String,
    values: Vec<NamedValue>,
    call: u32,
) -> Outcome<ContentView> {
    host.client().await?.read_template(server, template, values, call).await
}

/// Follows the changes of a resource, or no longer.
#[tauri::command]
#[specta::specta]
pub(crate) async fn follow_resource(
    host: State<'_, Asks>,
    server: u32,
    uri: String,
    on: bool,
) -> Outcome<()> {
    host.client().await?.follow_resource(server, uri, on).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn prompts(host: State<'_, Asks>, server: u32) -> Outcome<Vec<PromptView>> {
    host.client().await?.prompts(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn prompt(
    host: State<'_, Asks>,
    server: u32,
    name: String,
    values: Vec<NamedValue>,
    call: u32,
) -> Outcome<PromptedView> {
    host.client().await?.prompt(server, name, values, call).await
}

/// What the server proposes for an argument that is being typed; nothing, if it has no ideas.
#[tauri::command]
#[specta::specta]
pub(crate) async fn complete(
    host: State<'_, Asks>,
    server: u32,
    completing: Completing,
) -> Outcome<Vec<String>> {
    host.client().await?.complete(server, completing).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_lifecycle(
    host: State<'_, Asks>,
    server: u32,
    lifecycle: LifecycleView,
) -> Outcome<()> {
    host.client().await?.set_lifecycle(server, lifecycle).await
}

/// Changes how much of the computer a server may take. If it runs, it is started again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_limits(
    host: State<'_, Asks>,
    server: u32,
    limits: LimitsChoice,
) -> Outcome<()> {
    host.client().await?.set_limits(server, limits).await
}

/// The messages that went to and from a server, newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn messages(
    host: State<'_, Asks>,
    server: u32,
    filter: WireFilter,
) -> Outcome<WirePage> {
    host.client().await?.messages(server, filter).await
}

/// A shell script that sends a server what was sent to it up to a message, secrets masked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reproduce(host: State<'_, Asks>, server: u32, upto: u32) -> Outcome<String> {
    host.client().await?.reproduce(server, upto).await
}
