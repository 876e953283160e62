//! The shell: window, tray, dialogs and notifications, as a client of the host.
//!
//! Commands translate and forward. What is shown comes from the host as whole values. Folders are
//! picked here, outside of any page, and a person consents in a page of its own.

mod apps;
mod arrivals;
mod asked;
mod bridge;
mod commands;
mod desktop;
mod front;
mod just_done;
mod link;
mod notify;
mod pages;
mod run;
mod settings;
mod shown;
mod tray;
mod window;

pub use run::run;
