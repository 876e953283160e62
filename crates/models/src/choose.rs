//! Which model answers a server that may only name preferences.
//!
//! Hints come first, in the server's order: the first that is part of a model's name decides, with
//! upper and lower case alike. Then comes what the person prefers. Priorities only break ties, by
//! the words that makers put into names for their small and large models: where cost or speed
//! matters more than intelligence, a name of the small sort wins, the other way round one of the
//! large sort. What is still equal goes to the first.

/// A model that could answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<P> {
    /// What the caller knows its provider by.
    pub provider: P,
    pub model: String,
    /// The person prefers it to the other models of its provider.
    pub preferred: bool,
}

/// What the server would like, as `ModelPreferences` of MCP says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preferences {
    /// Parts of names, the most wanted first.
    pub hints: Vec<String>,
    /// From 0 to 1.
    pub cost: Option<f64>,
    /// From 0 to 1.
    pub speed: Option<f64>,
    /// From 0 to 1.
    pub intelligence: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen<'a, P> {
    pub candidate: &'a Candidate<P>,
    /// The hint that decided, if one did.
    pub hint: Option<&'a str>,
}

/// The model to ask; none if there is no candidate.
pub fn choose<'a, P>(
    candidates: &'a [Candidate<P>],
    preferences: &'a Preferences,
) -> Option<Chosen<'a, P>> {
    let all: Vec<&Candidate<P>> = candidates.iter().collect();
    for hint in preferences.hints.iter().map(|hint| hint.trim()).filter(|hint| !hint.is_empty()) {
        let lower = hint.to_lowercase();
        let fitting = all
            .iter()
            .copied()
            .filter(|candidate| candidate.model.to_lowercase().contains(&lower))
            .collect();
        if let Some(candidate) = best(fitting, preferences) {
            return Some(Chosen { candidate, hint: Some(hint) });
        }
    }
    best(all, preferences).map(|candidate| Chosen { candidate, hint: None })
}

fn best<'a, P>(
    mut fitting: Vec<&'a Candidate<P>>,
    preferences: &Preferences,
) -> Option<&'a Candidate<P>> {
    let wanted = wanted_size(preferences);
    // Stable: what is equal stays in the caller's order.
    fitting.sort_by_key(|candidate| {
        let fits = wanted.is_some_and(|wanted| size(&candidate.model) == Some(wanted));
        (!candidate.preferred, !fits)
    });
    fitting.first().copied()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Small,
    Large,
}

fn wanted_size(preferences: &Preferences) -> Option<Size> {
    let thrift = preferences.cost.unwrap_or(0.0).max(preferences.speed.unwrap_or(0.0));
    let wits = preferences.intelligence.unwrap_or(0.0);
    if thrift > wits {
        Some(Size::Small)
    } else if wits > thrift {
        Some(Size::Large)
    } else {
        None
    }
}

fn size(model: &str) -> Option<Size> {
    const SMALL: [&str; 7] = ["mini", "nano", "haiku", "flash", "small", "lite", "tiny"];
    const LARGE: [&str; 5] = ["opus", "pro", "large", "ultra", "max"];
    let model = model.to_lowercase();
    let words: Vec<&str> = model.split(|char: char| !char.is_ascii_alphabetic()).collect();
    if words.iter().any(|word| SMALL.contains(word)) {
        Some(Size::Small)
    } else if words.iter().any(|word| LARGE.contains(word)) {
        Some(Size::Large)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(models: &[&str]) -> Vec<Candidate<u32>> {
        models
            .iter()
            .map(|model| Candidate {
                provider: 1,
                model: model.trim_end_matches('*').to_owned(),
                preferred: model.ends_with('*'),
            })
            .collect()
    }

    fn preferences(hints: &[&str]) -> Preferences {
        Preferences {
            hints: hints.iter().map(|&hint| hint.to_owned()).collect(),
            ..Preferences::default()
        }
    }

    /// The model chosen, and the hint that decided.
    fn chosen(models: &[&str], preferences: &Preferences) -> (String, Option<String>) {
        let candidates = candidates(models);
        let chosen = choose(&candidates, preferences).unwrap();
        (chosen.candidate.model.clone(), chosen.hint.map(str::to_owned))
    }

    fn by(model: &str, hint: Option<&str>) -> (String, Option<String>) {
        (model.to_owned(), hint.map(str::to_owned))
    }

    #[test]
    fn sam_5_hints_are_tried_in_order_as_parts_of_names() {
        let models = ["gpt-5*", "Claude-Sonnet-4", "claude-haiku-4"];
        assert_eq!(
            chosen(&models, &preferences(&["sonnet", "claude"])),
            by("Claude-Sonnet-4", Some("sonnet"))
        );
        assert_eq!(
            chosen(&models, &preferences(&["opus", "CLAUDE"])),
            by("Claude-Sonnet-4", Some("CLAUDE"))
        );
        assert_eq!(chosen(&models, &preferences(&["", "  ", "opus"])), by("gpt-5", None));
    }

    #[test]
    fn sam_5_hints_decide_before_priorities_and_before_the_person() {
        let models = ["gpt-5-mini*", "claude-opus"];
        let preferences = Preferences { cost: Some(1.0), ..preferences(&["opus"]) };
        assert_eq!(chosen(&models, &preferences), by("claude-opus", Some("opus")));
    }

    #[test]
    fn what_the_person_prefers_decides_among_those_a_hint_fits() {
        let models = ["claude-haiku", "claude-sonnet*", "gpt-5*"];
        let cheap = Preferences { cost: Some(1.0), ..preferences(&["claude"]) };
        assert_eq!(chosen(&models, &cheap), by("claude-sonnet", Some("claude")));
        assert_eq!(chosen(&models, &Preferences::default()), by("claude-sonnet", None));
    }

    #[test]
    fn sam_5_priorities_break_ties() {
        let models = ["middle", "gemini-pro", "gemini-flash"];
        let wits =
            Preferences { intelligence: Some(0.8), speed: Some(0.5), ..Preferences::default() };
        let speed = Preferences { speed: Some(0.5), ..Preferences::default() };
        let equal =
            Preferences { intelligence: Some(0.5), cost: Some(0.5), ..Preferences::default() };
        assert_eq!(chosen(&models, &wits), by("gemini-pro", None));
        assert_eq!(chosen(&models, &speed), by("gemini-flash", None));
        assert_eq!(chosen(&models, &equal), by("middle", None));
        assert_eq!(chosen(&["promax", "minimal"], &wits), by("promax", None));
    }

    #[test]
    fn without_a_candidate_there_is_no_choice() {
        assert_eq!(choose(&candidates(&[]), &preferences(&["claude"])), None);
    }
}
