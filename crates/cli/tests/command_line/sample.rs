//! What a host may show: everything is filled in somewhere, and some of it is hostile.

use paddock_control::view::{
    ActivityPage, Code, Failure, HeldCallDetail, LogLine, LogSession, LogSource, Pasted,
    ProvedView, RequestDetail, SeenOverTime, ServerDraft, View, Warning, WarningCode, WarningLevel,
};
use serde_json::{from_str, from_value, json};

pub(crate) fn view() -> View {
    from_str(include_str!("sample.json")).unwrap()
}

/// A host that reaches language models.
pub(crate) fn with_provider() -> View {
    let provider = json!({
        "id": 1, "name": "local", "api": "openAi", "url": "http://127.0.0.1:11434/v1", "local": true,
        "key": "none", "state": { "kind": "ready" }, "models": ["small"], "preferred": null
    });
    View { providers: vec![from_value(provider).unwrap()], ..view() }
}

pub(crate) fn pasted() -> Vec<Pasted> {
    let draft = ServerDraft { name: "web".into(), program: "npx".into(), ..ServerDraft::default() };
    let names = vec!["/home/ann/acme".into()];
    let (missing, asks) = (Vec::new(), Vec::new());
    let reason = Failure::new(Code::PasteUrlServer).with("name", "far");
    vec![
        Pasted::Server { draft, line: "npx".into(), names, missing, asks },
        Pasted::Unusable { name: "far".into(), reason },
    ]
}

pub(crate) fn activity() -> ActivityPage {
    from_value(json!({
        "records": [{
            "id": 2, "at": 1_795_341_600_000.0, "kind": "granted", "actor": "person", "server": 1,
            "serverName": "Files", "path": "/home/ann/acme", "access": "read", "ok": true, "outcome": "done",
            "detail": "for 1 hour", "facts": []
        }, {
            "id": 1, "at": 1_795_341_500_000.0, "kind": "tool-called", "actor": "app", "server": 1,
            "serverName": "Files", "app": "Claude Code\u{1b}[2J", "path": null, "access": null,
            "ok": true, "outcome": "done", "detail": "read", "facts": []
        }],
        "more": false
    }))
    .unwrap()
}

pub(crate) fn seen() -> SeenOverTime {
    let slot = |destination: Option<&str>| {
        json!({
            "at": 1_795_341_600_000.0, "server": 1, "destination": destination, "calls": 142,
            "uses": 90, "requests": 1, "blocked": 3, "connections": 2, "sent": 1500.0,
            "received": 48_000_000.0, "filesUnseen": false, "networkUnseen": false
        })
    };
    from_value(json!({
        "from": 1_795_255_200_000.0, "until": 1_795_341_700_000.0, "minutes": 5,
        "slots": [slot(None), slot(Some("api.example.com\u{1b}[2J"))]
    }))
    .unwrap()
}

pub(crate) fn request() -> RequestDetail {
    from_value(json!({
        "kind": "form", "message": "Which branch?", "fields": [{
            "name": "branch", "title": "Branch", "description": null, "required": true,
            "kind": { "kind": "choice", "options": [{ "value": "main", "title": "Main" }] },
            "default": null
        }]
    }))
    .unwrap()
}

pub(crate) fn held_call() -> HeldCallDetail {
    from_value(json!({
        "arguments": "{\n  \"path\": \"/home/ann/acme/a\u{1b}[2J\"\n}",
        "claims": {
            "title": "Write file", "description": "Writes.\u{1b}[2J\nArguments: none",
            "readOnly": false, "destructive": true
        }
    }))
    .unwrap()
}

pub(crate) fn proved() -> ProvedView {
    from_value(json!({
        "tier": "liveMounts", "holds": true, "socketsOpen": false, "passages": [], "alone": [], "lines": [{
            "what": "outside", "server": "Files", "byTool": false, "ok": true,
            "finding": {
                "path": "/x", "expected": "nothing", "found": "nothing", "blockedBy": "ENOENT"
            }
        }]
    }))
    .unwrap()
}

pub(crate) fn warnings(is_red: bool) -> Vec<Warning> {
    let warning = |level, code: WarningCode, subject: Option<&str>| Warning {
        level,
        code,
        subject: subject.map(str::to_owned),
    };
    if is_red {
        vec![warning(WarningLevel::Red, WarningCode::Home, None)]
    } else {
        vec![
            warning(WarningLevel::Amber, WarningCode::GitHooks, None),
            warning(WarningLevel::Note, WarningCode::Large, Some("2 GB\u{1b}[2J")),
        ]
    }
}

pub(crate) fn log_lines() -> Vec<LogLine> {
    vec![LogLine {
        at: 1_795_341_600_000.0,
        session: Some(LogSession { number: 3, app: "Claude Code".into() }),
        source: LogSource::Message,
        level: Some("info".into()),
        text: "ready\u{1b}[2J".into(),
    }]
}
