//! Questions that only a native dialog asks: what would give a server more than any grant does.

use std::sync::Arc;

use paddock_front::Strings;
use paddock_host::view::Failure;
use rfd::{MessageButtons, MessageDialog, MessageDialogResult, MessageLevel};
use tauri::{Manager, WebviewWindow};

/// The words of a question, as the catalogue names them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) title: &'a str,
    /// The only part that can hold names: the other one is a format to GTK's `printf`.
    pub(crate) values: &'a [(&'a str, &'a str)],
    pub(crate) warning: &'a str,
    pub(crate) yes: &'a str,
    pub(crate) no: &'a str,
}

/// Whether the person agrees: here, and never in the webview.
///
/// # Errors
/// No dialog could be shown.
pub(crate) async fn confirm(window: &WebviewWindow, asked: Question<'_>) -> Result<bool, Failure> {
    let strings = window.state::<Arc<Strings>>();
    let values: Vec<_> = asked.values.iter().map(|(name, it)| (*name, (*it).into())).collect();
    let yes = strings.say(asked.yes);
    let dialog = MessageDialog::new()
        .set_level(MessageLevel::Warning)
        .set_title(strings.say_with(asked.title, &values))
        .set_description(strings.say(asked.warning))
        // The first one has the focus, so it must not be the one that agrees.
        .set_buttons(MessageButtons::OkCancelCustom(strings.say(asked.no), yes.clone()))
        .set_parent(window);
    let answer = tauri::async_runtime::spawn_blocking(move || dialog.show());
    let answer = answer.await.map_err(|_| Failure::new("dialog-failed"))?;
    Ok(answer == MessageDialogResult::Custom(yes))
}
