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
    // Aspiration windows: from this iteration on, half the window, its growth in percent; whether
    // a search that fails high is repeated a ply shallower.
    aspiration_depth: 2..=250 = 5;
    aspiration_window: 5..=100 = 18;
    aspiration_growth: 20..=200 = 60;
    aspiration_relax: 0..=3 = 2;

    // Check extension; off at 0.
    check_extension: 0..=1 = 1;

    // Correction of the evaluation by what searches found: parts of 128 of each table's opinion;
    // off at 0.
    correction_pawns: 0..=128 = 44;
    correction_pieces: 0..=128 = 36;
    correction_reply: 0..=128 = 30;

    // Reverse futility; off at depth 0.
    rfp_depth: 0..=14 = 8;
    rfp_margin: 20..=200 = 85;
    rfp_improving: 0..=200 = 70;

    // Razoring; off at depth 0. Not where beta is above the last number: there only a mate will do,
    // and quiescence sees no quiet ones.
    razor_depth: 0..=8 = 3;
    razor_base: 0..=600 = 180;
    razor_margin: 50..=600 = 210;
    razor_most: 0..=30000 = 900;

    // Null move: the worth from which a piece counts against zugzwang; reductions. Off at depth
    // 250.
    null_depth: 2..=250 = 3;
    null_officer: 150..=400 = 230;
    null_reduction: 2..=5 = 3;
    null_depth_divisor: 2..=8 = 4;
    null_eval_divisor: 80..=500 = 220;
    null_eval_most: 1..=6 = 3;
    null_verify_depth: 8..=40 = 14;

    // Probcut: the depth from which it is tried (off at 250), how far above beta a capture must
    // come, and how much shallower it is searched.
    probcut_depth: 4..=250 = 5;
    probcut_margin: 80..=400 = 180;
    probcut_reduction: 3..=6 = 4;

    // Internal iterative reduction; off at depth 250.
    iir_depth: 2..=250 = 4;

    // Singular extension: the depth from which it is looked for (off at 250), how far below the
    // table's score the others must stay per depth (in 16ths of a centipawn), how much farther
    // for two plies.
    singular_depth: 4..=250 = 7;
    singular_margin: 8..=80 = 24;
    singular_double: 4..=100 = 24;

    // Late move pruning: quiet moves searched at depth d are base + d * d, half if not improving;
    // off at depth 0.
    lmp_depth: 0..=12 = 8;
    lmp_base: 1..=12 = 4;

    // Futility of quiet moves; off at depth 0.
    futility_depth: 0..=12 = 7;
    futility_base: 0..=300 = 90;
    futility_margin: 30..=250 = 95;

    // Pruning of quiet moves by their history, per depth; off at depth 0.
    history_prune_depth: 0..=10 = 5;
    history_prune_margin: 500..=9000 = 3000;

    // Pruning by static exchange evaluation; off at depth 0.
    see_depth: 0..=12 = 7;
    see_quiet_margin: 5..=100 = 28;
    see_noisy_margin: 20..=250 = 95;
    see_check_margin: 20..=600 = 200;

    // Late move reductions, in 1024ths of a ply; off at depth 250.
    lmr_depth: 2..=250 = 3;
    lmr_base: 0..=2048 = 640;
    lmr_slope: 200..=900 = 470;
    lmr_noisy_base: 0..=1024 = 100;
    lmr_noisy_slope: 100..=700 = 300;
    lmr_pv: 0..=2048 = 900;
    lmr_cut: 0..=2560 = 1100;
    lmr_not_improving: 0..=2048 = 600;
    lmr_killer: 0..=2048 = 900;
    lmr_check: 0..=2048 = 900;
    lmr_table_noisy: 0..=2048 = 700;
    lmr_cutoffs: 0..=2048 = 700;
    lmr_history_divisor: 2..=40 = 12;
    // A reduced move that comes out so much better than the best is searched a ply deeper; off at
    // 2000.
    lmr_deeper: 10..=2000 = 60;

    // Order of quiet checks: the bonus, and what the exchange may lose for it.
    check_bonus: 0..=40000 = 16000;
    check_risk: 0..=300 = 60;

    // Quiescence: how many plies of it give quiet checks too.
    delta_margin: 50..=500 = 180;
    quiescence_checks: 0..=3 = 0;

    // Histories: what a cutoff at depth d is worth; whether the table's cutoffs count too; whether
    // one's move before last has a say.
    history_slope: 20..=400 = 160;
    history_offset: 0..=400 = 90;
    history_most: 400..=4000 = 1700;
    history_table: 0..=1 = 1;
    history_far: 0..=1 = 1;

    // Time: percent of the ideal share of the clock at which no new iteration is begun, and of the
    // hard limit; moves to plan for. Percent of that time which an iteration with the same best
    // move saves (at most six count, the third saves nothing); which a fall of the score by a pawn
    // adds; which a best move takes off that all nodes were spent on, against one that none were.
    time_soft: 30..=120 = 65;
    time_hard: 150..=900 = 450;
    time_moves: 15..=50 = 26;
    time_stability: 0..=20 = 10;
    time_drop: 0..=150 = 50;
    time_share: 0..=150 = 60;
}
