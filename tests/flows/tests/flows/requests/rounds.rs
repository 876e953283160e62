//! Calls in which a server asks for several things, round after round.

use paddock_host::view::{RequestKind, View};
use serde_json::{Value, json};

use super::{Asking, ERAS, is_kind};
use crate::world::{READ, uri};

fn form(message: &str) -> Value {
    let schema = json!({ "type": "object", "properties": { "said": { "type": "string" } } });
    let params = json!({ "message": message, "requestedSchema": schema });
    json!({ "method": "elicitation/create", "params": params })
}

fn visit(id: &str) -> Value {
    let url = "https://example.org/";
    let params = json!({ "mode": "url", "message": "Go", "url": url, "elicitationId": id });
    json!({ "method": "elicitation/create", "params": params })
}

#[tokio::test(flavor = "multi_thread")]
async fn mrtr_2_each_round_asks_several_things_and_gets_its_own_state_back() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        // As little as a string can be told from another: what comes back is compared by the server.
        let states = [" \"\\ü\u{202e}\u{0} ", ""];
        let rounds = [0, 1].map(|round| {
            let (first, second) = (format!("a{round}"), format!("b{round}"));
            let inputs =
                json!({ "u": visit(&second), &first: form(&first), &second: form(&second) });
            json!({ "inputs": inputs, "state": states[round] })
        });
        let called = asking.call_with("ask", &json!({ "rounds": rounds }));
        for round in 0..2 {
            let all = |view: &View| {
                let of_round = |name: char| {
                    let summary = format!("{name}{round}");
                    view.requests.iter().any(|it| it.summary == summary)
                };
                view.requests.len() == 3 && of_round('a') && of_round('b')
            };
            let mut open = asking.world.until("three things are asked", all).await.requests;
            let during = open[0].during.as_deref();
            assert_eq!(during, (!era.is_empty()).then_some("ask"), "as far as the era says so");
            // In another order than they were asked.
            open.reverse();
            for request in open {
                if is_kind(&request, RequestKind::Url) {
                    asking.world.host.deny_request(request.id, false).await.unwrap();
                    continue;
                }
                let said = json!({ "said": format!("to {}", request.summary) }).to_string();
                asking.world.host.submit_form(request.id, said).await.unwrap();
            }
        }
        let answers = called.answers().await;
        for key in ["a0", "b0", "a1", "b1"] {
            let said = json!({ "action": "accept", "content": { "said": format!("to {key}") } });
            assert_eq!(answers[key], said, "{answers}");
        }
        assert_eq!(answers["u"], json!({ "action": "decline" }));
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_revoked_while_a_person_thinks_is_in_no_later_round() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let folder = asking.world.folder("acme");
        let grant = asking.world.grant(asking.server, &folder, READ).await;
        let roots = json!({ "roots": { "method": "roots/list" } });
        let rounds = [&roots, &json!({ "form": form("Sure?") }), &roots]
            .map(|inputs| json!({ "inputs": inputs, "state": "s" }));
        let called = asking.call_with("ask", &json!({ "rounds": rounds }));
        let request = asking.until_waiting().await;
        asking.world.host.revoke(grant).await.unwrap();
        assert_eq!(asking.until_waiting().await.id, request.id, "it is asked on");
        asking.world.host.submit_form(request.id, "{}".into()).await.unwrap();
        let answers = called.answers().await;
        assert_eq!(answers["roots"]["roots"], json!([]), "{} in {answers}", uri(&folder));
        asking.world.quit().await;
    }
}
