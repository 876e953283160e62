//! The one window: made, raised, hidden, left.

use std::sync::atomic::{AtomicBool, Ordering};

use paddock_host::Host;
use tauri::{AppHandle, DragDropEvent, Manager, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use tauri_specta::Event;

use crate::bridge::{Dragging, Raised};
use crate::desktop;

const LABEL: &str = "main";

static QUITTING: AtomicBool = AtomicBool::new(false);

/// Makes the window from the configuration, shown unless the app starts into the tray.
pub(crate) fn create(app: &AppHandle, hidden: bool) -> tauri::Result<WebviewWindow> {
    let config = app.config().app.windows.first().cloned().unwrap_or_default();
    let window = WebviewWindowBuilder::from_config(app, &config)?.visible(!hidden).build()?;
    let events = app.clone();
    window.on_window_event(move |event| happened(&events, event));
    Ok(window)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the list is not ours and grows")]
fn happened(app: &AppHandle, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            let app = app.clone();
            tauri::async_runtime::spawn(async move { close(&app).await });
        }
        WindowEvent::DragDrop(DragDropEvent::Enter { .. }) => drag(app, true),
        WindowEvent::DragDrop(DragDropEvent::Leave) => drag(app, false),
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            drag(app, false);
            let (host, paths) = (app.state::<Host>().inner().clone(), paths.clone());
            tauri::async_runtime::spawn(async move {
                for path in paths {
                    let is_workspace = path.extension().is_some_and(|it| it == "code-workspace");
                    let picked = if is_workspace {
                        host.pick_workspace(path).await.map(drop)
                    } else {
                        host.pick(path).await.map(drop)
                    };
                    if let Err(failure) = picked {
                        host.notice(failure).await;
                    }
                }
            });
        }
        _ => {}
    }
}

fn drag(app: &AppHandle, over: bool) {
    let _ = Dragging(over).emit(app);
}

/// Hides the window where a tray can bring it back; leaves otherwise.
async fn close(app: &AppHandle) {
    let to_tray = app.state::<desktop::Desktop>().settings().close_to_tray;
    if to_tray && desktop::has_tray().await {
        if let Some(window) = app.get_webview_window(LABEL) {
            let _ = window.hide();
        }
        return;
    }
    quit(app).await;
}

/// Brings the window to the front, at this screen.
pub(crate) fn raise(app: &AppHandle, screen: &str) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let _ = window.unminimize();
    let _ = window.show();
    let _ = window.set_focus();
    let _ = Raised(screen.to_owned()).emit(app);
}

/// Stops every server, then ends the app.
pub(crate) async fn quit(app: &AppHandle) {
    if QUITTING.swap(true, Ordering::SeqCst) {
        return;
    }
    if let Some(window) = app.get_webview_window(LABEL) {
        let _ = window.hide();
    }
    app.state::<Host>().quit().await;
    app.exit(0);
}
