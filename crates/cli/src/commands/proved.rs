use std::fmt::Write as _;

use paddock_control::view::{
    ArrivalView, PassageView, Probe, ProvedLine, ProvedView, Reach, WayView,
};
use paddock_core::text::shown;
use unicode_width::UnicodeWidthStr as _;

use crate::out::Out;
use crate::words;

/// What was found, as text for a terminal.
pub(super) fn report(proved: &ProvedView, out: &Out) -> String {
    let server = proved.lines.first().map(|line| shown(&line.server)).unwrap_or_default();
    let tier = words::tier(proved.tier, out);
    let values = [("server", server.into()), ("tier", tier.into())];
    let mut text = out.say_with("cli-server", &values);
    text.push('\n');
    let widths = proved.lines.iter().map(|line| what(line, out).width());
    let width = widths.max().unwrap_or(0);
    let (by_tool, by_system): (Vec<_>, Vec<_>) = proved.lines.iter().partition(|line| line.by_tool);
    for line in by_system {
        _ = writeln!(text, "{}", shown_line(line, width, out));
    }
    if !by_tool.is_empty() {
        _ = writeln!(text, "  {}", out.say("cli-by-tool"));
    }
    for line in by_tool {
        _ = writeln!(text, "{}", shown_line(line, width, out));
    }
    let passages: Vec<_> = proved.passages.iter().map(|it| (it, way(it.way, out))).collect();
    if !passages.is_empty() {
        _ = writeln!(text, "  {}", out.say("passages-title"));
    }
    let width = passages.iter().map(|(_, what)| what.width()).max().unwrap_or(0);
    for (passage, what) in passages {
        let mark = if passage.ok { "✓" } else { "✗" };
        _ = writeln!(text, "  {mark} {}  {}", padded(&what, width), arrival(*passage, out));
    }
    if proved.sockets_open {
        _ = writeln!(text, "  ! {}", out.say("system-sockets-open"));
    }
    text
}

fn way(way: WayView, out: &Out) -> String {
    out.say(match way {
        WayView::Ipv4 => "passage-ipv4",
        WayView::Ipv6 => "passage-ipv6",
        WayView::ClosedPort => "passage-closed-port",
        WayView::Datagram => "passage-datagram",
        WayView::Question => "passage-question",
        WayView::Interface => "passage-interface",
        WayView::AllowedName => "passage-allowed-name",
        WayView::OtherName => "passage-other-name",
    })
}

fn arrival(passage: PassageView, out: &Out) -> String {
    let is_name = matches!(passage.way, WayView::AllowedName | WayView::OtherName);
    out.say(match passage.found {
        ArrivalView::Paddock if is_name => "arrival-answered",
        ArrivalView::Nowhere if is_name => "arrival-no-name",
        ArrivalView::Nowhere if passage.way == WayView::Interface => "arrival-none",
        ArrivalView::Paddock => "arrival-paddock",
        ArrivalView::Nowhere => "arrival-nowhere",
        ArrivalView::Elsewhere => "arrival-elsewhere",
    })
}

/// Text with as many spaces behind it as fill the columns.
fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

fn shown_line(line: &ProvedLine, width: usize, out: &Out) -> String {
    let mark = if line.ok { "✓" } else { "✗" };
    format!("  {mark} {}  {}", padded(&what(line, out), width), found(line, out))
}

fn what(line: &ProvedLine, out: &Out) -> String {
    out.worded("prove-", &line.what)
}

fn found(line: &ProvedLine, out: &Out) -> String {
    let finding = &line.finding;
    let found = if is_allowed(line) {
        out.say("cli-allowed")
    } else if let Some(error) = &finding.blocked_by {
        out.say_with("cli-blocked-by", &[("error", error.as_str().into())])
    } else if line.by_tool {
        out.say("cli-refused")
    } else {
        out.say("cli-blocked")
    };
    if line.ok && line.what == Probe::KeptOut {
        return format!("{found}: {}", shown(&finding.path));
    }
    match (line.ok, rank(finding.found) > rank(finding.expected)) {
        (true, _) => found,
        (false, true) => format!("{} {found}: {}", out.say("cli-leak"), shown(&finding.path)),
        (false, false) => {
            format!("{} {found}: {}", out.say("cli-kept-out"), shown(&finding.path))
        }
    }
}

/// Whether what was tried, and not something less, was possible.
fn is_allowed(line: &ProvedLine) -> bool {
    let tried = if line.what.to_string().ends_with("-write") { Reach::Write } else { Reach::Read };
    rank(line.finding.found) >= rank(tried)
}

fn rank(reach: Reach) -> u8 {
    match reach {
        Reach::Nothing => 0,
        Reach::Read => 1,
        Reach::Write => 2,
    }
}

#[cfg(test)]
mod tests {
    use paddock_control::view::{FindingView, Tier};

    use super::*;

    #[test]
    fn what_is_open_and_was_not_tried_is_said() {
        let proved = ProvedView {
            tier: Tier::LiveMounts,
            holds: true,
            sockets_open: true,
            lines: vec![],
            passages: vec![],
            alone: Vec::new(),
        };
        let text = report(&proved, &Out::new(false));
        assert!(text.contains("D-Bus"), "{text}");
    }

    #[test]
    fn where_the_network_led_is_said_in_words() {
        let passage = |way, found, ok| PassageView { way, found, ok };
        let passages = vec![
            passage(WayView::Ipv4, ArrivalView::Paddock, true),
            passage(WayView::OtherName, ArrivalView::Nowhere, true),
            passage(WayView::Datagram, ArrivalView::Elsewhere, false),
        ];
        let proved = ProvedView {
            tier: Tier::LiveMounts,
            holds: false,
            sockets_open: false,
            lines: vec![],
            passages,
            alone: Vec::new(),
        };
        let text = report(&proved, &Out::new(false));
        for (mark, words) in [("✓", "Paddock"), ("✓", "no such name"), ("✗", "may leave")] {
            let said = text.lines().any(|line| line.contains(mark) && line.contains(words));
            assert!(said, "{words}: {text}");
        }
    }

    #[test]
    fn what_is_kept_out_is_named() {
        let kept = line(Probe::KeptOut, Reach::Nothing, Reach::Nothing, Some("ENOENT"));
        let said = reported(vec![kept]);
        assert!(said[0].contains("ENOENT") && said[0].ends_with(": /x"), "{said:?}");
    }

    fn line(what: Probe, expected: Reach, found: Reach, error: Option<&str>) -> ProvedLine {
        let finding = FindingView {
            path: "/x".into(),
            expected,
            found,
            blocked_by: error.map(str::to_owned),
        };
        ProvedLine {
            what: what.into(),
            server: "files".into(),
            by_tool: error.is_none() && found == Reach::Nothing,
            ok: found == expected,
            finding,
        }
    }

    fn reported(lines: Vec<ProvedLine>) -> Vec<String> {
        let holds = lines.iter().all(|line| line.ok);
        let proved = ProvedView {
            tier: Tier::Landlock,
            holds,
            sockets_open: false,
            lines,
            passages: Vec::new(),
            alone: Vec::new(),
        };
        let text = report(&proved, &Out::new(false));
        text.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn what_is_as_it_should_be_says_who_saw_to_it() {
        use Reach::{Nothing, Read};
        let lines = reported(vec![
            line(Probe::InsideRead, Read, Read, None),
            line(Probe::ReadOnlyWrite, Read, Read, Some("EROFS")),
            line(Probe::Outside, Nothing, Nothing, Some("ENOENT")),
            line(Probe::Outside, Nothing, Nothing, None),
        ]);
        assert!(lines[0].contains("✓") && lines[0].ends_with("Allowed"), "{lines:#?}");
        assert!(lines[1].contains("✓") && lines[1].ends_with("(EROFS)"), "{lines:#?}");
        assert!(lines[2].contains("✓") && lines[2].ends_with("(ENOENT)"), "{lines:#?}");
        assert!(
            lines[4].contains("✓") && lines[4].ends_with("Refused by the server"),
            "{lines:#?}"
        );
    }

    #[test]
    fn a_leak_and_a_grant_that_is_not_in_force_are_told_apart() {
        use Reach::{Nothing, Read, Write};
        let lines = reported(vec![
            line(Probe::Sibling, Nothing, Read, Some("EROFS")),
            line(Probe::ReadOnlyWrite, Read, Write, None),
            line(Probe::InsideRead, Read, Nothing, Some("EACCES")),
        ]);
        for leak in &lines[..2] {
            assert!(leak.contains("✗") && leak.contains("LEAK") && leak.contains("/x"), "{leak}");
        }
        assert!(lines[2].contains("✗") && !lines[2].contains("LEAK"), "{lines:#?}");
        assert!(lines[2].contains("EACCES"), "{lines:#?}");
    }
}
