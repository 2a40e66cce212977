//! RON -> scene.

use super::scan::{self, Token};
use super::write::HEADER;
use super::{ReadError, Scene};
use ron::Error as RonError;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path as DocumentPath, Segment};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// Largest file that is read: as many nodes as a scene may have take about 25 MB.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// Reads a document of one version.
type Reader = fn(&str) -> Result<Scene, ReadError>;

/// How each version becomes today's scene, oldest first. Once there is a version 2, today's types are copied to a
/// module `v1`, its entry becomes `|text| parse::<v1::Scene>(text).map(Scene::from)`, and `tests/data/scenes/v1.ron`
/// stays what it is and is still read.
const STEPS: [(u32, Reader); 1] = [(1, parse::<Scene>)];

impl Scene {
    /// Reads a scene from RON text: a leading byte order mark and any line ends are fine, unknown fields, newer
    /// versions and numbers that are not finite are refused.
    ///
    /// # Errors
    /// A [`ReadError`] with line, column, path and hint.
    pub fn from_ron(text: &str) -> Result<Self, ReadError> {
        let text = text.trim_start_matches('\u{feff}');
        let text = &*line_feeds(text);
        scan::check_start(text).map_err(|fault| ReadError::at_offset(text, fault.offset, fault.message, fault.hint))?;
        scan::check_shape(text).map_err(|fault| ReadError::at_offset(text, fault.offset, fault.message, fault.hint))?;
        let version = version_of(text)?;
        match STEPS.iter().find(|(from, _)| Some(*from) == version) {
            Some((_, read)) => read(text),
            None => without_version(text),
        }
    }

    /// Reads a scene file.
    ///
    /// # Errors
    /// As [`Scene::from_ron`], or a file that is missing, larger than 32 MiB, or not UTF-8.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::load_with_text(path).map(|(scene, _)| scene)
    }

    /// As [`Scene::load`], together with the text as it stands in the file, which is read once: a pipe gives it only
    /// once.
    ///
    /// # Errors
    /// As [`Scene::load`].
    pub fn load_with_text(path: impl AsRef<Path>) -> Result<(Self, String), ReadError> {
        let path = path.as_ref();
        let in_file = |error: ReadError| ReadError { file: Some(path.into()), ..error };
        let bytes = read_capped(path).map_err(in_file)?;
        let text = decode(&bytes).map_err(in_file)?;
        let scene = Self::from_ron(text).map_err(in_file)?;
        Ok((scene, text.to_owned()))
    }

    /// True if the text holds comments, which saving would drop. The line that saving writes itself does not count.
    #[must_use]
    pub fn has_comments(text: &str) -> bool {
        let text = &*line_feeds(text);
        scan::tokens(text).any(|(token, range)| match token {
            Token::LineComment => text[range].trim_end() != HEADER,
            Token::BlockComment => true,
            _ => false,
        })
    }
}

/// The text with line feeds where its lines end in carriage returns alone, as old Macs wrote them: a comment would
/// never end otherwise. Places stay the same.
fn line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') && !text.contains('\n') { Cow::Owned(text.replace('\r', "\n")) } else { Cow::Borrowed(text) }
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
        let message = format!("The file is too large for a scene: {size}, and the limit is 32 MiB.");
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
        return Err(too_large("more than 32 MiB".to_owned()));
    }
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    // Other encodings have a mark, or, as RON starts with an ASCII character, zeros among its first bytes.
    let found = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => "UTF-32 text",
        [0, 0, 0, 0, ..] => "no text: it starts with zeros",
        [0, 0, 0, _, ..] | [_, 0, 0, 0, ..] => "UTF-32 text",
        [0, 0, ..] | [0] => "no text: it starts with zeros",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => "UTF-16 text",
        _ => "",
    };
    if !found.is_empty() {
        let hint = if found.starts_with("no") { "Name a scene file." } else { "Save it as UTF-8 in your editor." };
        let message = format!("The file is {found}{}.", if found.starts_with("no") { "" } else { ", not UTF-8" });
        return Err(ReadError::without_place(message, hint));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
        let message = format!("The file is not UTF-8 text: line {line} has a byte that cannot be read.");
        ReadError::without_place(message, "Save it as UTF-8 in your editor.")
    })
}

/// The `version` of a document of any version, newer ones refused. Found by a look at the outermost fields, since
/// nothing else of a newer document need be understood. None if it is missing or no whole number.
fn version_of(text: &str) -> Result<Option<u32>, ReadError> {
    let Some((value, offset)) = scan::outermost_value(text, "version") else { return Ok(None) };
    let newest = super::VERSION;
    let refuse = |message, hint| {
        Err(ReadError { path: "version".to_owned(), ..ReadError::at_offset(text, offset, message, hint) })
    };
    match value.parse::<u32>() {
        Ok(0) => {
            refuse("Version 0 never existed: the first is 1.".to_owned(), format!("Write \"version: {newest},\"."))
        }
        Ok(version) if version > newest => refuse(
            format!("Version {version} is newer than this program reads ({newest})."),
            format!("Versions 1 to {newest} can be read. A newer Isolab wrote the file, perhaps."),
        ),
        Ok(version) => Ok(Some(version)),
        Err(_) => Ok(None),
    }
}

/// Reads a document without a usable version as today's, to say what is wrong with it.
fn without_version(text: &str) -> Result<Scene, ReadError> {
    let field = format!("\"version: {},\"", super::VERSION);
    match deserialize::<Scene>(text) {
        Ok(scene) => Ok(scene),
        Err(refusal) if matches!(refusal.error.code, RonError::MissingStructField { field: "version", .. }) => {
            let hint = format!("Write {field} as its first field.");
            Err(ReadError::at_offset(text, scan::offset_of_body(text), "The scene has no version.", hint))
        }
        Err(refusal) if refusal.path == "version" => {
            Err(ReadError { hint: format!("Write {field}."), ..refusal.into_read_error(text) })
        }
        Err(refusal) => Err(refusal.into_read_error(text)),
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    deserialize(text).map_err(|refusal| refusal.into_read_error(text))
}

/// What `ron` or serde refused, and where in the document.
struct Refusal {
    error: Box<SpannedError>,
    path: String,
}

impl Refusal {
    fn into_read_error(self, text: &str) -> ReadError {
        ReadError::from_ron_error(text, *self.error, self.path)
    }
}

/// Deserialises a whole text.
fn deserialize<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    let refusal = |error, path| Refusal { error: Box::new(error), path };
    // Whoever writes by hand may leave out the line that saving writes: `parent: "a"` is understood without it.
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let mut ron =
        ron::Deserializer::from_str_with_options(text, &options).map_err(|error| refusal(error, String::new()))?;
    let value = serde_path_to_error::deserialize(&mut ron).map_err(|error| {
        let path = document_path(error.path());
        refusal(ron.span_error(error.into_inner()), path)
    })?;
    ron.end().map_err(|error| refusal(ron.span_error(error), String::new()))?;
    Ok(value)
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
