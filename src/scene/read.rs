//! RON -> scene.

use super::Scene;
use super::scan::{self, Token};
use super::write::HEADER;
use ron::error::SpannedError;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_path_to_error::{Path as DocumentPath, Segment};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Largest file that is read: far above any scene made by hand, small enough to parse at once.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// How each version becomes today's scene, oldest first. Once there is a version 2, today's types are copied to a
/// module `v1`, its entry becomes `|text| parse::<v1::Scene>(text).map(Scene::from)`, and `tests/data/scenes/v1.ron`
/// stays what it is and is still read.
const STEPS: [(u32, fn(&str) -> Result<Scene, ReadError>); 1] = [(1, parse::<Scene>)];

/// Why a text is no scene: where, what, and what to do. `Display` prints the line with a caret, the path in the
/// document and a hint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.render())]
pub struct ReadError {
    /// The file, when there is one.
    pub file: Option<PathBuf>,
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
    pub source_line: String,
}

impl ReadError {
    fn without_place(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            file: None,
            line: 0,
            column: 0,
            path: String::new(),
            message: message.into(),
            hint: hint.into(),
            source_line: String::new(),
        }
    }

    /// An error at a byte offset of the text.
    fn at_offset(text: &str, offset: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (line, column) = scan::line_and_column(text, offset);
        let source_line = text.lines().nth(line - 1).unwrap_or_default().to_owned();
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
            let _ = write!(out, "{}:", file.display());
        }
        if self.line > 0 {
            let _ = write!(out, "{}:{}:", self.line, self.column);
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&self.message);
        if self.line > 0 {
            let (source, caret) = excerpt(&self.source_line, self.column);
            let _ = write!(out, "\n   | {source}\n   | {:caret$}^", "");
        }
        if !self.path.is_empty() {
            let _ = write!(out, "\n  at {}", self.path);
        }
        if !self.hint.is_empty() {
            let _ = write!(out, "\n  {}", self.hint);
        }
        out
    }
}

/// At most 120 characters of a line round a column, tabs as spaces, and how far the caret is indented.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    const WIDTH: usize = 120;
    let caret = column.saturating_sub(1);
    let skipped = if caret < WIDTH - 20 { 0 } else { caret - WIDTH / 2 };
    let shown = line.chars().skip(skipped).take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    (shown, caret - skipped)
}

impl Scene {
    /// Reads a scene from RON text: a leading byte order mark and CRLF are fine, unknown fields, newer versions and
    /// numbers that are not finite are refused.
    ///
    /// # Errors
    /// A [`ReadError`] with line, column, path and hint.
    pub fn from_ron(text: &str) -> Result<Self, ReadError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        scan::check_shape(text).map_err(|fault| ReadError::at_offset(text, fault.offset, fault.message, fault.hint))?;
        let version = version_of(text)?;
        match STEPS.iter().find(|(from, _)| *from == version) {
            Some((_, read)) => read(text),
            None => parse::<Self>(text),
        }
    }

    /// Reads a scene file.
    ///
    /// # Errors
    /// As [`Scene::from_ron`], or a file that is missing, larger than 64 MiB, or not UTF-8.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        let in_file = |error: ReadError| ReadError { file: Some(path.to_owned()), ..error };
        let bytes = read_capped(path).map_err(in_file)?;
        let text = decode(&bytes).map_err(in_file)?;
        Self::from_ron(text).map_err(in_file)
    }

    /// True if the text holds comments, which saving would drop. The line that saving writes itself does not count.
    #[must_use]
    pub fn has_comments(text: &str) -> bool {
        scan::tokens(text).any(|(token, range)| match token {
            Token::LineComment => text[range].trim_end() != HEADER,
            Token::BlockComment => true,
            _ => false,
        })
    }
}

fn read_capped(path: &Path) -> Result<Vec<u8>, ReadError> {
    let cannot = |source: std::io::Error| {
        let hint = match source.kind() {
            std::io::ErrorKind::NotFound => "Check the path: there is no such file.",
            std::io::ErrorKind::PermissionDenied => "Check who may read the file.",
            _ => "",
        };
        ReadError::without_place(format!("The file cannot be read: {source}."), hint)
    };
    let too_large = |size: String| {
        let message = format!("The file is too large for a scene: {size}, and the limit is 64 MiB.");
        ReadError::without_place(message, "Is it another sort of file?")
    };
    let meta = std::fs::metadata(path).map_err(cannot)?;
    if meta.is_dir() {
        return Err(ReadError::without_place("This is a folder, not a scene file.", "Name a file that ends in .ron."));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(too_large(format!("{} MiB", meta.len() >> 20)));
    }
    // Devices and pipes say that they have no size, and a file may grow meanwhile.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large("more than 64 MiB".to_owned()));
    }
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    // UTF-16 has a mark, or, as RON starts with an ASCII character, a zero among its first two bytes.
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..]) {
        return Err(ReadError::without_place(
            "The file is UTF-16 text, not UTF-8.",
            "Save it as UTF-8 in your editor.",
        ));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
        let message = format!("The file is not UTF-8 text: line {line} has a byte that cannot be read.");
        ReadError::without_place(message, "Save it as UTF-8 in your editor.")
    })
}

/// The `version` of a document of any version, newer ones refused.
fn version_of(text: &str) -> Result<u32, ReadError> {
    #[derive(Deserialize)]
    #[serde(rename = "Scene")]
    struct AnyScene {
        #[serde(default, deserialize_with = "known_version")]
        version: Option<u32>,
    }
    match deserialize::<AnyScene>(text) {
        Ok(AnyScene { version: Some(version) }) => Ok(version),
        Ok(AnyScene { version: None }) => Err(ReadError::at_offset(
            text,
            scan::offset_of_body(text),
            "The scene has no version.",
            format!("Write \"version: {},\" as its first field.", super::VERSION),
        )),
        Err((error, path)) if path == "version" => Err(read_error(text, error, path)),
        // Something else is wrong; today's types say it best.
        Err(_) => Ok(super::VERSION),
    }
}

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let version = u32::deserialize(deserializer)?;
    let newest = super::VERSION;
    if version > newest {
        return Err(D::Error::custom(format!("version {version} is newer than this program reads ({newest})")));
    }
    if version == 0 {
        return Err(D::Error::custom("version 0 never existed: the first is 1"));
    }
    Ok(Some(version))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    deserialize(text).map_err(|(error, path)| read_error(text, error, path))
}

/// Deserialises a whole text; a fault comes with its place and its path in the document.
fn deserialize<T: DeserializeOwned>(text: &str) -> Result<T, (SpannedError, String)> {
    let mut ron = ron::Deserializer::from_str(text).map_err(|error| (error, String::new()))?;
    match serde_path_to_error::deserialize(&mut ron) {
        Ok(value) => match ron.end() {
            Ok(()) => Ok(value),
            Err(error) => Err((ron.span_error(error), String::new())),
        },
        Err(error) => {
            let path = document_path(error.path());
            Err((ron.span_error(error.into_inner()), path))
        }
    }
}

/// `nodes[2].kind.radius`: fields and indices; variants are left out, since the file has no names for them to follow.
fn document_path(path: &DocumentPath) -> String {
    let mut out = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                let _ = write!(out, "[{index}]");
            }
            Segment::Map { key } => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(key);
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    out
}

fn read_error(text: &str, error: SpannedError, path: String) -> ReadError {
    let offset = scan::offset_of(text, error.span.end.line, error.span.end.col);
    let (message, hint) = (error.code.to_string(), String::new());
    ReadError { path, ..ReadError::at_offset(text, offset, message, hint) }
}
