//! JSON that people and scripts read. Counts and times cross to the page as the numbers that it has,
//! which are floating; whole ones are written as integers.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// Up to here each whole number is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// In one line.
///
/// # Errors
/// The value can't be written as JSON.
pub fn line(value: &impl Serialize) -> serde_json::Result<String> {
    written(value, CompactFormatter)
}

/// In lines that are indented.
///
/// # Errors
/// As for [`line()`].
pub fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    written(value, PrettyFormatter::new())
}

fn written(value: &impl Serialize, formatter: impl Formatter) -> serde_json::Result<String> {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Whole(formatter)))?;
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

struct Whole<F>(F);

macro_rules! as_inside {
    ($($method:ident($($arg:ident: $type:ty),*);)*) => {
        $(fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $arg: $type)*) -> io::Result<()> {
            self.0.$method(writer $(, $arg)*)
        })*
    };
}

impl<F: Formatter> Formatter for Whole<F> {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if value.fract() == 0.0 && value.abs() < EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and exact")]
            return self.0.write_i64(writer, value as i64);
        }
        self.0.write_f64(writer, value)
    }

    as_inside! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whole_numbers_are_written_as_such_and_all_else_as_it_is() {
        let value = json!({ "a": [1_700_000_000_123.0, -3.0, 0.5, 1e300, 7], "b": {}, "c": "1.0" });
        let expected = r#"{"a":[1700000000123,-3,0.5,1e+300,7],"b":{},"c":"1.0"}"#;
        assert_eq!(line(&value).unwrap(), expected);
        let expected = "{\n  \"a\": [\n    2,\n    null\n  ]\n}";
        assert_eq!(pretty(&json!({ "a": [2.0, f64::NAN] })).unwrap(), expected);
    }
}
