//! Days of the calendar.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A calendar day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day it is now, in UTC.
    pub fn today() -> Date {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Date::from_days(since.as_secs() / 86_400)
    }

    /// The day so many days after 1970-01-01.
    pub(super) fn from_days(days: u64) -> Date {
        let leap = |year: u64| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        // The calendar repeats every 400 years, which are 146,097 days.
        let mut year = 1970 + days / 146_097 * 400;
        let mut left = days % 146_097;
        loop {
            let length = if leap(year) { 366 } else { 365 };
            if left < length {
                break;
            }
            left -= length;
            year += 1;
        }
        let february = if leap(year) { 29 } else { 28 };
        let mut month = 1;
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            if left < length {
                break;
            }
            left -= length;
            month += 1;
        }
        Date { year, month, day: left + 1 }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, date) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
            (146_097, "2370.01.01"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), date);
        }
    }
}
