//! A look at RON text without recursion: comments, strings and brackets.
//!
//! It finds comments (which saving drops), and refuses nesting and unclosed things before `ron` sees them: `ron` calls
//! itself for each bracket, which a hostile file could use to overflow the stack.

use std::ops::Range;

/// Deepest nesting of brackets that is read. Scenes need 9; every level costs `ron` about 1 KB of stack in
/// development builds, and it must not overflow a thread of 512 KB.
const MAX_DEPTH: usize = 32;

/// A piece of RON text that is not white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// From `//` to the end of the line, without the line feed.
    LineComment,
    /// From `/*` to its `*/`; they nest.
    BlockComment,
    /// A string, byte string or character in quotes, escaped or raw.
    Quoted,
    /// `(`, `[` or `{`.
    Open(u8),
    /// `)`, `]` or `}`.
    Close(u8),
    /// A name or a number.
    Word,
    /// Any other character.
    Other,
    /// A block comment or a quoted text without an end.
    Unclosed(&'static str),
}

/// Why a text cannot be RON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Byte offset.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
}

/// The tokens of a text, with their byte ranges.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (Token, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.is_empty() {
            return None;
        }
        let (token, len) = first_token(rest);
        let range = at..at + len;
        at = range.end;
        Some((token, range))
    })
}

/// The token that starts a text that is not empty, and its length in bytes.
fn first_token(text: &str) -> (Token, usize) {
    let bytes = text.as_bytes();
    match bytes {
        [b'/', b'/', ..] => (Token::LineComment, text.find('\n').unwrap_or(text.len())),
        [b'/', b'*', ..] => match block_comment(bytes) {
            Some(len) => (Token::BlockComment, len),
            None => (Token::Unclosed("comment"), text.len()),
        },
        [open @ (b'(' | b'[' | b'{'), ..] => (Token::Open(*open), 1),
        [close @ (b')' | b']' | b'}'), ..] => (Token::Close(*close), 1),
        [b'"', ..] | [b'b', b'"', ..] => quoted(bytes, text.find('"').unwrap_or(0) + 1),
        [b'\'', ..] => character(text),
        [b'r', b'"' | b'#', ..] | [b'b', b'r', b'"' | b'#', ..] => raw(text),
        _ => {
            let len = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
            if len > 0 { (Token::Word, len) } else { (Token::Other, text.chars().next().map_or(1, char::len_utf8)) }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-')
}

fn block_comment(bytes: &[u8]) -> Option<usize> {
    let mut depth = 1_usize;
    let mut i = 2;
    while depth > 0 {
        match bytes.get(i..)? {
            [b'/', b'*', ..] => (depth, i) = (depth + 1, i + 2),
            [b'*', b'/', ..] => (depth, i) = (depth - 1, i + 2),
            [] => return None,
            _ => i += 1,
        }
    }
    Some(i)
}

/// A text in double quotes with escapes, whose content starts at `start`.
fn quoted(bytes: &[u8], start: usize) -> (Token, usize) {
    let mut i = start;
    loop {
        match bytes.get(i) {
            None => return (Token::Unclosed("string"), bytes.len()),
            Some(b'"') => return (Token::Quoted, i + 1),
            Some(b'\\') => i = (i + 2).min(bytes.len()),
            Some(_) => i += 1,
        }
    }
}

/// `'x'` or `'\n'`; a lone apostrophe is a token of its own.
fn character(text: &str) -> (Token, usize) {
    let mut chars = text.char_indices().skip(1);
    let is_escape = matches!(chars.next(), Some((_, '\\')));
    if is_escape {
        chars.next();
    }
    let closing =
        if is_escape { chars.take(10).find(|(_, c)| *c == '\'') } else { chars.next().filter(|(_, c)| *c == '\'') };
    closing.map_or((Token::Other, 1), |(i, _)| (Token::Quoted, i + 1))
}

/// `r"..."`, `r#"..."#`, or a raw name such as `r#box`.
fn raw(text: &str) -> (Token, usize) {
    let hashes_at = text.find(['"', '#']).unwrap_or(0);
    let hashes = text[hashes_at..].bytes().take_while(|b| *b == b'#').count();
    let content = hashes_at + hashes + 1;
    if text.as_bytes().get(content - 1) != Some(&b'"') {
        return (Token::Word, content - 1);
    }
    let ending = format!("\"{}", &text[hashes_at..hashes_at + hashes]);
    match text[content..].find(&ending) {
        Some(len) => (Token::Quoted, content + len + ending.len()),
        None => (Token::Unclosed("raw string"), text.len()),
    }
}

/// Refuses at once what does not begin as a scene, such as another sort of file: looking at all of it takes long.
pub(super) fn check_start(text: &str) -> Result<(), Fault> {
    let mut start = tokens(text)
        .filter(|(token, _)| !matches!(token, Token::LineComment | Token::BlockComment))
        .map(|(token, range)| (token, &text[range.clone()], range.start));
    let (found, offset) = match start.next() {
        Some((Token::Other, "#", _) | (Token::Open(b'('), ..)) => return Ok(()),
        Some((Token::Word, "Scene", offset)) => match start.next() {
            Some((Token::Open(b'('), ..)) => return Ok(()),
            Some(_) => ("Scene without its bracket", offset),
            None => ("only its name", offset),
        },
        // What has no end is said by the look at the shape.
        Some((Token::Unclosed(_), ..)) => return Ok(()),
        Some((_, found, offset)) => (found, offset),
        None => ("", text.len()),
    };
    let shown: String = found.chars().take(40).collect();
    let here = if shown.is_empty() { "the text ends".to_owned() } else { format!("there is {shown}") };
    let message = format!("Here must be Scene(...), but {here}.");
    Err(Fault { offset, message, hint: "Write Scene(version: 1, ...), or name another file.".to_owned() })
}

/// Refuses unclosed or crossed brackets, strings and comments, and deep nesting. The rest is for `ron` to judge.
pub(super) fn check_shape(text: &str) -> Result<(), Fault> {
    let fault = |offset, message: String, hint: &str| Err(Fault { offset, message, hint: hint.to_owned() });
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (token, range) in tokens(text) {
        match token {
            Token::Open(bracket) => {
                if open.len() == MAX_DEPTH {
                    let message = format!("Brackets are nested more than {MAX_DEPTH} deep.");
                    return fault(range.start, message, "A scene is a flat list: nodes name their parent.");
                }
                open.push((bracket, range.start));
            }
            Token::Close(bracket) => match open.pop() {
                None => {
                    let message = format!("Nothing is open that this \"{}\" could close.", char::from(bracket));
                    return fault(range.start, message, "Remove it, or look for a bracket that was closed too early.");
                }
                Some((opening, at)) if closing_of(opening) != bracket => {
                    let (line, column) = line_and_column(text, at);
                    let message = format!(
                        "\"{}\" is closed by \"{}\": it was opened in line {line}, column {column}.",
                        char::from(opening),
                        char::from(bracket)
                    );
                    return fault(range.start, message, "Close brackets in the reverse order of opening.");
                }
                Some(_) => {}
            },
            Token::Unclosed(what) => {
                return fault(range.start, format!("This {what} has no end."), "Close it. Is the file cut off?");
            }
            _ => {}
        }
    }
    match open.last() {
        None => Ok(()),
        Some((bracket, at)) => {
            let message = format!("This \"{}\" is never closed.", char::from(*bracket));
            fault(*at, message, "Close it. Is the file cut off?")
        }
    }
}

fn closing_of(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// The token that follows `name:` in the outermost brackets, and its byte offset.
pub(super) fn outermost_value<'a>(text: &'a str, name: &str) -> Option<(&'a str, usize)> {
    let mut depth = 0_u32;
    let mut before = ["", ""];
    for (token, range) in tokens(text) {
        let word = &text[range.clone()];
        match token {
            Token::LineComment | Token::BlockComment => continue,
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth = depth.saturating_sub(1),
            _ if depth == 1 && before == [name, ":"] => return Some((word, range.start)),
            _ => {}
        }
        before = [before[1], word];
    }
    None
}

/// Byte offset of the first token that is no comment and no `#![...]` attribute; the text's length if there is none.
pub(super) fn offset_of_body(text: &str) -> usize {
    let is_body = |(token, _): &(Token, Range<usize>)| matches!(token, Token::Word | Token::Open(b'('));
    let mut in_attribute = false;
    tokens(text)
        .filter(|(token, range)| match token {
            Token::Other if &text[range.clone()] == "#" => {
                in_attribute = true;
                false
            }
            Token::Close(b']') if in_attribute => {
                in_attribute = false;
                false
            }
            _ => !in_attribute,
        })
        .find(is_body)
        .map_or(text.len(), |(_, range)| range.start)
}

/// Line and column, both from 1, of a byte offset; columns count characters.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

/// The byte offset of a line and column, both from 1.
pub(super) fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let in_line =
        text[line_start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len() - line_start, |c| c.0);
    line_start + in_line
}

/// The text of the token that holds a byte offset or follows it; empty at the end.
pub(super) fn token_at(text: &str, offset: usize) -> &str {
    tokens(text)
        .find(|(_, range)| range.end > offset)
        .map_or("", |(_, range)| &text[range.start.max(offset)..range.end])
}

/// Where the last token starts that starts before a byte offset.
pub(super) fn last_token_before(text: &str, offset: usize) -> Option<usize> {
    tokens(text).map(|(_, range)| range.start).take_while(|start| *start < offset).last()
}

/// Where the innermost bracket opens that is open at a byte offset.
pub(super) fn enclosing_bracket(text: &str, offset: usize) -> Option<usize> {
    let mut open = Vec::new();
    for (token, range) in tokens(text).take_while(|(_, range)| range.start < offset) {
        match token {
            Token::Open(_) => open.push(range.start),
            Token::Close(_) => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}
