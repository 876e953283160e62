//! What servers did over time.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::text::shown;
use paddock_core::{ServerId, Time};
use paddock_storage::{Counted, Counts, Slot};
use tokio::time::timeout;

use super::Host;
use super::activity::DEADLINE;
use crate::failure::OrFail;
use crate::message::Ask;
use crate::view::{Code, Failure, SeenOverTime, SeenSlot, SpanView};
use crate::{clock, show};

impl Host {
    /// What a server did over time, by destination too; or what each did in all.
    ///
    /// # Errors
    /// It can't be read, or the disk does not answer.
    pub async fn seen(&self, server: Option<u32>, span: SpanView) -> Result<SeenOverTime, Failure> {
        let server = server.map(ServerId);
        let slot = match (span, server) {
            (SpanView::Day, Some(_)) => Slot::FiveMinutes,
            (SpanView::Day, None) | (SpanView::Week, _) => Slot::Hour,
        };
        let until = clock::now();
        let from = Time(until.0 - i64::try_from(length(span).as_millis()).unwrap_or(i64::MAX));
        let fresh = self.ask(Ask::Counted).await?;
        let read = self.audit.step(move |store| store.seen(server, slot, from));
        let silent = |_| Failure::new(Code::DiskSilent);
        let kept = timeout(DEADLINE, read).await.map_err(silent)??.or_fail()?;
        let is_asked = |it: &Counted| match server {
            Some(server) => it.server == server,
            None => it.destination.is_none(),
        };
        let mut all = BTreeMap::<_, Counts>::new();
        for it in kept.into_iter().chain(fresh.into_iter().filter(is_asked)) {
            *all.entry((slot.of(it.at), it.server, it.destination)).or_default() += it.counts;
        }
        Ok(SeenOverTime {
            from: show::time(slot.of(from)),
            until: show::time(until),
            minutes: slot.minutes(),
            slots: all.into_iter().map(|((at, id, to), it)| shown_slot(at, id, to, it)).collect(),
        })
    }
}

fn length(span: SpanView) -> Duration {
    match span {
        SpanView::Day => Duration::from_hours(24),
        SpanView::Week => Duration::from_hours(7 * 24),
    }
}

fn shown_slot(at: Time, server: ServerId, to: Option<String>, counts: Counts) -> SeenSlot {
    let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    SeenSlot {
        at: show::time(at),
        server: server.0,
        destination: to.map(shown),
        calls: number(counts.calls),
        uses: number(counts.uses),
        requests: number(counts.requests),
        blocked: number(counts.blocked),
        connections: number(counts.connections),
        sent: show::bytes(counts.sent),
        received: show::bytes(counts.received),
        files_unseen: counts.files_unseen,
        network_unseen: counts.network_unseen,
    }
}
