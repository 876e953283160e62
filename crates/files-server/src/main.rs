//! `paddock-files`: the bundled MCP files server, over stdio.

use std::{env, io, path::PathBuf, process::ExitCode};

use paddock_files::roots::{Access, Root, Roots};

const USAGE: &str = "usage: paddock-files [--read-only] [FOLDER]...
Serves files over MCP on stdin and stdout: the folders its client grants as roots.
Folders named here serve a client that has no roots, and no other.
";

fn main() -> ExitCode {
    let Some(folders) = folders(env::args_os().skip(1).map(PathBuf::from)) else {
        // Where stderr is closed there is nobody to tell.
        let _ = io::Write::write_all(&mut io::stderr(), USAGE.as_bytes());
        return ExitCode::from(2);
    };
    match stdio().and_then(|(input, output)| paddock_files::serve(input, output, folders)) {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody is left to tell: the pipe that failed was the client.
        Err(_) => ExitCode::FAILURE,
    }
}

/// The folders named when starting: none if none are, nothing if the arguments make no sense.
#[expect(clippy::option_option, reason = "no folders are not wrong arguments")]
fn folders(arguments: impl Iterator<Item = PathBuf>) -> Option<Option<Roots>> {
    let mut access = Access::ReadWrite;
    let mut folders = Vec::new();
    for argument in arguments {
        match argument.to_str() {
            Some("--read-only") => access = Access::Read,
            Some(option) if option.starts_with('-') => return None,
            _ => folders.push(std::path::absolute(argument).ok()?),
        }
    }
    let roots = folders.into_iter().map(|folder| Root::new(folder, access)).collect::<Vec<_>>();
    Some((!roots.is_empty()).then(|| Roots::new(roots)))
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
