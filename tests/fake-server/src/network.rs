//! Tools that use the network, each in a thread of its own: what is held for a person takes its time.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;

use serde_json::Value;

use crate::reply::Outcome;
use crate::server::{Request, Server};

impl Server {
    /// Does what a tool is for, and answers with its words, or with those of its error.
    pub(crate) fn use_network(&self, tool: &str, request: &Request<'_>) -> Outcome {
        let work = match tool {
            "look-up" => look_up,
            "connect" => connect,
            "upload" => upload,
            _ => hold,
        };
        let (answerer, id, era) = (self.answerer(), request.id.clone(), request.era);
        let arguments = request.params["arguments"].clone();
        thread::spawn(move || {
            let said = work(&arguments).unwrap_or_else(|error| format!("error: {error}"));
            answerer.answer(&id, era, Outcome::text(said))
        });
        Outcome::Later
    }
}

/// The first address of a name.
fn look_up(arguments: &Value) -> io::Result<String> {
    let mut found = (host(arguments), 0).to_socket_addrs()?;
    Ok(found.next().map_or_else(|| "none".to_owned(), |address| address.ip().to_string()))
}

/// Says a line, and answers with the one that comes back.
fn connect(arguments: &Value) -> io::Result<String> {
    let mut stream = TcpStream::connect((host(arguments), port(arguments)))?;
    stream.write_all(b"hello\n")?;
    let mut said = String::new();
    stream.read_to_string(&mut said)?;
    Ok(said)
}

/// Sends so many bytes, and answers with what comes back.
fn upload(arguments: &Value) -> io::Result<String> {
    let mut stream = TcpStream::connect((host(arguments), port(arguments)))?;
    let count = arguments["count"].as_u64().unwrap_or_default();
    io::copy(&mut io::repeat(b'u').take(count), &mut stream)?;
    stream.shutdown(Shutdown::Write)?;
    let mut said = String::new();
    stream.read_to_string(&mut said)?;
    Ok(said)
}

/// Connects, and answers once the connection has ended.
fn hold(arguments: &Value) -> io::Result<String> {
    let mut stream = TcpStream::connect((host(arguments), port(arguments)))?;
    let ended = stream.read(&mut [0; 1]);
    Ok(ended.map_or_else(|error| format!("cut: {:?}", error.kind()), |_| "ended".to_owned()))
}

fn host(arguments: &Value) -> &str {
    arguments["host"].as_str().unwrap_or_default()
}

fn port(arguments: &Value) -> u16 {
    arguments["port"].as_u64().and_then(|port| u16::try_from(port).ok()).unwrap_or_default()
}
