//! `stymie-tune`: plays Stymie against itself and others to measure what a change is worth.

mod data;
mod datagen;
mod inspect;
mod linear;
mod mates;
mod networks;
mod openings;
mod picture;
mod runner;
mod spsa;
mod statistics;
mod texel;
mod train;
mod values;
mod wdl;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Parser, Subcommand};

use runner::{MatchArguments, SelfplayArguments};

#[derive(Parser)]
#[command(name = "stymie-tune", version, about = "Measures Stymie by its games")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Datagen(datagen::Datagen),
    Inspect(inspect::Inspect),
    Match(Box<MatchArguments>),
    Values(values::Values),
    VerifySelfplay(SelfplayArguments),
    Texel(texel::Texel),
    Mates(mates::Mates),
    Spsa(spsa::Spsa),
    Train(train::Train),
    Wdl(wdl::Wdl),
}

fn main() -> ExitCode {
    let arguments = match read_arguments() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match run(&arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("stymie-tune: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line; on an error says in one line what is wrong.
fn read_arguments() -> Result<Arguments, ExitCode> {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if words.get(1).is_some_and(|command| command == "match") {
        words = runner::translate(words);
    }
    Arguments::try_parse_from(words).map_err(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let text = error.to_string();
        let what: Vec<&str> =
            text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        complain(what.join(" ").trim_start_matches("error: "))
    })
}

/// Says that the arguments are wrong.
fn complain(what: &str) -> ExitCode {
    eprintln!("stymie-tune: {what}");
    ExitCode::from(2)
}

/// Does what is asked.
fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Match(arguments) => {
            let contest = match arguments.contest() {
                Ok(contest) => contest,
                Err(what) => return Ok(complain(&what)),
            };
            print!("{}", contest.run(&until_interrupted()?)?);
            println!("Finished match");
            Ok(ExitCode::SUCCESS)
        }
        Command::Datagen(datagen) => datagen.run(&until_interrupted()?).map(|()| ExitCode::SUCCESS),
        Command::Inspect(inspect) => inspect.run().map(|()| ExitCode::SUCCESS),
        Command::Mates(mates) => mates.run().map(|()| ExitCode::SUCCESS),
        Command::Spsa(spsa) => spsa.run(&until_interrupted()?).map(|()| ExitCode::SUCCESS),
        Command::Wdl(wdl) => wdl.run().map(|()| ExitCode::SUCCESS),
        Command::Texel(texel) => texel.run().map(|()| ExitCode::SUCCESS),
        Command::Train(train) => train.run(&until_interrupted()?).map(|()| ExitCode::SUCCESS),
        Command::Values(values) => values.run(&until_interrupted()?).map(|()| ExitCode::SUCCESS),
        Command::VerifySelfplay(arguments) => {
            let fine = arguments.run(&until_interrupted()?)?;
            Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// A flag that Ctrl-C sets, so that a match ends with the state that it has reached.
fn until_interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(interrupted)
}
