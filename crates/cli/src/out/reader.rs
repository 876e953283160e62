//! Whoever reads what is written.

use std::future::{Future, pending};
use std::io;
use std::os::fd::AsFd as _;

use paddock_control::view::{Code, Failure};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// Follows something for as long as it is read: what waits for more to write would not notice its
/// reader's end.
pub(crate) async fn while_read<T>(
    follows: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        followed = follows => followed,
        () = left() => Err(Failure::new(Code::OutputClosed)),
    }
}

/// Returns once nobody can read standard output any more. A file has no reader.
async fn left() {
    let Ok(output) = io::stdout().as_fd().try_clone_to_owned() else { return pending().await };
    #[expect(deprecated, reason = "sound for an `OwnedFd`, which stays open until it is dropped")]
    let output = AsyncFd::with_interest(output, Interest::ERROR);
    let Ok(output) = output else { return pending().await };
    while let Ok(mut ready) = output.ready(Interest::ERROR).await {
        if ready.ready().is_error() {
            return;
        }
        ready.clear_ready();
    }
    pending::<()>().await;
}
