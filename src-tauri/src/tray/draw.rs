//! The menu drawn by the system.

use paddock_host::Host;
use paddock_host::view::{AccessView, Failure, LifetimeChoice};
use tauri::image::Image;
use tauri::menu::{IsMenuItem, Menu, MenuEvent, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager};

use super::{Action, Item};
use crate::window;

const ID: &str = "paddock";
const ICON: &[u8] = include_bytes!("../../../icons/tray.png");

/// Puts the icon into the tray. Where there is no tray, the app goes on without one.
pub(crate) fn create(app: &AppHandle, items: &[Item]) -> tauri::Result<()> {
    TrayIconBuilder::with_id(ID)
        .icon(Image::from_bytes(ICON)?)
        .icon_as_template(true)
        .tooltip("Paddock")
        .menu(&drawn(app, items)?)
        .show_menu_on_left_click(true)
        .on_menu_event(|app, event| clicked(app, &event))
        .build(app)?;
    Ok(())
}

/// Replaces the menu. Only to be called on the main thread.
pub(crate) fn update(app: &AppHandle, items: &[Item]) -> tauri::Result<()> {
    let Some(tray) = app.tray_by_id(ID) else { return Ok(()) };
    tray.set_menu(Some(drawn(app, items)?))
}

fn drawn(app: &AppHandle, items: &[Item]) -> tauri::Result<Menu<tauri::Wry>> {
    let menu = Menu::new(app)?;
    for item in items {
        menu.append(draw_item(app, item)?.as_ref())?;
    }
    Ok(menu)
}

fn draw_item(app: &AppHandle, item: &Item) -> tauri::Result<Box<dyn IsMenuItem<tauri::Wry>>> {
    Ok(match item {
        Item::Line(text) => Box::new(MenuItem::new(app, mnemonic_free(text), false, None::<&str>)?),
        Item::Separator => Box::new(PredefinedMenuItem::separator(app)?),
        Item::Action { text, action, enabled } => {
            let text = mnemonic_free(text);
            Box::new(MenuItem::with_id(app, action.id(), text, *enabled, None::<&str>)?)
        }
        Item::Submenu { text, items } => {
            let submenu = Submenu::new(app, mnemonic_free(text), true)?;
            for item in items {
                submenu.append(draw_item(app, item)?.as_ref())?;
            }
            Box::new(submenu)
        }
    })
}

/// A menu takes `&` for the mark of a shortcut key; a folder's name is shown as it is.
fn mnemonic_free(text: &str) -> String {
    text.replace('&', "&&")
}

fn clicked(app: &AppHandle, event: &MenuEvent) {
    let Some(action) = Action::from_id(event.id().as_ref()) else { return };
    let (app, host) = (app.clone(), app.state::<Host>().inner().clone());
    tauri::async_runtime::spawn(async move {
        if let Err(failure) = act(&app, &host, action).await {
            host.notice(failure).await;
            window::raise(&app, "access");
        }
    });
}

async fn act(app: &AppHandle, host: &Host, action: Action) -> Result<(), Failure> {
    match action {
        Action::Open => {
            window::raise(app, "access");
            Ok(())
        }
        Action::Requests => {
            window::raise(app, "requests");
            Ok(())
        }
        Action::ExtendHour(grant) => host.set_lifetime(grant, LifetimeChoice::OneHour).await,
        Action::MakeReadOnly(grant) => host.set_access(grant, AccessView::Read).await,
        Action::Revoke(grant) => host.revoke(grant).await,
        Action::Stop(server) => host.stop_server(server).await,
        Action::RevokeAll => host.revoke_all().await,
        Action::Pause15 => host.pause(Some(15)).await,
        Action::PauseUntilResumed => host.pause(None).await,
        Action::Resume => host.resume().await,
        Action::Quit => {
            window::quit(app).await;
            Ok(())
        }
    }
}
