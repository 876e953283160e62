//! What the page of consents may ask for, and no other page.

use paddock_control::view::{Access, CallAnswer, Code, Failure, LifetimeChoice, WideningView};
use tauri::{State, WebviewWindow};

use super::Outcome;
use crate::just_done::JustDone;
use crate::link::{Asks, Consents};
use crate::pages::CONSENT;
use crate::shown::Shown;

/// Grants a picked folder: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn grant(
    host: State<'_, Consents>,
    window: WebviewWindow,
    pick: u32,
    server: u32,
    access: Access,
    lifetime: LifetimeChoice,
    typed: Option<String>,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    host.client().await?.grant(pick, server, access, lifetime, typed).await
}

/// Grants several picked folders to one server: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn grant_folders(
    host: State<'_, Consents>,
    window: WebviewWindow,
    picks: Vec<u32>,
    server: u32,
    access: Access,
    lifetime: LifetimeChoice,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    host.client().await?.grant_folders(picks, server, access, lifetime).await
}

/// Does what waits for consent: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn agree(
    host: State<'_, Consents>,
    shown: State<'_, Shown>,
    done: State<'_, JustDone>,
    window: WebviewWindow,
    consent: u32,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    note_trust(&shown, &done, consent);
    host.client().await?.agree(consent).await
}

/// Trusts a command that waits for consent, but not to connect to these: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn agree_without(
    host: State<'_, Consents>,
    shown: State<'_, Shown>,
    done: State<'_, JustDone>,
    window: WebviewWindow,
    consent: u32,
    destinations: Vec<String>,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    note_trust(&shown, &done, consent);
    host.client().await?.agree_without(consent, destinations).await
}

fn note_trust(shown: &Shown, done: &JustDone, consent: u32) {
    let waiting = shown.last().map(|view| view.consents).unwrap_or_default();
    if let Some(WideningView::Trust { server, .. }) =
        waiting.iter().find(|it| it.id == consent).map(|it| &it.what)
    {
        done.note(*server);
    }
}

/// Lets a call through that waits: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_call(
    host: State<'_, Consents>,
    window: WebviewWindow,
    call: u32,
    answer: CallAnswer,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    host.client().await?.allow_call(call, answer).await
}

/// Takes what waits for consent off the list.
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_consent(host: State<'_, Asks>, consent: u32) -> Outcome<()> {
    host.client().await?.dismiss_consent(consent).await
}

/// The capabilities of the pages say so too; this holds where they should be mistaken.
pub(super) fn only_in_consent(label: &str) -> Outcome<()> {
    if label == CONSENT { Ok(()) } else { Err(Failure::new(Code::NeedsConsent)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::MAIN;

    #[test]
    fn no_other_window_consents() {
        assert_eq!(only_in_consent(CONSENT), Ok(()));
        for other in [MAIN, "", "consent2", "Consent"] {
            assert_eq!(only_in_consent(other), Err(Failure::new(Code::NeedsConsent)), "{other}");
        }
    }
}
