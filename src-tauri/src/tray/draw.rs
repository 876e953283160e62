//! The menu drawn by the system.

use std::sync::{Mutex, PoisonError};

use paddock_control::view::{Access, Failure, LifetimeChoice};
use tauri::image::Image;
use tauri::menu::{IsMenuItem, Menu, MenuEvent, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager};

use super::{Action, Item};
use crate::link::{Asks, Link};
use crate::{asked, front, window};

const ID: &str = "paddock";
const ICON: &[u8] = include_bytes!("../../../icons/tray.png");

/// The menu that is drawn.
#[derive(Debug, Default)]
pub(crate) struct Drawn(Mutex<Vec<Item>>);

/// Puts the icon into the tray. Where there is no tray, the app goes on without one.
pub(crate) fn create(app: &AppHandle) -> tauri::Result<()> {
    app.manage(Drawn::default());
    TrayIconBuilder::with_id(ID)
        .icon(Image::from_bytes(ICON)?)
        .icon_as_template(true)
        .tooltip("Paddock")
        .menu(&drawn(app, &[])?)
        .show_menu_on_left_click(true)
        .on_menu_event(|app, event| clicked(app, &event))
        .build(app)?;
    Ok(())
}

/// Replaces the menu, if it is another one.
pub(crate) fn update(app: &AppHandle, items: Vec<Item>) {
    let on = app.clone();
    let _ = app.run_on_main_thread(move || {
        if let Err(error) = try_to_update(&on, items) {
            tracing::warn!(%error, "the tray's menu can't be drawn");
        }
    });
}

fn try_to_update(app: &AppHandle, items: Vec<Item>) -> tauri::Result<()> {
    let Some(tray) = app.tray_by_id(ID) else { return Ok(()) };
    let before = app.state::<Drawn>();
    let mut before = before.0.lock().unwrap_or_else(PoisonError::into_inner);
    if *before == items {
        return Ok(());
    }
    tray.set_menu(Some(drawn(app, &items)?))?;
    *before = items;
    Ok(())
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
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if let Err(failure) = act(&app, action).await {
            front::notice(&app, failure);
            window::raise(&app, "access");
        }
    });
}

async fn act(app: &AppHandle, action: Action) -> Result<(), Failure> {
    let host = || app.state::<Asks>().inner().clone();
    // What widens is only asked for: any program on the session's bus can click here.
    match action {
        Action::Open => window::raise(app, "access"),
        Action::Requests => window::raise(app, "requests"),
        Action::Consent => asked::show(app),
        Action::TryAgain => app.state::<Link>().try_again(),
        Action::ExtendHour(grant) => {
            let longer = LifetimeChoice::OneHour;
            host().client().await?.set_lifetime(grant, longer).await?;
        }
        Action::Resume => {
            host().client().await?.resume().await?;
        }
        Action::ResumeApp(name) => {
            host().client().await?.resume_app(name).await?;
        }
        Action::MakeReadOnly(grant) => {
            host().client().await?.set_access(grant, Access::Read).await?;
        }
        Action::Revoke(grant) => host().client().await?.revoke(grant).await?,
        Action::Stop(server) => host().client().await?.stop_server(server).await?,
        Action::EndSession { server, session } => {
            host().client().await?.end_session(server, session).await?;
        }
        Action::TakeFolder { server, session, folder } => {
            host().client().await?.narrow_session(server, session, folder).await?;
        }
        Action::TakeBack { server, destination } => {
            host().client().await?.forget_destination(server, destination).await?;
        }
        Action::RevokeAll => host().client().await?.revoke_all().await?,
        Action::PauseApp(name) => host().client().await?.pause_app(name, None).await?,
        Action::Pause15 => host().client().await?.pause(Some(15)).await?,
        Action::PauseUntilResumed => host().client().await?.pause(None).await?,
        Action::Quit { keep_servers } => window::quit(app, keep_servers).await,
    }
    Ok(())
}
