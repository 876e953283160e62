//! Grants that are fixed when the server starts.

use paddock_core::RootEntry;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Policy, Proof};

use crate::confine::Confinement;
use crate::kept_out::KeptOut;
use crate::probe::{Promise, proof};

/// The confinement of a server that sees the whole system and may open only what the policy lets in,
/// and the proof that it does.
pub(crate) fn prove(policy: &Policy) -> Result<(Confinement, Proof), Refusal> {
    let confinement = Confinement::landlock(policy)?;
    let withheld = confinement.withheld().to_vec();
    let is_withheld =
        |entry: &RootEntry| withheld.iter().any(|it| it.path == entry.root.path.as_path());
    let (revoked, granted): (Vec<_>, Vec<_>) =
        policy.folders.iter().cloned().partition(is_withheld);
    let promise = Promise {
        change: 0,
        granted: &granted,
        revoked: &revoked,
        canary: &policy.canary,
        kept_out: &KeptOut::of(policy),
        hides: false,
        touched: None,
    };
    let proof = Proof { withheld, ..proof(&promise, || Ok(()), &confinement) };
    if proof.holds() {
        return Ok((confinement, proof));
    }
    let errno = proof.findings.iter().find(|it| !it.holds()).map_or(0, |it| it.errno);
    Err(Refusal { obstacle: Obstacle::Proof, errno })
}
