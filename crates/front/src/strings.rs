//! The words a person reads outside of the window, from the one catalogue.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use paddock_control::view::Failure;
use unic_langid::LanguageIdentifier;

use crate::Language;

/// A language's messages.
pub struct Strings(FluentBundle<FluentResource>);

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
        Self(bundle)
    }

    /// Whether the catalogue has the message.
    pub fn knows(&self, id: &str) -> bool {
        self.0.has_message(id)
    }

    /// The message, or its id where the catalogue has none.
    pub fn say(&self, id: &str) -> String {
        self.say_with(id, &[])
    }

    /// The message with these values in it, or its id where the catalogue has none.
    pub fn say_with(&self, id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let Some(pattern) = self.0.get_message(id).and_then(|message| message.value()) else {
            tracing::error!(id, "a message is missing from the catalogue");
            return id.to_owned();
        };
        let args: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let said = self.0.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(id, ?errors, "a message lacks a value");
        }
        said
    }

    /// What went wrong, and what to do.
    pub fn failure(&self, failure: &Failure) -> String {
        let details = failure.details.iter();
        let values: Vec<_> = details
            .map(|detail| (detail.name.as_str(), FluentValue::from(detail.value.as_str())))
            .collect();
        self.say_with(&format!("error-{}", failure.code), &values)
    }
}

impl std::fmt::Debug for Strings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Strings")
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

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
            Failure::new("program-not-found").with("program", "npx").with("looked", "/bin");
        let said = Strings::of(Language::English).failure(&failure);
        assert!(said.contains("npx") && said.contains("/bin"), "{said}");
    }

    /// Every code that some crate gives a failure, read from the sources.
    fn codes() -> Vec<String> {
        let sources = [
            "../control/src",
            "../front/src",
            "../host/src",
            "../storage/src",
            "../cli/src",
            "../apps/src",
            "../../src-tauri/src",
        ];
        let mut folders: Vec<_> =
            sources.iter().map(|it| Path::new(env!("CARGO_MANIFEST_DIR")).join(it)).collect();
        let mut codes = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let source = std::fs::read_to_string(&path).unwrap();
                let prefixes: &[&str] = if path.ends_with("apps/src/error.rs") {
                    &["app-"]
                } else {
                    &["folder-", "not-a-", "draft-", "unknown-", "storage-", "paste-"]
                };
                for after in source.split("Failure::new(\"").skip(1) {
                    codes.push(after.split('"').next().unwrap().to_owned());
                }
                for after in
                    source.split(" => \"").skip(1).chain(source.split("unusable(\"").skip(1))
                {
                    let code = after.split('"').next().unwrap();
                    let is_code = |prefix: &&str| code.starts_with(*prefix);
                    if prefixes.iter().any(is_code) {
                        codes.push(code.to_owned());
                    }
                }
            }
        }
        codes
    }

    #[test]
    fn every_failure_has_words() {
        let (strings, codes) = (Strings::of(Language::English), codes());
        assert!(codes.len() > 40, "the sources were read");
        let wordless: Vec<_> =
            codes.iter().filter(|code| !strings.0.has_message(&format!("error-{code}"))).collect();
        assert!(wordless.is_empty(), "{wordless:?}");
    }
}
