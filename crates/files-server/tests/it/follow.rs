//! Files that are followed: what is told of them, and when no longer.

use std::{fs, path::Path};

use crate::common::{Client, World, meta, uri};
use serde_json::json;

const UPDATED: &str = "notifications/resources/updated";

#[test]
fn a_followed_file_is_told_of_when_it_changes_goes_and_comes_back() {
    let world = World::new();
    let path = world.root.join("file.txt");
    let mut client = Client::with_roots(&[&world.root]);
    let uri = uri(&path);
    for _ in 0..2 {
        let answer = client.request("resources/subscribe", &json!({ "uri": uri }));
        assert_eq!(answer["result"], json!({}));
    }
    let changes: [&dyn Fn(); 4] = [
        &|| replace(&path, "changed"),
        &|| fs::rename(&path, world.root.join("away")).unwrap(),
        &|| fs::rename(world.root.join("away"), &path).unwrap(),
        &|| fs::rename(world.root.join("sub/deep.txt"), &path).unwrap(),
    ];
    for change in changes {
        change();
        let told = client.next();
        assert_eq!((&told["method"], &told["params"]), (&json!(UPDATED), &json!({ "uri": uri })));
    }
    let answer = client.request("resources/unsubscribe", &json!({ "uri": uri }));
    assert_eq!(answer["result"], json!({}));
    replace(&path, "changed once more");
    assert_told_of_nothing_but(&mut client, &world);
}

#[test]
fn srv_2_what_is_not_granted_is_neither_followed_nor_told_of() {
    let world = World::new();
    let inner = world.root.join("sub/deep.txt");
    let mut client = Client::with_roots(&[&world.root]);
    let link = world.link("out.txt", &world.secret);
    for path in [&world.secret, &link, &world.root.join("missing")] {
        let answer = client.request("resources/subscribe", &json!({ "uri": uri(path) }));
        assert_eq!(answer["error"]["code"], -32002, "{answer}");
    }
    client.request("resources/subscribe", &json!({ "uri": uri(&inner) }));
    // Revoked, it changes; what is told next is of what is granted instead.
    client.notify("notifications/roots/list_changed");
    let question = client.next();
    let other = World::new();
    client.answer_roots(&question, &[&other.root]);
    replace(&inner, "changed");
    assert_told_of_nothing_but(&mut client, &other);
}

/// In one step, so that it is one change.
fn replace(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(new, path).unwrap();
}

/// Follows a file of `world` and changes it: nothing else is told until that is.
fn assert_told_of_nothing_but(client: &mut Client, world: &World) {
    let witness = world.root.join("witness");
    for text in ["1", "22", "333"] {
        replace(&witness, text);
        client.request("resources/subscribe", &json!({ "uri": uri(&witness) }));
        replace(&witness, &format!("{text} is changed"));
        let told = client.next();
        assert_eq!(told["params"], json!({ "uri": uri(&witness) }));
        client.request("resources/unsubscribe", &json!({ "uri": uri(&witness) }));
    }
}

#[test]
fn srv_11_no_more_files_are_followed_than_can_be_looked_at() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    let mut follow = |number: usize| {
        let path = world.root.join(number.to_string());
        // One that is followed already would be told of before the answer.
        if !path.exists() {
            fs::write(&path, "").unwrap();
        }
        client.request("resources/subscribe", &json!({ "uri": uri(&path) }))
    };
    for number in 0..64 {
        assert!(follow(number)["result"].is_object());
    }
    assert_eq!(follow(64)["error"]["code"], -32602);
    assert!(follow(0)["result"].is_object());
}

#[test]
fn a_subscription_of_2026_07_28_tells_of_what_it_acknowledged_until_it_is_cancelled() {
    let world = World::new();
    let path = world.root.join("file.txt");
    let mut client = Client::start_with(&[world.root.as_os_str()]);
    let found = client.request("server/discover", &json!({ "_meta": meta(&json!({})) }));
    assert_eq!(found["result"]["capabilities"]["resources"], json!({ "subscribe": true }));
    let wanted = json!({ "resourceSubscriptions": [uri(&path), uri(&world.secret), "x:"] });
    let id = client.ask(
        "subscriptions/listen",
        &json!({ "notifications": wanted, "_meta": meta(&json!({})) }),
    );
    let named = json!({ "io.modelcontextprotocol/subscriptionId": id });
    let told = client.next();
    assert_eq!(told["method"], "notifications/subscriptions/acknowledged");
    let agreed = json!({ "resourceSubscriptions": [uri(&path)] });
    assert_eq!(told["params"], json!({ "notifications": agreed, "_meta": named }));
    replace(&path, "changed");
    let told = client.next();
    assert_eq!(told["method"], UPDATED);
    assert_eq!(told["params"], json!({ "uri": uri(&path), "_meta": named }));
    client.send(
        &json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":id}}),
    );
    replace(&path, "changed once more");
    assert!(client.is_silent());
}

#[test]
fn a_client_with_roots_is_told_of_no_folder_named_at_the_start() {
    let world = World::new();
    let path = world.root.join("file.txt");
    let mut client = Client::start_with(&[world.root.as_os_str()]);
    let meta = meta(&json!({ "roots": {} }));
    let found = client.request("server/discover", &json!({ "_meta": meta }));
    assert_eq!(found["result"]["capabilities"]["resources"], json!({}));
    let listed = client.request("resources/list", &json!({ "_meta": meta }));
    assert_eq!(listed["result"]["resources"], json!([]));
    let wanted = json!({ "resourceSubscriptions": [uri(&path)] });
    client.ask("subscriptions/listen", &json!({ "notifications": wanted, "_meta": meta }));
    assert_eq!(client.next()["params"]["notifications"], json!({}));
}
