//! Providers that fail, lie, stall or never stop.

use std::time::Duration;

use paddock_models::{Api, Key, ModelError, Provider, TimeOuts};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::server::{
    Server, Step, began, chunk, chunked_head, delta, document, ended, events, grown, head, says,
    started,
};
use crate::{PATIENCE, ask, client, hurried, prompt, provider, text};

const APIS: [Api; 2] = [Api::OpenAi, Api::Anthropic];

/// Longer than any test.
const NEVER: Duration = Duration::from_hours(1);

/// What comes of a question to a provider that does this.
async fn asked(api: Api, steps: Vec<Step>) -> ModelError {
    let server = Server::start().await;
    server.will(steps);
    let (answer, _) = ask(&client(), &provider(api, &server.url()), &prompt("Hi")).await;
    answer.unwrap_err()
}

/// A stream that begins well, up to its middle.
fn half(api: Api) -> String {
    match api {
        Api::OpenAi => events(api, &[delta(&json!({ "content": "Hel" }), None)]),
        Api::Anthropic => events(
            api,
            &[
                began(),
                started(0, &json!({ "type": "text", "text": "" })),
                grown(0, &json!({ "type": "text_delta", "text": "Hel" })),
            ],
        ),
    }
}

#[tokio::test]
async fn each_refusal_has_its_name() {
    let limited = ModelError::RateLimited { retry_after: Some(Duration::from_secs(17)) };
    let no_model = ModelError::NoSuchModel { model: "m-1".into() };
    for api in APIS {
        for (status, headers, message, expected) in [
            (401, "", "Incorrect API key provided", ModelError::Unauthorized),
            (403, "", "no", ModelError::Unauthorized),
            (404, "", "model: m-1", no_model.clone()),
            (
                404,
                "",
                "no such page",
                ModelError::Failed { status: 404, message: "no such page".into() },
            ),
            (429, "Retry-After: 17\r\n", "slow down", limited.clone()),
            (429, "", "slow down", ModelError::RateLimited { retry_after: None }),
            (400, "", "too long", ModelError::BadRequest { message: "too long".into() }),
            (503, "", "loading", ModelError::Overloaded),
            (529, "", "overloaded", ModelError::Overloaded),
            (500, "", "oh no", ModelError::Failed { status: 500, message: "oh no".into() }),
        ] {
            let body = json!({ "error": { "message": message } }).to_string();
            assert_eq!(asked(api, document(status, headers, &body)).await, expected, "{status}");
        }
        let page = document(502, "", "<html>Bad\u{1b}[31m gateway\n</html>");
        let message = "<html>Bad [31m gateway </html>".to_owned();
        assert_eq!(asked(api, page).await, ModelError::Failed { status: 502, message });
    }
}

#[tokio::test]
async fn a_refusal_without_end_is_not_read_to_its_end() {
    let head = "HTTP/1.1 500 oh\r\ncontent-type: text/plain\r\n\r\n".into();
    let error = asked(Api::OpenAi, vec![Step::Write(head), Step::WriteForEver(vec![b'x'; 4096])]);
    let ModelError::Failed { status: 500, message } = error.await else { panic!() };
    assert!(message.len() < 400, "{}", message.len());
}

#[tokio::test]
async fn a_redirect_is_not_followed_so_no_key_goes_elsewhere() {
    let elsewhere = Server::start().await;
    for api in APIS {
        for status in [301, 302, 303, 307, 308] {
            let location = format!("Location: http://localhost:{}/v1/take\r\n", elsewhere.port);
            let error = asked(api, document(status, &location, "")).await;
            assert_eq!(error, ModelError::Redirected { to: "localhost".into() });
        }
    }
    let server = Server::start().await;
    server.will(document(302, &format!("Location: {}\r\n", elsewhere.url()), ""));
    let listed = client().models(&provider(Api::OpenAi, &server.url())).await;
    assert_eq!(listed, Err(ModelError::Redirected { to: "127.0.0.1".into() }));
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_none() {
    for api in APIS {
        let half = half(api);
        let closed = vec![head(), Step::Write(half.clone().into())];
        assert_eq!(asked(api, closed).await, ModelError::CutOff);
        let in_a_chunk = vec![chunked_head(), chunk(&half), Step::Write("ff\r\ndata: {".into())];
        assert_eq!(asked(api, in_a_chunk).await, ModelError::CutOff);
        let done_too_early = vec![chunked_head(), chunk(&half), chunk(""), Step::Hang];
        assert_eq!(asked(api, done_too_early).await, ModelError::CutOff);
        assert_eq!(asked(api, vec![head()]).await, ModelError::CutOff);
    }
}

#[tokio::test]
async fn a_connection_that_is_closed_at_once_is_cut_off() {
    for api in APIS {
        for steps in [vec![], vec![Step::Write(b"HTTP/1.1 200 OK\r\ncontent-".into())]] {
            assert_eq!(asked(api, steps).await, ModelError::CutOff);
        }
    }
}

#[tokio::test]
async fn an_error_in_the_middle_of_an_answer_is_said() {
    let stream =
        |api, error| vec![head(), Step::Write((half(api) + &events(api, &[error])).into())];
    for (kind, expected) in [
        ("overloaded_error", ModelError::Overloaded),
        ("rate_limit_error", ModelError::RateLimited { retry_after: None }),
        ("api_error", ModelError::Failed { status: 200, message: "oh".into() }),
    ] {
        let error = json!({ "type": "error", "error": { "type": kind, "message": "oh" } });
        for api in APIS {
            assert_eq!(asked(api, stream(api, error.clone())).await, expected);
        }
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_no_answer() {
    for api in APIS {
        for stream in [
            "data: {\"type\":\n\n",
            "data: nonsense\n\n",
            "data: {\"type\":\"message_start\",\"choices\":7,\"message\":null}\n\n",
            "data: [[[[[[[[\n\n",
        ] {
            let error = asked(api, vec![head(), Step::Write(stream.into())]).await;
            assert!(matches!(error, ModelError::Malformed { .. }), "{stream}");
        }
        let not_utf8 = vec![head(), Step::Write(b"data: {\"type\":\"\xff\"}\n\n".into())];
        assert!(matches!(asked(api, not_utf8).await, ModelError::Malformed { .. }));
        let page = document(200, "", "<h1>Sign in</h1>");
        assert!(matches!(asked(api, page).await, ModelError::Malformed { .. }));
        let error = document(200, "", r#"{"error":"Unexpected endpoint"}"#);
        let message = "Unexpected endpoint".to_owned();
        assert_eq!(asked(api, error).await, ModelError::Failed { status: 200, message });
        let no_http = vec![Step::Write(b"SSH-2.0-OpenSSH_9.9\r\n".into())];
        assert_eq!(asked(api, no_http).await, ModelError::CutOff);
    }
}

#[tokio::test]
async fn the_input_of_a_tool_has_to_be_an_object() {
    let call = json!({ "index": 0, "id": "a", "function": { "name": "t", "arguments": "[1]" } });
    let chat = [delta(&json!({ "tool_calls": [call] }), None), delta(&json!({}), Some("stop"))];
    let body = events(Api::OpenAi, &chat) + "data: [DONE]\n\n";
    let error = asked(Api::OpenAi, vec![head(), Step::Write(body.into())]).await;
    assert!(matches!(error, ModelError::Malformed { .. }));

    let mut message = vec![
        began(),
        started(0, &json!({ "type": "tool_use", "id": "a", "name": "t", "input": {} })),
        grown(0, &json!({ "type": "input_json_delta", "partial_json": "{\"a\":" })),
    ];
    message.extend(ended("tool_use"));
    let body = events(Api::Anthropic, &message);
    let error = asked(Api::Anthropic, vec![head(), Step::Write(body.into())]).await;
    assert!(matches!(error, ModelError::Malformed { .. }));
}

#[tokio::test]
async fn an_answer_without_end_is_cut() {
    let kilobytes =
        |start: &str| Step::WriteForEver((start.to_owned() + &"x".repeat(64 * 1024)).into());
    for api in APIS {
        let one_line = asked(api, vec![head(), kilobytes("")]).await;
        assert!(matches!(one_line, ModelError::TooLong { .. }));
        let comments = asked(api, vec![head(), kilobytes("\n: ")]).await;
        assert_eq!(comments, ModelError::TooLong { limit: 16 << 20 });
    }
    let list = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"data\":[\"".into();
    let server = Server::start().await;
    server.will(vec![Step::Write(list), kilobytes("")]);
    let listed = client().models(&provider(Api::OpenAi, &server.url())).await;
    assert_eq!(listed, Err(ModelError::TooLong { limit: 16 << 20 }));
}

#[tokio::test]
async fn a_provider_that_says_nothing_is_not_waited_for() {
    let short = Duration::from_millis(50);
    let patient = TimeOuts { connect: NEVER, first_byte: NEVER, idle: NEVER, overall: NEVER };
    for api in APIS {
        for (time_outs, steps) in [
            (TimeOuts { connect: short, first_byte: short, ..patient }, vec![Step::Hang]),
            (TimeOuts { idle: short, ..patient }, vec![head(), Step::Hang]),
            (TimeOuts { overall: short, ..patient }, vec![head(), Step::Hang]),
            (
                TimeOuts { overall: short, ..patient },
                vec![chunked_head(), Step::WriteForEver(b"2\r\n:\n\r\n".into())],
            ),
        ] {
            let server = Server::start().await;
            server.will(steps);
            let provider = provider(api, &server.url());
            let (answer, _) = ask(&hurried(time_outs), &provider, &prompt("Hi")).await;
            assert!(matches!(answer.unwrap_err(), ModelError::TimedOut { .. }), "{time_outs:?}");
        }
    }
}

#[tokio::test]
async fn a_slow_answer_is_waited_for_and_shown_as_it_comes() {
    for api in APIS {
        let server = Server::start().await;
        server.will(vec![head(), Step::Write(half(api).into()), Step::Hang]);
        let (deltas, mut pieces) = mpsc::channel(8);
        let (provider, asked) = (provider(api, &server.url()), prompt("Hi"));
        let asking = tokio::spawn(async move { client().ask(&provider, &asked, deltas).await });

        let piece = tokio::time::timeout(PATIENCE, pieces.recv()).await.unwrap();
        assert_eq!(piece.as_deref(), Some("Hel"));
        assert!(!asking.is_finished());

        asking.abort();
        server.until_hung_up().await;
    }
}

#[tokio::test]
async fn nobody_has_to_listen_to_the_pieces() {
    for api in APIS {
        let server = Server::start().await;
        server.will(says(api, &["Hel", "lo"]));
        let (deltas, pieces) = mpsc::channel(1);
        drop(pieces);
        let answer = client().ask(&provider(api, &server.url()), &prompt("Hi"), deltas).await;
        assert_eq!(text(&answer.unwrap()), "Hello");
    }
}

#[tokio::test]
async fn nobody_there_is_said() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    for host in ["127.0.0.1", "localhost", "models.localhost"] {
        let provider = provider(Api::OpenAi, &format!("http://{host}:{port}"));
        let (answer, _) = ask(&client(), &provider, &prompt("Hi")).await;
        let ModelError::Unreachable { host: named, .. } = answer.unwrap_err() else { panic!() };
        assert_eq!(named, host);
    }
}

#[tokio::test]
async fn a_name_under_localhost_is_this_machine() {
    let server = Server::start().await;
    server.will(says(Api::OpenAi, &["here"]));
    let provider = provider(Api::OpenAi, &format!("http://models.localhost:{}", server.port));
    let (answer, _) = ask(&client(), &provider, &prompt("Hi")).await;
    assert_eq!(text(&answer.unwrap()), "here");
}

#[tokio::test]
async fn a_key_that_no_header_holds_is_refused_and_not_shown() {
    let server = Server::start().await;
    let key = Key::new("sk-\u{7}bell".to_owned());
    let provider = Provider { key, ..provider(Api::OpenAi, &server.url()) };
    let (answer, _) = ask(&client(), &provider, &prompt("Hi")).await;
    assert_eq!(answer.unwrap_err(), ModelError::Unauthorized);
    assert_eq!(server.connections(), 0);
    assert!(!format!("{provider:?}").contains("bell"));
}

#[tokio::test]
async fn a_provider_without_a_key_is_sent_none() {
    for api in APIS {
        let server = Server::start().await;
        server.will(says(api, &["ok"]));
        let provider = Provider { key: None, ..provider(api, &server.url()) };
        ask(&client(), &provider, &prompt("Hi")).await.0.unwrap();
        let heard = server.heard_once();
        assert_eq!((heard.header("authorization"), heard.header("x-api-key")), (None, None));
    }
}
