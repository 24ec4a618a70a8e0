//! Every number that changes play, one line each: name, range, default. A technique is off at the
//! value that its comment names.

use std::fmt;

/// A number that changes play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// The value used.
    pub default: i32,
}

/// No parameter has this name, or the value is outside its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterError {
    /// There is no such parameter.
    Unknown,
    /// The value is outside this parameter's range.
    Range(Parameter),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Unknown => f.write_str("no search parameter has this name"),
            ParameterError::Range(Parameter { name, least, most, .. }) => {
                write!(f, "{name} lies between {least} and {most}")
            }
        }
    }
}

impl std::error::Error for ParameterError {}

macro_rules! parameters {
    ($($name:ident: $least:literal ..= $most:literal = $default:literal;)*) => {
        /// One searcher's numbers. They are read at run time, so that two settings can play each
        /// other in one process.
        #[derive(Clone, Debug)]
        pub(crate) struct Params {
            $(pub(crate) $name: i32,)*
        }

        impl Params {
            /// What is used unless it is set otherwise.
            pub(crate) const DEFAULT: Params = Params { $($name: $default,)* };

            /// Sets the parameter of this name.
            pub(crate) fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
                let known = PARAMETERS.iter().find(|known| known.name == name);
                let known = known.ok_or(ParameterError::Unknown)?;
                if !(known.least..=known.most).contains(&value) {
                    return Err(ParameterError::Range(*known));
                }
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(ParameterError::Unknown),
                }
                Ok(())
            }
        }

        $(const _: () = assert!($least <= $default && $default <= $most);)*

        /// All parameters of the search.
        pub const PARAMETERS: &[Parameter] = &[
            $(Parameter {
                name: stringify!($name),
                least: $least,
                most: $most,
                default: $default,
            },)*
        ];
    };
}

parameters! {
    // Aspiration windows: from this iteration on, half the window, its growth in percent.
    aspiration_depth: 2..=10 = 5;
    aspiration_window: 5..=100 = 18;
    aspiration_growth: 20..=200 = 60;

    // Reverse futility.
    rfp_depth: 1..=14 = 8;
    rfp_margin: 20..=200 = 85;
    rfp_improving: 0..=200 = 70;

    // Razoring.
    razor_depth: 0..=8 = 3;
    razor_base: 0..=600 = 180;
    razor_margin: 50..=600 = 210;

    // Null move: the worth from which a piece counts against zugzwang; reductions.
    null_depth: 2..=6 = 3;
    null_officer: 150..=400 = 230;
    null_reduction: 2..=5 = 3;
    null_depth_divisor: 2..=8 = 4;
    null_eval_divisor: 80..=500 = 220;
    null_eval_most: 1..=6 = 3;
    null_verify_depth: 8..=40 = 14;

    // Internal iterative reduction.
    iir_depth: 2..=10 = 4;

    // Late move pruning: quiet moves searched at depth d are base + d * d, half if not improving.
    lmp_depth: 1..=12 = 8;
    lmp_base: 1..=12 = 4;

    // Futility of quiet moves.
    futility_depth: 1..=12 = 7;
    futility_base: 0..=300 = 90;
    futility_margin: 30..=250 = 95;

    // Pruning by static exchange evaluation.
    see_depth: 1..=12 = 7;
    see_quiet_margin: 5..=100 = 28;
    see_noisy_margin: 20..=250 = 95;

    // Late move reductions, in 1024ths of a ply.
    lmr_depth: 2..=5 = 3;
    lmr_base: 0..=2048 = 640;
    lmr_slope: 200..=900 = 470;
    lmr_noisy_base: 0..=1024 = 100;
    lmr_noisy_slope: 100..=700 = 300;
    lmr_pv: 0..=2048 = 900;
    lmr_cut: 0..=2560 = 1100;
    lmr_not_improving: 0..=2048 = 600;
    lmr_killer: 0..=2048 = 900;
    lmr_check: 0..=2048 = 900;
    lmr_history_divisor: 2..=40 = 12;

    // Order of quiet checks: the bonus, and what the exchange may lose for it.
    check_bonus: 0..=40000 = 16000;
    check_risk: 0..=300 = 60;

    // Quiescence.
    delta_margin: 50..=500 = 180;

    // Histories: what a cutoff at depth d is worth.
    history_slope: 20..=400 = 160;
    history_offset: 0..=400 = 90;
    history_most: 400..=4000 = 1700;

    // Time: percent of the ideal share of the clock at which no new iteration is begun, and of the
    // hard limit; moves to plan for.
    time_soft: 30..=120 = 65;
    time_hard: 150..=900 = 450;
    time_moves: 15..=50 = 26;
}
