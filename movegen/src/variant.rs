//! The variants by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::fen::quote;

/// A variant that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum VariantId {
    Hia,
    Bodyguard,
    Shatar,
    ShatarBuryat,
    Hiashatar,
    HiashatarBuryat,
    HiashatarModern,
    Xiangqi,
    Chess,
    Modern,
}

impl VariantId {
    /// All of them.
    pub const ALL: [VariantId; 10] = [
        VariantId::Hia,
        VariantId::Bodyguard,
        VariantId::Shatar,
        VariantId::ShatarBuryat,
        VariantId::Hiashatar,
        VariantId::HiashatarBuryat,
        VariantId::HiashatarModern,
        VariantId::Xiangqi,
        VariantId::Chess,
        VariantId::Modern,
    ];

    /// The name in UCI_Variant and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            VariantId::Hia => "hia",
            VariantId::Bodyguard => "bodyguard",
            VariantId::Shatar => "shatar",
            VariantId::ShatarBuryat => "shatar-buryat",
            VariantId::Hiashatar => "hiashatar",
            VariantId::HiashatarBuryat => "hiashatar-buryat",
            VariantId::HiashatarModern => "hiashatar-modern",
            VariantId::Xiangqi => "xiangqi",
            VariantId::Chess => "chess",
            VariantId::Modern => "modern",
        }
    }

    /// What it is, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            VariantId::Hia => "Hia Chess, 9x8 (Jose Carrillo, 2010)",
            VariantId::Bodyguard => "Bodyguard Chess, 9x9 (Mats Winther, 2006)",
            VariantId::Shatar => "Shatar, 8x8, Mongolian",
            VariantId::ShatarBuryat => "Shatar, 8x8, Buryat: the bishop leaps two squares",
            VariantId::Hiashatar => "Hiashatar, 10x10, with Shatar's rules",
            VariantId::HiashatarBuryat => "Hiashatar, 10x10, with the leaping bishop",
            VariantId::HiashatarModern => "Hiashatar, 10x10, with queen and triple-step pawns",
            VariantId::Xiangqi => "Xiangqi, 9x10, Chinese chess",
            VariantId::Chess => "orthodox chess, 8x8",
            VariantId::Modern => "Modern Chess, 9x9 (Gabriel Vicente Maura, 1968)",
        }
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no variant has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant '{0}'; known: {list}", list = VariantId::ALL.map(VariantId::name).join(", "))]
pub struct UnknownVariant(pub String);

impl FromStr for VariantId {
    type Err = UnknownVariant;

    /// Reads a name; `normal` and `standard`, as XBoard and cutechess say, are `chess`.
    fn from_str(text: &str) -> Result<VariantId, UnknownVariant> {
        if matches!(text, "normal" | "standard") {
            return Ok(VariantId::Chess);
        }
        let mut all = VariantId::ALL.into_iter();
        all.find(|variant| variant.name() == text).ok_or_else(|| UnknownVariant(quote(text)))
    }
}

/// Runs code with a type parameter bound to the rules of a [`VariantId`] known at run time:
/// `dispatch!(variant, R => Position::<R>::start().fen())`.
#[macro_export]
macro_rules! dispatch {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::dispatch!(@ $variant, $rules, $body,
            Hia hia Hia, Bodyguard bodyguard Bodyguard,
            Shatar shatar Shatar, ShatarBuryat shatar ShatarBuryat,
            Hiashatar hiashatar Hiashatar, HiashatarBuryat hiashatar HiashatarBuryat,
            HiashatarModern hiashatar HiashatarModern,
            Xiangqi xiangqi Xiangqi, Chess chess Chess, Modern chess Modern)
    };
    (@ $variant:expr, $rules:ident, $body:expr, $($id:ident $module:ident $type:ident),*) => {
        match $variant {
            $($crate::VariantId::$id => {
                type $rules = $crate::$module::$type;
                $body
            })*
        }
    };
}
