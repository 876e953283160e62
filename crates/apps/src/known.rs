//! The table of known apps, by what their configs look like.

mod lists;
mod maps;
mod own;

use crate::app::App;

pub(crate) const ALL: &[&[App]] = &[maps::APPS, own::APPS, lists::APPS];
