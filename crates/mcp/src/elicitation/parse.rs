//! From `params` to [`Elicitation`].

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Address, Elicitation, ElicitationModes, Field, Form, UrlRequest};
use crate::PayloadError;

/// The longest message to the person, in bytes.
const MESSAGE: usize = 64 * 1024;

/// The most fields a form may have.
const FIELDS: usize = 100;

/// The longest name of a field or id, in bytes.
const NAME: usize = 512;

pub(super) fn elicitation(
    params: &RawValue,
    modes: ElicitationModes,
) -> Result<Elicitation, PayloadError> {
    let Common { mode, message } = serde_json::from_str(params.get())?;
    if message.len() > MESSAGE {
        return Err(PayloadError::new(format!("message is longer than {MESSAGE} bytes")));
    }
    match mode.as_deref() {
        None | Some("form") => form(params, message).map(Elicitation::Form),
        Some("url") if modes == ElicitationModes::FormAndUrl => {
            url(params, message).map(Elicitation::Url)
        }
        Some(mode) => {
            Err(PayloadError::new(format!("mode {mode} was not declared by this client")))
        }
    }
}

fn url(params: &RawValue, message: String) -> Result<UrlRequest, PayloadError> {
    let UrlParams { url, elicitation_id } = serde_json::from_str(params.get())?;
    if elicitation_id.as_ref().is_some_and(|id| id.len() > NAME) {
        return Err(PayloadError::new(format!("elicitationId is longer than {NAME} bytes")));
    }
    Ok(UrlRequest { message, address: Address::parse(&url)?, elicitation_id })
}

fn form(params: &RawValue, message: String) -> Result<Form, PayloadError> {
    let FormParams { requested_schema: schema } = serde_json::from_str(params.get())?;
    if schema.kind != "object" {
        return Err(PayloadError::new("requestedSchema is not of type object"));
    }
    let required = schema.required.unwrap_or_default();
    let Properties(properties) = schema.properties;
    if let Some(name) = required.iter().find(|name| !properties.iter().any(|(has, _)| has == *name))
    {
        return Err(PayloadError::new(format!("required field {name} is not described")));
    }
    let fields = properties.into_iter().map(|(name, schema)| {
        let required = required.contains(&name);
        Field::parse(name, required, schema)
    });
    Ok(Form { message, fields: fields.collect::<Result<_, _>>()? })
}

#[derive(Deserialize)]
struct Common<'a> {
    #[serde(borrow)]
    mode: Option<Cow<'a, str>>,
    message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UrlParams {
    url: String,
    elicitation_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormParams<'a> {
    #[serde(borrow)]
    requested_schema: Schema<'a>,
}

#[derive(Deserialize)]
struct Schema<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    properties: Properties<'a>,
    required: Option<Vec<String>>,
}

/// Names and schemas as the server ordered them. No name comes twice.
struct Properties<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Properties<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PropertiesVisitor)
    }
}

struct PropertiesVisitor;

impl<'de> Visitor<'de> for PropertiesVisitor {
    type Value = Properties<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        use serde::de::Error;
        let mut properties: Vec<(String, &RawValue)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if properties.len() == FIELDS {
                return Err(A::Error::custom(format_args!("more than {FIELDS} fields")));
            }
            if name.is_empty() || name.len() > NAME {
                return Err(A::Error::custom("name of a field is empty or too long"));
            }
            if properties.iter().any(|(has, _)| *has == name) {
                return Err(A::Error::custom(format_args!("two fields are named {name}")));
            }
            properties.push((name, map.next_value()?));
        }
        Ok(Properties(properties))
    }
}
