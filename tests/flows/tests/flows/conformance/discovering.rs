//! Which era a server is of.

use std::time::Duration;

use paddock_mcp::{CloseReason, Era, Event};
use serde_json::json;

use super::revision::Revision;
use super::wired::{Wired, options};

const PROBE: &str = "server/discover";

pub(super) async fn neg_1_the_first_message_asks_what_is_spoken(revision: Revision) {
    let heard = Wired::ready(revision, &[]).await.end().await;
    assert_eq!(heard.methods()[0], PROBE);
    assert_eq!(heard.all("initialize").len(), 0, "{heard:#?}");
    heard.one(PROBE);
}

pub(super) async fn neg_1_a_server_that_locks_its_era_is_spoken_to_in_the_newest(
    revision: Revision,
) {
    let mut wired = Wired::start(&["--era", "both", "--locks-era"], options(), None);
    wired.until_ready().await;
    assert_eq!(wired.revision(), revision.date());
    assert_eq!(wired.call("echo", json!({ "text": "hi" })).await, "hi");
    assert_eq!(wired.end().await.all("initialize").len(), 0);
}

pub(super) async fn neg_2_any_refusal_falls_back(revision: Revision) {
    for code in ["-32601", "-32602", "-32600", "-32603", "-32000", "-32700", "-1", "0", "404"] {
        let refuse = format!("refuse:{code}");
        let wired = Wired::ready(revision, &["--discover", &refuse]).await;
        assert_eq!(wired.call("echo", json!({ "text": code })).await, code);
        let heard = wired.end().await;
        let begun = [PROBE, "initialize", "notifications/initialized"];
        assert_eq!(heard.methods()[..3], begun, "after {code}");
    }
}

pub(super) async fn neg_2_silence_falls_back_and_a_late_answer_is_ignored(revision: Revision) {
    for how in ["silent", "late"] {
        let mut options = options();
        options.discover_time_out = Duration::from_millis(50);
        let wired = Wired::ready_with(revision, &["--discover", how], options).await;
        assert_eq!(wired.call("echo", json!({ "text": how })).await, how);
        let heard = wired.heard().await;
        assert_eq!(heard.methods()[..2], [PROBE, "initialize"]);
        heard.one("initialize");
    }
}

pub(super) async fn neg_3_no_revision_in_common_is_said(revision: Revision) {
    let unsupported = ["--discover", "unsupported", "--supported", "2031-01-01"];
    let mut wired = Wired::start(&[&revision.args()[..], &unsupported].concat(), options(), None);
    let why = wired.until("the end", ended).await;
    let CloseReason::UnsupportedRevision { offered } = why else { panic!("{why}") };
    assert!(offered.contains("2031-01-01"), "{offered}");
    assert_eq!(wired.end().await.all("initialize").len(), 0);
}

pub(super) async fn neg_3_a_known_era_is_not_asked_for(revision: Revision) {
    let mut options = options();
    options.era = Some(Era::Legacy);
    let heard = Wired::ready_with(revision, &[], options).await.end().await;
    assert_eq!(heard.methods()[0], "initialize");
}

/// The reason why a connection ended.
pub(super) fn ended(event: Event) -> Result<CloseReason, Event> {
    match event {
        Event::Closed(why) => Ok(why),
        other => Err(other),
    }
}
