//! What servers ask of the person.

use paddock_core::{Decision, Event, RequestId, ServerId};

use super::Host;
use crate::message::{Ask, RequestAsk};
use crate::view::{Failure, RequestDetail, SamplingEdit, SamplingLimits};

impl Host {
    /// What a request says in full.
    ///
    /// # Errors
    /// It is over.
    pub async fn request(&self, request: u32) -> Result<RequestDetail, Failure> {
        let id = RequestId(request);
        self.ask(|reply| Ask::Request(RequestAsk::Detail(id, reply))).await
    }

    /// Sends a request for sampling to a model, with what the person changed.
    ///
    /// # Errors
    /// It is over, what was changed is not there to be changed, or no such model is set up.
    pub async fn send_sampling(&self, request: u32, edit: SamplingEdit) -> Result<(), Failure> {
        let id = RequestId(request);
        self.ask(|reply| Ask::Request(RequestAsk::Send(id, edit, reply))).await
    }

    /// Stops the model; the request waits again.
    ///
    /// # Errors
    /// It is over, or no model is at work.
    pub async fn stop_sampling(&self, request: u32) -> Result<(), Failure> {
        self.tell(Event::Decided(RequestId(request), Decision::Stop)).await
    }

    /// Gives the server the answer: the model's, or what the person wrote in its place.
    ///
    /// # Errors
    /// The request is over, or there is no answer.
    pub async fn deliver_answer(&self, request: u32, text: Option<String>) -> Result<(), Failure> {
        let id = RequestId(request);
        self.ask(|reply| Ask::Request(RequestAsk::Deliver(id, text, reply))).await
    }

    /// Gives the server what the person filled in: a JSON object.
    ///
    /// # Errors
    /// A value is not what the form asks for; the details name fields and codes. Nothing is sent.
    pub async fn submit_form(&self, request: u32, values: String) -> Result<(), Failure> {
        let id = RequestId(request);
        self.ask(|reply| Ask::Request(RequestAsk::Submit(id, values, reply))).await
    }

    /// The address to open, exactly; the server is told that the person agreed.
    ///
    /// # Errors
    /// The request is over, or no address is asked for.
    pub async fn agree_to_url(&self, request: u32) -> Result<String, Failure> {
        let id = RequestId(request);
        self.ask(|reply| Ask::Request(RequestAsk::Visit(id, reply))).await
    }

    /// Says no. With `mute`, this server is not listened to until the person changes that.
    pub async fn deny_request(&self, request: u32, mute: bool) -> Result<(), Failure> {
        self.tell(Event::Decided(RequestId(request), Decision::Deny { mute })).await
    }

    /// Takes something that is over off the list.
    pub async fn dismiss_missed(&self, missed: u32) -> Result<(), Failure> {
        self.tell(Event::DismissMissed(missed)).await
    }

    /// Lets the next requests of a server through without asking, in place of those before.
    ///
    /// # Errors
    /// The server does not run, or is muted.
    pub async fn allow_next(&self, server: u32, count: u32) -> Result<(), Failure> {
        self.tell(Event::AllowNext(ServerId(server), count)).await
    }

    pub async fn set_muted(&self, server: u32, muted: bool) -> Result<(), Failure> {
        let id = ServerId(server);
        self.ask(|reply| Ask::Request(RequestAsk::SetMuted(id, muted, reply))).await
    }

    /// Whether the person is asked in the place of an app of this name.
    ///
    /// # Errors
    /// It is no name, too many apps are known, or it can't be saved.
    pub async fn set_stand_in(&self, app: String, on: bool) -> Result<(), Failure> {
        self.ask(|reply| Ask::Request(RequestAsk::SetStandIn(app, on, reply))).await
    }

    pub async fn set_sampling_limits(
        &self,
        server: u32,
        limits: SamplingLimits,
    ) -> Result<(), Failure> {
        let id = ServerId(server);
        self.ask(|reply| Ask::Request(RequestAsk::SetLimits(id, limits, reply))).await
    }
}
