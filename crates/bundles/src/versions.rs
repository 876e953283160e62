//! Which of two versions is newer, as far as what their authors wrote lets anyone tell.

use std::cmp::Ordering;

/// A version that is longer, in bytes, is not compared.
const LONGEST: usize = 64;

/// What one version is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Newer,
    Older,
    /// To the letter.
    Same,
    Unclear,
}

/// What `to` is to `from`.
pub fn step(from: &str, to: &str) -> Step {
    if from == to {
        return Step::Same;
    }
    let order = read(to).zip(read(from)).map(|(to, from)| to.compare(&from));
    match order {
        Some(Ordering::Greater) => Step::Newer,
        Some(Ordering::Less) => Step::Older,
        // `1.0` and `1.0.0`, or two builds of one version.
        Some(Ordering::Equal) | None => Step::Unclear,
    }
}

struct Version<'a> {
    numbers: Vec<&'a str>,
    /// Of what comes before a release, as in `1.0.0-rc.1`.
    before: Vec<&'a str>,
}

fn read(text: &str) -> Option<Version<'_>> {
    if text.len() > LONGEST {
        return None;
    }
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let (text, build) = text.split_once('+').unwrap_or((text, "0"));
    let (numbers, before) = match text.split_once('-') {
        Some((numbers, before)) => (numbers, before.split('.').collect()),
        None => (text, Vec::new()),
    };
    let numbers: Vec<_> = numbers.split('.').collect();
    let mut words = before.iter().copied().chain(build.split('.'));
    (numbers.iter().all(|it| is_number(it)) && words.all(is_word))
        .then_some(Version { numbers, before })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl Version<'_> {
    fn compare(&self, other: &Self) -> Ordering {
        let longest = self.numbers.len().max(other.numbers.len());
        let at = |version: &Self, at: usize| version.numbers.get(at).copied().unwrap_or("0");
        let numbers = (0..longest).map(|it| number(at(self, it), at(other, it)));
        let numbers = numbers.fold(Ordering::Equal, Ordering::then);
        numbers.then_with(|| match (self.before.is_empty(), other.before.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => words(&self.before, &other.before),
        })
    }
}

/// Numbers of any length.
fn number(one: &str, two: &str) -> Ordering {
    let (one, two) = (one.trim_start_matches('0'), two.trim_start_matches('0'));
    one.len().cmp(&two.len()).then_with(|| one.cmp(two))
}

fn words(one: &[&str], two: &[&str]) -> Ordering {
    let each = one.iter().zip(two).map(|(one, two)| match (is_number(one), is_number(two)) {
        (true, true) => number(one, two),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => one.cmp(two),
    });
    each.fold(Ordering::Equal, Ordering::then).then(one.len().cmp(&two.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_an_order_where_they_say_one() {
        for (from, to) in [
            ("1.2.0", "1.3.0"),
            ("1.9.0", "1.10.0"),
            ("1.2", "1.2.1"),
            ("v1.0.0", "1.0.1"),
            ("1.0.0-rc.1", "1.0.0"),
            ("1.0.0-rc.2", "1.0.0-rc.11"),
            ("1.0.0-1", "1.0.0-alpha"),
            ("1.0.0-alpha", "1.0.0-alpha.1"),
            ("2025.09.01", "2025.10.01"),
            ("1.0.0", "99999999999999999999999999999999.0.0"),
        ] {
            assert_eq!(step(from, to), Step::Newer, "{from} {to}");
            assert_eq!(step(to, from), Step::Older, "{to} {from}");
        }
        assert_eq!(step("1.0.0", "1.0.0"), Step::Same);
    }

    #[test]
    fn what_has_no_order_is_said_to_have_none() {
        let long = format!("{}.0.0", "9".repeat(1_000_000));
        for to in [
            long.as_str(),
            "",
            "1.0",
            "1.0.0+2",
            "01.0.0",
            "latest",
            "1..0",
            "1.0.",
            "-1.0.0",
            "1.0.0-",
            "1.0.0+",
            "1.١.0",
            "1.0.0\n",
            "1.0.0 ",
            "2.0.0\u{202e}",
            "１.9.9",
            "1.0.0-é",
            "+",
            "-",
            "v",
        ] {
            assert_eq!(step("1.0.0", to), Step::Unclear, "{to:?}");
            assert_eq!(step(to, "1.0.0"), Step::Unclear, "{to:?}");
        }
        assert_eq!(step(&long, &long), Step::Same);
    }
}
