//! The apps that are known: where their configs are, and what shape they have.

use crate::format::Format;
use crate::names::Names;
use crate::places::Spot;

/// An AI client that launches servers.
#[derive(Debug)]
pub struct App {
    /// Stable: what `--app` says.
    pub id: &'static str,
    /// As it calls itself.
    pub name: &'static str,
    pub(crate) format: Format,
    pub(crate) shape: Shape,
    /// Configs of the person.
    pub(crate) files: &'static [Spot],
    /// Folders that show that the app is here, besides those of its files.
    pub(crate) signs: &'static [Spot],
    /// Configs in the folder of a project.
    pub(crate) project: &'static [&'static str],
    pub(crate) names: Names,
}

/// What entries look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Where they are: as a map by name, or as a list of maps with a `name`.
    pub(crate) places: &'static [&'static [Step]],
    /// The program, or the whole line where it is a list.
    pub(crate) command: &'static str,
    pub(crate) args: &'static str,
    pub(crate) env: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(&'static str),
    /// Every key.
    Each,
}

/// The app with this id.
pub fn app(id: &str) -> Option<&'static App> {
    apps().find(|app| app.id == id)
}

/// All apps that are known.
pub fn apps() -> impl Iterator<Item = &'static App> {
    crate::known::ALL.iter().flat_map(|family| family.iter())
}
