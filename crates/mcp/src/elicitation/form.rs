//! A form: a flat object of simple fields.

use serde_json::{Map, Value};

use super::{Field, FieldProblem, check};

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
    pub fn check(
        &self,
        values: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Vec<FieldProblem>> {
        check::form(self, values)
    }
}
