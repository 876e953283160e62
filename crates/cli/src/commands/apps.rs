//! The AI apps of this computer: what they launch, and letting it go through Paddock.

mod chosen;
mod connect;
mod disconnect;
mod list;
mod skipped;
mod stand_in;

use paddock_apps::{App, FoundApp, Places, apps, find_app};
use paddock_control::view::{Code, Failure};
use paddock_front::adoption;

use crate::front::whereabouts;
use crate::names;

pub(super) use connect::connect;
pub(super) use disconnect::disconnect;
pub(super) use list::list;
pub(super) use stand_in::stand_in;

fn places() -> Result<Places, Failure> {
    Ok(adoption::places(whereabouts()?.home))
}

/// The app of this id or name.
fn named(name: &str) -> Result<&'static App, Failure> {
    let lower = name.to_lowercase();
    let is_it = |app: &&App| app.id == lower || app.name.to_lowercase() == lower;
    apps().find(is_it).ok_or_else(|| {
        let known = names::joined(apps().map(|app| app.id.to_owned()));
        Failure::new(Code::CliAppUnknown).with("name", name).with("names", known)
    })
}

/// What is here of the app of this name.
fn here(places: &Places, name: &str) -> Result<FoundApp, Failure> {
    let app = named(name)?;
    let found = find_app(places, app, None).filter(|found| !found.files.is_empty());
    found.ok_or_else(|| Failure::new(Code::CliAppNotHere).with("name", app.name))
}
