//! Where language models are reached.

use paddock_control::commands::Waits;
use paddock_control::view::ProviderDraft;
use tauri::{AppHandle, State};

use super::Outcome;
use crate::asked;
use crate::link::Asks;

#[tauri::command]
#[specta::specta]
pub(crate) async fn add_provider(host: State<'_, Asks>, draft: ProviderDraft) -> Outcome<u32> {
    host.client().await?.add_provider(draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_provider(
    host: State<'_, Asks>,
    provider: u32,
    draft: ProviderDraft,
) -> Outcome<()> {
    host.client().await?.edit_provider(provider, draft).await
}

/// Lets what servers ask be sent to a provider. Where that waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_provider(
    host: State<'_, Asks>,
    handle: AppHandle,
    provider: u32,
) -> Outcome<Waits> {
    let waits = host.client().await?.allow_provider(provider).await?;
    asked::show(&handle);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_provider(host: State<'_, Asks>, provider: u32) -> Outcome<()> {
    host.client().await?.remove_provider(provider).await
}

/// Asks a provider for its models.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_provider(host: State<'_, Asks>, provider: u32) -> Outcome<()> {
    host.client().await?.check_provider(provider).await
}
