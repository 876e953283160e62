//! The app's two pages, and that a window shows no other.

use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Theme, Url, WebviewWindow, WebviewWindowBuilder};

use crate::desktop::Desktop;
use crate::settings::{self, Settings};

/// The window with everything in it but consent.
pub(crate) const MAIN: &str = "main";
/// The window in which a person consents, and nothing else is shown.
pub(crate) const CONSENT: &str = "consent";

type Builder<'a> = WebviewWindowBuilder<'a, tauri::Wry, AppHandle>;

/// Makes the window of a page as it is configured, with what `dress` changes of it. It can't leave
/// its page, and opens no others.
///
/// # Errors
/// It is there already, or the system refuses.
pub(crate) fn open(
    app: &AppHandle,
    label: &'static str,
    dress: impl FnOnce(Builder<'_>) -> tauri::Result<Builder<'_>>,
) -> tauri::Result<WebviewWindow> {
    let config = app.config().app.windows.iter().find(|it| it.label == label);
    let config = config.cloned().ok_or(tauri::Error::WindowNotFound)?;
    let dev = if tauri::is_dev() { app.config().build.dev_url.clone() } else { None };
    let builder = WebviewWindowBuilder::from_config(app, &config)?
        .initialization_script(told(&app.state::<Desktop>().settings()))
        .on_navigation(move |url| is_page(label, url, dev.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny);
    let window = dress(builder)?.build()?;
    draw_zoomed(app);
    draw_in_theme(app);
    Ok(window)
}

/// Tells a page what it speaks before its first word, of which an event tells it a change, and what
/// is chosen already where it asks for how long. The words that come with the page are in every
/// language, and the attribute shows those of one.
fn told(settings: &Settings) -> String {
    let (language, lifetime) = (settings.speaks().code(), settings.usual_lifetime.code());
    format!(
        "window.paddockLanguage = \"{language}\"; window.paddockLifetime = \"{lifetime}\"; \
         document.documentElement?.setAttribute(\"lang\", \"{language}\");"
    )
}

/// Has every page look as the person wants it.
pub(crate) fn draw_in_theme(app: &AppHandle) {
    match app.state::<Desktop>().settings().theme {
        settings::Theme::System => follow_system(app),
        settings::Theme::Light => app.set_theme(Some(Theme::Light)),
        settings::Theme::Dark => app.set_theme(Some(Theme::Dark)),
    }
}

/// No theme means the light one to the library, so what the desktop says is put back.
#[cfg(target_os = "linux")]
fn follow_system(app: &AppHandle) {
    use gtk::prelude::GtkSettingsExt as _;
    let put_back = || {
        if let Some(settings) = gtk::Settings::default() {
            settings.reset_property("gtk-application-prefer-dark-theme");
        }
    };
    if let Err(error) = app.run_on_main_thread(put_back) {
        tracing::warn!(%error, "pages can't look as the desktop does");
    }
}

#[cfg(not(target_os = "linux"))]
fn follow_system(app: &AppHandle) {
    app.set_theme(None);
}

/// Draws every page as large as the person wants it.
pub(crate) fn draw_zoomed(app: &AppHandle) {
    let factor = app.state::<Desktop>().settings().zoom_factor();
    for window in app.webview_windows().values() {
        if let Err(error) = window.set_zoom(factor) {
            tracing::warn!(%error, "a page can't be drawn larger or smaller");
        }
    }
}

/// Whether this address is the page of the window with this label.
fn is_page(label: &str, url: &Url, dev: Option<&Url>) -> bool {
    let is_own = match (dev, url.scheme()) {
        (Some(dev), _) => url.origin() == dev.origin(),
        (None, "tauri") => url.host_str() == Some("localhost") && url.port().is_none(),
        // As WebView2 has it.
        (None, "http" | "https") if cfg!(windows) => {
            url.host_str() == Some("tauri.localhost") && url.port().is_none()
        }
        (None, _) => false,
    };
    let is_bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    let of_label = match url.path() {
        "" | "/" | "/index.html" => MAIN,
        "/consent.html" => CONSENT,
        _ => return false,
    };
    is_own && is_bare && of_label == label
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(label: &str, url: &str) -> bool {
        is_page(label, &url.parse().unwrap(), None)
    }

    #[test]
    fn each_window_shows_its_own_page() {
        if cfg!(not(windows)) {
            assert!(leads(MAIN, "tauri://localhost"));
            assert!(leads(MAIN, "tauri://localhost/index.html#servers"));
            assert!(leads(CONSENT, "tauri://localhost/consent.html"));
        }
        assert!(!leads(MAIN, "tauri://localhost/consent.html"));
        assert!(!leads(CONSENT, "tauri://localhost/"));
        assert!(!leads(CONSENT, "tauri://localhost/index.html"));
        assert!(!leads("other", "tauri://localhost/"));
    }

    #[test]
    fn no_window_leaves_the_app() {
        for url in [
            "https://example.com/",
            "https://example.com/consent.html",
            "http://localhost:5310/",
            "file:///index.html",
            "about:blank",
            "about:srcdoc",
            "data:text/html,x",
            "javascript:alert(1)",
            "blob:tauri://localhost/0",
            "tauri://elsewhere/index.html",
            "tauri://localhost:1/index.html",
            "tauri://a@localhost/index.html",
            "tauri://localhost/index.html?x",
            "tauri://localhost/assets/main.js",
            "ipc://localhost/grant",
        ] {
            for label in [MAIN, CONSENT] {
                assert!(!leads(label, url), "{label} {url}");
            }
        }
    }

    #[test]
    fn in_development_the_page_is_the_servers() {
        let dev: Url = "http://localhost:5310".parse().unwrap();
        let leads = |url: &str| is_page(CONSENT, &url.parse().unwrap(), Some(&dev));
        assert!(leads("http://localhost:5310/consent.html"));
        assert!(!leads("http://localhost:5311/consent.html"));
        assert!(!leads("tauri://localhost/consent.html"));
    }
}
