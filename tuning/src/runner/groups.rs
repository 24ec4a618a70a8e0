//! The command line's form: cutechess-cli's single dashes and groups of `key=value`, made into
//! what clap understands.

/// Stands between the words of a group once they are one word.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// The options that a group of words follows.
const GROUPS: [&str; 6] = ["engine", "each", "openings", "draw", "resign", "sprt"];

/// Translates arguments: `-games 2` to `--games 2`, and `-engine cmd=a name=b` to one
/// `--engine=...`. What has two dashes already may be written so too.
pub(crate) fn translate(words: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut translated: Vec<String> = Vec::new();
    let mut in_group = false;
    for word in words {
        let Some(name) = option_name(&word) else {
            match translated.last_mut() {
                Some(group) if in_group => {
                    if !group.ends_with('=') {
                        group.push(SEPARATOR);
                    }
                    *group += &word;
                }
                _ => translated.push(word),
            }
            continue;
        };
        in_group = GROUPS.contains(&name);
        translated.push(format!("--{name}{}", if in_group { "=" } else { "" }));
    }
    translated
}

/// The name of an option of more than one letter; numbers are none.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    (name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(name)
}

/// The pairs of a group: `cmd=a` is `("cmd", "a")`.
///
/// # Errors
/// If a word has no `=`; the text names it.
pub(crate) fn pairs(group: &str) -> Result<Vec<(&str, &str)>, String> {
    let words = group.split(SEPARATOR).filter(|word| !word.is_empty());
    words
        .map(|word| word.split_once('=').ok_or_else(|| format!("'{word}' is no KEY=VALUE")))
        .collect()
}

/// Reads a value, or says which key and value are wrong.
pub(crate) fn value<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{key}={text}' has no value that can be used"))
}

/// Reads a count that is not 0.
pub(crate) fn count<T: std::str::FromStr + Default + PartialEq>(
    key: &str,
    text: &str,
) -> Result<T, String> {
    let count = value::<T>(key, text)?;
    if count == T::default() {
        Err(format!("'{key}={text}' has to be at least 1"))
    } else {
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Vec<String> {
        translate(line.split(' ').map(str::to_owned))
    }

    #[test]
    fn single_dashes_and_groups_become_claps() {
        let line = "-engine cmd=a arg=-x option.Move=1 -each tc=1+0 -games 2 -repeat -sprt elo0=-5";
        assert_eq!(
            translated(line),
            [
                "--engine=cmd=a\u{1f}arg=-x\u{1f}option.Move=1",
                "--each=tc=1+0",
                "--games",
                "2",
                "--repeat",
                "--sprt=elo0=-5",
            ]
        );
        assert_eq!(translated("--games -2 -h"), ["--games", "-2", "-h"]);
    }

    #[test]
    fn pairs_are_split_at_the_first_equals_sign() {
        assert_eq!(pairs("a=b=c\u{1f}d="), Ok(vec![("a", "b=c"), ("d", "")]));
        assert_eq!(pairs(""), Ok(vec![]));
        assert!(pairs("a=1\u{1f}oops").unwrap_err().contains("'oops'"));
    }
}
