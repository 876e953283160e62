//! References: each by itself, as Git writes it, and many in one file (`gitrepository-layout(5)`,
//! `git-pack-refs(1)`).

/// Whether it is an id, or the name of another reference.
pub(super) fn is_one(content: &[u8]) -> bool {
    let line = content.strip_suffix(b"\n").unwrap_or(content);
    line.strip_prefix(b"ref: ").map_or_else(|| is_id(line), is_name)
}

/// Whether each line is an id with the name of its reference, or the id of what the one before stands
/// for. The first may say how they were written.
pub(super) fn are_packed(content: &[u8]) -> bool {
    let Some(lines) = content.strip_suffix(b"\n") else { return content.is_empty() };
    let mut may_be_peeled = false;
    lines.split(|&byte| byte == b'\n').enumerate().all(|(number, line)| match line {
        [b'#', ..] => number == 0,
        [b'^', id @ ..] => std::mem::take(&mut may_be_peeled) && is_id(id),
        line => {
            may_be_peeled = true;
            is_packed(line)
        }
    })
}

fn is_packed(line: &[u8]) -> bool {
    let mut parts = line.splitn(2, |&byte| byte == b' ');
    parts.next().is_some_and(is_id) && parts.next().is_some_and(is_name)
}

/// In SHA-1 or SHA-256.
fn is_id(text: &[u8]) -> bool {
    matches!(text.len(), 40 | 64) && text.iter().all(u8::is_ascii_hexdigit)
}

/// The rules of `git-check-ref-format(1)`, for what is below `refs`.
fn is_name(name: &[u8]) -> bool {
    name.starts_with(b"refs/")
        && !name.ends_with(b".")
        && !name.windows(2).any(|two| two == b".." || two == b"@{")
        && name.split(|&byte| byte == b'/').all(is_part)
}

fn is_part(part: &[u8]) -> bool {
    let is_letter = |byte: &u8| !byte.is_ascii_control() && !b" ~^:?*[\\".contains(byte);
    !part.is_empty()
        && !part.starts_with(b".")
        && !part.ends_with(b".lock")
        && part.iter().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

    fn is(content: impl AsRef<str>) -> bool {
        is_one(content.as_ref().as_bytes())
    }

    #[test]
    fn what_git_writes_is_a_reference() {
        assert!(is(ID) && is(format!("{ID}\n")) && is(ID.to_uppercase()));
        assert!(is(format!("{}\n", "a".repeat(64))));
        for name in
            ["heads/main", "heads/feature/a-b_c", "remotes/origin/main", "heads/é@x", "stash"]
        {
            assert!(is(format!("ref: refs/{name}\n")), "{name}");
        }
    }

    #[test]
    fn what_git_does_not_write_is_none() {
        let contents = [
            "",
            "\n",
            "ref:",
            "ref: ",
            "ref: refs",
            "ref: refs/",
            "ref: HEAD",
            "ref: config",
            "ref: ../../outside",
            "ref: /refs/heads/main",
            "ref: refs/../config",
            "ref: refs/heads/../../config",
            "ref: refs/heads//main",
            "ref: refs/heads/main/",
            "ref: refs/heads/.hidden",
            "ref: refs/heads/x.lock",
            "ref: refs/heads/x.lock/y",
            "ref: refs/heads/x.",
            "ref: refs/heads/a..b",
            "ref: refs/heads/a@{1}",
            "ref: refs/heads/a b",
            "ref: refs/heads/a\\b",
            "ref: refs/heads/a*",
            "ref: refs/heads/a\u{7f}",
            "ref: refs/heads/a\r\n",
            "ref: refs/heads/a\nref: refs/heads/b\n",
            "ref:refs/heads/main\n",
            "[core]\n\tfsmonitor = x\n",
        ];
        for content in contents {
            assert!(!is(content), "{content:?}");
        }
        assert!(!is(format!("{ID} ")) && !is(&ID[1..]) && !is(format!("{ID}\n\n")));
        assert!(!is(ID.replace('4', "g")) && !is_one(&[0; 40]));
    }

    #[test]
    fn packed_references_are_read_line_by_line() {
        let packed = |lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|it| it.replace("ID", ID) + "\n").collect();
            are_packed(lines.concat().as_bytes())
        };
        assert!(are_packed(b""));
        assert!(packed(&["# pack-refs with: peeled fully-peeled sorted "]));
        assert!(packed(&["# pack-refs", "ID refs/heads/main", "ID refs/tags/v1", "^ID"]));
        for lines in [
            &["ID refs/heads/main", "# late"][..],
            &["^ID"],
            &["ID refs/tags/v1", "^ID", "^ID"],
            &["ID refs/tags/v1", "^x"],
            &["ID  refs/heads/main"],
            &["ID HEAD"],
            &["ID refs/../config"],
            &["x refs/heads/main"],
            &["ID"],
            &[""],
        ] {
            assert!(!packed(lines), "{lines:?}");
        }
        assert!(!are_packed(format!("{ID} refs/heads/main").as_bytes()));
    }
}
