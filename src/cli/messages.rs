//! What is said beside the data, on standard error, one line each.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

use crate::input::{Place, Source};

/// How much is said, and in colour or not.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Say less: no notes; twice, no warnings either
    #[arg(short, long, action = clap::ArgAction::Count, global = true, conflicts_with = "verbose")]
    quiet: u8,
    /// Say more: events, and what was read
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What kind of thing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
    /// Only said when asked for more.
    Detail,
}

/// Where the subject of a message stands.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    pub source: &'a Source,
    pub place: Place,
}

/// The way to standard error.
#[derive(Debug)]
pub struct Messages {
    least: Severity,
}

impl Messages {
    pub fn new(args: &Args) -> Messages {
        match args.color {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
        let least = match (args.quiet, args.verbose) {
            (0, 0) => Severity::Note,
            (1, _) => Severity::Warning,
            (2.., _) => Severity::Error,
            (0, 1..) => Severity::Detail,
        };
        Messages { least }
    }

    /// Whether standard output may be in colour.
    pub fn is_styled(&self) -> bool {
        anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
    }

    /// The same way for what has been said before: only errors get through.
    pub fn silenced(&self) -> Messages {
        Messages { least: Severity::Error }
    }

    pub fn error(&self, at: Option<At<'_>>, text: &str) {
        self.say(Severity::Error, None, at, text);
    }

    pub fn warning(&self, at: Option<At<'_>>, text: &str) {
        self.say(Severity::Warning, None, at, text);
    }

    pub fn note(&self, at: Option<At<'_>>, text: &str) {
        self.say(Severity::Note, None, at, text);
    }

    pub fn detail(&self, at: Option<At<'_>>, text: &str) {
        self.say(Severity::Detail, None, at, text);
    }

    /// Whether things of a kind are said at all.
    pub fn says(&self, severity: Severity) -> bool {
        severity <= self.least
    }

    /// Says something.
    pub fn say(&self, severity: Severity, code: Option<&str>, at: Option<At<'_>>, text: &str) {
        if !self.says(severity) {
            return;
        }
        // Standard error is the last resort: when it is closed, there is no place left to complain.
        let _ = writeln!(anstream::stderr(), "{}", line(severity, code, at, text));
    }
}

/// What is said: `warning[CODE]: file:line:column: text`, on one line.
pub fn line(severity: Severity, code: Option<&str>, at: Option<At<'_>>, text: &str) -> String {
    let (word, color) = match severity {
        Severity::Error => ("error", AnsiColor::Red),
        Severity::Warning => ("warning", AnsiColor::Yellow),
        Severity::Note | Severity::Detail => ("note", AnsiColor::Cyan),
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    let code = code.map_or_else(String::new, |code| format!("[{code}]"));
    let at = at.map_or_else(String::new, |at| format!("{}:{}:{}: ", at.source.name, at.place.line, at.place.column));
    let text = text.trim_end().replace(['\n', '\r'], " ");
    format!("{style}{word}{code}{style:#}: {at}{text}")
}

/// A text with colours as standard output takes it.
pub fn for_stdout(text: &str) -> String {
    let mut out = anstream::AutoStream::new(Vec::new(), anstream::AutoStream::choice(&std::io::stdout()));
    // Writing into memory does not fail.
    let _ = out.write_all(text.as_bytes());
    String::from_utf8(out.into_inner()).unwrap_or_default()
}
