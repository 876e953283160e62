//! Where the values of a JSON text are, found in one pass that runs through long strings as fast as
//! memory gives them.
//!
//! What is found here is what `serde_json` would find. Whoever finds nothing asks `serde_json`: the
//! text may be wrong, or only rare (an escape in a name, a great depth).

use memchr::memchr2;
use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer};
use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;

/// The deepest nesting that is followed.
const DEPTH: u32 = u64::BITS;

/// How much of a string is looked at before its next part is, in bytes: it is looked at twice.
const STRETCH: usize = 16 * 1024;

/// The members of an object, in their order. After a `None` among them nothing else of them counts.
#[derive(Debug)]
pub struct Members<'a> {
    scan: Scan<'a>,
    state: Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    First,
    Another,
    Wrong,
    Nothing,
}

/// What comes next in an object.
enum Step<'a> {
    Member(&'a str, &'a str),
    End,
}

/// Whether two names differ, and only in the case of their letters.
pub fn is_in_another_case(name: &str, known: &str) -> bool {
    if name == known {
        return false;
    }
    // U+017F and U+212A are letters of ASCII in another case.
    name.eq_ignore_ascii_case(known)
        || !name.is_ascii()
            && name.to_lowercase().replace('\u{17f}', "s").replace('\u{212a}', "k") == known
}

/// The members of an object in the text. There may be space around it, and nothing else.
pub fn members(text: &str) -> Members<'_> {
    let mut scan = Scan { text, at: 0 };
    scan.skip_space();
    let state = if scan.take(b'{').is_some() { Next::First } else { Next::Wrong };
    Members { scan, state }
}

impl<'a> Iterator for Members<'a> {
    type Item = Option<(&'a str, &'a str)>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = match self.state {
            Next::Nothing => return None,
            Next::Wrong => None,
            Next::First | Next::Another => self.advance(),
        };
        if let Some(Step::Member(name, value)) = step {
            return Some(Some((name, value)));
        }
        self.state = Next::Nothing;
        step.is_none().then_some(None)
    }
}

impl<'a> Members<'a> {
    /// `None`: it is not understood.
    fn advance(&mut self) -> Option<Step<'a>> {
        let scan = &mut self.scan;
        scan.skip_space();
        if scan.take(b'}').is_some() {
            scan.skip_space();
            return scan.byte().is_none().then_some(Step::End);
        }
        if self.state == Next::Another {
            scan.take(b',')?;
        }
        self.state = Next::Another;
        let (name, escaped) = scan.name()?;
        let value = scan.value()?;
        (!escaped).then_some(Step::Member(name, value))
    }
}

/// A value that [`members`] found.
pub fn raw(value: &str) -> Option<&RawValue> {
    Deserialize::deserialize(Found(value)).ok()
}

/// What a string says, if it is one without escapes, as [`members`] found it.
pub fn plain(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then_some(inner)
}

#[derive(Debug)]
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.byte()? == byte).then(|| self.at += 1)
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Any value. What is inside is followed without recursion.
    fn value(&mut self) -> Option<&'a str> {
        self.skip_space();
        let from = self.at;
        let mut open = Open::default();
        loop {
            self.skip_space();
            match self.byte()? {
                b'"' => drop(self.string()?),
                b'{' | b'[' => {
                    if self.opens(&mut open)? {
                        continue;
                    }
                }
                b'-' | b'0'..=b'9' => self.number()?,
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                _ => return None,
            }
            if self.closes(&mut open)? {
                return self.text.get(from..self.at);
            }
        }
    }

    /// Goes into an object or an array. Whether there is something in it.
    fn opens(&mut self, open: &mut Open) -> Option<bool> {
        let is_object = self.byte()? == b'{';
        self.at += 1;
        self.skip_space();
        if self.take(if is_object { b'}' } else { b']' }).is_some() {
            return Some(false);
        }
        open.push(is_object)?;
        if is_object {
            self.name()?;
        }
        Some(true)
    }

    /// Goes on behind a value, to where the next one begins. Whether there is none.
    fn closes(&mut self, open: &mut Open) -> Option<bool> {
        loop {
            let Some(in_object) = open.last() else { return Some(true) };
            self.skip_space();
            match (self.byte()?, in_object) {
                (b',', _) => {
                    self.at += 1;
                    if in_object {
                        self.name()?;
                    }
                    return Some(false);
                }
                (b'}', true) | (b']', false) => {
                    self.at += 1;
                    open.pop();
                }
                _ => return None,
            }
        }
    }

    /// A name and the colon behind it. Whether there is an escape in it.
    fn name(&mut self) -> Option<(&'a str, bool)> {
        self.skip_space();
        let name = self.string()?;
        self.skip_space();
        self.take(b':')?;
        Some(name)
    }

    /// What is between the quotes, and whether there is an escape in it.
    fn string(&mut self) -> Option<(&'a str, bool)> {
        self.take(b'"')?;
        let (from, mut escaped) = (self.at, false);
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let stretch = &rest[..rest.len().min(STRETCH)];
            let found = memchr2(b'"', b'\\', stretch);
            let plain = &stretch[..found.unwrap_or(stretch.len())];
            if plain.is_empty() && found.is_none() || has_control(plain) {
                return None;
            }
            self.at += plain.len();
            match self.byte() {
                Some(b'"') if found.is_some() => break,
                Some(b'\\') if found.is_some() => self.escape()?,
                _ => continue,
            }
            escaped = true;
        }
        let inner = self.text.get(from..self.at)?;
        self.at += 1;
        Some((inner, escaped))
    }

    fn escape(&mut self) -> Option<()> {
        let bytes = &self.text.as_bytes()[self.at + 1..];
        self.at += match bytes.first()? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
            b'u' if bytes.get(1..5)?.iter().all(u8::is_ascii_hexdigit) => 6,
            _ => return None,
        };
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.as_bytes()[self.at..].starts_with(word.as_bytes()).then(|| self.at += word.len())
    }
}

/// Many at once: a loop that stops at the first one takes them one by one.
fn has_control(bytes: &[u8]) -> bool {
    bytes.chunks(64).any(|bytes| bytes.iter().copied().fold(u8::MAX, u8::min) < 0x20)
}

/// Which objects and arrays are open: a bit for each, the innermost last, 1 for an object.
#[derive(Default)]
struct Open {
    kinds: u64,
    depth: u32,
}

impl Open {
    fn push(&mut self, is_object: bool) -> Option<()> {
        if self.depth == DEPTH {
            return None;
        }
        self.kinds = self.kinds << 1 | u64::from(is_object);
        self.depth += 1;
        Some(())
    }

    fn pop(&mut self) {
        self.kinds >>= 1;
        self.depth -= 1;
    }

    fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.kinds & 1 == 1)
    }
}

/// Hands a text over as `serde_json` hands over what it found to be a value itself.
struct Found<'a>(&'a str);

impl<'de> Deserializer<'de> for Found<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("only a raw value can be had"))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let value = BorrowedStrDeserializer::new(self.0);
        visitor.visit_map(MapDeserializer::new([(name, value)].into_iter()))
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The members of an object, if all of it is understood.
    fn found(text: &str) -> Option<Vec<(&str, &str)>> {
        members(text).collect()
    }

    /// The same, as `serde_json` reads them.
    fn expected(text: &str) -> Option<Vec<(String, String)>> {
        struct All(Vec<(String, String)>);
        impl<'de> Deserialize<'de> for All {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visit;
                impl<'de> Visitor<'de> for Visit {
                    type Value = All;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<All, A::Error> {
                        let mut all = Vec::new();
                        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                            all.push((name, value.get().to_owned()));
                        }
                        Ok(All(all))
                    }
                }
                deserializer.deserialize_map(Visit)
            }
        }
        serde_json::from_str::<All>(text).ok().map(|All(all)| all)
    }

    fn agrees(text: &str) {
        if let Some(found) = found(text) {
            let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
            let found: Vec<_> = found.into_iter().map(owned).collect();
            assert_eq!(Some(found), expected(text), "{text}");
        }
        for (_, value) in members(text).map_while(|member| member) {
            assert_eq!(raw(value).unwrap().get(), value);
            serde_json::from_str::<&RawValue>(value).expect(value);
        }
    }

    #[test]
    fn usual_objects_are_found() {
        let deep = format!("{}1{}", "[".repeat(64), "]".repeat(64));
        let long = format!("\"{}\"", "é\\\"x".repeat(STRETCH));
        for text in [
            "{}",
            " { \"a\" : 1 , \"b\" : [ ] , \"c\" : { } , \"d\" : \"\\u00e9\\n\\/\" } ",
            r#"{"a":[{"b":[1,-0.5e+3,0,true,false,null,"x"]},[[]]],"a":{"b":{"c":"}"}}}"#,
            &format!(r#"{{"a":{deep},"b":{long}}}"#),
        ] {
            assert_eq!(found(text).map(|all| all.len()), expected(text).map(|all| all.len()));
            agrees(text);
        }
    }

    #[test]
    fn what_is_wrong_or_rare_is_not() {
        let deep = format!(r#"{{"a":{}1{}}}"#, "[".repeat(65), "]".repeat(65));
        let control = format!("{{\"a\":\"{}\u{1f}\"}}", "x".repeat(STRETCH));
        let open = format!("{{\"a\":\"{}", "x".repeat(STRETCH));
        for text in [
            "",
            "[]",
            "1",
            "{",
            "{}}",
            "{} x",
            "{,}",
            r#"{"a"}"#,
            r#"{"a":1,}"#,
            r#"{"a" 1}"#,
            r#"{"a":01}"#,
            r#"{"a":1.}"#,
            r#"{"a":-}"#,
            r#"{"a":1e}"#,
            r#"{"a":.5}"#,
            r#"{"a":tru}"#,
            r#"{"a":[1,]}"#,
            r#"{"a":[1}"#,
            r#"{"a":{"b":1]}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\u12g4"}"#,
            r#"{"a":"\"#,
            r#"{"\u0061":1}"#,
            r#"{"a":1 "b":2}"#,
            r#"{"a":+1}"#,
            "{\"a\":\"\n\"}",
            "{a:1}",
            "\"a\":1",
            "\"a\":1}",
            ",\"a\":1}",
            &deep,
            &control,
            &open,
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_string_without_escapes_says_what_is_written() {
        assert_eq!(plain(r#""a b""#), Some("a b"));
        for value in [r#""a\/""#, "1", "{}", "\""] {
            assert_eq!(plain(value), None);
        }
    }

    proptest! {
        #[test]
        fn nothing_is_found_that_serde_json_does_not_find(
            parts in proptest::collection::vec(prop_oneof![
                Just("{"), Just("}"), Just("["), Just("]"), Just(","), Just(":"), Just(" "),
                Just("\"a\""), Just("\"\\u0061\""), Just("\"\\ud800\""), Just("\"\\"), Just("\""),
                Just("1"), Just("-"), Just("0"), Just("."), Just("e"), Just("null"), Just("true"),
                Just("{\"a\":"), Just(",\"b\":"), Just("é"), Just("\t"), Just("\u{1}"),
            ], 0..40),
        ) {
            agrees(&parts.concat());
            agrees(&format!("{{\"a\":{}}}", parts.concat()));
        }

        #[test]
        fn every_value_is_found(value in json(), name in "[a-z]{0,3}") {
            let text = format!("{{\"{name}\":{value}}}");
            prop_assert_eq!(found(&text), Some(vec![(&*name, &*value)]));
        }
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            any::<i64>().prop_map(|number| number.to_string()),
            any::<f64>().prop_map(|number| serde_json::Value::from(number).to_string()),
            any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            let list = proptest::collection::vec(inner, 0..4);
            prop_oneof![
                list.clone().prop_map(|all| format!("[{}]", all.join(", "))),
                list.prop_map(|all| {
                    let all: Vec<_> = all.iter().map(|it| format!("\"n\": {it}")).collect();
                    format!("{{{}}}", all.join(","))
                }),
            ]
        })
    }
}
