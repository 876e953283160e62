//! `paddock-files`: the bundled MCP files server, over stdio.

use std::{io, process::ExitCode};

fn main() -> ExitCode {
    match stdio().and_then(|(input, output)| paddock_files::serve(input, output)) {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody is left to tell: the pipe that failed was the client.
        Err(_) => ExitCode::FAILURE,
    }
}

/// Own handles to stdin and stdout, because the standard library's are buffered and locked.
#[cfg(unix)]
fn stdio() -> io::Result<(std::fs::File, std::fs::File)> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

#[cfg(windows)]
fn stdio() -> io::Result<(std::fs::File, std::fs::File)> {
    use std::os::windows::io::AsHandle;
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}
