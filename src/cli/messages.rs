//! Messages beside the output, on standard error, one line each.

use std::error::Error as _;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};

use super::exit::{Exit, print};
use super::files::STDIN;
use crate::Rendering;
use crate::output::printable::{escaped_but_colours, on_one_line};
pub use crate::session::message::{Message, Severity};
use crate::session::service_messages::Manner;
use crate::session::{Service, Session, Spot};

/// How much is printed, and whether in colour.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Say less: leave out notes; given twice, warnings too
    #[arg(short, long, action = clap::ArgAction::Count, global = true, conflicts_with = "verbose")]
    quiet: u8,
    /// Say more: events, and which files were read; given twice, also what becomes of each service
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    color: Color,
    /// Count warnings as errors
    #[arg(long, global = true)]
    strict: bool,
    /// Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    #[arg(long, value_name = "FILE", global = true)]
    project: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it hold for everything that is printed from now on.
    fn set(self) {
        match self {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
    }

    /// What arguments say that cannot be read as a whole; the last one counts.
    fn named(arguments: &[OsString]) -> Option<Color> {
        let words: Vec<&str> =
            arguments.iter().map(|word| word.to_str().unwrap_or_default()).take_while(|word| *word != "--").collect();
        let behind =
            words.iter().zip(words.iter().skip(1)).filter(|(word, _)| **word == "--color").map(|(_, next)| *next);
        let within = words.iter().filter_map(|word| word.strip_prefix("--color="));
        behind.chain(within).filter_map(|when| Color::from_str(when, false).ok()).next_back()
    }
}

/// Prints what is wrong with the arguments, or the help that they ask for, and tells how the program ends.
pub fn print_usage(mut error: clap::Error, arguments: &[OsString]) -> Exit {
    if let Some(color) = Color::named(arguments) {
        color.set();
    }
    if !error.use_stderr() {
        return match print([for_stdout(&error.render().ansi().to_string())]) {
            Ok(()) => Exit::Done,
            Err(error) => {
                let text = format!("{error:#}");
                let _ = writeln!(anstream::stderr(), "{}", line(Severity::Error, None, &Spot::Nowhere, &text));
                Exit::Trouble
            }
        };
    }
    let given: Vec<(ContextKind, ContextValue)> =
        error.context().filter_map(|(kind, value)| Some((kind, on_one_line_each(value)?))).collect();
    for (kind, value) in given {
        error.insert(kind, value);
    }
    let mut text = error.render().ansi().to_string();
    if let Some(source) = error.source().map(ToString::to_string).filter(|source| !source.is_empty()) {
        text = text.replace(&source, &on_one_line(&source));
    }
    // Nobody is left to tell when printing fails.
    let _ = write!(anstream::stderr(), "{}", escaped_but_colours(&text));
    Exit::Trouble
}

/// What an error of the arguments tells of them, each on one line; `None` for what is no text of theirs.
fn on_one_line_each(value: &ContextValue) -> Option<ContextValue> {
    match value {
        ContextValue::String(text) => Some(ContextValue::String(on_one_line(text).into_owned())),
        ContextValue::Strings(texts) => {
            Some(ContextValue::Strings(texts.iter().map(|text| on_one_line(text).into_owned()).collect()))
        }
        // These have colours of their own.
        ContextValue::StyledStrs(texts) => {
            let on_one_line = |text: &StyledStr| text.ansi().to_string().replace(['\n', '\r', '\t'], " ").into();
            Some(ContextValue::StyledStrs(texts.iter().map(on_one_line).collect()))
        }
        _ => None,
    }
}

/// Standard error, with what goes there.
#[derive(Debug)]
pub struct Messages {
    least: Severity,
    strict: AtomicBool,
    project: Option<PathBuf>,
    /// Whether there was a warning that counts as an error.
    failed: AtomicBool,
}

impl Messages {
    pub fn new(args: &Args) -> Messages {
        args.color.set();
        let least = match (args.quiet, args.verbose) {
            (0, 0) => Severity::Note,
            (1, _) => Severity::Warning,
            (2.., _) => Severity::Error,
            (0, 1) => Severity::Detail,
            (0, 2..) => Severity::Trace,
        };
        let strict = AtomicBool::new(args.strict);
        Messages { least, strict, project: args.project.clone(), failed: AtomicBool::new(false) }
    }

    /// Whether warnings count as errors.
    pub fn is_strict(&self) -> bool {
        self.strict.load(Ordering::Relaxed)
    }

    /// Makes warnings count as errors from now on.
    pub fn be_strict(&self) {
        self.strict.store(true, Ordering::Relaxed);
    }

    /// The project file that is named.
    pub fn project(&self) -> Option<&Path> {
        self.project.as_deref()
    }

    /// Whether there was a warning that counts as an error.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Whether standard output may be in colour.
    pub fn is_styled(&self) -> bool {
        anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
    }

    /// The same for messages that were printed before: only errors get through.
    pub fn silenced(&self) -> Messages {
        let (strict, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        Messages { least: Severity::Error, strict, project: self.project.clone(), failed }
    }

    /// Messages of which only errors get through.
    #[cfg(test)]
    pub fn quiet() -> Messages {
        let (strict, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        Messages { least: Severity::Error, strict, project: None, failed }
    }

    pub fn error(&self, spot: &Spot, text: &str) {
        self.say(Severity::Error, None, spot, text);
    }

    pub fn warning(&self, spot: &Spot, text: &str) {
        self.say(Severity::Warning, None, spot, text);
    }

    pub fn note(&self, spot: &Spot, text: &str) {
        self.say(Severity::Note, None, spot, text);
    }

    pub fn detail(&self, spot: &Spot, text: &str) {
        self.say(Severity::Detail, None, spot, text);
    }

    /// Prints a message.
    pub fn tell(&self, message: &Message) {
        self.say(message.severity, message.code, &message.spot, &message.text);
    }

    /// Whether messages of this severity are printed.
    pub fn says(&self, severity: Severity) -> bool {
        severity <= self.least
    }

    /// Prints a message of these parts.
    pub fn say(&self, severity: Severity, code: Option<&str>, spot: &Spot, text: &str) {
        let severity = match severity {
            Severity::Warning if self.is_strict() => {
                self.failed.store(true, Ordering::Relaxed);
                Severity::Error
            }
            severity => severity,
        };
        if !self.says(severity) {
            return;
        }
        // Standard error is the last resort: when it is closed, there is no place left to complain.
        let _ = writeln!(anstream::stderr(), "{}", line(severity, code, spot, text));
    }
}

/// The messages about a rendered service.
pub fn of(session: &Session, service: &Service, rendering: &Rendering, manner: Manner) -> Vec<Message> {
    session.messages_of(service, rendering, manner, |file| {
        let file = if file == STDIN { "-" } else { file };
        format!("kserve-render explain {file} tells more")
    })
}

/// A message as it is printed: `warning[CODE]: file:line:column: text`, on one line.
pub fn line(severity: Severity, code: Option<&str>, spot: &Spot, text: &str) -> String {
    let (word, color) = match severity {
        Severity::Error => ("error", AnsiColor::Red),
        Severity::Warning => ("warning", AnsiColor::Yellow),
        Severity::Note | Severity::Detail | Severity::Trace => ("note", AnsiColor::Cyan),
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    let code = code.map_or_else(String::new, |code| format!("[{code}]"));
    let at = match spot {
        Spot::Nowhere => String::new(),
        spot => format!("{}: ", on_one_line(&spot.to_string())),
    };
    let text = on_one_line(text);
    format!("{style}{word}{code}{style:#}: {at}{text}")
}

/// A text for people as standard output takes it: with colours only where these are wanted, and with nothing else that a terminal would
/// act on. Every text for people comes through here.
pub fn for_stdout(text: &str) -> String {
    let text = escaped_but_colours(text);
    let mut out = anstream::AutoStream::new(Vec::new(), anstream::AutoStream::choice(&std::io::stdout()));
    // Writing into memory does not fail.
    let _ = out.write_all(text.as_bytes());
    String::from_utf8(out.into_inner()).unwrap_or_default()
}
