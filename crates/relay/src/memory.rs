//! What is remembered of a server from one session to the next.

use std::borrow::Cow;

use paddock_mcp::Era;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::splice::{Items, Members, Splice};

/// The longest text that is remembered, in bytes.
const LONGEST: usize = 1 << 20;

/// What a server answers an app that asks like this. It may be written down and read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    pub asked: OpenedAs,
    /// What it answered to `initialize` or `server/discover`.
    pub opening: Answered,
    /// The whole result of `tools/list`, as JSON text on one line.
    pub tools: Option<String>,
    pub prompts: Option<String>,
    pub resources: Option<String>,
    pub templates: Option<String>,
}

/// How an app opened the session. Another app that opens it in the same way gets the same answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedAs {
    /// By `server/discover`, not by `initialize`.
    pub discover: bool,
    /// The `protocolVersion` that it named.
    pub revision: String,
    /// The capabilities that the server was told of, as JSON text.
    pub capabilities: String,
}

/// JSON text on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Result(String),
    /// A server may be known not to know `server/discover`.
    Error(String),
}

impl Answered {
    pub(crate) fn text(&self) -> &str {
        let (Self::Result(text) | Self::Error(text)) = self;
        text
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl List {
    pub(crate) fn of(method: &str) -> Option<Self> {
        match method {
            "tools/list" => Some(Self::Tools),
            "prompts/list" => Some(Self::Prompts),
            "resources/list" => Some(Self::Resources),
            "resources/templates/list" => Some(Self::Templates),
            _ => None,
        }
    }

    pub(crate) fn changed(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources | Self::Templates => "notifications/resources/list_changed",
        }
    }

    /// The list of a server that is not there, as the eras write it.
    pub(crate) fn empty(self, era: Era) -> String {
        let items = self.of_result();
        match era {
            Era::Legacy => format!(r#"{{"{items}":[]}}"#),
            Era::Modern => format!(
                r#"{{"resultType":"complete","{items}":[],"ttlMs":0,"cacheScope":"private"}}"#
            ),
        }
    }

    fn of_result(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }

    /// Whether a result lists nothing.
    pub(crate) fn is_empty(self, result: &str) -> bool {
        let members = serde_json::from_str::<Members<'_>>(result);
        let items = members.as_ref().ok().and_then(|members| members.get(self.of_result()));
        items.is_some_and(|items| {
            serde_json::from_str::<Items<'_, 0>>(items.get()).is_ok_and(|items| items.0.is_empty())
        })
    }
}

impl Remembered {
    /// What is known of a server that answers like this, and whether that is news. Its lists stay until
    /// it says others.
    pub(crate) fn again(known: &[Self], asked: OpenedAs, opening: Answered) -> (Self, bool) {
        if let Some(known) = known.iter().find(|known| known.asked == asked) {
            let is_news = known.opening != opening;
            return (Self { opening, ..known.clone() }, is_news);
        }
        let (tools, prompts, resources, templates) = (None, None, None, None);
        (Self { asked, opening, tools, prompts, resources, templates }, true)
    }

    /// Every text of it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.tools, &self.prompts, &self.resources, &self.templates];
        let asked = [self.asked.revision.as_str(), self.asked.capabilities.as_str()];
        let lists = lists.into_iter().filter_map(Option::as_deref);
        asked.into_iter().chain([self.opening.text()]).chain(lists)
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.texts().map(str::len).sum()
    }

    pub(crate) fn list(&self, list: List) -> Option<&str> {
        match list {
            List::Tools => self.tools.as_deref(),
            List::Prompts => self.prompts.as_deref(),
            List::Resources => self.resources.as_deref(),
            List::Templates => self.templates.as_deref(),
        }
    }

    /// Whether the text is news.
    pub(crate) fn learn(&mut self, list: List, text: &str) -> bool {
        let slot = match list {
            List::Tools => &mut self.tools,
            List::Prompts => &mut self.prompts,
            List::Resources => &mut self.resources,
            List::Templates => &mut self.templates,
        };
        let new = is_whole(text).then(|| text.to_owned());
        let differs = *slot != new;
        *slot = new;
        differs
    }
}

/// Whether a text can be remembered at all.
pub(crate) fn fits(text: &str) -> bool {
    text.len() <= LONGEST
}

/// Whether it is a list without a second page, and short enough to be remembered.
fn is_whole(text: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Page<'a> {
        #[serde(borrow)]
        next_cursor: Option<&'a RawValue>,
    }
    fits(text)
        && serde_json::from_str::<Page<'_>>(text).is_ok_and(|page| page.next_cursor.is_none())
}

/// The text as it may go out: it is one line of JSON, and no app is told to keep it.
pub(crate) fn for_app(text: &str) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kept<'a> {
        #[serde(borrow)]
        ttl_ms: Option<&'a RawValue>,
    }
    if text.contains(['\n', '\r']) {
        return None;
    }
    let kept: Kept<'_> = serde_json::from_str(text).ok()?;
    let Some(ttl) = kept.ttl_ms else { return Some(text.into()) };
    let mut splice = Splice::new(text.as_bytes());
    splice.replace(ttl.get(), "0");
    String::from_utf8(splice.apply()).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_goes_out_as_already_old() {
        assert_eq!(
            for_app(r#"{"tools":[],"ttlMs":60000,"x":1.0}"#).unwrap(),
            r#"{"tools":[],"ttlMs":0,"x":1.0}"#
        );
        assert_eq!(for_app(r#"{"tools":[]}"#).unwrap(), r#"{"tools":[]}"#);
        assert_eq!(for_app("{\n}"), None);
        assert_eq!(for_app("{"), None);
    }

    #[test]
    fn a_list_of_several_pages_is_not_remembered() {
        assert!(is_whole(r#"{"tools":[]}"#));
        assert!(!is_whole(r#"{"tools":[],"nextCursor":"2"}"#));
        assert!(!is_whole("{"));
    }
}
