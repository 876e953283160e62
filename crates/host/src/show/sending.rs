//! How much servers may send in a day, as the window shows it.

use paddock_core::network::NetworkChoice;
use paddock_core::{Asked, Ceiling, Server};

use super::destinations::bytes;
use super::{Showing, time};
use crate::view::{AskedSendingView, SendingView, TodayView};

impl Showing<'_> {
    pub(super) fn sending_of(&self, server: &Server) -> SendingView {
        let said = server.sending.said.filter(|said| self.state.now() < said.until);
        let today = said.map(|said| match said.ceiling {
            Ceiling::Bytes(bytes) => TodayView::UpTo { kilobytes: kilobytes(bytes) },
            Ceiling::Unlimited => TodayView::Unlimited,
            Ceiling::Stopped => TodayView::Stopped,
        });
        SendingView {
            most: server.sending.most.map(kilobytes),
            today,
            sent: bytes(self.traffic.sent_today(server.id)),
            counted: server.confinement.asked == Asked::Enforced
                && server.confinement.network != NetworkChoice::Open
                && self.capabilities.as_ref().is_some_and(|it| it.destinations),
        }
    }

    pub(super) fn asked_sending_views(&self) -> Vec<AskedSendingView> {
        let view = |asked: &paddock_core::AskedSending| {
            let known = self.state.server(asked.server);
            let more = known.and_then(|server| server.sending.most).unwrap_or_default();
            let sent = self.traffic.sent_today(asked.server);
            // What was sent before there was a limit may be more than that.
            let used = asked.ceiling.max(sent).next_multiple_of(1000);
            AskedSendingView {
                server: asked.server.0,
                sent: kilobytes(sent),
                more: kilobytes(more),
                up_to: kilobytes(used.saturating_add(more)),
                at: time(asked.at),
            }
        };
        self.state.asked_sending().map(view).collect()
    }
}

pub(crate) fn kilobytes(bytes: u64) -> u32 {
    u32::try_from(bytes / 1000).unwrap_or(u32::MAX)
}
