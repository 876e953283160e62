//! Tools that are switched off, or no tools for their names: not listed.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Rules;
use crate::splice::{Items, Splice, is_too_many};
use crate::tools::{LONGEST_NAME, MOST};

#[derive(Deserialize)]
struct Listed<'a> {
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Tool<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// Why a list is none.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// It is not understood, or says something twice.
    Ambiguous,
    /// It lists more than is read of one page.
    TooMany,
}

/// The message without the tools that are off or have too long a name; `None` if it lists no such
/// tool. `result` is part of `message`.
pub(crate) fn listed(
    message: &[u8],
    result: &RawValue,
    rules: Option<&Rules>,
) -> Result<Option<Vec<u8>>, Unfit> {
    let Listed { tools } = serde_json::from_str(result.get()).map_err(|_| Unfit::Ambiguous)?;
    let Some(tools) = tools else { return Ok(None) };
    let all: Result<Items<'_, MOST>, _> = serde_json::from_str(tools.get());
    let Items(all) = all.map_err(|error| why_unfit(&error))?;
    let kept: Vec<&str> =
        all.iter().map(|tool| tool.get()).filter(|tool| is_on(tool, rules)).collect();
    if kept.len() == all.len() {
        return Ok(None);
    }
    let mut splice = Splice::new(message);
    splice.replace(tools.get(), format!("[{}]", kept.join(",")));
    Ok(Some(splice.apply()))
}

fn why_unfit(error: &serde_json::Error) -> Unfit {
    if is_too_many(error) { Unfit::TooMany } else { Unfit::Ambiguous }
}

fn is_on(tool: &str, rules: Option<&Rules>) -> bool {
    let is_off = |name: &str| rules.is_some_and(|rules| rules.is_off(name));
    match serde_json::from_str::<Tool<'_>>(tool) {
        Ok(Tool { name }) => name.len() <= LONGEST_NAME && !is_off(&name),
        Err(_) => rules.is_none(),
    }
}
