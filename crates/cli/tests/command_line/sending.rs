//! How much a server may send in a day is said, lowered, raised, and decided where it is asked about.

use paddock_control::view::{AskedSendingView, TodayView, View};

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

fn full() -> View {
    let mut view = sample::view();
    let asked = AskedSendingView { server: 1, sent: 10_000, more: 10_000, up_to: 20_000, at: 0.0 };
    view.asked_sending = vec![asked];
    view
}

fn most(host: &FakeHost) -> Option<u32> {
    host.view().servers[0].sending.most
}

fn at_terminal(host: &FakeHost, args: &[&str], typed: &str) -> (i32, String) {
    let mut terminal = AtTerminal::start(&host.world, args, "");
    terminal.until("to decline:").types(typed);
    terminal.end()
}

#[test]
fn a_limit_is_lowered_at_once_and_raised_by_a_person() {
    let host = FakeHost::start(sample::view(), true);
    let shown = run(&host.world, &["servers", "show", "files"]).out;
    for words in ["Most sent in a day", "10 MB", "2.5 MB sent today"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let set = |size| ["servers", "set", "files", "--most-sent", size];
    assert_eq!(run(&host.world, &set("500kB")).code, 0);
    assert_eq!(most(&host), Some(500));
    let (code, seen) = at_terminal(&host, &set("1GB"), "no\n");
    assert_eq!((code, most(&host)), (75, Some(500)), "{seen}");
    for words in ["Let Files send more in a day?", "Now: 500 kB", "Then: 1 GB"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    let (code, seen) = at_terminal(&host, &set("none"), "yes\n");
    assert_eq!((code, most(&host)), (0, None), "{seen}");
    assert_eq!(run(&host.world, &set("10")).code, 64);
}

#[test]
fn what_waits_is_listed_shown_allowed_once_more_and_stopped() {
    let host = FakeHost::start(full(), true);
    let listed = run(&host.world, &["requests"]).out;
    assert!(listed.contains("sending-1") && listed.contains("10 MB"), "{listed}");
    let shown = run(&host.world, &["requests", "show", "sending-1"]).out;
    assert!(shown.starts_with("Files has reached today’s sending limit (10 MB)\n"), "{shown}");
    let json = run(&host.world, &["requests", "--json"]).out;
    assert!(json.contains(r#""which": "sending-1""#), "{json}");
    for args in [
        &["requests", "allow", "sending-1", "--always"] as &[_],
        &["requests", "deny", "sending-1", "--block"],
    ] {
        assert_eq!(run(&host.world, args).code, 64, "{args:?}");
    }
    let (code, seen) = at_terminal(&host, &["requests", "allow", "sending-1"], "yes\n");
    assert_eq!(code, 0, "{seen}");
    for words in ["Let Files send more today?", "Then: Up to 20 MB today"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    let up_to = TodayView::UpTo { kilobytes: 20_000 };
    assert_eq!(host.view().servers[0].sending.today, Some(up_to));

    let host = FakeHost::start(full(), true);
    let allow = ["requests", "allow", "sending-1", "--unlimited"];
    let (code, seen) = at_terminal(&host, &allow, "yes\n");
    assert_eq!(code, 0, "{seen}");
    assert!(seen.contains("Then: No limit today"), "{seen}");
    assert_eq!(host.view().servers[0].sending.today, Some(TodayView::Unlimited));

    let host = FakeHost::start(full(), true);
    assert_eq!(run(&host.world, &["requests", "deny", "sending-1"]).code, 0);
    assert_eq!(host.view().servers[0].sending.today, Some(TodayView::Stopped));
    assert_eq!(run(&host.world, &["requests", "deny", "sending-1"]).code, 66);
}
