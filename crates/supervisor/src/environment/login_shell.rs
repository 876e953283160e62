use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::time::timeout;

use super::{SearchPath, Variables, value};
use crate::{Bounds, Deadlines, Launch, StartError, spawn};

/// The most that is read of what a shell prints before it answers.
const NOISE: usize = 1 << 20;

/// What the shell starts with; its own files add the rest.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What a shell may know of the host's environment to find and run its own files.
const INHERITED: &[&str] = &["HOME", "LANG", "LOGNAME", "USER", "XDG_CONFIG_HOME"];

/// Why a shell did not tell its `PATH`.
#[derive(Debug, thiserror::Error)]
pub enum LoginPathError {
    #[error("cannot start the login shell: {0}")]
    Start(#[from] StartError),
    #[error("the login shell gave no answer within {} s", .0.as_secs_f32())]
    TimedOut(Duration),
    #[error("the login shell ended, or printed too much, without an answer")]
    NoAnswer,
}

/// The person's shell: `SHELL`, or else what `passwd`, the text of `/etc/passwd`, has for `uid`, or
/// else `/bin/sh`.
pub fn login_shell(app: &Variables, passwd: &str, uid: u32) -> PathBuf {
    let named = value(app, "SHELL").map(PathBuf::from);
    let listed = || shell_in_passwd(passwd, uid).map(PathBuf::from);
    let usable = |shell: &PathBuf| {
        let name = shell.file_name().unwrap_or_default();
        shell.is_absolute() && name != "nologin" && name != "false"
    };
    named.filter(usable).or_else(|| listed().filter(usable)).unwrap_or_else(|| "/bin/sh".into())
}

/// Asks `shell`, as a login shell that is interactive too (version managers are set up in either
/// kind of file), for its `PATH`. It and all it starts are killed as soon as it has answered, or
/// after `deadline`; three seconds are usual. To be called once.
pub async fn login_path(
    keeper: &Path,
    shell: &Path,
    app: &Variables,
    deadline: Duration,
) -> Result<SearchPath, LoginPathError> {
    let answer = Marks::to(std::process::id());
    let launch = Launch {
        program: shell.to_path_buf(),
        args: arguments(shell, &answer).into_iter().map(OsString::from).collect(),
        env: environment(shell, app),
        cwd: home(app),
        policy: None,
        bounds: Bounds::default(),
    };
    let deadlines = Deadlines { start: deadline, ..Deadlines::default() };
    let (job, stdio) = spawn(keeper, launch, deadlines).await?;
    drop(stdio.stdin);
    let answered = timeout(deadline, answer.read(stdio.stdout)).await;
    job.kill().await;
    match answered {
        Ok(Some(value)) => Ok(SearchPath::parse(&value)),
        Ok(None) => Err(LoginPathError::NoAnswer),
        Err(_) => Err(LoginPathError::TimedOut(deadline)),
    }
}

fn shell_in_passwd(passwd: &str, uid: u32) -> Option<&str> {
    let uid = uid.to_string();
    passwd.lines().find_map(|line| {
        let fields: Vec<_> = line.split(':').collect();
        (fields.len() == 7 && fields[2] == uid).then(|| fields[6])
    })
}

fn home(app: &Variables) -> PathBuf {
    let home = value(app, "HOME").map(PathBuf::from);
    home.filter(|home| home.is_absolute() && home.is_dir()).unwrap_or_else(|| "/".into())
}

fn environment(shell: &Path, app: &Variables) -> Vec<(OsString, OsString)> {
    let inherited = INHERITED.iter().filter_map(|name| {
        let value = value(app, name)?;
        Some((OsString::from(name), value.to_os_string()))
    });
    let fixed = [
        ("PATH".into(), PATH.into()),
        ("SHELL".into(), shell.into()),
        // Keeps prompts, colours and terminal multiplexers out.
        ("TERM".into(), "dumb".into()),
    ];
    inherited.chain(fixed).collect()
}

fn arguments(shell: &Path, answer: &Marks) -> Vec<String> {
    let flags: &[&str] = match shell.file_name().and_then(OsStr::to_str) {
        // Takes `-l` only if it stands alone.
        Some("csh" | "tcsh") => &["-i", "-c"],
        Some("nu") => return vec!["-l".into(), "-c".into(), answer.command_for_nu()],
        Some(_) | None => &["-i", "-l", "-c"],
    };
    flags.iter().map(ToString::to_string).chain([answer.command()]).collect()
}

/// The marks between which a shell prints its `PATH`. No mark is in the command itself, for some
/// shells are set up to print what they run.
struct Marks {
    number: u32,
}

impl Marks {
    fn to(number: u32) -> Self {
        Self { number }
    }

    fn begin(&self) -> String {
        format!("<paddock-{}-path>", self.number)
    }

    fn end(&self) -> String {
        format!("</paddock-{}-path>", self.number)
    }

    /// For POSIX shells, fish (which joins `"$PATH"` with colons) and csh.
    fn command(&self) -> String {
        let number = self.number;
        format!(r#"printf '\n<%s-{number}-path>%s</%s-{number}-path>\n' paddock "$PATH" paddock"#)
    }

    fn command_for_nu(&self) -> String {
        let number = self.number;
        format!(
            "let app = 'paddock'; \
             print $\"<($app)-{number}-path>($env.PATH | str join ':')</($app)-{number}-path>\""
        )
    }

    /// `None` if the output ends or is too much first.
    async fn read(&self, mut output: impl AsyncRead + Unpin) -> Option<OsString> {
        let mut read = Vec::new();
        let mut chunk = [0; 4096];
        while read.len() < NOISE {
            let count = output.read(&mut chunk).await.ok().filter(|count| *count > 0)?;
            // The marks may straddle two chunks.
            let fresh = read.len().saturating_sub(self.end().len());
            read.extend_from_slice(&chunk[..count]);
            if find(&read[fresh..], self.end().as_bytes()).is_some() {
                return self.value_in(&read);
            }
        }
        None
    }

    fn value_in(&self, output: &[u8]) -> Option<OsString> {
        let (begin, end) = (self.begin(), self.end());
        let start = find(output, begin.as_bytes())? + begin.len();
        let length = find(&output[start..], end.as_bytes())?;
        Some(to_os_string(&output[start..start + length]))
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

#[cfg(unix)]
fn to_os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt as _;
    OsStr::from_bytes(bytes).to_os_string()
}

#[cfg(not(unix))]
fn to_os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\n\
                          daemon:x:1:1::/:/usr/sbin/nologin\n\
                          broken:x:1000\n\
                          ada:x:1000:1000:Ada,,,:/home/ada:/usr/bin/fish\n";

    fn shell(variable: &str) -> Vec<(OsString, OsString)> {
        vec![("SHELL".into(), variable.into())]
    }

    #[test]
    fn the_shell_is_the_persons_own() {
        let named = login_shell(&shell("/bin/zsh"), PASSWD, 1000);
        assert_eq!(named, Path::new("/bin/zsh"));
        for unusable in ["", "zsh", "/bin/false", "/usr/sbin/nologin"] {
            let listed = login_shell(&shell(unusable), PASSWD, 1000);
            assert_eq!(listed, Path::new("/usr/bin/fish"), "{unusable:?}");
        }
        for (uid, reason) in [(1, "may not log in"), (7, "is not listed")] {
            assert_eq!(login_shell(&[], PASSWD, uid), Path::new("/bin/sh"), "{reason}");
        }
    }

    #[test]
    fn each_shell_is_asked_in_its_way() {
        let flags = |shell: &str| {
            let mut arguments = arguments(shell.as_ref(), &Marks::to(7));
            arguments.pop();
            arguments.join(" ")
        };
        for shell in ["/bin/bash", "/bin/zsh", "/usr/bin/fish", "/bin/dash", "/opt/unknown"] {
            assert_eq!(flags(shell), "-i -l -c", "{shell}");
        }
        assert_eq!(flags("/bin/tcsh"), "-i -c");
        assert_eq!(flags("/usr/bin/nu"), "-l -c");
    }

    #[test]
    fn no_command_holds_the_marks() {
        let answer = Marks::to(7);
        for command in [answer.command(), answer.command_for_nu()] {
            assert!(!command.contains(&answer.begin()), "{command}");
            assert!(!command.contains(&answer.end()), "{command}");
        }
    }

    #[tokio::test]
    async fn an_answer_is_found_in_any_noise() {
        let answer = Marks::to(7);
        for before in [0, 1, 4080, 4090, 4096, 9000] {
            let noise = "~".repeat(before);
            let output = format!("{noise}<paddock-7-path>/a:/b</paddock-7-path>\n{noise}");
            let value = answer.read(output.as_bytes()).await;
            assert_eq!(value, Some("/a:/b".into()), "after {before} bytes");
        }
    }

    #[tokio::test]
    async fn half_an_answer_is_none() {
        let answer = Marks::to(7);
        for output in ["", "noise", "<paddock-7-path>/a", "/a</paddock-7-path>"] {
            assert_eq!(answer.read(output.as_bytes()).await, None, "{output:?}");
        }
    }

    #[tokio::test]
    async fn endless_noise_is_given_up() {
        assert_eq!(Marks::to(7).read(tokio::io::repeat(b'~')).await, None);
    }
}
