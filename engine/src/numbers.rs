//! Whole numbers from outside, and what is wrong with them: that they are none is another fault
//! than that they are too small or too large.

use stymie_movegen::fen::quote;

/// Reads a whole number between these two.
///
/// # Errors
/// What is wrong with the text, which is named.
pub(crate) fn whole<T>(text: &str, least: T, most: T) -> Result<T, String>
where
    T: TryFrom<i128> + Into<i128> + Copy,
{
    let (least, most): (i128, i128) = (least.into(), most.into());
    let shown = || match text {
        "" => "nothing".to_owned(),
        text => format!("'{}'", quote(text)),
    };
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("{} is no whole number", shown()));
    }
    // Digits that are no such number are too many.
    let number = text.parse().unwrap_or(if negative { i128::MIN } else { i128::MAX });
    if number < least {
        return Err(format!("{} is below the least, {least}", shown()));
    }
    let above = || format!("{} is above the most, {most}", shown());
    if number > most { Err(above()) } else { T::try_from(number).map_err(|_| above()) }
}

/// Reads a number as the whole one that it has been cut down to, from programs that are not to be
/// refused: a fraction is dropped, what is beyond all bounds is brought inside.
///
/// # Errors
/// What is wrong with the text, which is named.
pub(crate) fn nearest_whole(text: &str) -> Result<i64, String> {
    let exact = text.parse();
    let near = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    exact.ok().or_else(|| near().map(|number| number as i64)).ok_or_else(|| match text {
        "" => "nothing is no number".to_owned(),
        text => format!("'{}' is no number", quote(text)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_numbers_are_brought_inside() {
        for (text, number) in [
            ("7", 7),
            ("-7", -7),
            ("1000.9", 1000),
            ("-0.5", 0),
            ("99999999999999999999", i64::MAX),
            ("-99999999999999999999", i64::MIN),
        ] {
            assert_eq!(nearest_whole(text), Ok(number), "{text}");
        }
        for text in ["", "x", "nan", "inf", "1 2", "0x10"] {
            assert!(nearest_whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_number_is_said_as_it_is() {
        let read = |text| whole::<u32>(text, 1, 99);
        for (text, number) in [("1", 1), ("99", 99), ("+7", 7), ("007", 7)] {
            assert_eq!(read(text), Ok(number));
        }
        for (text, wrong) in [
            ("", "nothing is no whole number"),
            ("x", "'x' is no whole number"),
            ("1.5", "'1.5' is no whole number"),
            ("-", "'-' is no whole number"),
            ("-1", "'-1' is below the least, 1"),
            ("0", "'0' is below the least, 1"),
            ("100", "'100' is above the most, 99"),
            ("4294967297", "'4294967297' is above the most, 99"),
        ] {
            assert_eq!(read(text).unwrap_err(), wrong);
        }
        let digits = "9".repeat(60);
        assert!(read(&digits).unwrap_err().ends_with("is above the most, 99"));
        assert!(read(&format!("-{digits}")).unwrap_err().ends_with("is below the least, 1"));
        assert_eq!(whole("18446744073709551615", 0, u64::MAX), Ok(u64::MAX));
        assert_eq!(whole("-9223372036854775808", i64::MIN, i64::MAX), Ok(i64::MIN));
    }
}
