//! The shell: window, tray, dialogs and notifications around the host.
//!
//! Commands translate and forward. What is shown comes from the host as whole values. Folders are
//! picked here, outside of the webview, which never names a path that becomes a grant.

mod bridge;
mod commands;
mod confirm;
mod desktop;
mod run;
mod settings;
mod tray;
mod window;

pub use run::run;
