//! What widens waits for a person: in the window, or at the terminal where there is none.

mod destination;
pub(crate) mod footprint;
mod interrupts;
mod outcome;
mod question;
mod terminal;
mod widening;

use paddock_control::Client;
use paddock_control::view::{Access, Code, Failure, LifetimeChoice, View};
use serde_json::json;

use crate::arguments::values::Waiting;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
pub(crate) use destination::sends_to;
use interrupts::Interrupts;
use outcome::answered;
pub(crate) use outcome::is_waiting;
pub(crate) use question::about_server;
use question::{Expected, Question, question};
pub(crate) use terminal::Terminal;

/// How a proposed folder would be granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProposedGrant {
    pub(crate) server: u32,
    pub(crate) access: Access,
    pub(crate) lifetime: LifetimeChoice,
}

impl ProposedGrant {
    /// The command by which a person grants that folder so.
    fn command(self, which: Waiting) -> String {
        let access = match self.access {
            Access::Read => "",
            Access::WriteGuarded => " --access write",
            Access::WriteCommits => " --access commit",
            Access::ReadWrite => " --access write-all",
        };
        let lifetime = match self.lifetime {
            LifetimeChoice::Always => String::new(),
            LifetimeChoice::ThisRun => " --this-run".to_owned(),
            LifetimeChoice::UntilMidnight => " --until-midnight".to_owned(),
            LifetimeChoice::OneHour => " --for 60m".to_owned(),
            LifetimeChoice::For { minutes } => format!(" --for {minutes}m"),
        };
        format!("paddock consents agree {which} --server '#{}'{access}{lifetime}", self.server)
    }
}

/// What a person consents to, and how it came to be asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) which: Waiting,
    /// Needed for a folder.
    pub(crate) proposed: Option<ProposedGrant>,
    /// Destinations that a command is not trusted with.
    pub(crate) without: &'a [String],
    /// This command proposed it, and takes it back where nobody can be asked.
    pub(crate) is_own: bool,
}

/// Has a person decide, or with `no_wait` leaves it waiting.
pub(crate) async fn settle(
    front: &mut Front,
    asked: Subject<'_>,
    no_wait: bool,
    out: &Out,
) -> Result<Exit, Failure> {
    let which = asked.which;
    if no_wait {
        return left_waiting(asked, out);
    }
    let before = front.client.view().await?;
    let state = if before.terminal_consent {
        at_terminal(front, asked, &before, out).await?
    } else {
        of_answer(in_window(front, asked, &before, out).await?)
    };
    told(which, state, out)
}

fn of_answer(agreed: bool) -> &'static str {
    if agreed { "agreed" } else { "dismissed" }
}

/// What was wished for a folder is on no list: it is said in the command that agrees to it.
fn left_waiting(asked: Subject<'_>, out: &Out) -> Result<Exit, Failure> {
    let exit = told(asked.which, "waits", out)?;
    if let Some(proposed) = asked.proposed.filter(|_| !out.json) {
        out.said_with("cli-waits-as", &[("command", proposed.command(asked.which).into())])?;
    }
    Ok(exit)
}

fn told(which: Waiting, state: &str, out: &Out) -> Result<Exit, Failure> {
    let which = which.to_string();
    if out.json {
        out.json(&json!({ "consent": which, "state": state }))?;
    }
    match state {
        "agreed" if out.json => Ok(Exit::Done),
        "agreed" => out.said("cli-agreed").map(|()| Exit::Done),
        "waits" if out.json => Ok(Exit::Waits),
        "waits" => {
            out.said_with("cli-waits", &[("id", which.into())])?;
            Ok(Exit::Waits)
        }
        _ => Err(Failure::new(Code::CliNotConsented)),
    }
}

async fn in_window(
    front: &mut Front,
    asked: Subject<'_>,
    before: &View,
    out: &Out,
) -> Result<bool, Failure> {
    out.note(&out.say_with("cli-in-window", &[("id", asked.which.to_string().into())]));
    answered(front, asked, before).await
}

/// Asks at the controlling terminal; an answer in the window counts as well.
async fn at_terminal(
    front: &mut Front,
    asked: Subject<'_>,
    before: &View,
    out: &Out,
) -> Result<&'static str, Failure> {
    let interrupts = Interrupts::listen()?;
    let prepared = prepared(front, asked, before, interrupts, out).await;
    let (person, mut terminal, question) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) if asked.is_own => {
            dismiss(&front.client, asked.which).await?;
            return Err(failure);
        }
        Err(failure) => return Err(failure),
    };
    let typed = tokio::select! {
        typed = terminal.ask(&question.text, &question.prompt) => typed,
        agreed = answered(front, asked, before) => {
            let said = if agreed.is_ok() { out.say("cli-answered-elsewhere") } else { String::new() };
            terminal.say(&said)?;
            return agreed.map(of_answer);
        }
    };
    let typed = match typed {
        Err(failure) if failure.code == Code::CliNotAgreed => {
            return left(&front.client, asked, &mut terminal).await;
        }
        typed => typed?,
    };
    match consented(&question.expected, typed.as_deref()) {
        Some(consent) => agree(&person, asked, consent).await.map(|()| "agreed"),
        None => dismiss(&person, asked.which).await.map(|()| "dismissed"),
    }
}

/// Nobody answers: what this command asked for is taken back, what others did still waits.
async fn left(
    client: &Client,
    asked: Subject<'_>,
    terminal: &mut Terminal,
) -> Result<&'static str, Failure> {
    // A terminal that hung up shows nothing.
    let _ = terminal.say("");
    if !asked.is_own {
        return Ok("waits");
    }
    dismiss(client, asked.which).await.map(|()| "dismissed")
}

async fn prepared(
    front: &Front,
    asked: Subject<'_>,
    view: &View,
    interrupts: Interrupts,
    out: &Out,
) -> Result<(Client, Terminal, Question), Failure> {
    if !is_waiting(view, asked.which) {
        return Err(Failure::new(Code::CliUnknownConsent).with("id", asked.which));
    }
    let question = question(view, asked, out)?;
    let terminal = Terminal::open_with(interrupts)?;
    Ok((front.consenting().await?, terminal, question))
}

/// A person's consent.
#[derive(Debug, PartialEq, Eq)]
struct Consent {
    /// The folder's name, where it was to be typed.
    name: Option<String>,
}

fn consented(expected: &Expected, typed: Option<&str>) -> Option<Consent> {
    let typed = typed?;
    match expected {
        Expected::Yes(yes) => {
            typed.trim().eq_ignore_ascii_case(yes).then_some(Consent { name: None })
        }
        Expected::Name(name) => (typed == name).then(|| Consent { name: Some(typed.to_owned()) }),
    }
}

async fn agree(person: &Client, asked: Subject<'_>, consent: Consent) -> Result<(), Failure> {
    match (asked.which, asked.proposed) {
        (Waiting::Consent(id), _) if asked.without.is_empty() => person.agree(id).await,
        (Waiting::Consent(id), _) => person.agree_without(id, asked.without.to_vec()).await,
        (Waiting::Pick(pick), Some(ProposedGrant { server, access, lifetime })) => {
            person.grant(pick, server, access, lifetime, consent.name).await
        }
        (Waiting::Pick(_), None) => Err(Failure::new(Code::CliNeedsServer)),
    }
}

pub(crate) async fn dismiss(client: &Client, which: Waiting) -> Result<(), Failure> {
    match which {
        Waiting::Pick(id) => client.dismiss_pick(id).await,
        Waiting::Consent(id) => client.dismiss_consent(id).await,
    }
}

/// What came of something that may widen: it was done, or it waits for a person. `before` is the
/// view from before it was asked for.
pub(crate) async fn done_or_settled(
    front: &mut Front,
    before: &View,
    waits: Option<u32>,
    no_wait: bool,
    out: &Out,
) -> Result<Exit, Failure> {
    let Some(which) = waits.map(Waiting::Consent) else { return done(out) };
    // The same may have been asked for already.
    let asked = Subject { which, proposed: None, without: &[], is_own: !is_waiting(before, which) };
    settle(front, asked, no_wait, out).await
}

/// Asks a person at the terminal for something else than a consent of the host's.
pub(crate) async fn confirmed(front: &Front, text: &str, out: &Out) -> Result<Client, Failure> {
    let mut terminal = Terminal::open()?;
    let person = front.consenting().await?;
    let yes = out.say("cli-yes");
    let prompt = out.say_with("cli-type-yes", &[("yes", yes.as_str().into())]);
    let typed = terminal.ask(text, &prompt).await?;
    match consented(&Expected::Yes(yes), typed.as_deref()) {
        Some(_) => Ok(person),
        None => Err(Failure::new(Code::CliNotConsented)),
    }
}

/// Asks a person at the terminal for what the host has no part in.
pub(crate) async fn said_yes(text: &str, out: &Out) -> Result<(), Failure> {
    let mut terminal = Terminal::open()?;
    let yes = out.say("cli-yes");
    let prompt = out.say_with("cli-type-yes", &[("yes", yes.as_str().into())]);
    let typed = terminal.ask(text, &prompt).await?;
    let agreed = consented(&Expected::Yes(yes), typed.as_deref());
    agreed.map(|_| ()).ok_or_else(|| Failure::new(Code::CliNotAgreed))
}

/// Says that what was asked for is done.
pub(crate) fn done(out: &Out) -> Result<Exit, Failure> {
    if out.json {
        out.json(&json!({ "done": true }))?;
    } else {
        out.said("cli-done")?;
    }
    Ok(Exit::Done)
}

/// What the person would be asked, for reading only.
pub(crate) fn shown(view: &View, asked: Subject<'_>, out: &Out) -> Result<String, Failure> {
    question(view, asked, out).map(|question| question.text)
}

/// The server that a folder would be granted to.
pub(crate) fn server_of(view: &View, pick: u32, named: Option<&str>) -> Result<u32, Failure> {
    if let Some(name) = named {
        return names::server(view, name).map(|server| server.id);
    }
    let proposed = view.picks.iter().find(|it| it.id == pick).and_then(|it| it.server);
    proposed.ok_or_else(|| Failure::new(Code::CliNeedsServer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_a_command() {
        let proposed = |access, lifetime| {
            ProposedGrant { server: 2, access, lifetime }.command(Waiting::Pick(3))
        };
        assert_eq!(
            proposed(Access::Read, LifetimeChoice::Always),
            "paddock consents agree p3 --server '#2'"
        );
        assert_eq!(
            proposed(Access::WriteCommits, LifetimeChoice::For { minutes: 90 }),
            "paddock consents agree p3 --server '#2' --access commit --for 90m"
        );
    }

    #[test]
    fn only_the_words_asked_for_are_consent() {
        let yes = Expected::Yes("yes".into());
        for typed in ["yes", "YES", " yes "] {
            assert_eq!(consented(&yes, Some(typed)), Some(Consent { name: None }), "{typed}");
        }
        for typed in [None, Some(""), Some("y"), Some("no"), Some("yes!"), Some("ja")] {
            assert_eq!(consented(&yes, typed), None, "{typed:?}");
        }
        let name = Expected::Name("ann".into());
        let typed = Consent { name: Some("ann".into()) };
        assert_eq!(consented(&name, Some("ann")), Some(typed));
        for typed in [None, Some("yes"), Some("Ann"), Some("")] {
            assert_eq!(consented(&name, typed), None, "{typed:?}");
        }
    }
}
