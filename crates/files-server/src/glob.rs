//! Patterns for paths, as the common file system server understands them: `*` and `?` stay within
//! a name, `**` goes through folders, `{a,b}` and `[a-z]` choose, and a leading dot is nothing
//! special.

use std::path::Path;

use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// A set of patterns, of which any may match.
#[derive(Debug, Default)]
pub(crate) struct Globs {
    /// Of patterns that are nothing but `**/*` and these bytes, the most common ones: a path that
    /// ends so matches, and a regular expression takes ten times as long to find out.
    endings: Vec<Box<[u8]>>,
    set: GlobSet,
}

impl Globs {
    /// Patterns for whole paths.
    pub(crate) fn new<'a>(
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, globset::Error> {
        let mut endings = Vec::new();
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            match ending(pattern) {
                Some(ending) => endings.push(ending.as_bytes().into()),
                None => drop(set.add(glob(pattern)?)),
            }
        }
        Ok(Self { endings, set: set.build()? })
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
        Ok(Self { set: set.build()?, ..Self::default() })
    }

    pub(crate) fn match_path(&self, path: &Path) -> bool {
        let bytes = path.as_os_str().as_encoded_bytes();
        self.endings.iter().any(|ending| bytes.ends_with(ending))
            || !self.set.is_empty() && self.set.is_match_candidate(&Candidate::new(path))
    }
}

fn ending(pattern: &str) -> Option<&str> {
    let special = |character| r"*?[]{}\/".contains(character);
    pattern.strip_prefix("**/*").filter(|rest| !rest.is_empty() && !rest.contains(special))
}

fn glob(pattern: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(pattern).literal_separator(true).empty_alternates(true).build()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        Globs::new([pattern]).unwrap().match_path(Path::new(path))
    }

    proptest! {
        #[test]
        fn an_ending_matches_as_the_pattern_does(
            rest in "[ab.!,^-]{1,3}",
            path in "([ab.!,^-]{1,4}/){0,2}[ab.!,^-]{1,5}",
        ) {
            // No entry of a folder is called so, and globset takes it for no name.
            prop_assume!(!format!("/{path}").ends_with("/.."));
            let pattern = format!("**/*{rest}");
            prop_assert_eq!(ending(&pattern), Some(rest.as_str()));
            let set = GlobSetBuilder::new().add(glob(&pattern).unwrap()).build().unwrap();
            prop_assert_eq!(matches(&pattern, &path), set.is_match(&path), "{} {}", pattern, path);
        }
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
