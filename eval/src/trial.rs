//! A variant's numbers as a list, to be fitted to games; and back as the source's table.

use std::fmt::Write;

use stymie_movegen::{PieceKind, Position, Rules};

use crate::knowledge::{Knowledge, evaluate_by};
use crate::numbers::Given;
use crate::pair::Pair;
use crate::score::Score;
use crate::terms::{PieceTerms, SquareTable, Terms};

/// An evaluation by numbers that may differ from the variant's own.
pub trait Trial<R: Rules>: Send + Sync {
    /// What the numbers are called, in order.
    fn names(&self) -> Vec<String>;
    /// The numbers, in centipawns unless the name's description in the source says otherwise.
    fn numbers(&self) -> Vec<i32>;
    /// The evaluation by these numbers instead; those that are missing stay.
    fn with(&self, numbers: &[i32]) -> Box<dyn Trial<R>>;
    /// The worth of the position for the side to move, as [`Evaluate::evaluate`] gives it for the
    /// variant's own numbers.
    ///
    /// [`Evaluate::evaluate`]: crate::Evaluate::evaluate
    fn evaluate(&self, position: &Position<R>) -> Score;
    /// The numbers as the source's table of the variant.
    fn source(&self) -> String;
}

struct TypedTrial<R> {
    terms: Terms,
    squares: Box<SquareTable>,
    rules: std::marker::PhantomData<fn() -> R>,
}

/// The variant's own numbers.
pub(crate) fn own<R: Knowledge>() -> Box<dyn Trial<R>> {
    TypedTrial::boxed(*R::TERMS)
}

impl<R: Knowledge> TypedTrial<R> {
    fn boxed(terms: Terms) -> Box<dyn Trial<R>> {
        let squares = Box::new(SquareTable::new::<R>(&terms));
        Box::new(TypedTrial { terms, squares, rules: std::marker::PhantomData })
    }
}

impl<R: Knowledge> Trial<R> for TypedTrial<R> {
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        visit::<R>(&mut self.terms.clone(), &mut |name, _| names.push(name));
        names
    }

    fn numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        visit::<R>(&mut self.terms.clone(), &mut |_, number| numbers.push(*number));
        numbers
    }

    fn with(&self, numbers: &[i32]) -> Box<dyn Trial<R>> {
        let (mut terms, mut given) = (self.terms, numbers.iter());
        visit::<R>(&mut terms, &mut |_, number| *number = *given.next().unwrap_or(number));
        TypedTrial::<R>::boxed(terms)
    }

    fn evaluate(&self, position: &Position<R>) -> Score {
        evaluate_by(position, Given { terms: &self.terms, squares: &self.squares })
    }

    fn source(&self) -> String {
        source::<R>(&self.terms)
    }
}

/// Calls with every number that can be fitted, and its name. Not with the phases, and not with the
/// usual mobility, whose change is one of the piece's value.
fn visit<R: Knowledge>(terms: &mut Terms, call: &mut dyn FnMut(String, &mut i32)) {
    for &kind in R::PIECES {
        let piece = &mut terms.pieces[kind.slot()];
        for (name, pair) in columns(piece) {
            both(&format!("{kind:?} {name}"), pair, call);
        }
        call(format!("{kind:?} danger"), &mut piece.danger);
    }
    for (name, field) in fields(terms) {
        match field {
            Field::One(number) => call(name.into(), number),
            Field::Pair(pair) => both(name, pair, call),
            Field::Many(numbers) => {
                for (i, number) in numbers.iter_mut().enumerate() {
                    call(format!("{name} {i}"), number);
                }
            }
            Field::Pairs(pairs) => {
                for (i, pair) in pairs.iter_mut().enumerate() {
                    both(&format!("{name} {i}"), pair, call);
                }
            }
        }
    }
}

fn both(name: &str, pair: &mut Pair, call: &mut dyn FnMut(String, &mut i32)) {
    call(format!("{name} mg"), &mut pair.mg);
    call(format!("{name} eg"), &mut pair.eg);
}

fn columns(piece: &mut PieceTerms) -> [(&'static str, &mut Pair); 5] {
    let PieceTerms { value, files, middle, advance, mobility, .. } = piece;
    [
        ("value", value),
        ("files", files),
        ("middle", middle),
        ("advance", advance),
        ("mobility", mobility),
    ]
}

enum Field<'t> {
    One(&'t mut i32),
    Pair(&'t mut Pair),
    Many(&'t mut [i32]),
    Pairs(&'t mut [Pair]),
}

macro_rules! fields {
    ($terms:ident: $($kind:ident $name:ident)*) => {
        vec![$((stringify!($name), Field::$kind(&mut $terms.$name))),*]
    };
}

/// All numbers that belong to no kind of piece.
fn fields(terms: &mut Terms) -> Vec<(&'static str, Field<'_>)> {
    fields! { terms:
        One tempo
        Pair bishop_pair
        Pair open_file
        Pair half_open_file
        Pairs passed
        One passed_blocked
        One passed_kings
        Pair doubled
        Pair isolated
        Pair protected_pawn
        Pair shelter
        Pair far_shelter
        Pair bare_king_file
        Pair brake_near_king
        One weak_ring
        One danger_divisor
        One danger_most
        Pair pawn_threat
        Pair loose
        One drive
        One drive_lead
        Many few_men
    }
}

/// How a table of pieces begins; the columns are as wide as [`row`] makes them.
const HEAD: &str = "    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
";

/// The terms as the source has them: what is orthodox is left out.
fn source<R: Knowledge>(terms: &Terms) -> String {
    let mut text = String::from(HEAD);
    for &kind in R::PIECES {
        text += &row(kind, &terms.pieces[kind.slot()]);
    }
    text += "    },\n";
    let _ = writeln!(text, "    full_phase: {},", terms.full_phase);
    let (mut own, mut orthodox) = (*terms, Terms::ORTHODOX);
    for ((name, own), (_, orthodox)) in fields(&mut own).into_iter().zip(fields(&mut orthodox)) {
        let (own, orthodox) = (value(own), value(orthodox));
        if own != orthodox {
            let _ = writeln!(text, "    {name}: {own},");
        }
    }
    text + "    ..Terms::ORTHODOX\n"
}

fn row(kind: PieceKind, terms: &PieceTerms) -> String {
    let mut text = format!("        {:9}", format!("{kind:?}"));
    for (name, pair) in columns(&mut terms.clone()) {
        let width = if name == "value" { 12 } else { 10 };
        let _ = write!(text, " {:width$}", format!("({}, {})", pair.mg, pair.eg));
    }
    let PieceTerms { usual, danger, phase, .. } = terms;
    let _ = writeln!(text, " {usual:<5} {danger:<6} {phase};");
    text
}

fn value(field: Field<'_>) -> String {
    let pair = |pair: &Pair| -> String { format!("Pair::new({}, {})", pair.mg, pair.eg) };
    match field {
        Field::One(number) => number.to_string(),
        Field::Pair(one) => pair(one),
        Field::Many(numbers) => format!("{numbers:?}"),
        Field::Pairs(all) => {
            format!("[{}]", all.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}
