mod export;

use chrono::Local;
use paddock_control::view::{
    ActivityFilter, Actor, FactView, Failure, RecordOutcome, RecordView, View,
};
use paddock_core::text::shown;
use serde_json::json;

use self::export::export;
use crate::arguments::Activity;
use crate::consent::done_or_settled;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone, while_read};
use crate::when;

/// Records shown where it is not said how many.
const SHOWN: u32 = 50;

pub(super) async fn show(asked: &Activity, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(asked.follow || asked.delete).await?;
    let view = front.client.view().await?;
    if asked.delete {
        let waits = front.client.delete_activity().await?;
        return done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await;
    }
    let filter = filter(asked, &view)?;
    if let Some(file) = &asked.export {
        return export(&front, filter, asked.format, file, out).await;
    }
    let mut records = records(&front, &filter, asked).await?;
    records.reverse();
    let last = records.last().map_or(0, |record| record.id);
    if out.json && !asked.follow {
        out.json(&json!({ "records": records }))?;
        return Ok(Exit::Done);
    }
    written(&records, out)?;
    if !asked.follow {
        return Ok(Exit::Done);
    }
    while_read(follow(&mut front, &filter, (view.sequence, last), out)).await
}

/// Writes what is new after that view and that record.
async fn follow(
    front: &mut Front,
    filter: &ActivityFilter,
    (mut sequence, mut last): (u32, u32),
    out: &Out,
) -> Result<Exit, Failure> {
    loop {
        sequence = front.next_view(sequence).await?.sequence;
        let page = front.client.activity(filter.clone()).await?;
        let mut new: Vec<_> = page.records.into_iter().filter(|it| it.id > last).collect();
        new.reverse();
        last = new.last().map_or(last, |record| record.id);
        written(&new, out)?;
    }
}

fn filter(asked: &Activity, view: &View) -> Result<ActivityFilter, Failure> {
    let server = asked.server.as_ref().map(|name| names::server(view, name)).transpose()?;
    let now = Local::now();
    Ok(ActivityFilter {
        server: server.map(|server| server.id),
        app: asked.app.as_ref().map(shown),
        tool: asked.tool.as_ref().map(shown),
        outcome: asked.result.map(Into::into),
        since: asked.since.map(|since| since.from(now)),
        until: asked.until.map(|until| until.from(now)),
        kinds: asked.kinds.iter().map(|kind| (*kind).into()).collect(),
        text: asked.text.clone(),
        before: None,
    })
}

/// The newest first, as far back and as many as asked for.
async fn records(
    front: &Front,
    filter: &ActivityFilter,
    asked: &Activity,
) -> Result<Vec<RecordView>, Failure> {
    let most = match (asked.count, asked.since) {
        (Some(count), _) => count as usize,
        (None, Some(_)) => usize::MAX,
        (None, None) => SHOWN as usize,
    };
    let (mut records, mut filter) = (Vec::new(), filter.clone());
    loop {
        let page = front.client.activity(filter.clone()).await?;
        filter.before = page.records.last().map(|record| record.id);
        records.extend(page.records);
        if !page.more || filter.before.is_none() || records.len() >= most {
            records.truncate(most);
            return Ok(records);
        }
    }
}

fn written(records: &[RecordView], out: &Out) -> Result<(), Failure> {
    for record in records {
        if out.json { out.json_line(record)? } else { out.line(line(record, out))? }
    }
    Ok(())
}

fn line(record: &RecordView, out: &Out) -> String {
    let kind = out.worded("activity-", &record.kind);
    let mut line = format!("{}  {kind}", out.paint(Tone::Faint, &when::stamp(record.at, out)));
    let detail = detail(record, out);
    for more in [&record.server_name, &record.path, &detail].into_iter().flatten() {
        line.push_str("  ");
        line.push_str(&shown(more));
    }
    line.push_str(&out.paint(Tone::Faint, &format!("  ({})", who(record, out))));
    let came = match record.outcome {
        RecordOutcome::Done => return line,
        RecordOutcome::Blocked => out.paint(Tone::Faint, &out.say("activity-blocked")),
        RecordOutcome::Failed => out.paint(Tone::Bad, &out.say("activity-failed")),
    };
    line.push_str("  ");
    line.push_str(&came);
    line
}

/// More, in the language of the account as far as it can be.
fn detail(record: &RecordView, out: &Out) -> Option<String> {
    if record.facts.is_empty() {
        return record.detail.clone();
    }
    Some(names::joined(record.facts.iter().map(|it| fact(it, out))))
}

fn fact(fact: &FactView, out: &Out) -> String {
    let text = fact.text.as_ref().map(shown);
    let Some(code) = &fact.code else { return text.unwrap_or_default() };
    let id = format!("activity-fact-{code}");
    match (fact.number, text) {
        _ if !out.words().knows(&id) => shown(code.to_string()),
        (None, None) => out.say(&id),
        (None, Some(text)) => out.say_with(&id, &[("name", text.into())]),
        (Some(number), _) => {
            let values = [("number", number.into()), ("size", out.words().size(number).into())];
            out.say_with(&id, &values)
        }
    }
}

/// What an app is called proves nothing, so it is always said that it is an app.
fn who(record: &RecordView, out: &Out) -> String {
    let named = |id| {
        let app = record.app.as_ref()?;
        Some(out.say_with(id, &[("app", shown(app).into())]))
    };
    let id = match record.actor {
        Actor::Person => "activity-person",
        Actor::Paddock => "activity-app",
        Actor::Server => "activity-by-server",
        Actor::App => {
            return named("activity-by-app-named").unwrap_or_else(|| out.say("activity-by-app"));
        }
    };
    let by = std::iter::once(out.say(id)).chain(named("activity-for-app"));
    names::joined(by)
}
