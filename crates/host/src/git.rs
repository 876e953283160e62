//! Who commits: the person's name and address, of all their git configuration.
//!
//! A confined server has a home of its own and not the person's `~/.gitconfig`. Its git is given a
//! system's configuration that includes the real one and adds these two: what a repository, or the
//! server in its own home, says of either still counts for more. Libraries that read Git's files by
//! themselves, as `GitPython` does, know nothing of the variable that names it; they find the two in
//! the home, unless the server has settings of its own there.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::Places;

/// Names the file of the system's configuration to git.
pub(crate) const VARIABLE: &str = "GIT_CONFIG_SYSTEM";

/// The system's configuration, in the home of a server.
const SYSTEM: &str = ".paddock-gitconfig";
/// Name and address alone, beside it.
const PERSON: &str = ".paddock-gituser";
/// The server's own settings, which it may change.
const OWN: &str = ".gitconfig";

/// The most of a file that is read, in bytes.
const MOST: u64 = 256 << 10;

#[derive(Debug, Default, PartialEq, Eq)]
struct Identity {
    name: Option<String>,
    email: Option<String>,
}

/// Writes who the person is into the home of a server; where to. Nothing where they told git nothing.
pub(crate) fn identify(home: &Path, places: &Places) -> io::Result<Option<PathBuf>> {
    write(home, &identity(places))
}

fn write(home: &Path, identity: &Identity) -> io::Result<Option<PathBuf>> {
    let (system, person) = (home.join(SYSTEM), home.join(PERSON));
    remove(&system)?;
    remove(&person)?;
    if *identity == Identity::default() {
        return Ok(None);
    }
    make(&person, &identity.to_config())?;
    make(&system, &format!("[include]\n\tpath = /etc/gitconfig\n\tpath = {PERSON}\n"))?;
    match make(&home.join(OWN), &format!("[include]\n\tpath = {PERSON}\n")) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => Ok(Some(system)),
    }
}

/// What the server made of a file is neither followed nor written to.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn make(file: &Path, text: &str) -> io::Result<()> {
    let mut new = fs::OpenOptions::new().write(true).create_new(true).open(file)?;
    new.write_all(text.as_bytes())
}

fn identity(places: &Places) -> Identity {
    let chosen = places.environment.iter().find(|(name, _)| name == "XDG_CONFIG_HOME");
    let chosen = chosen.map(|(_, folder)| PathBuf::from(folder)).filter(|it| it.is_absolute());
    let config = chosen.unwrap_or_else(|| places.home.join(".config"));
    let mut identity = Identity::default();
    for file in [config.join("git/config"), places.home.join(".gitconfig")] {
        if let Ok(text) = read(&file) {
            identity.learn(&text);
        }
    }
    identity
}

fn read(file: &Path) -> io::Result<String> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut text = String::new();
    fs::File::open(file)?.take(MOST).read_to_string(&mut text)?;
    Ok(text)
}

impl Identity {
    /// Takes in what a file of git's configuration says. What it includes is left out.
    fn learn(&mut self, config: &str) {
        let mut in_user = false;
        for line in config.lines().map(str::trim) {
            let line = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                Some((section, rest)) => {
                    in_user = section.trim().eq_ignore_ascii_case("user");
                    rest.trim()
                }
                None => line,
            };
            let Some((key, written)) = line.split_once('=').filter(|_| in_user) else { continue };
            let learnt = match key.trim() {
                key if key.eq_ignore_ascii_case("name") => &mut self.name,
                key if key.eq_ignore_ascii_case("email") => &mut self.email,
                _ => continue,
            };
            *learnt = value(written.trim()).or(learnt.take());
        }
    }

    fn to_config(&self) -> String {
        let mut config = "[user]\n".to_owned();
        for (key, value) in [("name", &self.name), ("email", &self.email)] {
            if let Some(value) = value {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                config.extend(["\t", key, " = \"", &value, "\"\n"]);
            }
        }
        config
    }
}

/// A value as git reads it: quotes and escapes undone, without a comment.
fn value(written: &str) -> Option<String> {
    let mut value = String::new();
    let mut quoted = false;
    let mut letters = written.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => quoted = !quoted,
            '\\' => match letters.next()? {
                escaped @ ('"' | '\\') => value.push(escaped),
                't' => value.push('\t'),
                // A line that goes on, or what git refuses.
                _ => return None,
            },
            '#' | ';' if !quoted => break,
            other => value.push(other),
        }
    }
    let value = value.trim().to_owned();
    let is_plain = !value.is_empty() && !value.chars().any(char::is_control);
    is_plain.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(config: &str) -> (Option<String>, Option<String>) {
        let mut identity = Identity::default();
        identity.learn(config);
        (identity.name, identity.email)
    }

    #[test]
    fn name_and_address_are_read_as_git_reads_them() {
        let config = "[core]\n\tname = not this\n[USER]\n\tName = \"Ada \\\"Lace\\\" L.\" # who\n\
            \temail=ada@example.org ; work\n\tsigningkey = ABCD\n[user \"other\"]\n\temail = no@no.no";
        let (name, email) = learnt(config);
        assert_eq!(name.as_deref(), Some("Ada \"Lace\" L."));
        assert_eq!(email.as_deref(), Some("ada@example.org"));
        assert_eq!(learnt("[user] name = Ada\n").0.as_deref(), Some("Ada"));
        assert_eq!(learnt("[user]\n\tname = Ada\n\tname =\n").0.as_deref(), Some("Ada"));
        assert_eq!(learnt("[credential]\n\thelper = store\n[user]\n\tname\n"), (None, None));
    }

    #[test]
    fn settings_of_the_servers_own_are_left_alone_and_who_the_person_is_is_kept_up() {
        let home = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap_or_default();
        let ada = Identity { name: Some("Ada".into()), email: None };
        assert_eq!(write(home.path(), &ada).unwrap(), Some(home.path().join(SYSTEM)));
        assert!(read(OWN).contains(PERSON) && read(SYSTEM).contains(PERSON));
        assert_eq!(learnt(&read(PERSON)).0.as_deref(), Some("Ada"));

        fs::write(home.path().join(OWN), "[user]\n\tname = Server\n").unwrap();
        let grace = Identity { name: Some("Grace".into()), email: None };
        write(home.path(), &grace).unwrap();
        assert_eq!(learnt(&read(PERSON)).0.as_deref(), Some("Grace"));
        assert_eq!(learnt(&read(OWN)).0.as_deref(), Some("Server"));
        assert_eq!(write(home.path(), &Identity::default()).unwrap(), None);
        assert_eq!(read(PERSON), "");
    }

    #[test]
    fn a_link_of_the_servers_leads_nothing_out_of_its_home() {
        let (home, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for name in [SYSTEM, PERSON, OWN] {
            let target = outside.path().join(name);
            std::os::unix::fs::symlink(target, home.path().join(name)).unwrap();
        }
        let ada = Identity { name: Some("Ada".into()), email: None };
        write(home.path(), &ada).unwrap();
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_of_a_name_becomes_configuration() {
        let sly = Identity {
            name: Some("a\" b \\ [core] fsmonitor = x".into()),
            email: Some("ada@example.org".into()),
        };
        assert_eq!(learnt(&sly.to_config()), (sly.name.clone(), sly.email.clone()));
    }
}
