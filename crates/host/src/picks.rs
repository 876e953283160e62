//! Folders that wait for consent.

use std::time::Duration;

use paddock_core::ServerId;

use crate::beside::Beside;
use crate::extent::{self, Extent};
use crate::look::Looks;
use crate::message::Message;
use crate::pick::Surveyed;
use crate::view::{Code, Failure, FrontView, NamedView};

/// What waits at the most.
const MOST: usize = 50;
/// Of that, what programs other than the window proposed.
const OF_PROGRAMS: usize = 10;
/// Folders that are measured at once.
const EXTENTS: usize = 2;
/// How long a folder that is to be measured waits for its turn and the measure.
const TURN: Duration = Duration::from_mins(1);

/// A folder that waits for consent.
#[derive(Debug)]
pub(crate) struct Pick {
    pub(crate) id: u32,
    pub(crate) surveyed: Surveyed,
    pub(crate) proposed: Proposed,
    /// How much there is in it, once that is known.
    pub(crate) extent: Option<Extent>,
}

/// How it came that a folder waits for consent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proposed {
    /// The server that tried to reach it, or whose command names it.
    pub(crate) server: Option<ServerId>,
    pub(crate) named: Option<NamedView>,
    /// The server that a person had in mind.
    pub(crate) wished: Option<ServerId>,
    /// What is proposed with others has one number with them.
    pub(crate) together: Option<u32>,
    /// Who asked for it.
    pub(crate) by: FrontView,
}

/// What was picked and waits, oldest first.
#[derive(Debug)]
pub(crate) struct Picks {
    waiting: Vec<Pick>,
    last: u32,
    /// Looks at how much there is in them.
    looks: Looks,
}

impl Default for Picks {
    fn default() -> Self {
        Self { waiting: Vec::new(), last: 0, looks: Looks::at_once(EXTENTS) }
    }
}

impl Picks {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pick> {
        self.waiting.iter()
    }

    /// A number that no pick has, and nothing that is proposed together.
    pub(crate) fn number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    /// Two servers that want the same folder are two questions.
    pub(crate) fn add(&mut self, surveyed: Surveyed, proposed: Proposed) -> Result<u32, Failure> {
        let same = |pick: &&mut Pick| {
            let (was, is) = (pick.proposed.server, proposed.server);
            let for_another = was.is_some() && is.is_some() && was != is
                || pick.proposed.wished != proposed.wished;
            pick.surveyed.root == surveyed.root && !for_another && pick.proposed.by == proposed.by
        };
        if let Some(pick) = self.waiting.iter_mut().find(same) {
            pick.surveyed = surveyed;
            pick.proposed = Proposed {
                server: proposed.server.or(pick.proposed.server),
                named: proposed.named.or_else(|| pick.proposed.named.take()),
                wished: proposed.wished,
                together: proposed.together.or(pick.proposed.together),
                by: proposed.by,
            };
            return Ok(pick.id);
        }
        let of_programs = self.iter().filter(|pick| pick.proposed.by != FrontView::Window).count();
        let is_full = proposed.by != FrontView::Window && of_programs >= OF_PROGRAMS;
        if is_full || self.waiting.len() >= MOST {
            return Err(Failure::new(Code::TooManyConsents));
        }
        let id = self.number();
        self.waiting.push(Pick { id, surveyed, proposed, extent: None });
        Ok(id)
    }

    pub(crate) fn get(&self, id: u32) -> Result<&Surveyed, Failure> {
        let pick = self.iter().find(|pick| pick.id == id);
        pick.map(|pick| &pick.surveyed).ok_or_else(|| Failure::new(Code::UnknownPick))
    }

    /// The server that a folder is proposed for.
    pub(crate) fn wished_of(&self, id: u32) -> Option<ServerId> {
        let pick = self.iter().find(|pick| pick.id == id)?;
        pick.proposed.server.or(pick.proposed.wished)
    }

    /// Counts what is in a folder that waits, which the question does not wait for.
    pub(crate) fn measure(&self, id: u32, beside: &Beside) {
        let Ok(Surveyed { root, .. }) = self.get(id) else { return };
        let (root, looks) = (root.clone(), self.looks.clone());
        beside.report_any(async move {
            let extent = looks.look_within(TURN, move || extent::of(&root)).await;
            // Of what does not answer nothing is said.
            Some(Message::Measured(id, extent.ok()??))
        });
    }

    /// Whether it still waits.
    pub(crate) fn measured(&mut self, id: u32, extent: Extent) -> bool {
        let pick = self.waiting.iter_mut().find(|pick| pick.id == id);
        pick.map(|pick| pick.extent = Some(extent)).is_some()
    }

    pub(crate) fn dismiss(&mut self, id: u32) {
        self.waiting.retain(|pick| pick.id != id);
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::consent::Facts;
    use paddock_core::{AbsolutePath, Identity, Root};

    use super::*;

    fn folder(number: u64) -> Surveyed {
        let path = AbsolutePath::new(format!("/folder/{number}")).unwrap();
        let root = Root { path, identity: Identity { device: 1, inode: number, born: None } };
        let (picked_as, repository, projects) = (None, None, Vec::new());
        Surveyed { root, picked_as, repository, projects, facts: Facts::default() }
    }

    fn by_program() -> FrontView {
        FrontView::Program { path: "/usr/bin/agent".into(), parent: None }
    }

    fn proposed(server: Option<u32>, by: FrontView) -> Proposed {
        Proposed { server: server.map(ServerId), by, ..Proposed::default() }
    }

    #[test]
    fn a_folder_is_one_question_for_each_server_and_for_who_asked() {
        let mut picks = Picks::default();
        let first = picks.add(folder(1), proposed(None, FrontView::Window)).unwrap();
        let named = Proposed { together: Some(7), ..proposed(Some(1), FrontView::Window) };
        assert_eq!(picks.add(folder(1), named).unwrap(), first);
        assert_eq!(picks.add(folder(1), proposed(None, FrontView::Window)).unwrap(), first);
        let kept = &picks.iter().next().unwrap().proposed;
        assert_eq!((kept.server, kept.together), (Some(ServerId(1)), Some(7)));
        assert_ne!(picks.add(folder(1), proposed(Some(2), FrontView::Window)).unwrap(), first);
        assert_ne!(picks.add(folder(1), proposed(Some(1), by_program())).unwrap(), first);
        assert_ne!(picks.add(folder(2), proposed(Some(1), FrontView::Window)).unwrap(), first);
        assert_eq!(picks.iter().count(), 4);
    }

    #[test]
    fn programs_leave_room_for_the_person() {
        let mut picks = Picks::default();
        let of_programs =
            (0..).map(|number| picks.add(folder(number), proposed(None, by_program())));
        assert_eq!(of_programs.take_while(Result::is_ok).count(), OF_PROGRAMS);
        let more = MOST - OF_PROGRAMS;
        for number in 0..u64::try_from(more).unwrap() {
            picks.add(folder(number), proposed(None, FrontView::Window)).unwrap();
        }
        let full = picks.add(folder(1000), proposed(None, FrontView::Window));
        assert_eq!(full.unwrap_err().code, Code::TooManyConsents);
    }

    #[test]
    fn a_number_is_given_once() {
        let mut picks = Picks::default();
        let id = picks.add(folder(1), Proposed::default()).unwrap();
        picks.dismiss(id);
        assert_eq!(picks.get(id).unwrap_err().code, Code::UnknownPick);
        let together = picks.number();
        let again = picks.add(folder(1), Proposed::default()).unwrap();
        assert!(id < together && together < again);
    }
}
