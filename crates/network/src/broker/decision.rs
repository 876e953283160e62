//! What is decided of a name or of a connection, and how long that is waited for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::in_vain::Wanted;
use super::{Common, Event, Unasked, Watched};
use crate::{Destination, Meant, Name, Rules, Verdict};

/// Whether something is allowed, as soon as that is known: what nobody decided waits if it is to, and
/// did not wait in vain just now. `ask` says that it does, and `is_it` whether it is what a person was
/// asked about.
pub(super) async fn decide(
    common: &Common,
    rules: &mut Watched,
    wanted: Wanted,
    verdict: impl Fn(&Rules) -> Verdict,
    is_it: impl Fn(&Destination) -> bool,
    ask: impl FnOnce(),
) -> bool {
    let now = verdict(&rules.borrow());
    match (now, common.unasked) {
        (Verdict::Allowed, _) => true,
        (Verdict::Never, _) | (Verdict::Unknown, Unasked::Refuse) => false,
        (Verdict::Unknown, Unasked::Hold(_)) if common.in_vain.has(&wanted) => false,
        (Verdict::Unknown, Unasked::Hold(time)) => {
            let let_go = common.let_go.subscribe();
            ask();
            let decided = rules.wait_for(|rules| verdict(rules) != Verdict::Unknown);
            tokio::select! {
                decided = timeout(time, decided) => match decided {
                    Ok(Ok(rules)) => return verdict(&rules) == Verdict::Allowed,
                    // The broker is gone.
                    Ok(Err(_)) => return false,
                    // Nobody decided.
                    Err(_) => {}
                },
                () = heard_of(let_go, is_it) => {}
            }
            common.in_vain.note(wanted);
            false
        }
    }
}

/// Returns when a person does not decide on it now.
async fn heard_of(mut let_go: Receiver<Destination>, is_it: impl Fn(&Destination) -> bool) {
    while let_go.recv().await.is_ok_and(|of| !is_it(&of)) {}
}

impl Common {
    pub(super) async fn allows_name(&self, name: &Name, rules: &mut Watched) -> bool {
        let waiting = self.asked.enter(name);
        let ask = || {
            if waiting.is_first {
                self.events.say(Event::AsksForName(name.clone()));
            }
        };
        let is_it = |of: &Destination| of.covers_name(name);
        let wanted = Wanted::Name(name.clone());
        decide(self, rules, wanted, |rules| rules.of_name(name), is_it, ask).await
    }

    pub(super) async fn allows(&self, meant: &Meant, rules: &mut Watched) -> bool {
        let ask = || self.events.say(Event::AsksFor(meant.clone()));
        let is_it = |of: &Destination| meant.is_refused_by(of);
        let wanted = Wanted::Place(meant.clone());
        decide(self, rules, wanted, |rules| rules.of(meant), is_it, ask).await
    }
}

/// Returns when `allowed` no longer says so, or the broker is gone.
pub(super) async fn revoked(rules: &mut Watched, allowed: impl Fn(&Rules) -> bool) {
    _ = rules.wait_for(|rules| !allowed(rules)).await;
}

/// The names that questions wait for, and how many.
#[derive(Debug, Default)]
pub(super) struct Questions(Mutex<HashMap<Name, usize>>);

/// A question that waits until this is dropped.
struct Waiting<'a> {
    asked: &'a Questions,
    name: Name,
    is_first: bool,
}

impl Questions {
    fn enter(&self, name: &Name) -> Waiting<'_> {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = asked.entry(name.clone()).or_default();
        *count += 1;
        Waiting { asked: self, name: name.clone(), is_first: *count == 1 }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut asked = self.asked.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = asked.get_mut(&self.name) {
            *count -= 1;
            if *count == 0 {
                asked.remove(&self.name);
            }
        }
    }
}

/// The longest that makes sense: programs give up on a name after 30 s, as we tell them to.
pub(super) const LONGEST_HOLD: Duration = Duration::from_secs(25);
