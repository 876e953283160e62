//! What an app is told in the place of a server that is not there: what was remembered of it, and
//! else no more than is true of any server.

use paddock_mcp::{Era, Revision};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::Options;
use crate::memory::{Answered, List, OpenedAs, Remembered};
use crate::opening::revision;
use crate::replies::METHOD_NOT_FOUND;
use crate::splice::Splice;

/// What is known of a server that does not answer.
pub(crate) struct Known<'a> {
    /// The newest first.
    pub(crate) memory: Vec<&'a Remembered>,
    pub(crate) options: &'a Options,
    /// How long the app has waited.
    pub(crate) waited: Waited,
    /// Why there is no server, in a sentence for the model.
    pub(crate) why: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Waited {
    /// For long enough to be told what is remembered.
    Briefly,
    /// For as long as it can be let wait.
    Out,
    /// In vain: no server comes.
    InVain,
}

impl Known<'_> {
    /// The answer to `initialize` or `server/discover`; `None`: it is to wait.
    pub(crate) fn opening(&self, asked: &OpenedAs) -> Option<Answered> {
        let like = self.like(asked).next().map(|known| known.opening.clone());
        let like = like.or_else(|| self.newer(asked).find_map(|known| adapted(known, asked)));
        if like.is_some() || self.waited == Waited::Briefly {
            return like;
        }
        if asked.discover { self.discovery(asked) } else { Some(self.greeting(asked)) }
    }

    /// A list for an app that opened the session like this and speaks as that era does.
    pub(crate) fn list(&self, list: List, asked: Option<&OpenedAs>, era: Era) -> Option<String> {
        let like = asked.and_then(|asked| {
            self.like(asked).chain(self.newer(asked)).find_map(|known| known.list(list))
        });
        if like.is_some() || self.waited == Waited::Briefly {
            return like.map(str::to_owned);
        }
        if era == Era::Modern && !self.is_modern() {
            return None;
        }
        let mut of_era =
            self.memory.iter().filter(|known| known.asked.discover == (era == Era::Modern));
        let known = of_era.find_map(|known| known.list(list));
        Some(known.map_or_else(|| list.empty(era), str::to_owned))
    }

    /// Whether it is known to speak the modern era.
    pub(crate) fn is_modern(&self) -> bool {
        let discovered = |known: &&Remembered| {
            known.asked.discover && matches!(known.opening, Answered::Result(_))
        };
        self.options.era == Some(Era::Modern) || self.memory.iter().any(discovered)
    }

    /// What it answered to the same question, to an app that can do the same first. What servers
    /// offer hardly depends on that, and what does is told once they are there.
    fn like(&self, asked: &OpenedAs) -> impl Iterator<Item = &Remembered> {
        let same = |known: &&Remembered| {
            (known.asked.discover, &known.asked.revision) == (asked.discover, &asked.revision)
        };
        let exact = self.memory.iter().copied().filter(|known| known.asked == *asked);
        exact.chain(self.memory.iter().copied().filter(same))
    }

    /// What it answered to apps of newer legacy revisions: who speaks one speaks the ones before.
    fn newer(&self, asked: &OpenedAs) -> impl Iterator<Item = &Remembered> {
        let is_newer = |known: &&Remembered| {
            !asked.discover && !known.asked.discover && known.asked.revision > asked.revision
        };
        self.memory.iter().copied().filter(is_newer)
    }

    /// An app that is refused opens the session in the legacy way. A server that may yet come and
    /// answer is not spoken for: which era it is of can't be guessed.
    fn discovery(&self, asked: &OpenedAs) -> Option<Answered> {
        let latest = Revision::LATEST_MODERN.as_str();
        if self.is_modern() && asked.revision == latest {
            let of = json!({ "io.modelcontextprotocol/serverInfo": self.server_info() });
            let result = json!({
                "resultType": "complete",
                "supportedVersions": [latest],
                "capabilities": capabilities(),
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": of,
            });
            return Some(Answered::Result(result.to_string()));
        }
        let is_over = self.waited == Waited::InVain || self.options.era == Some(Era::Legacy);
        let refused = json!({ "code": METHOD_NOT_FOUND, "message": "Method not found" });
        is_over.then(|| Answered::Error(refused.to_string()))
    }

    /// Legacy revisions differ in what capabilities add, so what was said to an app of another one
    /// holds for this one too, if the server speaks it at all.
    fn greeting(&self, asked: &OpenedAs) -> Answered {
        let revision = Revision::parse(&asked.revision).unwrap_or(Revision::LATEST_LEGACY);
        let mut legacy = self.memory.iter().filter(|known| !known.asked.discover);
        let known = legacy.find_map(|known| in_revision(&known.opening, revision));
        Answered::Result(known.unwrap_or_else(|| {
            let mut greeting = json!({
                "protocolVersion": revision.as_str(),
                "capabilities": capabilities(),
                "serverInfo": self.server_info(),
            });
            if let Some(why) = self.why {
                greeting["instructions"] = why.into();
            }
            greeting.to_string()
        }))
    }

    fn server_info(&self) -> serde_json::Value {
        json!({ "name": self.options.name, "version": "unknown" })
    }
}

/// The lists that are yet to come.
fn capabilities() -> serde_json::Value {
    let list = json!({ "listChanged": true });
    json!({ "tools": list, "prompts": list, "resources": list })
}

/// What it answers an app of an older revision.
fn adapted(known: &Remembered, asked: &OpenedAs) -> Option<Answered> {
    let asked = Revision::parse(&asked.revision)?;
    let Answered::Result(text) = &known.opening else { return None };
    let spoken = Revision::parse(&revision(serde_json::from_str(text).ok()?))?;
    in_revision(&known.opening, asked.min(spoken)).map(Answered::Result)
}

fn in_revision(opening: &Answered, revision: Revision) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Opening<'a> {
        #[serde(borrow)]
        protocol_version: &'a RawValue,
    }
    let Answered::Result(text) = opening else { return None };
    let opening: Opening<'_> = serde_json::from_str(text).ok()?;
    let mut splice = Splice::new(text.as_bytes());
    splice.replace(opening.protocol_version.get(), format!("\"{}\"", revision.as_str()));
    String::from_utf8(splice.apply()).ok()
}
