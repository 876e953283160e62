//! Looks at disks, beside the actor. One at a dead network disk never ends.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::view::{Code, Failure};

/// How long someone waits for a look, its turn included.
const DEADLINE: Duration = Duration::from_secs(10);

/// Looks that are made one after the other. However long one takes, it holds up one thread and
/// those who look here; elsewhere others go on.
#[derive(Clone, Debug)]
pub(crate) struct Looks(Arc<Semaphore>);

impl Default for Looks {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl Looks {
    /// Looks of which so many are made at once.
    pub(crate) fn at_once(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count)))
    }

    /// What `look` sees, on a thread that may wait.
    ///
    /// # Errors
    /// `disk-hangs`: it is not known in time.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        self.look_within(DEADLINE, look).await
    }

    /// As [`look`](Self::look), for who waits no longer than this.
    pub(crate) async fn look_within<T: Send + 'static>(
        &self,
        deadline: Duration,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = Arc::clone(&self.0);
        let looking = async {
            let turn = turn.acquire_owned().await.map_err(Failure::internal)?;
            let look = move || {
                // Kept to the end of the look, whether or not anybody still waits for it.
                let _turn = turn;
                look()
            };
            tokio::task::spawn_blocking(look).await.map_err(Failure::internal)
        };
        tokio::time::timeout(deadline, looking)
            .await
            .unwrap_or_else(|_| Err(Failure::new(Code::DiskHangs)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_look_that_never_ends_holds_up_only_those_who_look_there() {
        let soon = Duration::from_millis(50);
        let (hung, other) = (Looks::default(), Looks::default());
        let (let_go, held) = mpsc::channel::<()>();
        let hangs = hung.look_within(soon, move || held.recv().is_ok()).await;
        assert_eq!(hangs.unwrap_err().code, Code::DiskHangs);
        let behind = hung.look_within(soon, || unreachable!("it is not its turn")).await;
        assert_eq!(behind.map(|()| 1).unwrap_err().code, Code::DiskHangs);
        assert_eq!(other.look(|| 2).await.unwrap(), 2);
        drop(let_go);
        assert_eq!(hung.look(|| 3).await.unwrap(), 3);
    }
}
