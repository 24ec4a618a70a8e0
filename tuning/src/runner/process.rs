//! An engine's process, spoken to line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{Answer, Thought, Trouble, Turn};
use super::spec::EngineSpec;

/// Lines kept until they are asked for; an engine that says more has to wait.
const LINES: usize = 1 << 16;
/// The longest line read, in bytes; a longer one is read as several.
const LONGEST: u64 = 1 << 20;
/// How often a wait looks for an interruption.
const GLANCE: Duration = Duration::from_millis(50);
/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(1_000);

/// A line, and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// What a wait for a line brought.
#[derive(Debug)]
pub(crate) enum Heard {
    Line(Line),
    /// The time is over.
    Nothing,
    /// The process has closed its output.
    End,
    /// The match was interrupted.
    Interrupted,
}

/// A running engine. Dropping it ends the process.
pub(crate) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    interrupted: Arc<AtomicBool>,
    debug: bool,
}

impl Process {
    /// Starts an engine.
    pub(crate) fn start(
        spec: &EngineSpec,
        interrupted: &Arc<AtomicBool>,
        debug: bool,
    ) -> Result<Process, Trouble> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if debug { Stdio::inherit() } else { Stdio::null() });
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        // Ctrl-C is for the runner, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| Trouble::Crash(format!("cannot start '{}': {error}", spec.command));
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(LINES);
        if let Some(output) = output {
            thread::spawn(move || read_lines(BufReader::new(output), &sender));
        }
        let interrupted = Arc::clone(interrupted);
        Ok(Process { name: spec.name.clone(), child, input, lines, interrupted, debug })
    }

    /// Sends a line. If the process has ended, the next wait tells.
    pub(crate) fn send(&mut self, text: &str) {
        if self.debug {
            eprintln!("> {}: {text}", self.name);
        }
        if let Some(input) = &mut self.input
            && input.write_all(format!("{text}\n").as_bytes()).is_err()
        {
            self.input = None;
        }
    }

    /// How long processors have worked for it so far, where the system tells (Linux, in
    /// hundredths of a second).
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name before may hold anything; of the fields behind it user and system time are
        // the 12th and 13th.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
    }

    /// How long processors have worked for it since they had worked so long.
    fn worked_since(&self, before: Option<Duration>) -> Option<Duration> {
        Some(self.processor_time()?.saturating_sub(before?))
    }

    /// Waits for the next line, until this instant.
    pub(crate) fn hear(&mut self, until: Instant) -> Heard {
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Heard::Interrupted;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if self.debug {
                        eprintln!("< {}: {}", self.name, line.text);
                    }
                    return Heard::Line(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for a line that is accepted, `what` in words; others are dropped.
    pub(crate) fn wait_for(
        &mut self,
        what: &str,
        limit: Duration,
        mut accept: impl FnMut(&str) -> bool,
    ) -> Result<(), Trouble> {
        let until = Instant::now() + limit;
        loop {
            match self.hear(until) {
                Heard::Line(line) if accept(&line.text) => return Ok(()),
                Heard::Line(_) => {}
                Heard::Nothing => {
                    return Err(Trouble::Hang(format!("no {what} within {limit:?}")));
                }
                Heard::End => return Err(Trouble::Crash(self.how_it_ended())),
                Heard::Interrupted => return Err(Trouble::Interrupted),
            }
        }
    }

    /// Waits for the answer to a question that it has just been asked, when processors had `worked`
    /// so long for it. When the flag falls it is told to `stop`: whether it is slow or dead remains
    /// to be seen. `hear` takes each line, and gives the answer if it is one.
    pub(crate) fn await_answer(
        &mut self,
        turn: &Turn<'_>,
        worked: Option<Duration>,
        stop: &str,
        mut thought: Thought,
        mut hear: impl FnMut(&str, &mut Thought) -> Option<Answer>,
    ) -> Thought {
        let asked = Instant::now();
        let flag = turn.flag.map(|flag| asked + flag);
        let mut stopped = false;
        let mut until = flag.unwrap_or(asked + turn.patience);
        thought.answer = loop {
            match self.hear(until) {
                Heard::Line(line) => {
                    if let Some(answer) = hear(&line.text, &mut thought) {
                        thought.elapsed = line.at.saturating_duration_since(asked);
                        thought.worked = self.worked_since(worked);
                        thought.answer = answer;
                        return thought;
                    }
                    if flag.is_none() {
                        until = line.at + turn.patience;
                    }
                }
                Heard::Nothing if flag.is_some() && !stopped => {
                    self.send(stop);
                    stopped = true;
                    until += turn.patience;
                }
                Heard::Nothing => break Answer::Hang,
                Heard::End => break Answer::Crash(self.how_it_ended()),
                Heard::Interrupted => break Answer::Interrupted,
            }
        };
        thought.elapsed = asked.elapsed();
        thought
    }

    /// Ends it without asking.
    pub(crate) fn kill(mut self) {
        // Fails only if it has ended.
        let _ = self.child.kill();
    }

    /// How a process that has closed its output ended, in words.
    pub(crate) fn how_it_ended(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("ended ({status})"),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return "closed its output".to_owned(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && !self.interrupted.load(Ordering::Relaxed) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // Both fail only if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until there are no more, or nobody wants them.
fn read_lines(mut output: impl BufRead, sender: &SyncSender<Line>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if sender.send(Line { text, at }).is_err() {
            return;
        }
    }
}
