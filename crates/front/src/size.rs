use crate::forms::Forms;

const UNITS: [&str; 4] = ["B", "kB", "MB", "GB"];

impl Forms {
    /// Bytes in a unit that fits: a kB has a thousand.
    pub(crate) fn size(self, bytes: f64) -> String {
        let (size, unit) = in_units(bytes.max(0.0));
        let digits = usize::from(unit != "B" && size < 10.0);
        format!("{} {unit}", self.number(&format!("{size:.digits$}")))
    }

    /// The same with every digit, for a limit that a person agrees to.
    pub(crate) fn exact_size(self, kilobytes: u32) -> String {
        let (size, unit) = in_units(f64::from(kilobytes) * 1000.0);
        format!("{} {unit}", self.number(&size.to_string()))
    }
}

fn in_units(bytes: f64) -> (f64, &'static str) {
    let (mut size, mut unit) = (bytes, 0);
    while size >= 1000.0 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    (size, UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn forms(language: Language) -> Forms {
        Forms::preferred(language, [language.code()])
    }

    fn size(bytes: f64) -> String {
        forms(Language::English).size(bytes)
    }

    fn exact_size(kilobytes: u32) -> String {
        forms(Language::English).exact_size(kilobytes)
    }

    #[test]
    fn a_size_is_written_as_the_language_does() {
        let german = forms(Language::German);
        assert_eq!(german.size(1500.0), "1,5 kB");
        assert_eq!(german.exact_size(1001), "1,001 MB");
    }

    #[test]
    fn sizes_are_short() {
        for (bytes, words) in [(0.0, "0 B"), (999.0, "999 B"), (1500.0, "1.5 kB")] {
            assert_eq!(size(bytes), words);
        }
        assert_eq!(size(48_000_000.0), "48 MB");
    }

    #[test]
    fn a_limit_is_not_rounded() {
        let limits = [(500, "500 kB"), (10_000, "10 MB"), (1001, "1.001 MB")];
        for (kilobytes, words) in limits {
            assert_eq!(exact_size(kilobytes), words);
        }
        assert_eq!(exact_size(1_000_001), "1.000001 GB");
        assert_eq!(exact_size(u32::MAX), "4294.967295 GB");
    }
}
