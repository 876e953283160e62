//! Disks that may not answer.

use std::time::Duration;

use paddock_control::view::{Code, Failure};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

/// One thread waits, however often it is asked.
static ONE: Semaphore = Semaphore::const_new(1);

/// Does what may block as long as the disk does, on a thread of its own.
///
/// # Errors
/// Its own, and [`Code::AppsSlow`].
pub async fn on_disk<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    within(PATIENCE, &ONE, act).await
}

async fn within<T: Send + 'static>(
    patience: Duration,
    one: &'static Semaphore,
    act: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let done = async {
        let turn = one.acquire().await.map_err(Failure::internal)?;
        let waits = spawn_blocking(move || {
            let _turn = turn;
            act()
        });
        waits.await.map_err(Failure::internal)?
    };
    timeout(patience, done).await.unwrap_or_else(|_| Err(Failure::new(Code::AppsSlow)))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_disk_that_does_not_answer_holds_one_thread_and_nobody_for_long() {
        static TURN: Semaphore = Semaphore::const_new(1);
        let short = Duration::from_millis(20);
        let (answer, answered) = mpsc::channel::<()>();
        let stuck = within(short, &TURN, move || {
            let _ = answered.recv();
            Ok(())
        });
        assert_eq!(stuck.await, Err(Failure::new(Code::AppsSlow)));
        let never = within(short, &TURN, || -> Result<(), Failure> { unreachable!() });
        assert_eq!(never.await, Err(Failure::new(Code::AppsSlow)), "it does not even begin");
        answer.send(()).unwrap();
        assert_eq!(within(PATIENCE, &TURN, || Ok(1)).await, Ok(1));
    }
}
