//! The words a person reads outside of the window, from the one catalogue.

use chrono::{NaiveDate, NaiveDateTime};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use paddock_control::view::{Failure, Hint};
use unic_langid::LanguageIdentifier;

use crate::Language;
use crate::forms::Forms;

/// A language's messages, and how it writes numbers and times.
pub struct Strings {
    messages: FluentBundle<FluentResource>,
    forms: Forms,
}

impl Strings {
    /// The messages of a language.
    pub fn of(language: Language) -> Self {
        let id: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Menus and notifications show the isolating marks as boxes on some desktops.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(language.catalogue().to_owned()).unwrap_or_else(
            |(read, errors)| {
                tracing::error!(?errors, "the catalogue has errors");
                read
            },
        );
        if let Err(errors) = bundle.add_resource(resource) {
            tracing::error!(?errors, "the catalogue says something twice");
        }
        Self { messages: bundle, forms: Forms::of(language) }
    }

    /// Whether the catalogue has the message.
    pub fn knows(&self, id: &str) -> bool {
        self.messages.has_message(id)
    }

    /// The message, or its id where the catalogue has none.
    pub fn say(&self, id: &str) -> String {
        self.say_with(id, &[])
    }

    /// The message with these values in it, or its id where the catalogue has none.
    pub fn say_with(&self, id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let Some(pattern) = self.messages.get_message(id).and_then(|message| message.value())
        else {
            tracing::error!(id, "a message is missing from the catalogue");
            return id.to_owned();
        };
        let args: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let said = self.messages.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(id, ?errors, "a message lacks a value");
        }
        said
    }

    /// Bytes in a unit that fits.
    pub fn size(&self, bytes: f64) -> String {
        self.forms.size(bytes)
    }

    /// The same with every digit, for a limit that a person agrees to.
    pub fn exact_size(&self, kilobytes: u32) -> String {
        self.forms.exact_size(kilobytes)
    }

    /// A time of the day.
    pub fn clock(&self, hour: u32, minute: u32) -> String {
        self.forms.clock(hour, minute)
    }

    /// A day of the calendar.
    pub fn day(&self, day: NaiveDate) -> String {
        self.forms.day(day)
    }

    /// A moment to the second, in as many columns as any other.
    pub fn stamp(&self, at: NaiveDateTime) -> String {
        self.forms.stamp(at)
    }

    /// What went wrong, and what to do.
    pub fn failure(&self, failure: &Failure) -> String {
        let details = failure.details.iter();
        let values: Vec<_> = details
            .map(|(name, value)| (name.as_str(), FluentValue::from(value.as_str())))
            .collect();
        let said = self.say_with(&format!("error-{}", failure.code), &values);
        match failure.hint.as_ref().and_then(|hint| self.hint(hint)) {
            Some(hint) => format!("{said}\n{hint}"),
            None => said,
        }
    }

    /// What may help; nothing where a newer host knows of more.
    pub fn hint(&self, hint: &Hint) -> Option<String> {
        let id = format!("hint-{hint}");
        self.knows(&id).then(|| self.say(&id))
    }
}

impl std::fmt::Debug for Strings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Strings")
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use paddock_control::view::{Code, Facility, Gap, Probe};
    use paddock_core::{Action, FactCode};

    use super::*;

    fn owned((first, rest): (&str, &str)) -> (String, String) {
        (first.to_owned(), rest.to_owned())
    }

    #[test]
    fn the_catalogues_are_whole() {
        for language in Language::ALL {
            let resource = FluentResource::try_new(language.catalogue().to_owned());
            assert!(
                resource.is_ok(),
                "{language:?} {:?}",
                resource.err().map(|(_, errors)| errors)
            );
        }
    }

    #[test]
    fn a_failure_says_its_details() {
        let failure =
            Failure::new(Code::ProgramNotFound).with("program", "npx").with("looked", "/bin");
        let said = Strings::of(Language::English).failure(&failure);
        assert!(said.contains("npx") && said.contains("/bin"), "{said}");
    }

    #[test]
    fn a_hint_is_a_line_of_its_own() {
        let strings = Strings::of(Language::English);
        let failure = Failure::new(Code::CallDenied);
        let said = strings.failure(&failure);
        let hinting = |hint| strings.failure(&failure.clone().hinting(Some(hint)));
        let (first, hint) = hinting(Hint::Node).split_once('\n').map(owned).unwrap();
        assert!(first == said && hint.contains("Node.js"), "{first} {hint}");
        assert_eq!(hinting(Hint::Unknown("of-tomorrow".to_owned())), said);
    }

    #[test]
    fn every_hint_has_words() {
        let strings = Strings::of(Language::English);
        let wordless: Vec<_> =
            Hint::ALL.iter().filter(|hint| strings.hint(hint).is_none()).collect();
        assert_eq!(wordless, <[&Hint; 0]>::default());
    }

    #[test]
    fn every_failure_has_words() {
        let strings = Strings::of(Language::English);
        let wordless = |code: &&Code| !strings.knows(&format!("error-{code}"));
        assert_eq!(Code::ALL.iter().filter(wordless).collect::<Vec<_>>(), <[&Code; 0]>::default());
    }

    #[test]
    fn every_code_that_a_front_shows_has_words_in_every_language() {
        let ids = [
            ids("activity", Action::ALL),
            ids("activity-fact", FactCode::ALL),
            ids("cli-gap", Gap::ALL),
            ids("facility", Facility::ALL),
            ids("prove", Probe::ALL),
        ]
        .concat();
        for language in Language::ALL {
            let strings = Strings::of(language);
            let wordless: Vec<_> = ids.iter().filter(|id| !strings.knows(id)).collect();
            assert_eq!(wordless, <[&String; 0]>::default(), "{language:?}");
        }
    }

    fn ids(of: &str, codes: &[impl Display]) -> Vec<String> {
        codes.iter().map(|code| format!("{of}-{code}")).collect()
    }

    #[test]
    fn no_words_are_for_a_failure_that_is_none() {
        let said = Language::English.catalogue().lines();
        let said = said.filter_map(|line| line.strip_prefix("error-")?.split(" =").next());
        let known: Vec<_> = Code::ALL.iter().map(Code::as_str).collect();
        let idle: Vec<_> =
            said.filter(|code| *code != "unknown" && !known.contains(code)).collect();
        assert_eq!(idle, <[&str; 0]>::default());
    }
}
