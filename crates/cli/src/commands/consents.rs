use paddock_control::view::{
    Access, Code, ConsentView, Failure, LifetimeChoice, PickView, View, WideningView,
};
use paddock_core::text::shown;
use serde::Serialize;
use serde_json::json;

use crate::arguments::Consents;
use crate::arguments::values::Waiting;
use crate::consent::{self, ProposedGrant, Subject, done, server_of, settle};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::table::Table;
use crate::when;
use crate::words;

/// Something that waits, with the name by which it is agreed to.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a, T> {
    which: String,
    #[serde(flatten)]
    it: &'a T,
}

pub(super) async fn run(verb: Option<Consents>, out: &Out) -> Result<Exit, Failure> {
    match verb {
        None => list(out).await,
        Some(Consents::Show { which }) => show(which, out).await,
        Some(Consents::Agree { which, server, access, lifetime }) => {
            let lifetime = lifetime.chosen().unwrap_or(LifetimeChoice::Always);
            agree(which, server.as_deref(), access.into(), lifetime, out).await
        }
        Some(Consents::Dismiss { which }) => {
            let front = Front::open(false).await?;
            let view = front.client.view().await?;
            for which in &which {
                exists(&view, *which)?;
            }
            for which in which {
                consent::dismiss(&front.client, which).await?;
            }
            done(out)
        }
    }
}

async fn list(out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    if out.json {
        let picks = view.picks.iter();
        let picks: Vec<_> =
            picks.map(|it| Named { which: Waiting::Pick(it.id).to_string(), it }).collect();
        let consents = view.consents.iter();
        let consents: Vec<_> =
            consents.map(|it| Named { which: Waiting::Consent(it.id).to_string(), it }).collect();
        let terminal = view.terminal_consent;
        out.json(&json!({ "folders": picks, "widenings": consents, "terminalConsent": terminal }))?;
    } else if view.picks.is_empty() && view.consents.is_empty() {
        out.said("cli-no-consents")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn table(view: &View, out: &Out) -> Table {
    let heads =
        ["cli-head-id", "cli-head-what", "cli-head-server", "cli-asked-by", "activity-when"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    let name = |id: Option<u32>| id.and_then(|id| names::server_name(view, id)).unwrap_or_default();
    for pick in &view.picks {
        table.row([
            Waiting::Pick(pick.id).to_string().into(),
            shown(&pick.folder.path).into(),
            name(pick.server).into(),
            words::by(&pick.by, out).into(),
            String::new().into(),
        ]);
    }
    for consent in &view.consents {
        let (what, server) = what(view, &consent.what, out);
        table.row([
            Waiting::Consent(consent.id).to_string().into(),
            what.into(),
            name(server).into(),
            words::by(&consent.by, out).into(),
            when::when(consent.at, out).into(),
        ]);
    }
    table
}

/// What is asked for in a few words, and for which server.
fn what(view: &View, what: &WideningView, out: &Out) -> (String, Option<u32>) {
    let grant = |id| view.grants.iter().find(|grant| grant.id == id);
    let path = |id| grant(id).map(|grant| shown(&grant.folder.path)).unwrap_or_default();
    match what {
        WideningView::Trust { server, .. } => (out.say("cli-what-trust"), Some(*server)),
        WideningView::Access { grant: id, access, .. } => {
            let what = format!("{}: {}", path(*id), words::access(*access, out));
            (what, grant(*id).map(|grant| grant.server))
        }
        WideningView::Lifetime { grant: id, lifetime } => {
            let what = format!("{}: {}", path(*id), words::chosen_lifetime(*lifetime, out));
            (what, grant(*id).map(|grant| grant.server))
        }
        WideningView::GrantAgain { ended, .. } => {
            let ended = view.ended.iter().find(|it| it.id == *ended);
            let path = ended.map(|it| shown(&it.folder.path)).unwrap_or_default();
            (path, ended.map(|it| it.server))
        }
        WideningView::GrantAllAgain { folders, destinations, .. } => {
            let count = folders.len() + destinations.len();
            (out.say_with("ended-again-count", &[("count", count.into())]), None)
        }
        WideningView::Confinement { server, .. } => {
            (out.say("cli-what-confinement"), Some(*server))
        }
        WideningView::Scope { server, scope } => (words::scope(*scope, out), Some(*server)),
        WideningView::ToolRule { server, tool, rule, .. } => {
            let rule = rule.map_or_else(|| out.say("cli-what-no-rule"), |it| words::rule(it, out));
            (format!("{}: {rule}", shown(tool)), Some(*server))
        }
        WideningView::HoldChanged { server } => (out.say("cli-what-not-held"), Some(*server)),
        WideningView::ChangedTools { server, .. } => (out.say("cli-what-changed"), Some(*server)),
        WideningView::Destination { server, destination, leads_to, lifetime, .. } => {
            let duration = words::chosen_lifetime(*lifetime, out);
            let to = [destination].into_iter().chain(leads_to).map(shown);
            let values = [("destination", names::joined(to).into()), ("duration", duration.into())];
            (out.say_with("cli-what-destination", &values), Some(*server))
        }
        WideningView::ForgetDestination { server, destination } => {
            let values = [("destination", shown(destination).into())];
            (out.say_with("cli-what-forget", &values), Some(*server))
        }
        WideningView::MostSent { server, most } => {
            let values = [("size", words::a_day(*most, out).into())];
            (out.say_with("cli-what-most-sent", &values), Some(*server))
        }
        WideningView::SendToday { server, today } => {
            let values = [("size", words::up_to(*today, out).into())];
            (out.say_with("cli-what-send-today", &values), Some(*server))
        }
        WideningView::Provider { url, .. } => {
            (out.say_with("cli-what-provider", &[("address", shown(url).into())]), None)
        }
        WideningView::Resume => (out.say("resume"), None),
        WideningView::ResumeApp { app } => {
            (out.say_with("app-resume-named", &[("app", shown(app).into())]), None)
        }
        WideningView::TerminalConsent => (out.say("cli-what-terminal"), None),
        WideningView::SecretsInFile => (out.say("cli-what-secrets-in-file"), None),
        WideningView::Retention { keep } => (words::retention(*keep, out), None),
        WideningView::DeleteActivity => (out.say("activity-delete"), None),
    }
}

fn find_pick(view: &View, id: u32) -> Result<&PickView, Failure> {
    view.picks.iter().find(|pick| pick.id == id).ok_or_else(|| unknown(Waiting::Pick(id)))
}

fn find_consent(view: &View, id: u32) -> Result<&ConsentView, Failure> {
    let found = view.consents.iter().find(|consent| consent.id == id);
    found.ok_or_else(|| unknown(Waiting::Consent(id)))
}

fn exists(view: &View, which: Waiting) -> Result<(), Failure> {
    match which {
        Waiting::Pick(id) => find_pick(view, id).map(|_| ()),
        Waiting::Consent(id) => find_consent(view, id).map(|_| ()),
    }
}

fn unknown(which: Waiting) -> Failure {
    Failure::new(Code::CliUnknownConsent).with("id", which)
}

async fn show(which: Waiting, out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    let it = which.to_string();
    match which {
        Waiting::Pick(id) if out.json => {
            out.json(&Named { which: it, it: find_pick(&view, id)? })?;
        }
        Waiting::Consent(id) if out.json => {
            out.json(&Named { which: it, it: find_consent(&view, id)? })?;
        }
        Waiting::Pick(id) => out.line(about_folder(find_pick(&view, id)?, out))?,
        Waiting::Consent(_) => {
            let asked = Subject { which, proposed: None, without: &[], is_own: false };
            out.line(consent::shown(&view, asked, out)?)?;
        }
    }
    Ok(Exit::Done)
}

fn about_folder(pick: &PickView, out: &Out) -> String {
    let mut lines = vec![shown(&pick.folder.path)];
    lines.extend(pick.warnings.iter().map(|warning| {
        let (words, tone) = words::warning(warning, out);
        out.paint(tone, &words)
    }));
    lines.push(format!("{}: {}", out.say("cli-asked-by"), words::by(&pick.by, out)));
    lines.join("\n")
}

async fn agree(
    which: Waiting,
    server: Option<&str>,
    access: Access,
    lifetime: LifetimeChoice,
    out: &Out,
) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let proposed = match which {
        Waiting::Pick(id) => {
            find_pick(&view, id)?;
            Some(ProposedGrant { server: server_of(&view, id, server)?, access, lifetime })
        }
        Waiting::Consent(id) => find_consent(&view, id).map(|_| None)?,
    };
    settle(&mut front, Subject { which, proposed, without: &[], is_own: false }, false, out).await
}
