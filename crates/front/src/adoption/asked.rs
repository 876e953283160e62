//! What an app would fill in, asked of the person.

use std::collections::{BTreeMap, BTreeSet};

use paddock_apps::{AskedFor, Launch};
use paddock_control::view::{AnsweredValue, AskedValue, Failure, ValueKind};

use crate::asked::{answer, are_hidden, line, text};

/// What is to be answered before this can be started without its app.
pub fn asks(launch: &Launch) -> Vec<AskedValue> {
    let mut asks: Vec<AskedValue> = Vec::new();
    for value in launch.asked_for().map(value) {
        if asks.iter().all(|it| it.name != value.name) {
            asks.push(value);
        }
    }
    asks
}

/// What the app of this id would start, with the answers in it; and the variables that are secrets.
/// Where nothing was said, the default counts.
///
/// # Errors
/// An answer is missing or is none that can be taken, or a secret would stay in the open.
pub(super) fn answered(
    launch: &Launch,
    app: &str,
    answers: &[AnsweredValue],
) -> Result<(Launch, BTreeSet<String>), Failure> {
    let (mut values, mut without) = (BTreeMap::new(), BTreeMap::new());
    for asked in launch.asked_for() {
        let said = answer(&value(asked), answers)?;
        let said = said.or_else(|| asked.default.clone()).unwrap_or_default();
        let shown = if asked.secret { String::new() } else { said.clone() };
        without.entry(asked.id.clone()).or_insert(shown);
        values.entry(asked.id.clone()).or_insert(said);
    }
    let filled = launch.filled_in(app, &values);
    let without = launch.filled_in(app, &without);
    let differs = |name: &&String| filled.env.get(*name) != without.env.get(*name);
    let secrets: BTreeSet<_> = filled.env.keys().filter(differs).cloned().collect();
    are_hidden(&filled.env, &secrets)?;
    Ok((filled, secrets))
}

fn value(asked: &AskedFor) -> AskedValue {
    let kind = match &*asked.options {
        [] => ValueKind::Text,
        options => ValueKind::Choice { options: options.to_vec() },
    };
    let usual = asked.default.iter().filter(|it| !asked.secret && !it.is_empty());
    AskedValue {
        name: asked.id.clone(),
        title: line(&asked.name),
        description: text(&asked.description),
        kind,
        required: asked.default.is_none(),
        several: false,
        secret: asked.secret,
        usual: usual.cloned().collect(),
    }
}
