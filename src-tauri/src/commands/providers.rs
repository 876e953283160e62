//! Where language models are reached.

use paddock_host::Host;
use paddock_host::view::ProviderDraft;
use tauri::State;

use super::Answer;

#[tauri::command]
#[specta::specta]
pub(crate) async fn add_provider(host: State<'_, Host>, draft: ProviderDraft) -> Answer<u32> {
    host.add_provider(draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_provider(
    host: State<'_, Host>,
    provider: u32,
    draft: ProviderDraft,
) -> Answer<()> {
    host.edit_provider(provider, draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_provider(host: State<'_, Host>, provider: u32) -> Answer<()> {
    host.remove_provider(provider).await
}

/// Asks a provider for its models.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_provider(host: State<'_, Host>, provider: u32) -> Answer<()> {
    host.check_provider(provider).await
}
