//! What waits to be done with configs of apps.

use paddock_apps::App;
use paddock_control::view::{Code, Failure};
use paddock_front::adoption::{GiveBack, Job};

/// What is to be done.
#[derive(Clone, Debug)]
pub(super) enum What {
    Connect(Vec<Job>),
    GiveBack(Vec<GiveBack>),
}

/// What waits under a number.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) number: u32,
    pub(super) app: &'static App,
    pub(super) what: What,
    /// It is being done.
    under_way: bool,
}

/// One for each app: what is asked later takes the place of what was asked before, under a number of
/// its own.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    last: u32,
    all: Vec<Change>,
}

impl Waiting {
    pub(super) fn all(&self) -> &[Change] {
        &self.all
    }

    pub(super) fn put(&mut self, app: &'static App, what: What) -> u32 {
        self.all.retain(|it| it.under_way || it.app.id != app.id);
        self.last += 1;
        self.all.push(Change { number: self.last, app, what, under_way: false });
        self.last
    }

    /// What is to be done now. It waits on until it is [`done`](Self::done).
    pub(super) fn begin(&mut self, number: u32) -> Result<What, Failure> {
        let change = self.all.iter_mut().find(|it| it.number == number && !it.under_way);
        let change = change.ok_or_else(unknown)?;
        change.under_way = true;
        Ok(change.what.clone())
    }

    pub(super) fn done(&mut self, number: u32) {
        self.all.retain(|it| it.number != number);
    }

    /// It was not done; this is left of it.
    pub(super) fn failed(&mut self, number: u32, rest: What) {
        if let Some(change) = self.all.iter_mut().find(|it| it.number == number) {
            change.under_way = false;
            change.what = rest;
        }
    }

    pub(super) fn dismiss(&mut self, number: u32) -> Result<(), Failure> {
        let before = self.all.len();
        self.all.retain(|it| it.under_way || it.number != number);
        if self.all.len() < before { Ok(()) } else { Err(unknown()) }
    }

    pub(super) fn clear(&mut self) {
        self.all.retain(|it| it.under_way);
    }
}

fn unknown() -> Failure {
    Failure::new(Code::UnknownConsent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> What {
        What::Connect(Vec::new())
    }

    fn numbers(waiting: &Waiting) -> Vec<u32> {
        waiting.all().iter().map(|it| it.number).collect()
    }

    #[test]
    fn each_app_has_one_question_and_each_question_a_number_of_its_own() {
        let mut waiting = Waiting::default();
        let [cursor, zed] = ["cursor", "zed"].map(|id| paddock_apps::app(id).unwrap());
        let first = waiting.put(cursor, nothing());
        waiting.put(zed, nothing());
        let second = waiting.put(cursor, nothing());
        assert_eq!(numbers(&waiting), [2, 3]);
        assert_eq!(waiting.begin(first).err(), Some(unknown()), "what was replaced is not done");
        assert!(waiting.begin(second).is_ok());
        assert_eq!(waiting.begin(second).err(), Some(unknown()), "nothing is done twice");
        assert_eq!(waiting.dismiss(second), Err(unknown()), "nor taken back while it is done");
        waiting.put(cursor, nothing());
        waiting.clear();
        assert_eq!(numbers(&waiting), [second]);
        waiting.failed(second, nothing());
        assert!(waiting.begin(second).is_ok(), "what failed can be tried again");
        waiting.done(second);
        assert_eq!(numbers(&waiting), [0; 0]);
    }
}
