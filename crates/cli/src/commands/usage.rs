//! How apps may use a server. What is looser waits for a person.

use paddock_control::view::{Failure, ServerView, ToolRuleView};
use paddock_core::text::shown;
use serde_json::json;

use crate::arguments::{Changed, OnOff, Rules, SetScope};
use crate::consent::done_or_settled;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};
use crate::words;

/// Says which folders apps get, or changes it.
pub(super) async fn scope(asked: &SetScope, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, &asked.server)?;
    if let Some(scope) = asked.scope {
        let waits = front.client.set_scope(server.id, scope.into()).await?;
        return done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await;
    }
    let scope = server.usage.scope;
    if out.json {
        out.json(&json!({ "server": server.id, "scope": scope }))?;
    } else {
        out.line(words::scope(scope, out))?;
    }
    Ok(Exit::Done)
}

/// Lists what apps may call, or changes it for one tool.
pub(super) async fn rules(asked: &Rules, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, &asked.server)?;
    if let (Some(tool), Some(rule)) = (&asked.tool, asked.rule) {
        let (app, tool) = (asked.app.clone(), tool.clone());
        let waits = front.client.set_tool_rule(server.id, app, tool, rule.rule()).await?;
        return done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await;
    }
    let is_asked = |it: &&ToolRuleView| asked.app.is_none() || it.app == asked.app;
    let rules: Vec<_> = server.usage.rules.iter().filter(is_asked).collect();
    if out.json {
        out.json(&json!({ "server": server.id, "rules": rules }))?;
    } else if rules.is_empty() {
        out.said("cli-no-rules")?;
    } else {
        out.line(table(&rules, server, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn table(rules: &[&ToolRuleView], server: &ServerView, out: &Out) -> Table {
    let heads = ["cli-head-tool", "cli-head-app", "cli-head-rule", "cli-head-about"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for it in rules {
        let is_changed = server.usage.changed_tools.contains(&it.tool);
        let about = if is_changed { out.say("tools-changed") } else { String::new() };
        let app = it.app.as_ref().map_or_else(|| out.say("every-app"), shown);
        table.row([
            shown(&it.tool).into(),
            app.into(),
            words::rule(it.rule, out).into(),
            Cell::toned(about, Tone::Caution),
        ]);
    }
    table
}

/// Lists the tools that changed, accepts them, or has calls of such tools wait.
pub(super) async fn changed(asked: &Changed, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, &asked.server)?;
    let waits = match asked.hold.map(OnOff::is_on) {
        Some(on) => front.client.set_hold_changed(server.id, on).await?,
        None if asked.accept => front.client.accept_tools(server.id).await?,
        None => return list_changed(server, out),
    };
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

fn list_changed(server: &ServerView, out: &Out) -> Result<Exit, Failure> {
    let usage = &server.usage;
    if out.json {
        let (held, tools) = (usage.hold_changed, &usage.changed_tools);
        out.json(&json!({ "server": server.id, "holdChanged": held, "changedTools": tools }))?;
        return Ok(Exit::Done);
    }
    out.said(if usage.hold_changed { "wish-hold-now" } else { "wish-hold-then" })?;
    if usage.changed_tools.is_empty() {
        out.said("cli-no-changed")?;
    } else {
        out.line(usage.changed_tools.iter().map(shown).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Exit::Done)
}
