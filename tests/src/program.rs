//! A program under test, spoken to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for an answer that has to come: long, for a loaded machine must not fail a test.
/// Where an answer's promptness is the point, the test measures it.
pub const SOON: Duration = Duration::from_secs(20);

/// A running program with its input and output as lines. Dropping it kills the program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    transcript: Vec<String>,
    pings: u32,
}

impl Program {
    /// Starts the program with these arguments.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn start(path: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {path}: {error}"));
        let reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in reader.lines() {
                let line = line.unwrap_or_else(|error| format!("(unreadable output: {error})"));
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, output, transcript: Vec::new(), pings: 0 }
    }

    /// Starts the engine and lets it say `uciok`.
    #[must_use]
    pub fn start_uci(path: &str) -> Self {
        let mut program = Self::start(path, &[]);
        program.send("uci");
        program.wait_for("uciok");
        program
    }

    /// Starts the engine in UCI with that variant chosen.
    #[must_use]
    pub fn start_uci_variant(path: &str, variant: &str) -> Self {
        let mut program = Self::start_uci(path);
        program.send(&format!("setoption name UCI_Variant value {variant}"));
        program.settle_uci();
        program
    }

    /// Starts the engine and lets it say `feature done=1`.
    #[must_use]
    pub fn start_xboard(path: &str) -> Self {
        let mut program = Self::start(path, &[]);
        program.send("xboard");
        program.send("protover 2");
        program.wait_for("feature done=1");
        program
    }

    /// Starts the engine as XBoard does for a game of that variant, in force mode.
    #[must_use]
    pub fn start_xboard_variant(path: &str, variant: &str) -> Self {
        let mut program = Self::start_xboard(path);
        for line in ["new", &format!("variant {variant}"), "level 40 5 0", "post", "easy", "force"]
        {
            program.send(line);
        }
        program.settle_xboard();
        program
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are, without a line end of its own. A program that has ended is no failure here:
    /// the next wait tells.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Ends the program's input.
    pub fn close_input(&mut self) {
        self.transcript.push("> (end of input)".into());
        self.input = None;
    }

    /// The next line, or `None` if none comes in time or the program has closed its output.
    pub fn next_line(&mut self, limit: Duration) -> Option<String> {
        match self.output.recv_timeout(limit) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// All lines up to the first one that is accepted, that one included; `what` names it in the failure.
    ///
    /// # Panics
    /// If no such line comes within the limit.
    #[track_caller]
    pub fn lines_until(
        &mut self,
        what: &str,
        limit: Duration,
        accept: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut lines = Vec::new();
        loop {
            match self.next_line(end.saturating_duration_since(Instant::now())) {
                Some(line) => {
                    let accepted = accept(&line);
                    lines.push(line);
                    if accepted {
                        return lines;
                    }
                }
                None => self.fail(&format!("waited in vain for {what}")),
            }
        }
    }

    /// Waits for a line that begins with the prefix, as a whole word; returns it.
    #[track_caller]
    pub fn wait_for(&mut self, prefix: &str) -> String {
        let mut lines = self.lines_until(prefix, SOON, |line| starts_with_words(line, prefix));
        lines.pop().unwrap_or_default()
    }

    /// Sends `isready` and returns the lines that come before its `readyok`.
    #[track_caller]
    pub fn settle_uci(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.lines_until("readyok", SOON, |line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a `ping` and returns the lines that come before its `pong`.
    #[track_caller]
    pub fn settle_xboard(&mut self) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings));
        let mut lines = self.lines_until(&pong, SOON, |line| line == pong);
        lines.pop();
        lines
    }

    /// Waits for `bestmove` and returns its move.
    #[track_caller]
    pub fn best_move(&mut self) -> String {
        let line = self.wait_for("bestmove");
        match line.split_whitespace().nth(1) {
            Some(best) => best.to_owned(),
            None => self.fail("bestmove without a move"),
        }
    }

    /// How long it takes until the program has ended by itself, and how it ended.
    ///
    /// # Panics
    /// If it does not end within the limit.
    #[track_caller]
    pub fn wait_for_end(&mut self, limit: Duration) -> (Duration, ExitStatus) {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return (start.elapsed(), status),
                Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(1)),
                _ => self.fail("waited in vain for the program's end"),
            }
        }
    }

    /// The program's process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Fails the test, showing the last part of the conversation.
    ///
    /// # Panics
    /// Always.
    #[track_caller]
    pub fn fail(&self, why: &str) -> ! {
        let shown = self.transcript.len().saturating_sub(40);
        let lines: Vec<String> =
            self.transcript[shown..].iter().map(|line| line.chars().take(300).collect()).collect();
        panic!("{why}; the conversation ends with:\n{}", lines.join("\n"));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the line begins with the prefix and the prefix ends at the end of a word.
fn starts_with_words(line: &str, prefix: &str) -> bool {
    line.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '=']))
}
