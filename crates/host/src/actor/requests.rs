//! What servers ask of the person: on its way in, into the person's hands, and back.

use paddock_core::{
    Asking, Decision, Event, MissedWhy, OfApp, OpenRequest, Phase, Reply, Request, RequestId,
    ServerId, SessionId, State,
};
use paddock_mcp::elicitation::{Elicitation, Values};
use paddock_mcp::{AskEnd, AskId, AskReply, CallId, Revision};

use super::Actor;
use crate::asked::{Brought, Unfit};
use crate::inbox::{AskedBy, Asker, Content, Kept, Visits, Way};
use crate::message::{RequestAsk, Return};
use crate::run::RunId;
use crate::sampling;
use crate::view::{Code, Failure, RequestDetail, SamplingEdit};
use crate::{Notification, clock, show};

/// What the protocol says when a person does not want it.
const REJECTED: i64 = -1;

impl Actor {
    pub(super) fn answer_request(&mut self, ask: RequestAsk) {
        match ask {
            RequestAsk::Detail(id, reply) => drop(reply.send(self.request_detail(id))),
            RequestAsk::Send(id, edit, reply) => drop(reply.send(self.send_sampling(id, edit))),
            RequestAsk::Deliver(id, text, reply) => drop(reply.send(self.deliver(id, text))),
            RequestAsk::Submit(id, values, reply) => drop(reply.send(self.submit(id, &values))),
            RequestAsk::Visit(id, reply) => drop(reply.send(self.visit(id))),
            RequestAsk::SetMuted(server, muted, reply) => {
                self.set_asking(server, |old| Asking { muted, ..old }, reply);
            }
            RequestAsk::SetStandIn(app, on, reply) => self.set_stand_in(app, on, reply),
            RequestAsk::SetLimits(server, limits, reply) => {
                self.set_asking(server, |old| Asking { limits, ..old }, reply);
            }
        }
    }

    /// A server asks something that can be put before a person.
    pub(super) fn asked(
        &mut self,
        session: SessionId,
        run: RunId,
        call: Option<CallId>,
        asked: Brought<AskId>,
    ) {
        let Some(client) = self.runtimes.client(session) else { return };
        let during = call.and_then(|call| client.known(call)).map(|call| call.of);
        let (ask, connection) = (asked.ask, client.connection.clone());
        self.bring(session, Way::Own { run, ask, connection }, Brought { during, ..asked }, None);
    }

    /// Puts what was asked before the person, if they are asked at all.
    pub(super) fn bring<Id>(
        &mut self,
        session: SessionId,
        way: Way,
        asked: Brought<Id>,
        of: Option<OfApp>,
    ) {
        let Brought { revision, bytes, content, kind, summary, tokens, during, .. } = asked;
        let by = Asker { session, way, revision, bytes };
        let kept = Kept { asker: by, content };
        if !self.inbox.has_room_for(session, bytes) {
            let unfit = Unfit::new("too much waits for the user");
            self.runtimes.note(session, &format!("request refused: {}", unfit.message));
            return kept.answer(unfit.reply());
        }
        let id = self.inbox.keep(kept);
        let during = during.map(show::brief);
        let was_stale = self.screen.is_stale();
        self.counter().request(session.server);
        self.handle(Event::Requested(Request { id, session, kind, summary, during, tokens, of }));
        let is_shown = self.state.request(id).is_some() || was_just_missed(&self.state, id);
        if !is_shown && !was_stale {
            self.screen.nothing_changed();
        }
        if self.inbox.has_sampling() {
            self.learn_models();
        }
    }

    pub(super) fn ask_ended(&mut self, asked: AskedBy, why: &AskEnd) {
        let Some(id) = self.inbox.find(asked) else { return };
        let why = match why {
            AskEnd::Cancelled { .. } => MissedWhy::Cancelled,
            AskEnd::CallEnded => MissedWhy::CallEnded,
            AskEnd::Closed => MissedWhy::ServerEnded,
        };
        self.handle(Event::Withdrawn(id, why));
    }

    /// A server says that what it sent the person to is done. If nobody went there, it need not be
    /// asked any more.
    pub(super) fn elicitation_complete(&mut self, who: Visits, elicitation: &str) {
        let Some(id) = self.inbox.find_url(who, elicitation) else { return };
        if let Some(kept) = self.inbox.get(id) {
            kept.answer(AskReply::Result(Elicitation::cancelled()));
        }
        self.handle(Event::Withdrawn(id, MissedWhy::Cancelled));
    }

    /// Tells a server what became of its request.
    pub(super) fn reply(&mut self, id: RequestId, reply: Reply) {
        let Some(kept) = self.inbox.get(id) else { return };
        kept.answer(match (reply, &kept.content) {
            (Reply::Given, content) => given(content, kept.asker.revision),
            (
                Reply::Denied | Reply::Refused(MissedWhy::Muted | MissedWhy::NoStandIn),
                Content::Sampling(_),
            ) => AskReply::Denied,
            (Reply::Denied | Reply::Refused(MissedWhy::Muted | MissedWhy::NoStandIn), _) => {
                AskReply::Result(Elicitation::declined())
            }
            (Reply::Refused(why), Content::Sampling(_)) => {
                AskReply::Error { code: REJECTED, message: refusal(why).to_owned() }
            }
            (Reply::Refused(_), _) => AskReply::Result(Elicitation::cancelled()),
        });
        let session = kept.asker.session;
        if let Reply::Refused(why) = reply
            && was_just_missed(&self.state, id)
        {
            self.runtimes.note(session, &format!("request refused: {}", refusal(why)));
        }
    }

    /// Tells the person of what waits, once for all that came together.
    pub(super) fn tell_of_requests(&mut self) {
        for server in self.inbox.take_news(clock::now()) {
            let waiting = self.state.requests().filter(|open| open.request.server() == server);
            let waiting = waiting.filter(|open| open.phase != Phase::Answering);
            let app = |open: &OpenRequest| open.request.of.as_ref().map(|of| of.app.clone());
            let apps: Vec<_> = waiting.map(app).collect();
            let Some((first, others)) = apps.split_first() else { continue };
            let count = u32::try_from(apps.len()).unwrap_or(u32::MAX);
            let app = first.clone().filter(|_| others.iter().all(|other| other == first));
            let server = self.state.name_of(server);
            self.screen.notify(match app {
                Some(app) => Notification::RequestsOfApp { app, server, count },
                None => Notification::Requests { server, count },
            });
        }
    }

    fn request_detail(&self, id: RequestId) -> Result<RequestDetail, Failure> {
        let kept = self.inbox.get(id).ok_or_else(over)?;
        Ok(match &kept.content {
            Content::Sampling(prompting) => {
                let chosen = self.chosen_for(&prompting.wanted);
                let sampling = show::requests::sampling(id, prompting, chosen);
                RequestDetail::Sampling(Box::new(sampling))
            }
            Content::Form { form, .. } => RequestDetail::Form(show::requests::form(form)),
            Content::Url(url) => RequestDetail::Url(show::requests::url(url)),
        })
    }

    fn send_sampling(&mut self, id: RequestId, edit: SamplingEdit) -> Result<(), Failure> {
        let prompting = self.inbox.sampling(id).ok_or_else(over)?;
        sampling::check_edit(&prompting.wanted, &edit)?;
        if let Some(model) = &edit.model {
            let provider = paddock_core::ProviderId(model.provider);
            self.state.provider(provider).ok_or_else(|| Failure::new(Code::UnknownProvider))?;
        }
        let allow_next = edit.allow_next;
        let before = std::mem::replace(&mut prompting.edit, edit);
        let sent = self.decide_request(id, Decision::Send { allow_next });
        if let (Err(_), Some(prompting)) = (&sent, self.inbox.sampling(id)) {
            prompting.edit = before;
        }
        sent
    }

    fn deliver(&mut self, id: RequestId, text: Option<String>) -> Result<(), Failure> {
        let prompting = self.inbox.sampling(id).ok_or_else(over)?;
        let answer = prompting.answer.as_ref();
        let text = text.filter(|text| answer.map(sampling::text_of).as_ref() != Some(text));
        let by_hand = text.is_some();
        prompting.instead = text.map(|text| sampling::instead(text, answer));
        self.decide_request(id, Decision::Deliver { by_hand })
    }

    fn submit(&mut self, id: RequestId, values: &str) -> Result<(), Failure> {
        let kept = self.inbox.get_mut(id).ok_or_else(over)?;
        let Content::Form { form, filled } = &mut kept.content else { return Err(over()) };
        let values: Values = serde_json::from_str(values)
            .map_err(|error| Failure::new(Code::BadArguments).with("reason", error))?;
        let values = form.check(&values).map_err(|problems| {
            problems.iter().fold(Failure::new(Code::FormInvalid), |failure, problem| {
                failure.with(&problem.field, problem.problem.code())
            })
        })?;
        *filled = Some(Elicitation::accepted(&values));
        self.decide_request(id, Decision::Submit)
    }

    /// The address, exactly as the person saw it.
    fn visit(&mut self, id: RequestId) -> Result<String, Failure> {
        let kept = self.inbox.get(id).ok_or_else(over)?;
        let Content::Url(url) = &kept.content else { return Err(over()) };
        let address = url.address.whole();
        self.decide_request(id, Decision::Visit)?;
        Ok(address)
    }

    fn decide_request(&mut self, id: RequestId, decision: Decision) -> Result<(), Failure> {
        self.handle(Event::Decided(id, decision)).map_or(Ok(()), Err)
    }

    fn set_asking(
        &mut self,
        server: ServerId,
        change: impl FnOnce(Asking) -> Asking,
        reply: Return<()>,
    ) {
        let Some(known) = self.state.server(server) else {
            return drop(reply.send(Err(Failure::new(Code::UnknownServer))));
        };
        let asking = change(known.asking);
        self.tell_state(Event::SetAsking(server, asking), reply);
    }
}

/// Whether it is the first of what was refused for one reason, of which the person hears.
fn was_just_missed(state: &State, id: RequestId) -> bool {
    state.missed().next().is_some_and(|missed| missed.request.id == id)
}

fn given(content: &Content, revision: Revision) -> AskReply {
    let result = match content {
        Content::Sampling(prompting) => {
            let written = prompting.answer.as_ref().map(sampling::answer);
            let answer = prompting.instead.clone().or(written);
            answer.map(|answer| answer.to_result(revision))
        }
        Content::Form { filled, .. } => filled.clone(),
        Content::Url(_) => Some(Elicitation::agreed()),
    };
    let nothing = || Unfit::new("there is no answer").reply();
    result.map_or_else(nothing, AskReply::Result)
}

/// For the server's author.
fn refusal(why: MissedWhy) -> &'static str {
    match why {
        MissedWhy::TooOften => "this server asks more often than the user allows",
        MissedWhy::OverBudget => "this would cost more than the user allows this server to spend",
        MissedWhy::Muted | MissedWhy::NoStandIn => {
            "the user does not want to be asked by this server"
        }
        MissedWhy::Cancelled
        | MissedWhy::CallEnded
        | MissedWhy::ServerEnded
        | MissedWhy::Lapsed => "this is needed no longer",
    }
}

fn over() -> Failure {
    Failure::new(Code::UnknownRequest)
}
