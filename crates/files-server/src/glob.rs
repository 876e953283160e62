//! Patterns for paths, as the common file system server understands them: `*` and `?` stay within
//! a name, `**` goes through folders, `{a,b}` and `[a-z]` choose, and a leading dot is nothing
//! special.

use std::path::Path;

use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// A set of patterns, of which any may match.
#[derive(Debug)]
pub(crate) struct Globs(GlobSet);

impl Globs {
    /// Patterns for whole paths.
    pub(crate) fn new<'a>(
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, globset::Error> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(glob(pattern)?);
        }
        set.build().map(Self)
    }

    /// Patterns of what to leave out: one without a `*` is a name, wherever it is.
    pub(crate) fn for_exclusion<'a>(
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, globset::Error> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(glob(pattern)?);
            if !pattern.contains('*') {
                set.add(glob(&format!("**/{pattern}"))?);
                set.add(glob(&format!("**/{pattern}/**"))?);
            }
        }
        set.build().map(Self)
    }

    pub(crate) fn match_path(&self, path: &Path) -> bool {
        !self.0.is_empty() && self.0.is_match_candidate(&Candidate::new(path))
    }
}

fn glob(pattern: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(pattern).literal_separator(true).empty_alternates(true).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        Globs::new([pattern]).unwrap().match_path(Path::new(path))
    }

    #[test]
    fn stars_stay_within_a_name_and_two_do_not() {
        assert!(matches("*.txt", "a.txt") && !matches("*.txt", "b/a.txt"));
        assert!(matches("**/*.txt", "a.txt") && matches("**/*.txt", "b/c/.a.txt"));
        assert!(matches("src/**", "src/a/b") && !matches("src/**", "src"));
        assert!(matches("{a,b}/[c-d]?", "b/dx") && !matches("{a,b}/[c-d]?", "b/d/"));
    }

    #[test]
    fn a_plain_exclusion_is_a_name_anywhere() {
        let globs = Globs::for_exclusion(["node_modules", "*.log"]).unwrap();
        for path in ["node_modules", "a/node_modules", "a/node_modules/b", "x.log"] {
            assert!(globs.match_path(Path::new(path)), "{path}");
        }
        for path in ["node_modules2", "a/x.log"] {
            assert!(!globs.match_path(Path::new(path)), "{path}");
        }
    }
}
