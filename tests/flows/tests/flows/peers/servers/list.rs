//! The servers that work on a folder, and what differs between them.

use std::fs;
use std::path::Path;

use paddock_host::view::{Access, Tier};
use serde_json::json;

use super::workbook::workbook;
use super::{Call, Case, Program, SECRET, git, in_each_tier, walk};
use crate::world::WRITE;

const MEMORY: &str = "@modelcontextprotocol/server-memory/dist/index.js";
const EXCEL: &str = "@negokaz/excel-mcp-server/dist/launcher.js";

in_each_tier! {
    server_memory;
    memory_bank_mcp;
    mcp_server_commands;
    repomix;
    excel_mcp_server;
    rust_mcp_filesystem;
    git_mcp_server;
    mcp_server_git;
    markitdown_mcp;
}

/// What holds of most.
const PLAIN: Case = Case {
    program: Program::Node(""),
    args: &[],
    env: &[],
    fill: notes,
    read: Call { tool: "", arguments: |_, _| json!({}) },
    write: None,
    access: WRITE,
    minds_itself: false,
};

async fn server_memory(tier: Tier) {
    let case = Case {
        program: Program::Node(MEMORY),
        env: &[("MEMORY_FILE_PATH", "{folder}/memory.jsonl")],
        fill: |folder| {
            let entity = json!({
                "type": "entity", "name": SECRET, "entityType": "animal", "observations": [],
            });
            fs::write(folder.join("memory.jsonl"), format!("{entity}\n")).unwrap();
        },
        read: Call { tool: "search_nodes", arguments: |_, _| json!({ "query": SECRET }) },
        write: Some(Call {
            tool: "create_entities",
            arguments: |_, number| {
                let name = format!("beaver {number}");
                let entity = json!({ "name": name, "entityType": "animal", "observations": [] });
                json!({ "entities": [entity] })
            },
        }),
        minds_itself: true,
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn memory_bank_mcp(tier: Tier) {
    let case = Case {
        program: Program::Node("@allpepper/memory-bank-mcp/dist/main/index.js"),
        env: &[("MEMORY_BANK_ROOT", "{folder}")],
        fill: |folder| {
            fs::create_dir(folder.join("project")).unwrap();
            notes(&folder.join("project"));
        },
        read: Call {
            tool: "memory_bank_read",
            arguments: |_, _| json!({ "projectName": "project", "fileName": "notes.md" }),
        },
        write: Some(Call {
            tool: "memory_bank_write",
            arguments: |_, number| {
                let name = format!("{number}.md");
                json!({ "projectName": "project", "fileName": name, "content": "new" })
            },
        }),
        minds_itself: true,
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn mcp_server_commands(tier: Tier) {
    let case = Case {
        program: Program::Node("mcp-server-commands/build/index.js"),
        read: Call {
            tool: "run_command",
            arguments: |folder, _| json!({ "command": "cat notes.md", "workdir": folder }),
        },
        write: Some(Call {
            tool: "run_command",
            arguments: |folder, number| json!({ "command": format!("touch {number}"), "workdir": folder }),
        }),
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn repomix(tier: Tier) {
    let case = Case {
        program: Program::Node("repomix/bin/repomix.cjs"),
        args: &["--mcp"],
        read: Call {
            tool: "file_system_read_file",
            arguments: |folder, _| json!({ "path": folder.join("notes.md") }),
        },
        write: Some(Call {
            tool: "generate_skill",
            arguments: |folder, number| json!({ "directory": folder, "skillName": format!("skill-{number}") }),
        }),
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn excel_mcp_server(tier: Tier) {
    let case = Case {
        program: Program::Node(EXCEL),
        fill: |folder| workbook(&folder.join("book.xlsx")),
        read: Call {
            tool: "excel_read_sheet",
            arguments: |folder, _| json!({ "fileAbsolutePath": folder.join("book.xlsx"), "sheetName": "Sheet1" }),
        },
        write: Some(Call {
            tool: "excel_write_to_sheet",
            arguments: |folder, number| {
                json!({
                    "fileAbsolutePath": folder.join("book.xlsx"),
                    "sheetName": "Sheet1",
                    "newSheet": false,
                    "range": "A2:A2",
                    "values": [[number.to_string()]],
                })
            },
        }),
        ..PLAIN
    };
    walk(tier, case).await;
}

/// It keeps the folder open from its start.
async fn rust_mcp_filesystem(tier: Tier) {
    let case = Case {
        program: Program::Other("PADDOCK_PEERS_RUST"),
        args: &["--allow-write", "{folder}"],
        read: Call {
            tool: "read_text_file",
            arguments: |folder, _| json!({ "path": folder.join("notes.md") }),
        },
        write: Some(Call {
            tool: "write_file",
            arguments: |folder, number| json!({ "path": folder.join(format!("{number}.md")), "content": "new" }),
        }),
        minds_itself: true,
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn git_mcp_server(tier: Tier) {
    let case = Case {
        program: Program::Node("@cyanheads/git-mcp-server/dist/index.js"),
        args: &[],
        fill: git::repository,
        read: Call { tool: "git_log", arguments: |folder, _| json!({ "path": folder }) },
        write: Some(Call {
            tool: "git_branch",
            arguments: |folder, number| {
                let branch = format!("topic-{number}");
                json!({ "path": folder, "mode": "create", "branchName": branch })
            },
        }),
        access: Access::WriteCommits,
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn mcp_server_git(tier: Tier) {
    let case = Case {
        program: Program::Python("mcp-server-git"),
        args: &["--repository", "{folder}"],
        fill: git::repository,
        read: Call { tool: "git_log", arguments: |folder, _| json!({ "repo_path": folder }) },
        write: Some(Call {
            tool: "git_create_branch",
            arguments: |folder, number| json!({ "repo_path": folder, "branch_name": format!("topic-{number}") }),
        }),
        access: Access::WriteCommits,
        minds_itself: true,
        ..PLAIN
    };
    walk(tier, case).await;
}

async fn markitdown_mcp(tier: Tier) {
    let case = Case {
        program: Program::Python("markitdown-mcp"),
        fill: |folder| {
            fs::write(folder.join("page.html"), format!("<h1>{SECRET}</h1>")).unwrap();
        },
        read: Call {
            tool: "convert_to_markdown",
            arguments: |folder, _| json!({ "uri": format!("file://{}/page.html", folder.display()) }),
        },
        ..PLAIN
    };
    walk(tier, case).await;
}

/// Under Landlock it is ended by a signal of its own at its start.
#[tokio::test(flavor = "multi_thread")]
async fn mcp_server_motherduck() {
    let case = Case {
        program: Program::Python("mcp-server-motherduck"),
        args: &["--db-path", ":memory:", "--read-write"],
        read: Call {
            tool: "execute_query",
            arguments: |folder, _| {
                let file = folder.join("notes.md");
                json!({ "sql": format!("SELECT content FROM read_text('{}')", file.display()) })
            },
        },
        write: Some(Call {
            tool: "execute_query",
            arguments: |folder, number| {
                let file = folder.join(format!("{number}.csv"));
                json!({ "sql": format!("COPY (SELECT 42 AS answer) TO '{}'", file.display()) })
            },
        }),
        ..PLAIN
    };
    walk(Tier::LiveMounts, case).await;
}

/// Chromium needs Unix sockets, which no server makes under Landlock.
#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp() {
    let Some(browser) = crate::peers::browsers::browser() else { return };
    let args = [
        "--headless",
        "--isolated",
        "--no-sandbox",
        "--allow-unrestricted-file-access",
        "--executable-path",
        browser,
    ];
    let case = Case {
        program: Program::Node("@playwright/mcp/cli.js"),
        args: args.to_vec().leak(),
        fill: |folder| {
            fs::write(folder.join("page.html"), format!("<title>{SECRET}</title>")).unwrap();
        },
        read: Call {
            tool: "browser_navigate",
            arguments: |folder, _| json!({ "url": format!("file://{}/page.html", folder.display()) }),
        },
        write: Some(Call {
            tool: "browser_take_screenshot",
            arguments: |folder, number| {
                let file = folder.join(format!("{number}.png"));
                json!({ "filename": file, "type": "png", "scale": "css" })
            },
        }),
        ..PLAIN
    };
    walk(Tier::LiveMounts, case).await;
}

fn notes(folder: &Path) {
    fs::write(folder.join("notes.md"), SECRET).unwrap();
}
