//! A line that is longer than all the room: written from where it is, by whoever brings it.

use std::future::poll_fn;
use std::mem;
use std::task::{Context, Poll, Waker};

use super::{Closed, Outlet};

impl Outlet {
    /// Writes a line whose length `apart` already says. Returns once all of it is written.
    pub(super) async fn write_apart(&self, line: &[u8]) -> Result<(), Closed> {
        let mut apart = Apart { outlet: self, line };
        loop {
            let room = self.room.notified();
            tokio::select! {
                biased;
                done = poll_fn(|context| apart.poll_write(context)) => return done,
                // It may be closed.
                () = room => {}
            }
        }
    }
}

/// Nobody else writes meanwhile.
struct Apart<'a> {
    outlet: &'a Outlet,
    line: &'a [u8],
}

impl Apart<'_> {
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Closed>> {
        let mut end = self.outlet.lock();
        if end.apart == 0 {
            // It was closed meanwhile.
            return Poll::Ready(Err(Closed));
        }
        while end.apart > 0 {
            let from = self.line.len() + 1 - end.apart;
            match end.write_line(context, &self.line[from..]) {
                Poll::Ready(Some(count)) => end.apart -= count,
                // The failure is there for the writer.
                Poll::Ready(None) => end.apart = 0,
                Poll::Pending => return Poll::Pending,
            }
        }
        end.flush_pipe(&mut Context::from_waker(Waker::noop()));
        self.outlet.work.notify_one();
        self.outlet.room.notify_waiters();
        Poll::Ready(Ok(()))
    }
}

impl Drop for Apart<'_> {
    /// What nobody waits for any more is written all the same: half a line is none.
    fn drop(&mut self) {
        let mut end = self.outlet.lock();
        let left = mem::take(&mut end.apart);
        if left > 0 {
            let mut begun = self.line[self.line.len() + 1 - left..].to_vec();
            begun.push(b'\n');
            begun.append(&mut end.begun);
            end.begun = begun;
            self.outlet.work.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::pin::pin;

    use tokio::io::{AsyncReadExt, DuplexStream, duplex};

    use super::*;
    use crate::event_queue::event_queue;

    const LINE: &[u8] = &[b'x'; 100];

    /// It takes a few bytes at once.
    fn outlet() -> (Outlet, DuplexStream) {
        let (near, far) = duplex(8);
        (Outlet::new(near, 16, None, event_queue().0), far)
    }

    async fn all(outlet: &Outlet, mut far: DuplexStream) -> Vec<u8> {
        let mut read = Vec::new();
        outlet.finish();
        let (written, heard) = tokio::join!(outlet.write(), far.read_to_end(&mut read));
        written.unwrap();
        heard.unwrap();
        read
    }

    macro_rules! poll_once {
        ($future:expr) => {
            tokio::select! {
                biased;
                done = $future => panic!("{done:?}"),
                () = ready(()) => {}
            }
        };
    }

    #[tokio::test]
    async fn what_comes_meanwhile_is_behind_it() {
        let (outlet, far) = outlet();
        let mut pass = pin!(outlet.pass(LINE));
        poll_once!(&mut pass);
        outlet.push(b"next".to_vec().into());
        let (passed, read) = tokio::join!(pass, all(&outlet, far));
        passed.unwrap();
        assert_eq!(read, [LINE, b"\nnext\n"].concat());
    }

    #[tokio::test]
    async fn it_is_whole_even_if_nobody_waits_for_it_any_more() {
        let (outlet, far) = outlet();
        poll_once!(outlet.pass(LINE));
        outlet.push(b"next".to_vec().into());
        assert_eq!(all(&outlet, far).await, [LINE, b"\nnext\n"].concat());
    }

    #[tokio::test]
    async fn it_ends_with_the_outlet() {
        let (outlet, _far) = outlet();
        let mut pass = pin!(outlet.pass(LINE));
        poll_once!(&mut pass);
        outlet.close();
        pass.await.unwrap_err();
    }

    #[tokio::test]
    async fn a_side_that_is_gone_is_the_writers_to_tell() {
        let (outlet, far) = outlet();
        let mut pass = pin!(outlet.pass(LINE));
        poll_once!(&mut pass);
        drop(far);
        let (passed, written) = tokio::join!(pass, outlet.write());
        passed.unwrap();
        written.unwrap_err();
    }
}
