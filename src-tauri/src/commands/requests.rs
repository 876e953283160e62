//! What servers ask of the person.

use paddock_control::view::{Code, Failure, RequestDetail, SamplingEdit, SamplingLimits};
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::Outcome;
use crate::link::Asks;

/// What a request says in full.
#[tauri::command]
#[specta::specta]
pub(crate) async fn request(host: State<'_, Asks>, request: u32) -> Outcome<RequestDetail> {
    host.client().await?.request(request).await
}

/// Sends a request for sampling to a model, with what the person changed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn send_sampling(
    host: State<'_, Asks>,
    request: u32,
    edit: SamplingEdit,
) -> Outcome<()> {
    host.client().await?.send_sampling(request, edit).await
}

/// Stops the model; the request waits again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_sampling(host: State<'_, Asks>, request: u32) -> Outcome<()> {
    host.client().await?.stop_sampling(request).await
}

/// Gives the server the answer: the model's, or what the person wrote in its place.
#[tauri::command]
#[specta::specta]
pub(crate) async fn deliver_answer(
    host: State<'_, Asks>,
    request: u32,
    text: Option<String>,
) -> Outcome<()> {
    host.client().await?.deliver_answer(request, text).await
}

/// Gives the server what the person filled in: a JSON object.
#[tauri::command]
#[specta::specta]
pub(crate) async fn submit_form(
    host: State<'_, Asks>,
    request: u32,
    values: String,
) -> Outcome<()> {
    host.client().await?.submit_form(request, values).await
}

/// Says no. With `mute`, this server is not listened to until the person changes that.
#[tauri::command]
#[specta::specta]
pub(crate) async fn deny_request(host: State<'_, Asks>, request: u32, mute: bool) -> Outcome<()> {
    host.client().await?.deny_request(request, mute).await
}

/// Takes something that is over off the list.
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_missed(host: State<'_, Asks>, missed: u32) -> Outcome<()> {
    host.client().await?.dismiss_missed(missed).await
}

/// Lets the next requests of a server through without asking.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_next(host: State<'_, Asks>, server: u32, count: u32) -> Outcome<()> {
    host.client().await?.allow_next(server, count).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_muted(host: State<'_, Asks>, server: u32, muted: bool) -> Outcome<()> {
    host.client().await?.set_muted(server, muted).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_stand_in(host: State<'_, Asks>, app: String, on: bool) -> Outcome<()> {
    host.client().await?.set_stand_in(app, on).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_sampling_limits(
    host: State<'_, Asks>,
    server: u32,
    limits: SamplingLimits,
) -> Outcome<()> {
    host.client().await?.set_sampling_limits(server, limits).await
}

/// Opens the address in the person's own browser. Only this does.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_url(host: State<'_, Asks>, app: AppHandle, request: u32) -> Outcome<()> {
    let url = host.client().await?.agree_to_url(request).await?;
    app.opener()
        .open_url(&url, None::<&str>)
        .map_err(|error| Failure::new(Code::BrowserFailed).with("reason", error))
}
