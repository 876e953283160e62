//! The formats of text that revisions know.

use chrono::{DateTime, NaiveDate};
use url::{Host, Url};

use super::TextFormat;

/// The longest part of an address before its `@`, in bytes (RFC 5321).
const LOCAL_PART: usize = 64;

pub(super) fn fits(format: TextFormat, text: &str) -> bool {
    match format {
        TextFormat::Email => is_email(text),
        TextFormat::Uri => !has_blanks(text) && Url::parse(text).is_ok(),
        TextFormat::Date => is_date(text),
        TextFormat::DateTime => text.split_at_checked(10).is_some_and(|(date, time)| {
            is_date(date)
                && time.starts_with(['T', 't'])
                && DateTime::parse_from_rfc3339(text).is_ok()
        }),
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    !has_blanks(text)
        && (1..=LOCAL_PART).contains(&local.len())
        && !local.contains('@')
        && matches!(Host::parse(domain), Ok(Host::Domain(_)))
}

/// A day of the calendar, as `2024-02-29`.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
        && NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

fn has_blanks(text: &str) -> bool {
    text.chars().any(|char| char.is_whitespace() || char.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(format: TextFormat, fitting: &[&str], other: &[&str]) {
        for text in fitting {
            assert!(fits(format, text), "{text}");
        }
        for text in other {
            assert!(!fits(format, text), "{text}");
        }
    }

    #[test]
    fn eli_4_formats_are_held_to() {
        holds(
            TextFormat::Email,
            &["a@b.example", "first.last+tag@sub.example", "ü@bücher.example", "a@localhost"],
            &["", "a", "@b.example", "a@", "a b@c.example", "a@b@c.example", "a@1.2.3.4", "a@b .c"],
        );
        holds(
            TextFormat::Uri,
            &["https://a.example/?q=1#x", "mailto:a@b.example", "urn:isbn:0451450523"],
            &["", "a.example", "/path", "https://", "https://a b/", " https://a.example"],
        );
        holds(
            TextFormat::Date,
            &["2024-02-29", "0001-01-01"],
            &["2023-02-29", "2024-13-01", "2024-1-01", "24-01-01", "2024-01-01T", "+024-01-01"],
        );
        holds(
            TextFormat::DateTime,
            &["2024-02-29T23:59:60Z", "2024-02-29t00:00:00.123+05:30"],
            &["2024-02-29", "2024-02-29T00:00:00", "2024-02-29 00:00:00Z", "2023-02-29T00:00:00Z"],
        );
    }
}
