//! The form of requests: what is wrong with a text that is none, in words for people.

use serde_json::{Map, Value};

use super::message::Request;
use crate::text::one_line;

/// The longest part of a request that is named, in characters.
const NAMED: usize = 80;

/// What a field of a request holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A text, or nothing.
    TextOrNone,
    Flag,
    /// A whole number between these two.
    Whole(i128, i128),
    /// One of these words.
    Word(&'static [&'static str]),
}

const COUNT: Kind = Kind::Whole(0, u32::MAX as i128);
const PLAYER: Kind = Kind::Word(&["person", "engine"]);
const LIMIT: Kind = Kind::Word(&["strength", "time", "depth", "nodes"]);

/// What there is to ask for, and the fields of each: [`Request`] in other words.
const FORMS: &[(&str, &[(&str, Kind)])] = &[
    ("new", &[("variant", Kind::Text), ("fen", Kind::TextOrNone)]),
    ("load", &[("variant", Kind::Text), ("text", Kind::Text)]),
    ("play", &[("mv", Kind::Text)]),
    ("go-to", &[("ply", COUNT)]),
    ("step", &[("by", Kind::Whole(i32::MIN as i128, i32::MAX as i128))]),
    ("take-back", &[]),
    ("seats", &[("white", PLAYER), ("black", PLAYER)]),
    ("level", &[("by", LIMIT), ("amount", COUNT)]),
    ("clock", &[("seconds", COUNT), ("increment", COUNT)]),
    ("analyse", &[("on", Kind::Flag), ("lines", Kind::Whole(0, u8::MAX as i128))]),
    ("move-now", &[]),
    ("resign", &[]),
    ("pgn", &[]),
    ("seen", &[("on", Kind::Flag)]),
];

/// Reads a request.
///
/// # Errors
/// What is wrong with it, in one line that names the wrong part.
pub(super) fn read(text: &str) -> Result<Request, String> {
    let named = || one_line(text, NAMED);
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Err(format!("not understood, since it is no JSON: '{}'", named()));
    };
    let Some(fields) = value.as_object() else {
        return Err(format!("not understood, since it is no JSON object: '{}'", named()));
    };
    check(fields)?;
    // What has the form has the type; should that ever fail, the text is at least named.
    serde_json::from_value(value).map_err(|_| format!("not understood: '{}'", named()))
}

/// Holds a request against its form.
fn check(fields: &Map<String, Value>) -> Result<(), String> {
    let what = match fields.get("do") {
        None => return Err("a request has to say in 'do' what is to be done".to_owned()),
        Some(Value::String(what)) => what.as_str(),
        Some(other) => return Err(format!("'do' has to be a word, not {}", shown(other))),
    };
    let Some((_, form)) = FORMS.iter().find(|(known, _)| *known == what) else {
        return Err(format!("there is no request '{}'", one_line(what, NAMED)));
    };
    for (name, kind) in *form {
        match fields.get(*name) {
            None | Some(Value::Null) if matches!(kind, Kind::TextOrNone) => {}
            None => return Err(format!("the request '{what}' needs '{name}'")),
            Some(value) if kind.takes(value) => {}
            Some(value) => {
                let (wanted, value) = (kind.in_words(), shown(value));
                return Err(format!("'{name}' has to be {wanted}, not {value}"));
            }
        }
    }
    let known = |name: &str| name == "do" || form.iter().any(|(known, _)| *known == name);
    match fields.keys().find(|name| !known(name)) {
        Some(name) => Err(format!("the request '{what}' takes no '{}'", one_line(name, NAMED))),
        None => Ok(()),
    }
}

impl Kind {
    fn takes(self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Text | Kind::TextOrNone, Value::String(_)) | (Kind::Flag, Value::Bool(_)) => {
                true
            }
            (Kind::Word(words), Value::String(word)) => words.contains(&word.as_str()),
            (Kind::Whole(least, most), Value::Number(number)) => {
                number.as_i128().is_some_and(|number| (least..=most).contains(&number))
            }
            _ => false,
        }
    }

    fn in_words(self) -> String {
        match self {
            Kind::Text | Kind::TextOrNone => "a text".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Word(words) => words.join(" or "),
        }
    }
}

/// A value as it was written, short enough for a line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", one_line(text, NAMED)),
        other => one_line(&other.to_string(), NAMED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_in_plain_words() {
        for (text, wrong) in [
            ("x\ny", "not understood, since it is no JSON: 'x y'"),
            ("", "not understood, since it is no JSON: ''"),
            ("[1]", "not understood, since it is no JSON object: '[1]'"),
            ("{}", "a request has to say in 'do' what is to be done"),
            ("{\"do\":7}", "'do' has to be a word, not 7"),
            ("{\"do\":\"dance\"}", "there is no request 'dance'"),
            ("{\"do\":\"play\"}", "the request 'play' needs 'mv'"),
            ("{\"do\":\"play\",\"mv\":7}", "'mv' has to be a text, not 7"),
            ("{\"do\":\"play\",\"mv\":null}", "'mv' has to be a text, not null"),
            ("{\"do\":\"play\",\"mv\":\"e4\",\"more\":1}", "the request 'play' takes no 'more'"),
            (
                "{\"do\":\"go-to\",\"ply\":-1}",
                "'ply' has to be a whole number from 0 to 4294967295, not -1",
            ),
            (
                "{\"do\":\"step\",\"by\":1.5}",
                "'by' has to be a whole number from -2147483648 to 2147483647, not 1.5",
            ),
            (
                "{\"do\":\"seats\",\"white\":\"cat\",\"black\":\"engine\"}",
                "'white' has to be person or engine, not 'cat'",
            ),
            (
                "{\"do\":\"level\",\"by\":\"luck\",\"amount\":1}",
                "'by' has to be strength or time or depth or nodes, not 'luck'",
            ),
            ("{\"do\":\"seen\",\"on\":\"yes\"}", "'on' has to be true or false, not 'yes'"),
        ] {
            assert_eq!(read(text).map_err(|why| why.to_string()).unwrap_err(), wrong, "{text}");
        }
        let long = format!("{{\"do\":\"{}\"}}", "x".repeat(1000));
        assert!(read(&long).unwrap_err().len() < 200);
    }

    /// The forms here and the type there must not part.
    #[test]
    fn every_form_is_a_request() {
        for (what, form) in FORMS {
            let mut fields = Map::from_iter([("do".to_owned(), Value::from(*what))]);
            for (name, kind) in *form {
                let value = match kind {
                    Kind::Text | Kind::TextOrNone => Value::from("a"),
                    Kind::Flag => Value::from(true),
                    Kind::Whole(..) => Value::from(1),
                    Kind::Word(words) => Value::from(words[0]),
                };
                fields.insert((*name).to_owned(), value);
            }
            let text = Value::Object(fields).to_string();
            assert!(read(&text).is_ok(), "{text}: {:?}", read(&text));
        }
    }
}
