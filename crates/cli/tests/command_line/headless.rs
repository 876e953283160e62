//! A machine without display, desktop bus and terminal multiplexer: all by `paddock`, on a real host.

use std::fs;

use crate::fake_host::World;
use crate::program::{AtTerminal, run};

const ASKS: &str = "to decline:";

/// The real host of a world, which ends with the test.
struct Host(World);

impl Host {
    /// Runs `paddock`, which starts the host if none is there.
    fn says(&self, args: &[&str]) -> (i32, String) {
        let ended = run(&self.0, args);
        (ended.code, ended.out + &ended.err)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.says(&["quit"]);
    }
}

#[test]
fn a_folder_is_granted_listed_used_and_revoked_without_a_display() {
    let host = Host(World::new());
    let folder = host.0.home().join("acme");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.txt"), "hello from acme").unwrap();
    let folder = folder.canonicalize().unwrap().display().to_string();
    let (code, system) = host.says(&["system", "--json"]);
    let system: serde_json::Value = serde_json::from_str(&system).unwrap();
    if system["best"].is_null() {
        return paddock_skip::skip_for_tier("nothing can be enforced here");
    }
    assert_eq!(code, 0, "{system}");

    let mut terminal = AtTerminal::start(&host.0, &["grant", &folder, "files"], "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    assert!(host.says(&["grants"]).1.contains(&folder));

    let path = format!(r#"{{"path":"{folder}/a.txt"}}"#);
    let read = ["servers", "call", "files", "read_text_file", &path];
    let (code, said) = host.says(&read);
    assert!(code == 0 && said.contains("hello from acme"), "{said}");

    let (code, said) = host.says(&["revoke", &folder]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = host.says(&read);
    assert!(code != 0 && !said.contains("hello from acme"), "{said}");
    let (code, said) = host.says(&["grants"]);
    assert!(code == 0 && !said.contains(&folder), "{said}");
    // The server goes on, and has no folder.
    let (code, said) = host.says(&["servers", "call", "files", "list_allowed_directories"]);
    assert!(code == 0 && !said.contains(&folder), "{said}");
}
