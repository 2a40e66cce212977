//! Messages to the person, kept for the Log pane; the status bar shows the latest.

/// How bad a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Something was done.
    Info,
    /// Something is probably not meant.
    Warning,
    /// Something failed.
    Error,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// How bad it is.
    pub(crate) level: Level,
    /// A sentence.
    pub(crate) text: String,
    /// How often it came in a row.
    pub(crate) count: u32,
}

/// The messages of this session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    lines: Vec<Line>,
}

impl Log {
    /// Older messages are forgotten.
    const MAX_LINES: usize = 1000;

    /// Adds a message; the same message again is counted.
    pub(crate) fn push(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        if let Some(last) = self.lines.last_mut().filter(|l| l.text == text && l.level == level) {
            last.count += 1;
            return;
        }
        if self.lines.len() >= Self::MAX_LINES {
            self.lines.remove(0);
        }
        self.lines.push(Line { level, text, count: 1 });
    }

    /// Something was done.
    pub(crate) fn info(&mut self, text: impl Into<String>) {
        self.push(Level::Info, text);
    }

    /// Something failed.
    pub(crate) fn error(&mut self, text: impl Into<String>) {
        self.push(Level::Error, text);
    }

    /// Something is probably not meant.
    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.push(Level::Warning, text);
    }

    /// All messages, oldest first.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The latest message.
    pub(crate) fn latest(&self) -> Option<&Line> {
        self.lines.last()
    }
}
