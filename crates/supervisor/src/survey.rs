use std::path::Path;
use std::sync::Arc;

use paddock_sandbox::{Capabilities, Sandbox};

/// What keeps servers to their folders on this system, with what was found by trying it.
///
/// `keeper` is the absolute path of the `paddock-sandbox` binary.
#[cfg(target_os = "linux")]
pub async fn sandbox(keeper: &Path) -> Arc<dyn Sandbox> {
    Arc::new(paddock_sandbox::Linux::new(survey(keeper).await))
}

/// What keeps servers to their folders on this system: nothing that is shown to work yet.
#[cfg(not(target_os = "linux"))]
pub async fn sandbox(keeper: &Path) -> Arc<dyn Sandbox> {
    Arc::new(Nothing(survey(keeper).await))
}

#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
struct Nothing(Capabilities);

#[cfg(not(target_os = "linux"))]
impl Sandbox for Nothing {
    fn capabilities(&self) -> &Capabilities {
        &self.0
    }

    fn confine(
        &self,
        _launch: paddock_sandbox::Launch,
        policy: paddock_sandbox::Policy,
    ) -> Result<paddock_sandbox::Launch, paddock_sandbox::ConfineError> {
        Err(paddock_sandbox::ConfineError::Tier(policy.tier))
    }
}

/// What this system can enforce; nothing where it can't be found out.
///
/// `keeper` is the absolute path of the `paddock-sandbox` binary.
#[cfg(target_os = "linux")]
pub async fn survey(keeper: &Path) -> Capabilities {
    use std::time::Duration;

    const DEADLINE: Duration = Duration::from_secs(10);
    match crate::tree::survey(keeper, DEADLINE).await {
        Ok(capabilities) => capabilities,
        Err(error) => {
            tracing::error!(%error, "the keeper could not say what it can enforce");
            Capabilities::default()
        }
    }
}

/// What this system can enforce: nothing that is shown to work yet.
#[cfg(not(target_os = "linux"))]
pub async fn survey(_keeper: &Path) -> Capabilities {
    Capabilities::default()
}
