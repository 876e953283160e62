//! What a server answers Paddock's own client, for the apps that come after it.

use std::collections::VecDeque;

use paddock_mcp::wire::{Id, Incoming, Message, ResponseBody, decode};
use serde_json::value::RawValue;

use crate::memory::{self, Answered, List, OpenedAs, Remembered};
use crate::opening::InitializeParams;
use crate::params::Params;
use crate::rounds::{self, Meta};
use crate::tools::{self, Tool};

/// How many requests may wait for their answers.
const ASKED: usize = 16;
/// As much of a line as is looked into for what it asks, in bytes. Our own client names the method
/// before the parameters.
const HEAD: usize = 256;

/// What one process of a server is asked, and what it answers.
#[derive(Debug, Default)]
pub struct Overhearing {
    known: Vec<Remembered>,
    asked: VecDeque<(Id, Awaited)>,
    /// How it was opened last, by `initialize` and by `server/discover`.
    legacy: Option<Remembered>,
    modern: Option<Remembered>,
}

#[derive(Debug)]
pub enum Overheard {
    /// The server listed these tools.
    Tools(Vec<Tool>),
    /// As [`Event::Learned`](crate::Event::Learned).
    Learned(Box<Remembered>),
}

#[derive(Debug)]
enum Awaited {
    Opening(OpenedAs),
    List { list: List, is_modern: bool, is_first: bool },
}

impl Overhearing {
    /// `known` is what is remembered of the server.
    pub fn new(known: Vec<Remembered>) -> Self {
        Self { known, ..Self::default() }
    }

    /// This line goes to the server.
    pub fn sent(&mut self, line: &[u8]) {
        if !may_ask(line) {
            return;
        }
        let Ok(Incoming::One(Message::Request { id, method, params })) = decode(line) else {
            return;
        };
        if let Some(asked) = Awaited::read(&method, params) {
            if self.asked.len() >= ASKED {
                self.asked.pop_front();
            }
            self.asked.push_back((id.canonical(), asked));
        }
    }

    /// This line came from the server.
    pub fn received(&mut self, line: &[u8]) -> Vec<Overheard> {
        if self.asked.is_empty() {
            return Vec::new();
        }
        let Ok(Incoming::One(Message::Response { id, answer })) = decode(line) else {
            return Vec::new();
        };
        let id = id.canonical();
        let Some(at) = self.asked.iter().position(|(asked, _)| *asked == id) else {
            return Vec::new();
        };
        match (self.asked.remove(at), answer) {
            (Some((_, Awaited::Opening(terms))), answer) => {
                self.opened(terms, &answer).into_iter().collect()
            }
            (
                Some((_, Awaited::List { list, is_modern, is_first })),
                ResponseBody::Result(result),
            ) => self.listed(list, is_modern, is_first, result),
            (Some((_, Awaited::List { .. })) | None, _) => Vec::new(),
        }
    }

    fn opened(&mut self, asked: OpenedAs, answer: &ResponseBody<'_>) -> Option<Overheard> {
        let opening = match answer {
            ResponseBody::Result(result) => Answered::Result(result.get().to_owned()),
            // It may be known not to know it.
            ResponseBody::Error(error) if asked.discover => Answered::Error(error.get().to_owned()),
            ResponseBody::Error(_) => return None,
        };
        if !memory::fits(opening.text()) {
            return None;
        }
        let (learned, is_news) = Remembered::again(&self.known, asked, opening);
        let slot = if learned.asked.discover { &mut self.modern } else { &mut self.legacy };
        *slot = Some(learned.clone());
        is_news.then(|| Overheard::Learned(Box::new(learned)))
    }

    fn listed(
        &mut self,
        list: List,
        is_modern: bool,
        is_first: bool,
        result: &RawValue,
    ) -> Vec<Overheard> {
        let mut overheard = Vec::new();
        if list == List::Tools {
            overheard.push(Overheard::Tools(tools::read(result).tools));
        }
        let slot = if is_modern { &mut self.modern } else { &mut self.legacy };
        if let Some(learned) = slot.as_mut().filter(|_| is_first)
            && learned.learn(list, result.get())
        {
            overheard.push(Overheard::Learned(Box::new(learned.clone())));
        }
        overheard
    }
}

/// Most lines ask for nothing of the kind, which is found out without reading them.
fn may_ask(line: &[u8]) -> bool {
    let head = &line[..line.len().min(HEAD)];
    ["\"initialize\"", "\"server/discover\"", "/list\""]
        .iter()
        .any(|it| head.windows(it.len()).any(|window| window == it.as_bytes()))
}

impl Awaited {
    fn read(method: &str, params: Option<&RawValue>) -> Option<Self> {
        match method {
            "initialize" => initialize(params?).map(Self::Opening),
            "server/discover" => discover(params?).map(Self::Opening),
            _ => {
                let list = List::of(method)?;
                let is_first = params.is_none_or(|params| {
                    Params::read(params).is_ok_and(|params| params.cursor.is_none())
                });
                Some(Self::List { list, is_modern: rounds::is_modern(params), is_first })
            }
        }
    }
}

fn initialize(params: &RawValue) -> Option<OpenedAs> {
    let params: InitializeParams<'_> = serde_json::from_str(params.get()).ok()?;
    let capabilities = params.capabilities.get().to_owned();
    Some(OpenedAs { discover: false, revision: params.protocol_version, capabilities })
}

fn discover(params: &RawValue) -> Option<OpenedAs> {
    let meta: Meta<'_> = serde_json::from_str(Params::read(params).ok()?.meta?.get()).ok()?;
    let capabilities = meta.capabilities.map_or_else(String::new, |it| it.get().to_owned());
    Some(OpenedAs { discover: true, revision: meta.revision?.into_owned(), capabilities })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"Paddock","version":"1"}}}"#;
    const DISCOVER: &str = r#"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    const LIST: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#;
    const OPENED: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
    const TOOLS: &str = r#"{"tools":[{"name":"a"}]}"#;

    fn result(id: u32, result: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
    }

    /// What is learned when this is asked and answered.
    fn hear(hearing: &mut Overhearing, asked: &str, answered: &str) -> Vec<Remembered> {
        hearing.sent(asked.as_bytes());
        let heard = hearing.received(answered.as_bytes()).into_iter();
        heard
            .filter_map(|it| if let Overheard::Learned(it) = it { Some(*it) } else { None })
            .collect()
    }

    fn all_of_it() -> Remembered {
        let mut hearing = Overhearing::default();
        let [opened] = &hear(&mut hearing, INITIALIZE, &result(1, OPENED))[..] else { panic!() };
        assert_eq!((opened.asked.discover, &*opened.asked.revision), (false, "2025-11-25"));
        assert_eq!(opened.opening, Answered::Result(OPENED.to_owned()));
        let [all] = &hear(&mut hearing, LIST, &result(3, TOOLS))[..] else { panic!() };
        all.clone()
    }

    #[test]
    fn opening_and_tools_are_learned() {
        assert_eq!(all_of_it().tools.unwrap(), TOOLS);
    }

    #[test]
    fn what_is_remembered_is_no_news() {
        let mut hearing = Overhearing::new(vec![all_of_it()]);
        assert_eq!(hear(&mut hearing, INITIALIZE, &result(1, OPENED)), []);
        assert_eq!(hear(&mut hearing, LIST, &result(3, TOOLS)), []);
        let [changed] = &hear(&mut hearing, LIST, &result(3, r#"{"tools":[]}"#))[..] else {
            panic!()
        };
        assert_eq!(changed.tools.as_deref(), Some(r#"{"tools":[]}"#));
    }

    #[test]
    fn each_era_is_learned_for_itself() {
        let mut hearing = Overhearing::default();
        hearing.sent(DISCOVER.as_bytes());
        let refused = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}"#;
        let [discovered] = &hear(&mut hearing, INITIALIZE, refused)[..] else { panic!() };
        assert!(discovered.asked.discover && matches!(discovered.opening, Answered::Error(_)));
        let [opened] = &hear(&mut hearing, LIST, &result(1, OPENED))[..] else { panic!() };
        assert!(!opened.asked.discover);
    }

    #[test]
    fn every_page_of_tools_is_heard_and_no_second_one_learned() {
        let mut hearing = Overhearing::default();
        hear(&mut hearing, INITIALIZE, &result(1, OPENED));
        let next = LIST.replace("list\"", "list\",\"params\":{\"cursor\":\"2\"}");
        hearing.sent(next.as_bytes());
        let heard = hearing.received(result(3, TOOLS).as_bytes());
        let [Overheard::Tools(tools)] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!(tools[0].name, "a");
    }

    #[test]
    fn what_nobody_asked_for_is_not_learned() {
        let mut hearing = Overhearing::default();
        assert_eq!(
            hear(&mut hearing, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &result(1, OPENED)),
            []
        );
        assert_eq!(hear(&mut hearing, INITIALIZE, &result(7, OPENED)), []);
        let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#;
        assert_eq!(hear(&mut hearing, LIST, refused), []);
        for _ in 0..2 * ASKED {
            hearing.sent(LIST.as_bytes());
        }
        assert!(hearing.asked.len() <= ASKED);
    }
}
