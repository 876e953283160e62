//! Work beside the actor, which itself waits for nothing.

use tokio::sync::mpsc;

use crate::message::Message;

/// Does what may take long, and tells the actor what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    mailbox: mpsc::Sender<Message>,
}

impl Beside {
    pub(crate) fn new(mailbox: mpsc::Sender<Message>) -> Self {
        Self { mailbox }
    }

    /// For what has more than one thing to tell.
    pub(crate) fn mailbox(&self) -> mpsc::Sender<Message> {
        self.mailbox.clone()
    }

    pub(crate) fn report(&self, work: impl Future<Output = Message> + Send + 'static) {
        self.report_any(async { Some(work.await) });
    }

    /// As [`report`](Self::report), of work of which there may be nothing to tell.
    pub(crate) fn report_any(&self, work: impl Future<Output = Option<Message>> + Send + 'static) {
        let mailbox = self.mailbox();
        tokio::spawn(async move {
            if let Some(message) = work.await {
                // The host is gone when nobody reads.
                let _ = mailbox.send(message).await;
            }
        });
    }
}
