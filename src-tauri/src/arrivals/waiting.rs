//! The one thing that is looked at.

use paddock_bundles::Bundle;
use paddock_control::view::{Code, Failure};
use paddock_front::bundles::Older;

use super::{ArrivedView, By};

#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) view: ArrivedView,
    pub(super) bundle: Option<Looked>,
}

/// A bundle with its bytes, and servers that it could update, as they were: what is unpacked and what
/// is changed is what was looked at.
#[derive(Clone, Debug)]
pub(super) struct Looked {
    pub(super) bundle: Bundle,
    pub(super) older: Vec<Older>,
}

#[derive(Debug, Default)]
pub(super) struct Waiting {
    last: u32,
    now: Option<Arrival>,
    /// The number of what is being read or installed.
    under_way: Option<u32>,
    /// Something was turned away since this one came.
    refused: bool,
}

impl Waiting {
    pub(super) fn view(&self) -> Option<ArrivedView> {
        self.now.as_ref().map(|it| it.view.clone())
    }

    /// Something came, and is read under this number.
    ///
    /// # Errors
    /// It has to give way.
    pub(super) fn begin(&mut self, by: By, someone_consents: bool) -> Result<u32, Failure> {
        let is_taken = self.under_way.is_some() || self.now.is_some();
        if by == By::Program && (is_taken || someone_consents) {
            return Err(Failure::new(Code::ArrivalBusy));
        }
        self.last += 1;
        self.under_way = Some(self.last);
        Ok(self.last)
    }

    /// It was read. Nobody waits for it if another came meanwhile.
    pub(super) fn put(&mut self, arrival: Arrival) {
        if self.under_way == Some(arrival.view.id) {
            *self = Self { last: self.last, now: Some(arrival), ..Self::default() };
        }
    }

    /// It could not be read, or was installed.
    pub(super) fn is_over(&mut self, number: u32) {
        if self.under_way == Some(number) {
            self.under_way = None;
            self.refused = false;
        }
    }

    pub(super) fn dismiss(&mut self, id: u32) {
        if self.now.as_ref().is_some_and(|it| it.view.id == id) {
            self.now = None;
            self.refused = false;
        }
    }

    /// Takes the bundle with this number, to be installed once.
    ///
    /// # Errors
    /// It is not there, or no bundle.
    pub(super) fn take_bundle(&mut self, id: u32) -> Result<(Arrival, Looked), Failure> {
        let is_it = |it: &mut Arrival| it.view.id == id && it.bundle.is_some();
        let gone = || Failure::new(Code::ArrivalGone);
        let arrival = self.now.take_if(is_it).ok_or_else(gone)?;
        let bundle = arrival.bundle.clone().ok_or_else(gone)?;
        self.under_way = Some(id);
        Ok((arrival, bundle))
    }

    /// It could not be installed, and may be tried again unless another came.
    pub(super) fn put_back(&mut self, arrival: Arrival) {
        if self.under_way == Some(arrival.view.id) {
            self.under_way = None;
            self.now = Some(arrival);
        }
    }

    /// Whether nothing was turned away before for what is looked at now.
    pub(super) fn is_first_refusal(&mut self) -> bool {
        !std::mem::replace(&mut self.refused, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrivals::HoldsView;

    fn arrival(id: u32) -> Arrival {
        let holds = HoldsView::Servers { found: Vec::new() };
        Arrival { view: ArrivedView { id, from: "x".into(), link: true, holds }, bundle: None }
    }

    fn id(waiting: &Waiting) -> Option<u32> {
        waiting.view().map(|it| it.id)
    }

    #[test]
    fn links_in_a_loop_leave_one_and_are_told_of_once() {
        let mut waiting = Waiting::default();
        let first = waiting.begin(By::Program, false).unwrap();
        assert_eq!(
            waiting.begin(By::Program, false).unwrap_err().code,
            Code::ArrivalBusy,
            "one is being read"
        );
        waiting.put(arrival(first));
        let told = (0..1000).filter(|_| {
            waiting.begin(By::Program, false).unwrap_err();
            waiting.is_first_refusal()
        });
        assert_eq!(told.count(), 1);
        assert_eq!(id(&waiting), Some(first));
        waiting.dismiss(first + 1);
        assert_eq!(id(&waiting), Some(first), "a late answer takes nothing else away");
        waiting.dismiss(first);
        let next = waiting.begin(By::Program, false).unwrap();
        waiting.put(arrival(next));
        assert!(waiting.is_first_refusal());
    }

    #[test]
    fn nothing_comes_between_a_person_and_a_consent() {
        let mut waiting = Waiting::default();
        assert_eq!(waiting.begin(By::Program, true).unwrap_err().code, Code::ArrivalBusy);
        assert!(waiting.begin(By::Person, true).is_ok());
    }

    #[test]
    fn what_the_person_opens_takes_the_place_of_what_is_there() {
        let mut waiting = Waiting::default();
        let link = waiting.begin(By::Program, false).unwrap();
        let chosen = waiting.begin(By::Person, false).unwrap();
        waiting.put(arrival(chosen));
        waiting.put(arrival(link));
        waiting.is_over(link);
        assert_eq!(id(&waiting), Some(chosen), "the link was read late");
    }

    #[test]
    fn what_can_not_be_read_is_in_nobodys_way() {
        let mut waiting = Waiting::default();
        let bad = waiting.begin(By::Program, false).unwrap();
        waiting.is_over(bad);
        assert!(waiting.begin(By::Program, false).is_ok());
    }

    #[test]
    fn only_a_bundle_is_installed() {
        let mut waiting = Waiting::default();
        let number = waiting.begin(By::Program, false).unwrap();
        waiting.put(arrival(number));
        assert_eq!(waiting.take_bundle(number).unwrap_err().code, Code::ArrivalGone);
        assert_eq!(id(&waiting), Some(number), "it is still looked at");
    }
}
