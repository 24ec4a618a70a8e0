//! `stymie-tune`: plays Stymie against itself and others to measure what a change is worth.

mod data;
mod datagen;
mod inspect;
mod linear;
mod mates;
mod networks;
mod openings;
mod output;
mod picture;
mod runner;
mod spsa;
mod statistics;
mod texel;
mod train;
mod values;
mod wdl;

use std::panic;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

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
    end_quietly_when_nobody_reads();
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
    // A negative number is read as a value, and refused under the option's name.
    let command = Arguments::command().mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
    });
    let read = command.try_get_matches_from(words);
    read.and_then(|words| Arguments::from_arg_matches(&words)).map_err(|error| {
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
        Command::Datagen(datagen) => to_its_end(|stop| datagen.run(stop)),
        Command::Inspect(inspect) => inspect.run().map(|()| ExitCode::SUCCESS),
        Command::Mates(mates) => mates.run().map(|()| ExitCode::SUCCESS),
        Command::Spsa(spsa) => spsa.run(&until_interrupted()?).map(|()| ExitCode::SUCCESS),
        Command::Wdl(wdl) => wdl.run().map(|()| ExitCode::SUCCESS),
        Command::Texel(texel) => texel.run().map(|()| ExitCode::SUCCESS),
        Command::Train(train) => to_its_end(|stop| train.run(stop)),
        Command::Values(values) => to_its_end(|stop| values.run(stop)),
        Command::VerifySelfplay(arguments) => {
            let fine = arguments.run(&until_interrupted()?)?;
            Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Does what Ctrl-C can end early: then the code is the shell's for that, so that no script takes it for done.
fn to_its_end(
    work: impl FnOnce(&Arc<AtomicBool>) -> anyhow::Result<()>,
) -> anyhow::Result<ExitCode> {
    let interrupted = until_interrupted()?;
    work(&interrupted)?;
    Ok(if interrupted.load(Ordering::Relaxed) { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// Who reads may have seen enough (`| head`): `println!` panics then, but that is no fault to tell of.
fn end_quietly_when_nobody_reads() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        let text = what.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to stdout") {
            process::exit(0);
        }
        tell(what);
    }));
}

/// A flag that Ctrl-C sets, so that a match ends with the state that it has reached.
fn until_interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(interrupted)
}
