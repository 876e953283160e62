//! Templates of resources: URI templates of RFC 6570.

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::SimpleContext;

use crate::view::{Code, Failure, NamedValue};

/// The names of the variables, each once, in order; none of what is no template.
pub(crate) fn variables(template: &str) -> Vec<String> {
    let Ok(template) = UriTemplateStr::new(template) else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for name in template.variables() {
        if !names.iter().any(|known| known == name.as_str()) {
            names.push(name.as_str().to_owned());
        }
    }
    names
}

/// The address with the variables filled in. What has no value, or an empty one, is left out as the
/// template says.
pub(crate) fn expand(template: &str, values: Vec<NamedValue>) -> Result<String, Failure> {
    let bad = |reason: String| Failure::new(Code::BadTemplate).with("reason", reason);
    let mut context = SimpleContext::new();
    for NamedValue { name, value } in values {
        if !value.is_empty() {
            context.insert(name, value);
        }
    }
    let template = UriTemplateStr::new(template).map_err(|error| bad(error.to_string()))?;
    let expanded = template.expand::<UriSpec, _>(&context);
    Ok(expanded.map_err(|error| bad(error.to_string()))?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> String {
        let value = |(name, value): (&str, &str)| NamedValue {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let values = [
            ("var", "value"),
            ("hello", "Hello World!"),
            ("path", "/foo/bar"),
            ("x", "1024"),
            ("empty", ""),
        ];
        expand(template, values.map(value).into()).unwrap()
    }

    /// Examples of RFC 6570, section 1.2.
    #[test]
    fn each_level_is_expanded_as_its_examples_are() {
        let examples = [
            ("{var}", "value"),
            ("{hello}", "Hello%20World%21"),
            ("{+path}/here", "/foo/bar/here"),
            ("X{#hello}", "X#Hello%20World!"),
            ("map?{x,hello}", "map?1024,Hello%20World%21"),
            ("X{.var}", "X.value"),
            ("{/var,x}/here", "/value/1024/here"),
            ("{;x,var}", ";x=1024;var=value"),
            ("{?x,var}", "?x=1024&var=value"),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
            ("{var:3}", "val"),
            ("a/{unknown}{?empty}", "a/"),
        ];
        for (template, expanded) in examples {
            assert_eq!(filled(template), expanded, "{template}");
        }
    }

    #[test]
    fn a_value_can_not_leave_its_place() {
        let value = NamedValue { name: "id".into(), value: "../../etc/passwd?x#y".into() };
        let uri = expand("notes://{id}/text", vec![value]).unwrap();
        assert_eq!(uri, "notes://..%2F..%2Fetc%2Fpasswd%3Fx%23y/text");
    }

    #[test]
    fn variables_are_named_once_and_what_is_no_template_has_none() {
        assert_eq!(variables("a:/{id}{?q,id}"), ["id", "q"]);
        assert!(variables("a:/{id").is_empty());
        assert_eq!(expand("a:/{id", vec![]).unwrap_err().code, Code::BadTemplate);
    }
}
