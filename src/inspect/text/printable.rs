//! Names from files, made fit for a terminal and a line of text.

use std::borrow::Cow;

/// The text with escapes in place of what would break the line, steer a terminal, or turn the order of letters round.
/// Joiners stay: Persian and emoji need them, and they move nothing.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_steering) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_steering(c) {
            // Line ends and tabs have short forms there.
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// As [`printable`], but line ends and tabs stay: for texts of several lines, and lines of a file over a caret.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\n' | '\t');
    if !text.chars().any(|c| !stays(c) && is_steering(c)) {
        return Cow::Borrowed(text);
    }
    let pieces = text.split_inclusive(stays);
    let shown = pieces.map(|piece| {
        let body = piece.trim_end_matches(stays);
        [printable(body), Cow::Borrowed(&piece[body.len()..])].concat()
    });
    Cow::Owned(shown.collect())
}

/// An id as reports show it: in quotes, and [`printable`].
#[must_use]
pub fn quoted(id: &str) -> String {
    format!("\"{}\"", printable(id))
}

/// Control characters, separators of lines and paragraphs, and invisible characters that change the direction of text or
/// hide in it (Unicode's Bidi_Control and Default_Ignorable without joiners and variation selectors).
fn is_steering(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        )
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_escaped_and_all_scripts_stay() {
        for name in ["part", "größe", "مكعب", "می\u{200c}خواهم", "👩\u{200d}🚀", "盒子 2"] {
            assert!(matches!(printable(name), Cow::Borrowed(same) if same == name));
        }
        assert_eq!(quoted("a\u{1b}[2Jb\n\u{202e}c\u{9b}"), r#""a\u{1b}[2Jb\n\u{202e}c\u{9b}""#);
        assert_eq!(printable_lines("a\n\tb\r\n\u{7}"), "a\n\tb\\r\n\\u{7}");
        assert_eq!(printable_lines("a\nb"), "a\nb");
    }
}
