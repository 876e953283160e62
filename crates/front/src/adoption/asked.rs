//! What an app would fill in, asked of the person.

use std::collections::{BTreeMap, BTreeSet};

use paddock_apps::{AskedFor, Launch};
use paddock_control::view::{AnsweredValue, AskedValue, Failure, ValueKind};
use paddock_core::secret::may_be_secret;

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
/// Where nothing was said, the default counts. What an app has for a variable may be the path of a
/// secret, and then it is none.
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
    let mut secrets: BTreeSet<_> = filled.env.keys().filter(differs).cloned().collect();
    for AskedFor { name, .. } in launch.asked_for().filter(|it| it.is_variable()) {
        if filled.env.get(name).is_some_and(|value| !may_be_secret(name, value)) {
            secrets.remove(name);
        }
    }
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

#[cfg(test)]
mod tests {
    use paddock_apps::LeftWithApp;
    use paddock_control::view::Code;

    use super::*;

    /// What is started with this answer for its one variable, `A_TOKEN`.
    fn with(default: Option<&str>, answer: &str) -> Result<(Launch, BTreeSet<String>), Code> {
        let asked = AskedFor {
            placeholder: None,
            id: "env:A_TOKEN".into(),
            name: "A_TOKEN".into(),
            description: String::new(),
            default: default.map(str::to_owned),
            options: Vec::new(),
            secret: true,
        };
        let launch = Launch {
            command: "x".into(),
            args: Vec::new(),
            env: BTreeMap::new(),
            cwd: None,
            enabled: true,
            through: None,
            left: vec![LeftWithApp::Asked(asked)],
        };
        let answer = AnsweredValue { name: "env:A_TOKEN".into(), values: vec![answer.into()] };
        answered(&launch, "codex", &[answer]).map_err(|failure| failure.code)
    }

    #[test]
    fn a_variable_is_set_to_what_is_answered_which_may_be_the_path_of_a_secret() {
        for (answer, is_secret) in [("hunter2", true), ("/home/ada/key", false)] {
            let (launch, secrets) = with(None, answer).unwrap();
            assert_eq!(launch.env["A_TOKEN"], answer);
            assert_eq!(secrets.contains("A_TOKEN"), is_secret, "{answer}");
        }
    }

    #[test]
    fn a_variable_that_is_left_empty_is_not_set_or_is_missing() {
        let (launch, secrets) = with(Some(""), "").unwrap();
        assert!(launch.env.is_empty() && secrets.is_empty());
        assert_eq!(with(None, "").err(), Some(Code::BundleMissing));
    }
}
