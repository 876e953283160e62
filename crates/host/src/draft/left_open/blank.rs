//! Values that only stand for one.

use paddock_core::secret::is_secret_name;

/// The longest one, in characters.
const LONGEST: usize = 80;
/// How they begin, in small letters. Some have what all such keys begin with before it: `xoxb-your-…`.
const SAYS_SO: &[&str] =
    &["your-", "your_", "your ", "insert_your", "insert-your", "insert your", "my-secret-"];
const WHOLE: &[&str] =
    &["changeme", "change_me", "change-me", "replaceme", "replace_me", "replace-me"];
const ENDS: &[&str] = &["_here", "-here"];
/// The rest of a key that is not shown.
const CUT_OFF: &[&str] = &["xxxx", "...", "…", "****"];
/// What keys begin with is no longer than this.
const LONGEST_START: usize = 12;

/// A value to be replaced: `<YOUR_TOKEN>`, `your-api-key-here`, `xoxb-your-token`, `REPLACE_ME`, and for a
/// secret `sk-...` or `ghp_xxxx`.
pub(super) struct Blank<'a> {
    pub(super) says: &'a str,
    pub(super) is_optional: bool,
}

impl<'a> Blank<'a> {
    pub(super) fn in_value(name: &str, value: &'a str) -> Option<Self> {
        let says = value.trim();
        if says.chars().count() > LONGEST {
            return None;
        }
        let lower = says.to_ascii_lowercase();
        let is_secret = is_secret_name(name);
        let is_blank =
            is_bracketed(&lower) || is_said(&lower, is_secret) || is_secret && is_cut(says);
        is_blank.then(|| Self { says, is_optional: lower.contains("optional") })
    }
}

/// `<…>`, but no address and no markup.
fn is_bracketed(value: &str) -> bool {
    let inner = value.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    inner.is_some_and(|it| {
        !it.trim().is_empty() && !it.contains(['<', '>', '=', '/', '@', ':', '\n'])
    })
}

fn is_said(value: &str, is_secret: bool) -> bool {
    let inner = |open, close| value.strip_prefix(open)?.strip_suffix(close);
    let value = inner('[', ']').or_else(|| inner('{', '}')).unwrap_or(value);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let begins = |text: &str| SAYS_SO.iter().any(|it| text.starts_with(it));
    let after_start = || {
        let (start, rest) = value.split_once(['-', '_'])?;
        (is_secret && start.len() <= LONGEST_START).then_some(rest)
    };
    let is_key = || !value.contains(' ') && ENDS.iter().any(|it| value.ends_with(it));
    value.chars().all(is_word)
        && (begins(value)
            || after_start().is_some_and(begins)
            || WHOLE.contains(&value)
            || is_key())
}

fn is_cut(value: &str) -> bool {
    let start = CUT_OFF.iter().find_map(|it| value.to_ascii_lowercase().find(it));
    let Some((start, rest)) = start.and_then(|at| value.split_at_checked(at)) else { return false };
    let is_start = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_rest = |c: char| matches!(c, 'x' | 'X' | '.' | '…' | '*');
    start.len() <= LONGEST_START && start.chars().all(is_start) && rest.chars().all(is_rest)
}
