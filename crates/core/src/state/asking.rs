//! How much a server may ask.

use super::{Round, State};
use crate::{Action, Actor, Asking, AuditRecord, Change, FactCode, Refusal, Server, ServerId};

impl State {
    pub(super) fn set_asking(&mut self, id: ServerId, asking: Asking, round: &mut Round) {
        let Some(old) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        // What is on its way may give more.
        if old.asking == asking && self.commits.server(id).is_none() {
            return;
        }
        let tighter = asking.is_within(&old.asking);
        let server = Server { asking, ..old.clone() };
        let audit = AuditRecord {
            detail: Some(words(&asking)),
            ..self.about_server(Action::AskingChanged, Actor::Person, id)
        };
        let changes = vec![Change::PutServer(server.clone())];
        if tighter {
            self.commits.overtake_server(id);
            self.put_server(server, round);
            self.commit_after(changes, vec![audit], round);
        } else {
            self.commit_first(changes, vec![audit], round);
        }
    }
}

fn words(asking: &Asking) -> String {
    let limits = asking.limits;
    let mut words = vec![
        FactCode::RequestsAnHour.of(limits.requests_an_hour.into()),
        FactCode::TokensADay.of(limits.tokens_a_day.into()),
    ];
    words.extend(asking.muted.then(|| FactCode::Muted.said()));
    words.join(", ")
}
