//! A form: a flat object of simple fields.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Field, FieldProblem, check};

/// What a person filled in, by the name of the field, as written.
pub type Values = BTreeMap<String, Box<RawValue>>;

#[derive(Clone, Debug)]
pub struct Form {
    pub message: String,
    /// In the order the server wrote them.
    pub fields: Vec<Field>,
}

impl Form {
    /// What of `values` may be sent. An empty text in a field that is not required counts as left
    /// out, and is left out of what is returned.
    ///
    /// # Errors
    /// Every problem, in the order of the fields.
    pub fn check(&self, values: &Values) -> Result<Filled, Vec<FieldProblem>> {
        check::form(self, values)
    }
}

/// What may be sent: in the order of the fields, with every digit that was written.
#[derive(Clone, Debug, Default)]
pub struct Filled(Vec<(String, Box<RawValue>)>);

impl Filled {
    pub(super) fn push(&mut self, name: String, value: Box<RawValue>) {
        self.0.push((name, value));
    }
}

impl Serialize for Filled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
