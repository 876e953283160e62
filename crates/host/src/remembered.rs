//! What servers answered apps, by the command that was trusted, and what of it is yet to be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use paddock_core::{Fingerprint, ServerId};
use paddock_relay::Remembered as Answers;
use paddock_storage::KeptAnswers as Kept;
use tokio::time::Instant;

/// What is remembered of a server, for apps that ask in different ways, at the most.
const MOST: usize = 8;
/// The same in bytes.
const MOST_BYTES: usize = 4 << 20;
/// A server whose lists change all the time is written down no more often than this.
const LULL: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub(crate) struct Remembered {
    of: BTreeMap<ServerId, OfCommand>,
    unkept: BTreeSet<ServerId>,
    due: Option<Instant>,
}

#[derive(Debug)]
struct OfCommand {
    fingerprint: Option<Fingerprint>,
    /// The newest first.
    answers: Vec<Learned>,
}

#[derive(Debug)]
struct Learned {
    said: Answers,
    /// It repeats a secret that the server was given, which no database is to hold.
    is_secret: bool,
}

/// What is to be kept of a server; it is put into words where nobody waits.
#[derive(Debug)]
pub(crate) struct ToKeep {
    server: ServerId,
    fingerprint: Option<Fingerprint>,
    answers: Vec<Answers>,
}

impl Remembered {
    /// What was kept. What can't be read is as good as forgotten.
    pub(crate) fn read(kept: Vec<Kept>) -> Self {
        let mut remembered = Self::default();
        for Kept { server, fingerprint, answers } in kept {
            let read = answers.iter().filter_map(|text| serde_json::from_str(text).ok());
            let answers: Vec<_> = read.map(|said| Learned { said, is_secret: false }).collect();
            let mut of = OfCommand { fingerprint, answers };
            of.bound();
            remembered.of.insert(server, of);
        }
        remembered
    }

    pub(crate) fn of(&self, server: ServerId, command: Option<Fingerprint>) -> Vec<Answers> {
        let of = self.of.get(&server).filter(|of| of.fingerprint == command);
        of.map(|of| of.answers.iter().map(|it| it.said.clone()).collect()).unwrap_or_default()
    }

    pub(crate) fn learn(
        &mut self,
        server: ServerId,
        command: Option<Fingerprint>,
        said: Answers,
        is_secret: bool,
    ) {
        let nothing = || OfCommand { fingerprint: command, answers: Vec::new() };
        let of = self.of.entry(server).or_insert_with(nothing);
        if of.fingerprint != command {
            *of = nothing();
        }
        of.answers.retain(|it| it.said.asked != said.asked);
        of.answers.insert(0, Learned { said, is_secret });
        of.bound();
        self.unkept.insert(server);
        self.due.get_or_insert_with(|| Instant::now() + LULL);
    }

    pub(crate) fn forget(&mut self, server: ServerId) {
        self.of.remove(&server);
        self.unkept.remove(&server);
    }

    /// When something is to be kept.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    pub(crate) fn take_unkept(&mut self) -> Vec<ToKeep> {
        self.due = None;
        let unkept = std::mem::take(&mut self.unkept);
        let to_keep = |server| {
            let OfCommand { fingerprint, answers } = self.of.get(&server)?;
            let answers = answers.iter().filter(|it| !it.is_secret);
            let answers = answers.map(|it| it.said.clone()).collect();
            Some(ToKeep { server, fingerprint: *fingerprint, answers })
        };
        unkept.into_iter().filter_map(to_keep).collect()
    }

    /// It could not be handed over: it is tried again.
    pub(crate) fn give_back(&mut self, kept: &ToKeep) {
        self.unkept.insert(kept.server);
        self.due.get_or_insert_with(|| Instant::now() + LULL);
    }
}

impl OfCommand {
    fn bound(&mut self) {
        self.answers.truncate(MOST);
        let mut room = MOST_BYTES;
        let fits = |answer: &Learned| match room.checked_sub(answer.said.size()) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        };
        let fitting = self.answers.iter().map(fits).take_while(|fits| *fits).count();
        self.answers.truncate(fitting);
    }
}

impl ToKeep {
    pub(crate) fn into_words(self) -> Kept {
        let words = self.answers.iter().filter_map(|said| serde_json::to_string(said).ok());
        Kept { server: self.server, fingerprint: self.fingerprint, answers: words.collect() }
    }
}

#[cfg(test)]
mod tests {
    use paddock_relay::{Answered, OpenedAs};

    use super::*;

    const SERVER: ServerId = ServerId(1);
    const COMMAND: Option<Fingerprint> = Some(Fingerprint([7; 32]));
    const OTHER: Option<Fingerprint> = Some(Fingerprint([8; 32]));

    fn said(revision: &str, tools: &str) -> Answers {
        Answers {
            asked: OpenedAs {
                discover: false,
                revision: revision.to_owned(),
                capabilities: "{}".to_owned(),
            },
            opening: Answered::Result("{\"a\": \"\u{e9}\\n\"}".to_owned()),
            tools: Some(tools.to_owned()),
            prompts: None,
            resources: None,
            templates: None,
        }
    }

    fn again(remembered: &mut Remembered) -> Remembered {
        Remembered::read(remembered.take_unkept().into_iter().map(ToKeep::into_words).collect())
    }

    #[tokio::test]
    async fn what_is_kept_reads_back_the_newest_first_and_of_the_same_command_alone() {
        let mut remembered = Remembered::default();
        for revision in ["1", "2", "1"] {
            remembered.learn(SERVER, COMMAND, said(revision, "[]"), false);
        }
        assert!(remembered.due().is_some());
        let kept = again(&mut remembered);
        assert_eq!(kept.of(SERVER, COMMAND), [said("1", "[]"), said("2", "[]")]);
        assert_eq!((kept.of(SERVER, OTHER), kept.of(SERVER, None)), (vec![], vec![]));
        assert_eq!(remembered.due(), None);
        remembered.learn(SERVER, OTHER, said("3", "[]"), false);
        assert_eq!(again(&mut remembered).of(SERVER, OTHER), [said("3", "[]")]);
    }

    #[tokio::test]
    async fn what_repeats_a_secret_is_not_kept() {
        let mut remembered = Remembered::default();
        remembered.learn(SERVER, COMMAND, said("1", "[]"), true);
        remembered.learn(SERVER, COMMAND, said("2", "[]"), false);
        assert_eq!(remembered.of(SERVER, COMMAND).len(), 2);
        assert_eq!(again(&mut remembered).of(SERVER, COMMAND), [said("2", "[]")]);
    }

    #[tokio::test]
    async fn a_server_fills_no_more_memory_than_that() {
        let mut remembered = Remembered::default();
        let long = "x".repeat(1 << 20);
        for revision in 0..100 {
            remembered.learn(SERVER, COMMAND, said(&revision.to_string(), &long), false);
        }
        let known = remembered.of(SERVER, COMMAND);
        assert_eq!((known.len(), known[0].asked.revision.as_str()), (3, "99"));
        for revision in 0..100 {
            remembered.learn(SERVER, COMMAND, said(&revision.to_string(), "[]"), false);
        }
        assert_eq!(remembered.of(SERVER, COMMAND).len(), MOST);
    }

    #[test]
    fn what_is_no_answer_is_left_out() {
        let answers = ["{}", "[", r#"{"asked":1}"#].map(str::to_owned).to_vec();
        let kept = Kept { server: SERVER, fingerprint: COMMAND, answers };
        assert_eq!(Remembered::read(vec![kept]).of(SERVER, COMMAND), []);
    }
}
