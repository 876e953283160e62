//! The languages that Paddock speaks.

use serde::{Deserialize, Serialize};
use specta::Type;
use unic_langid::LanguageIdentifier;

/// A language with a catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "ko")]
    Korean,
    /// Written in simplified characters.
    #[serde(rename = "zh-CN")]
    Chinese,
}

impl Language {
    /// All there are, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::German, Self::English, Self::Korean, Self::Chinese];

    /// Its tag of BCP 47, as the pages and their catalogues are named.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Korean => "ko",
            Self::Chinese => "zh-CN",
        }
    }

    /// The language of this account: the first it prefers that Paddock speaks, or English.
    pub fn of_account() -> Self {
        Self::preferred(sys_locale::get_locales())
    }

    fn preferred<T: AsRef<str>>(tags: impl IntoIterator<Item = T>) -> Self {
        tags.into_iter().find_map(|tag| Self::of_tag(tag.as_ref())).unwrap_or_default()
    }

    /// The language of a tag such as `de-AT`. Who asks for none (`LC_ALL=C`) means English.
    fn of_tag(tag: &str) -> Option<Self> {
        if matches!(tag, "C" | "POSIX") {
            return Some(Self::English);
        }
        let tag: LanguageIdentifier = tag.parse().ok()?;
        match tag.language.as_str() {
            "en" => Some(Self::English),
            "de" => Some(Self::German),
            "ko" => Some(Self::Korean),
            "zh" if is_simplified(&tag) => Some(Self::Chinese),
            _ => None,
        }
    }

    pub(crate) fn catalogue(self) -> &'static str {
        match self {
            Self::English => include_str!("../../../ui/src/strings/en.ftl"),
            Self::German => include_str!("../../../ui/src/strings/de.ftl"),
            Self::Korean => include_str!("../../../ui/src/strings/ko.ftl"),
            Self::Chinese => include_str!("../../../ui/src/strings/zh-CN.ftl"),
        }
    }
}

/// Whether Chinese of this tag is written in simplified characters: by its script, or else by what
/// is written in its region.
fn is_simplified(tag: &LanguageIdentifier) -> bool {
    match (tag.script, tag.region) {
        (Some(script), _) => script.as_str() == "Hans",
        (None, Some(region)) => !matches!(region.as_str(), "TW" | "HK" | "MO"),
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_paddock_speaks_is_taken() {
        let of = |tags: &[&str]| Language::preferred(tags.iter().copied());
        assert_eq!(of(&["de-AT", "en-GB"]), Language::German);
        assert_eq!(of(&["fr-FR", "ko-KR", "en"]), Language::Korean);
        assert_eq!(of(&["zh-Hans-SG"]), Language::Chinese);
        assert_eq!(of(&["zh-CN"]), Language::Chinese);
        assert_eq!(of(&["fr"]), Language::English);
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&["not a tag", "../de"]), Language::English);
        assert_eq!(of(&["C", "de-DE"]), Language::English);
    }

    #[test]
    fn simplified_characters_are_not_given_to_who_reads_traditional_ones() {
        let of = |tag| Language::preferred([tag]);
        assert_eq!(of("zh-TW"), Language::English);
        assert_eq!(of("zh-HK"), Language::English);
        assert_eq!(of("zh-Hant-CN"), Language::English);
        assert_eq!(of("zh-Hans-TW"), Language::Chinese);
    }

    #[test]
    fn a_code_is_what_is_written_of_it() {
        for language in Language::ALL {
            let written = serde_json::to_value(language).unwrap();
            assert_eq!(written, language.code());
            assert_eq!(Language::of_tag(language.code()), Some(language));
        }
    }
}
