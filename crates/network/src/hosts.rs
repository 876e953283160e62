//! `/etc/hosts` (hosts(5)).

use std::net::IpAddr;

/// The addresses of a name in the text of such a file.
pub(crate) fn addresses_in(text: &str, name: &str) -> Vec<IpAddr> {
    let of_line = |line: &str| {
        let mut words = line.split('#').next()?.split_ascii_whitespace();
        let address = words.next()?.parse().ok()?;
        words.any(|word| word.eq_ignore_ascii_case(name)).then_some(address)
    };
    text.lines().filter_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_what_its_lines_say() {
        let text = "127.0.0.1 localhost\n10.0.0.7\tDb.example.com db # other.example.com\n\
                    #10.0.0.8 db.example.com\nfd00::7 x db.example.com\nno.address db.example.com\n\
                    10.0.0.9 db.example.com.corp\n10.0.0.10";
        let expected: [IpAddr; 2] = ["10.0.0.7".parse().unwrap(), "fd00::7".parse().unwrap()];
        assert_eq!(addresses_in(text, "db.example.com"), expected);
        assert!(addresses_in(text, "other.example.com").is_empty());
    }
}
