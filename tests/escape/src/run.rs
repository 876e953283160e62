use std::fs;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use paddock_escape::table::{PROBES, Phase, Probe};
use paddock_escape::ways::WAYS;
use paddock_escape::{
    Context, Failed, Held, Outcome, Said, Tried, World, alarm, in_child, inherited_descriptors,
    person, races,
};
use rustix::process::{WaitOptions, waitpid};

/// Seconds that a probe may take.
const PROBE_LIMIT: u32 = 20;

pub(crate) fn main() -> ExitCode {
    let inherited = inherited_descriptors();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *words.as_slice() {
        ["probe", world] => probe(world, &inherited),
        ["race", which, world] => race(which, world),
        ["ways", outdoors] => ways(outdoors),
        ["neighbour", token] => neighbour(token),
        ["person", base, token] => person::live(base.as_ref(), token),
        ["read", path] => read(path),
        ["status"] => read("/proc/self/status"),
        ["say", _] => say("said"),
        _ => Err(io::Error::other(
            "expected `probe`, `ways`, `neighbour`, `race`, `person`, `read`, `status` or `say`",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            _ = writeln!(io::stderr(), "paddock-escape: {error}");
            ExitCode::FAILURE
        }
    }
}

fn probe(world: &str, inherited: &[i32]) -> io::Result<()> {
    let world: World = serde_json::from_str(world)?;
    for probe in probes(Phase::Start) {
        tell(probe, run(probe, &world, inherited, None)?)?;
    }
    let held = Held::take(&world);
    let problem = held.as_ref().err().cloned();
    say(&serde_json::json!({ "held": problem.map(|error| format!("{error:?}")) }).to_string())?;
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? > 0 {
        for probe in probes(Phase::Revoked) {
            tell(probe, run(probe, &world, inherited, held.as_ref().ok())?)?;
        }
    }
    say(&serde_json::json!({ "done": true }).to_string())
}

fn ways(outdoors: &str) -> io::Result<()> {
    let outdoors = serde_json::from_str(outdoors)?;
    for way in WAYS {
        let outcome = apart(|| way.go(&outdoors))?;
        say(&serde_json::to_string(&Said { probe: way.name.into(), outcome })?)?;
    }
    say(&serde_json::json!({ "done": true }).to_string())
}

/// Another server, with a service of its own.
fn neighbour(token: &str) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    say(&listener.local_addr()?.port().to_string())?;
    for client in listener.incoming() {
        _ = client.and_then(|mut client| client.write_all(token.as_bytes()));
    }
    Ok(())
}

fn race(which: &str, world: &str) -> io::Result<()> {
    let race = serde_json::from_str(&format!("\"{which}\""))?;
    let raced = races::race(&serde_json::from_str(world)?, race);
    let raced = raced.map_err(|error| io::Error::other(format!("{error:?}")))?;
    say(&serde_json::to_string(&raced)?)
}

fn probes(phase: Phase) -> impl Iterator<Item = &'static Probe> {
    PROBES.iter().filter(move |probe| probe.phase == phase)
}

/// Runs a probe in a process of its own: it may be killed, or leave itself without a way back.
fn run(
    probe: &Probe,
    world: &World,
    inherited: &[i32],
    held: Option<&Held>,
) -> io::Result<Outcome> {
    apart(|| (probe.run)(&Context { world, probe: probe.name, inherited, held }))
}

fn apart(attempt: impl FnOnce() -> Tried) -> io::Result<Outcome> {
    let (mut reader, mut writer) = io::pipe()?;
    let child = in_child(|| {
        alarm(PROBE_LIMIT);
        let outcome = Outcome::from(attempt());
        if let Ok(told) = serde_json::to_vec(&outcome) {
            _ = writer.write_all(&told);
        }
    })?;
    drop(writer);
    let mut told = Vec::new();
    reader.read_to_end(&mut told)?;
    let ended = waitpid(Some(child), WaitOptions::empty())?;
    let signal = ended.and_then(|(_, status)| status.terminating_signal());
    Ok(serde_json::from_slice(&told).unwrap_or_else(|_| {
        let how = signal.map_or("no answer".into(), |signal| format!("signal {signal}"));
        Outcome::from(Err(Failed::because(how)))
    }))
}

fn tell(probe: &Probe, outcome: Outcome) -> io::Result<()> {
    say(&serde_json::to_string(&Said { probe: probe.name.into(), outcome })?)
}

fn read(path: &str) -> io::Result<()> {
    io::stdout().write_all(&fs::read(path)?)
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
