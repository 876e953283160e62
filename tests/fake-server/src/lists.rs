//! Lists, cut into pages under cursors that mean nothing to anybody else.

use serde_json::{Value, json};

use crate::era::Era;
use crate::misbehaviour::Bad;
use crate::reply::{INVALID_PARAMS, Outcome};
use crate::server::{Request, Server};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }
}

impl Server {
    pub(crate) fn list(&self, list: List, request: &Request<'_>) -> Outcome {
        let mut items = match list {
            List::Tools => self.tools(),
            List::Resources => self.resources(),
            List::Templates => crate::resources::templates(),
            List::Prompts => self.prompts(),
        };
        for item in &mut items {
            self.adorn(item);
        }
        let size = self.args.page_size.unwrap_or(usize::MAX);
        let Some(page) = page(request.params.get("cursor"), request.era) else {
            return Outcome::error(INVALID_PARAMS, "no such cursor");
        };
        let from = page.saturating_mul(size).min(items.len());
        let to = from.saturating_add(size).min(items.len());
        let mut result = json!({ list.name(): items[from..to] });
        if to < items.len() || self.args.is(&Bad::EndlessPages) {
            result["nextCursor"] = cursor(page + 1, request.era).into();
        }
        if request.era == Era::Modern {
            result = self.cacheable(result);
        }
        Outcome::Result(result)
    }

    /// Adds how long the client may keep it.
    pub(crate) fn cacheable(&self, mut result: Value) -> Value {
        result["ttlMs"] = self.args.ttl.into();
        result["cacheScope"] = "private".into();
        result
    }
}

/// The first cursor of the modern era is the empty one, which is no end.
fn cursor(page: usize, era: Era) -> String {
    match (page, era) {
        (1, Era::Modern) => String::new(),
        _ => format!("é \"{page}\"/="),
    }
}

fn page(of: Option<&Value>, era: Era) -> Option<usize> {
    let Some(of) = of else { return Some(0) };
    let of = of.as_str()?;
    if of.is_empty() {
        return (era == Era::Modern).then_some(1);
    }
    of.strip_prefix("é \"")?.strip_suffix("\"/=")?.parse().ok()
}
