//! The two ends of a session, and the tasks between them.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use paddock_mcp::wire::{Line, LineReader, Telling, one_line};
use paddock_mcp::{Roots, Violation};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::event_queue::EventSender;
use crate::held::Mark;
use crate::memory::List;
use crate::outlet::{Chunk, Cork, Outlet};
use crate::replies;
use crate::state::{Gone, Link, Stage, State};
use crate::{Event, Loss, Options, Rules, Side};

pub(crate) struct Relay {
    pub(crate) options: Options,
    pub(crate) app: Outlet,
    pub(crate) events: EventSender,
    state: Mutex<State>,
    held_room: Notify,
    closed: watch::Sender<bool>,
    me: Weak<Relay>,
}

/// What goes to the server.
pub(crate) enum Passing<'a> {
    Line(&'a [u8]),
    Chunk(Chunk),
}

impl Passing<'_> {
    fn cost(&self) -> usize {
        match self {
            Self::Line(line) => line.len(),
            Self::Chunk(chunk) => chunk.cost(),
        }
    }

    fn into_chunk(self) -> Chunk {
        match self {
            Self::Line(line) => line.to_vec().into(),
            Self::Chunk(chunk) => chunk,
        }
    }
}

impl Relay {
    pub(crate) fn begin(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        roots: Roots,
        options: Options,
        events: EventSender,
    ) -> Arc<Self> {
        let relay = Arc::new_cyclic(|me| Self {
            app: Outlet::new(writer, options.queue_limit, None, events.clone()),
            events,
            state: Mutex::new(State::new(roots, &options)),
            held_room: Notify::new(),
            closed: watch::Sender::new(false),
            me: Weak::clone(me),
            options,
        });
        tokio::spawn(Arc::clone(&relay).read_app(reader));
        tokio::spawn(Arc::clone(&relay).write_app());
        relay
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn tells_arguments(&self) -> bool {
        self.options.tell_arguments.load(Ordering::Relaxed)
    }

    pub(crate) fn violation(&self, side: Side, violation: Violation) {
        tracing::debug!(?side, %violation, "protocol broken");
        self.events.send(Event::Violation { side, violation });
    }

    async fn read_app(self: Arc<Self>, reader: impl AsyncRead + Unpin) {
        let mut lines = LineReader::new(reader, self.options.line_limit);
        let read_all = async {
            loop {
                match lines.next().await {
                    Ok(Some(Line::Bytes(line))) => self.app_said(&one_line(line)).await,
                    Ok(Some(Line::TooLong)) => self.app_line_too_long().await,
                    Ok(None) | Err(_) => return,
                }
            }
        };
        let to_server = || self.lock().link.as_ref().map(|link| Arc::clone(&link.outlet));
        tokio::select! {
            biased;
            () = self.closed() => {}
            () = together(read_all, to_server) => self.app_gone(),
        }
    }

    async fn app_line_too_long(&self) {
        let limit = self.options.line_limit;
        self.violation(Side::App, Violation::LineTooLong { limit });
        let message = format!("message is longer than {limit} bytes");
        let _ = self.app.send(replies::error_without_id(&message).into()).await;
    }

    async fn write_app(self: Arc<Self>) {
        tokio::select! {
            biased;
            _ = self.app.write() => self.app_gone(),
            () = self.flush_time() => {}
        }
        self.app.close();
        self.closed().await;
        self.events.close();
    }

    async fn flush_time(&self) {
        self.closed().await;
        sleep(self.options.flush_time_out).await;
    }

    async fn closed(&self) {
        // Fails only without a sender, and `self` holds it.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    fn app_gone(&self) {
        let mut state = self.lock();
        if state.ended || state.app_gone {
            return;
        }
        state.app_gone = true;
        if let Some(outlet) = state.open_outlet() {
            outlet.finish();
        }
        drop(state);
        self.events.send(Event::AppGone);
    }

    /// Passes a line on to the server, or keeps it until there is one.
    pub(crate) async fn to_server(&self, passing: Passing<'_>, mark: Mark) {
        loop {
            let room = self.held_room.notified();
            let outlet = {
                let mut state = self.lock();
                if state.is_withdrawn(self, &mark) {
                    return;
                }
                match state.open_outlet().cloned() {
                    // Once, and before the lock is let go: a change of the list must come behind it.
                    Some(outlet) if mark.initialized && !state.app.initialized => {
                        outlet.push(passing.into_chunk());
                        state.sent(&outlet, &mark);
                        return;
                    }
                    Some(outlet) => {
                        state.sent(&outlet, &mark);
                        Some(outlet)
                    }
                    None if state.ended || state.gone.is_some() => return,
                    None if state.held.has_room(passing.cost(), self.options.queue_limit) => {
                        state.held.push(passing.into_chunk(), mark);
                        return;
                    }
                    None => None,
                }
            };
            if let Some(outlet) = outlet {
                // What a server that dies meanwhile was given is answered by whoever says so.
                let _ = match passing {
                    Passing::Line(line) => outlet.pass(line).await,
                    Passing::Chunk(Chunk::Line(line)) => outlet.pass(&line).await,
                    Passing::Chunk(chunk) => outlet.send(chunk).await,
                };
                return;
            }
            room.await;
        }
    }

    pub(crate) fn serve(
        &self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) {
        let Some(me) = self.me.upgrade() else { return };
        let mut state = self.lock();
        if state.ended {
            return;
        }
        state.unlink(self, crate::DIED);
        state.wait_anew(self);
        state.epoch += 1;
        let epoch = state.epoch;
        let telling = Telling::new(state.roots.clone());
        let events = self.events.clone();
        let outlet = Arc::new(Outlet::new(writer, self.options.queue_limit, Some(telling), events));
        let tasks = vec![
            tokio::spawn(Arc::clone(&me).write_server(epoch, Arc::clone(&outlet))).abort_handle(),
            tokio::spawn(me.read_server(epoch, Arc::clone(&outlet), reader)).abort_handle(),
        ];
        state.serve(Link { epoch, outlet, stage: Stage::Open, ready: false, gone: false, tasks });
        drop(state);
        self.held_room.notify_waiters();
    }

    async fn write_server(self: Arc<Self>, epoch: u64, outlet: Arc<Outlet>) {
        if outlet.write().await.is_err() {
            self.server_gone(epoch);
        }
    }

    async fn read_server(
        self: Arc<Self>,
        epoch: u64,
        outlet: Arc<Outlet>,
        reader: impl AsyncRead + Unpin,
    ) {
        let mut lines = LineReader::new(reader, self.options.line_limit);
        let read_all = async {
            loop {
                match lines.next().await {
                    Ok(Some(Line::Bytes(line))) => {
                        self.server_said(epoch, &outlet, &one_line(line)).await;
                    }
                    Ok(Some(Line::TooLong)) => self.server_line_too_long(epoch),
                    Ok(None) | Err(_) => return,
                }
            }
        };
        together(read_all, || Some(&self.app)).await;
        self.server_gone(epoch);
    }

    /// What it was given stays owed until the host says what becomes of it.
    fn server_gone(&self, epoch: u64) {
        let mut state = self.lock();
        let Some(link) = state.link.as_mut().filter(|link| link.epoch == epoch) else { return };
        if link.gone {
            return;
        }
        link.gone = true;
        link.outlet.close();
        drop(state);
        self.events.send(Event::ServerGone);
    }

    pub(crate) fn lost(&self, loss: &Loss) {
        let mut state = self.lock();
        if state.ended {
            return;
        }
        if !loss.another {
            state.gone = Some(Gone { why: loss.message.clone(), told: false });
        }
        state.unlink(self, &loss.message);
        if loss.another {
            state.wait_anew(self);
        } else {
            state.answer_all_in_place(self);
            state.give_up_for_now(self, &loss.message);
        }
        drop(state);
        self.held_room.notify_waiters();
    }

    pub(crate) fn set_roots(&self, roots: Roots) {
        let mut state = self.lock();
        state.roots = roots.clone();
        let Some(link) = &state.link else { return };
        let outlet = Arc::clone(&link.outlet);
        let Some(change) = outlet.telling(|telling| telling.replace(roots)) else { return };
        if change.notify {
            outlet.push(replies::notification("notifications/roots/list_changed").into());
        }
        drop(state);
        if let Some(generation) = change.told {
            self.events.send(Event::Told(generation));
        }
    }

    pub(crate) fn set_rules(&self, rules: Option<Rules>, relist: bool) {
        let mut state = self.lock();
        state.rules = rules;
        state.refuse_held(self);
        if relist && state.listed_tools && !state.ended {
            state.tell_changed(self, List::Tools);
        }
        drop(state);
        self.held_room.notify_waiters();
    }

    /// Ends the session. `message` is for what is under way.
    pub(crate) fn close(&self, message: &str) {
        let mut state = self.lock();
        if std::mem::replace(&mut state.ended, true) {
            return;
        }
        state.give_up(self, message);
        drop(state);
        self.app.finish();
        self.closed.send_replace(true);
        self.held_room.notify_waiters();
    }

    pub(crate) fn strong(&self) -> Option<Arc<Self>> {
        self.me.upgrade()
    }

    /// Does something after a while, unless the session is over by then.
    pub(crate) fn after<F>(
        &self,
        delay: Duration,
        then: impl FnOnce(Arc<Self>) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send,
    {
        drop(self.later(delay, then));
    }

    /// The same, but that it is not done, and costs nothing, once the timer is dropped.
    pub(crate) fn timer<F>(
        &self,
        delay: Duration,
        then: impl FnOnce(Arc<Self>) -> F + Send + 'static,
    ) -> Option<Timer>
    where
        F: Future<Output = ()> + Send,
    {
        self.later(delay, then).map(Timer)
    }

    fn later<F>(
        &self,
        delay: Duration,
        then: impl FnOnce(Arc<Self>) -> F + Send + 'static,
    ) -> Option<AbortHandle>
    where
        F: Future<Output = ()> + Send,
    {
        let me = self.me.upgrade()?;
        let task = tokio::spawn(async move {
            tokio::select! {
                biased;
                () = me.closed() => {}
                () = sleep(delay) => then(Arc::clone(&me)).await,
            }
        });
        Some(task.abort_handle())
    }
}

/// Something that is to be done later, unless this is dropped before.
#[derive(Debug)]
pub(crate) struct Timer(AbortHandle);

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Has what goes out while `future` is polled go out together when it has to wait.
async fn together<T, O>(future: impl Future<Output = T>, outlet: impl Fn() -> Option<O>) -> T
where
    O: std::ops::Deref<Target = Outlet>,
{
    let mut future = pin!(future);
    poll_fn(|context| {
        let outlet = outlet();
        let _cork = outlet.as_deref().map(Cork::new);
        future.as_mut().poll(context)
    })
    .await
}
