//! Why a text is no scene, in words: `ron`'s codes become sentences that name the place, the fault and the cure.

use super::finite::NOT_FINITE;
use super::printable::{is_hidden, printable};
use super::{names, scan};
use ron::Error as RonError;
use ron::error::SpannedError;
use std::fmt::Write as _;
use std::path::Path;

/// Characters of words and paths of the file that messages show. Real names are far shorter.
const LONGEST_WORD: usize = 40;
const LONGEST_PATH: usize = 200;

/// Why a text is no scene: where, what, and what to do. `Display` prints the line with a caret, the path in the
/// document and a hint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.render())]
pub struct ReadError {
    /// The file, when there is one.
    pub file: Option<Box<Path>>,
    /// Line, from 1; 0 when the fault has no place (file missing, too large, not UTF-8).
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path in the document, such as `nodes[2].kind.radius`; empty when unknown.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do; may be empty.
    pub hint: String,
    /// The source line, for the caret.
    pub source_line: Box<str>,
}

impl ReadError {
    pub(super) fn without_place(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            file: None,
            line: 0,
            column: 0,
            path: String::new(),
            message: message.into(),
            hint: hint.into(),
            source_line: Box::default(),
        }
    }

    /// An error at a byte offset of the text.
    pub(super) fn at_offset(text: &str, offset: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (line, column) = scan::line_and_column(text, offset);
        let source_line = text.lines().nth(line - 1).unwrap_or_default().into();
        Self { line, column, source_line, ..Self::without_place(message, hint) }
    }

    /// ```text
    /// start.ron:6:40: Sphere has no field "raduis".
    ///    |         (id: "ball", kind: Sphere(raduis: 0.5)),
    ///    |                                   ^
    ///   at nodes[0].kind.raduis
    ///   Did you mean "radius"?
    /// ```
    fn render(&self) -> String {
        let mut out = String::new();
        if let Some(file) = &self.file {
            let _ = write!(out, "{}:", printable(&file.to_string_lossy()));
        }
        if self.line > 0 {
            let _ = write!(out, "{}:{}:", self.line, self.column);
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&printable(&self.message));
        if self.line > 0 {
            let (source, caret) = excerpt(&self.source_line, self.column);
            let _ = write!(out, "\n   | {source}\n   | {:caret$}^", "");
        }
        if !self.path.is_empty() {
            let _ = write!(out, "\n  at {}", printable(&self.path));
        }
        if !self.hint.is_empty() {
            let _ = write!(out, "\n  {}", printable(&self.hint));
        }
        out
    }
}

/// At most 120 characters of a line round a column, tabs and hidden characters as spaces, and how far the caret is indented.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    const WIDTH: usize = 120;
    let caret = column.saturating_sub(1);
    let skipped = if caret < WIDTH - 20 { 0 } else { caret - WIDTH / 2 };
    let shown = line.chars().skip(skipped).take(WIDTH).map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    (shown, caret - skipped)
}

impl ReadError {
    /// Words for an error of `ron` or serde in `text`, at `path` in the document.
    pub(super) fn from_ron_error(text: &str, error: SpannedError, path: String) -> Self {
        let reached = scan::offset_of(text, error.span.end.line, error.span.end.col);
        let offset = place(text, reached, &error.code);
        // Only the last field of a path can be a word of the file's own.
        let path: String = path.chars().take(LONGEST_PATH).collect();
        let (message, hint) = words(&error.code, &path, &Around::new(text, offset));
        Self { path, ..Self::at_offset(text, offset, message, hint) }
    }
}

/// Where the fault is: `ron` stops before what it cannot use, but behind what serde refuses.
fn place(text: &str, reached: usize, code: &RonError) -> usize {
    let found = match code {
        RonError::NoSuchStructField { found, .. } | RonError::NoSuchEnumVariant { found, .. } => found.as_str(),
        RonError::DuplicateStructField { field, .. } => field,
        RonError::ExpectedDifferentStructName { found, .. } => found.as_str(),
        RonError::MissingStructField { .. } | RonError::ExpectedDifferentLength { .. } => {
            return scan::enclosing_bracket(text, reached).unwrap_or(reached);
        }
        RonError::Message(_) | RonError::IntegerOutOfBounds | RonError::InvalidValueForType { .. } => {
            return scan::last_token_before(text, reached).unwrap_or(reached);
        }
        _ => return reached,
    };
    if scan::token_at(text, reached) == found {
        reached
    } else {
        scan::last_token_before(text, reached).unwrap_or(reached)
    }
}

/// What stands round a fault.
struct Around<'a> {
    /// The token at the fault; empty at the end of the text.
    token: &'a str,
    /// The two tokens before it, the nearer first.
    before: [&'a str; 2],
    /// The name before the innermost open bracket; empty if there is none.
    owner: &'a str,
}

impl<'a> Around<'a> {
    fn new(text: &'a str, offset: usize) -> Self {
        let token_before =
            |offset| scan::last_token_before(text, offset).map_or((0, ""), |at| (at, scan::token_at(text, at)));
        let (at, nearer) = token_before(offset);
        let bracket = scan::enclosing_bracket(text, offset).unwrap_or(0);
        Self {
            token: scan::token_at(text, offset),
            before: [nearer, token_before(at).1],
            owner: token_before(bracket).1,
        }
    }

    fn is_at_number(&self) -> bool {
        is_number(self.token)
    }

    /// How the value that the fault is in, or behind, is written.
    fn example(&self) -> Option<&'static str> {
        names::example(self.before[0]).or_else(|| names::example(self.owner))
    }
}

fn is_number(token: &str) -> bool {
    token.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// Message and hint for a code of `ron`.
fn words(code: &RonError, path: &str, around: &Around<'_>) -> (String, String) {
    const VECTOR: &str = "A point or vector is three numbers, such as (0.0, 1.0, 0.0).";
    let token = cut(around.token);
    let here = if token.is_empty() { "the text ends".to_owned() } else { format!("there is {token}") };
    let expected_so = |what: &str, hint: &str| (format!("Here must be {what}, but {here}."), hint.to_owned());
    let expected = |what: &str| expected_so(what, "");
    match code {
        RonError::NoSuchStructField { expected, found, .. } => {
            let place = path.rsplit_once('.').map_or("a scene", |(parent, _)| parent);
            (format!("There is no field \"{}\" in {place}.", cut(found)), nearest(found, expected, "fields"))
        }
        RonError::NoSuchEnumVariant { expected, found, .. } => {
            (format!("{} cannot be \"{}\".", subject(path), cut(found)), nearest(found, expected, "values"))
        }
        RonError::MissingStructField { field, .. } => {
            (format!("The field \"{field}\" is missing in {}.", subject(path)), "Add it: it has no default.".to_owned())
        }
        RonError::DuplicateStructField { field, .. } => {
            (format!("The field \"{field}\" is there twice."), "Remove one of the two.".to_owned())
        }
        RonError::ExpectedDifferentStructName { expected, found } => (
            format!("Here must be {expected}(...), but there is {}.", cut(found)),
            format!("Write {expected}, or no name."),
        ),
        RonError::ExpectedNamedStructLike("DVec3") => expected_so("three numbers in round brackets", VECTOR),
        RonError::ExpectedNamedStructLike(name) => expected(&format!("{name}(...)")),
        RonError::ExpectedDifferentLength { expected, found } => {
            (format!("Here must be {expected}, but there are {found}."), String::new())
        }
        RonError::ExpectedComma if token.starts_with('.') => {
            ("This must be a whole number.".to_owned(), "Remove the point and the digits behind it.".to_owned())
        }
        RonError::ExpectedComma if token == "(" && names::stands_alone(around.before[0]) => {
            let name = around.before[0];
            (format!("{name} has no fields."), format!("Write {name} without brackets."))
        }
        RonError::ExpectedComma => expected("a comma or a closing bracket"),
        RonError::ExpectedFloat if matches!(around.token, "x" | "y" | "z") => expected_so("a number", VECTOR),
        RonError::ExpectedFloat => expected("a number"),
        RonError::ExpectedInteger | RonError::InvalidIntegerDigit { .. } => expected("a whole number"),
        RonError::ExpectedBoolean => expected("true or false"),
        RonError::ExpectedString => expected("a text in quotes"),
        RonError::ExpectedArray => expected("a list in square brackets"),
        RonError::ExpectedIdentifier | RonError::InvalidIdentifier(_) | RonError::SuggestRawIdentifier(_) => {
            let (what, hint) = name_expected(around);
            expected_so(what, &hint)
        }
        RonError::ExpectedMapColon => expected("a colon and a value"),
        RonError::ExpectedStructLike => {
            let hint = around.example().map(|example| format!("Write it as {example}.")).unwrap_or_default();
            expected_so("an opening bracket", &hint)
        }
        RonError::ExpectedStructLikeEnd if around.is_at_number() => expected_so("a closing bracket", VECTOR),
        RonError::ExpectedStructLikeEnd => expected("a closing bracket"),
        RonError::TrailingCharacters => {
            (format!("After the scene's last bracket, {here}."), "Remove what follows the scene.".to_owned())
        }
        RonError::IntegerOutOfBounds => {
            (format!("The number {token} is out of range."), format!("Use a whole number from 0 to {}.", u32::MAX))
        }
        RonError::InvalidEscape(why) => {
            let hint = "In a text write \\\\ for a back slash and \\\" for a quote.";
            (format!("A back slash starts something unknown: {why}."), hint.to_owned())
        }
        RonError::Message(message) if message.starts_with(NOT_FINITE) => {
            (format!("{message}."), "Write a finite number.".to_owned())
        }
        other => (format!("{}.", other.to_string().chars().take(LONGEST_PATH).collect::<String>()), String::new()),
    }
}

/// What must be where `ron` wants a name and found something else, and a hint.
fn name_expected(around: &Around<'_>) -> (&'static str, String) {
    if around.before[0] == ":" {
        let hint = if around.token.starts_with('"') { "Names are written without quotes." } else { "" };
        return ("a name", hint.to_owned());
    }
    let [before, earlier] = around.before;
    let hint = if around.is_at_number() && before == "," && is_number(earlier) {
        format!("Write numbers with a point: {}.{}", cut(earlier), cut(around.token))
    } else if let Some(example) = names::example(around.owner) {
        format!("Name the fields: {example}.")
    } else if around.token.starts_with('"') {
        "Fields are written as name: value, and their names without quotes.".to_owned()
    } else {
        "Fields are written as name: value.".to_owned()
    };
    ("the name of a field", hint)
}

/// As much of a word as a message should show.
fn cut(word: &str) -> String {
    word.chars().take(LONGEST_WORD).collect()
}

/// The path as the start of a sentence.
fn subject(path: &str) -> &str {
    if path.is_empty() { "the scene" } else { path }
}

/// The nearest of the possible names if one is near, otherwise all of them.
fn nearest(found: &str, possible: &[&str], what: &str) -> String {
    let near = possible
        .iter()
        .map(|name| (edit_distance(found, name), name))
        .filter(|(distance, name)| *distance <= (name.chars().count() / 3).max(1))
        .min_by_key(|(distance, _)| *distance);
    match near {
        Some((_, name)) => format!("Did you mean \"{name}\"?"),
        None => format!("The {what} are: {}.", possible.join(", ")),
    }
}

/// Least number of characters inserted, removed, replaced or swapped with their neighbour, in lower case (optimal
/// string alignment: Boytsov, "Indexing methods for approximate dictionary searching", 2011, section 2.2).
fn edit_distance(a: &str, b: &str) -> usize {
    // Far longer than any name of the format; keeps hostile ones cheap.
    const LONGEST: usize = 64;
    let letters = |s: &str| s.chars().flat_map(char::to_lowercase).take(LONGEST).collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
