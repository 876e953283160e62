//! Where `pip`, and `pipx` by way of it, fetch packages from.

use std::path::PathBuf;

use super::{Search, is_public_address};
use crate::needs::value;

/// Options and the variables that stand for them.
/// See <https://pip.pypa.io/en/stable/topics/configuration/>.
const OPTIONS: [(&str, &str); 2] =
    [("index-url", "PIP_INDEX_URL"), ("extra-index-url", "PIP_EXTRA_INDEX_URL")];

/// Sections that count where something is installed, the one that counts before others first.
const SECTIONS: [&str; 2] = ["install", "global"];

/// Hands on what the person's settings say of indexes. The files they are in stay out of reach.
pub(crate) fn add_indexes(search: &mut Search<'_>) {
    let user = search.folder("XDG_CONFIG_HOME", ".config").join("pip/pip.conf");
    let before = search.around.home.join(".pip/pip.conf");
    let named = search.variable("PIP_CONFIG_FILE").map(PathBuf::from);
    let systems = ["/etc/pip.conf", "/etc/xdg/pip/pip.conf"].map(PathBuf::from);
    let files = named.into_iter().chain([user, before]).chain(systems);
    let texts: Vec<_> = files.filter_map(|file| search.read_text(&file)).collect();
    for (option, variable) in OPTIONS {
        let said = value(search.around.inherited, variable).map(ToOwned::to_owned);
        let said =
            said.or_else(|| texts.iter().find_map(|text| option_in(text, option)).map(Into::into));
        if let Some(said) = said.filter(|said| is_public_address(said)) {
            search.set(variable, said);
        }
    }
}

/// The words of an option, which may go on in lines that are indented.
fn option_in(text: &str, option: &str) -> Option<String> {
    SECTIONS.iter().find_map(|section| {
        let mut lines = text.lines();
        lines.by_ref().find(|line| line.trim() == format!("[{section}]"))?;
        let mut lines = lines.take_while(|line| !line.starts_with('['));
        let first = lines.by_ref().find_map(|line| {
            let (name, value) = line.split_once(['=', ':'])?;
            (name.trim_end().replace('_', "-") == option).then_some(value)
        })?;
        let more = lines.take_while(|line| line.starts_with([' ', '\t']));
        let words = std::iter::once(first).chain(more).flat_map(str::split_whitespace);
        Some(words.collect::<Vec<_>>().join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_pip_reads_them() {
        let text = "[global]\ntimeout = 60\nindex-url = https://all.example/simple\n\
                    extra-index-url =\n    https://a.example/\n    https://b.example/\nretries = 1\n\
                    [list]\nindex-url: https://no.example/\n\
                    [install]\nindex_url : https://own.example/\n";
        assert_eq!(option_in(text, "index-url").as_deref(), Some("https://own.example/"));
        assert_eq!(
            option_in(text, "extra-index-url").as_deref(),
            Some("https://a.example/ https://b.example/")
        );
        for text in ["", "[global]", "index-url = https://x.example/", "[list]\nindex-url = x"] {
            assert_eq!(option_in(text, "index-url"), None, "{text}");
        }
    }
}
