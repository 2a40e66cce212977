//! Text from files that is shown on terminals and in windows.

use std::borrow::Cow;

/// A text as it may be shown on one line: control characters, which could steer a terminal, characters that turn the
/// direction of text, and others that cannot be seen are spelt out, such as `\n` and `\u{202e}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Control characters, line and paragraph separators, the marks and embeddings of bidirectional text (Unicode
/// Standard Annex 9, section 2), and characters without width. Joiners stay: scripts and emoji need them.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A number for a sentence: in full where that is short, with an exponent otherwise.
#[must_use]
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-4..1e6).contains(&size) {
        format!("{value:?}")
    } else {
        format!("{value:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_terminals_or_turns_text_is_spelt_out() {
        assert!(matches!(printable("Würfel 立方体 👩‍🚀"), Cow::Borrowed(_)));
        assert_eq!(printable("a\u{1b}[31mb\nc\u{202e}d\u{9b}\u{7f}"), r"a\u{1b}[31mb\nc\u{202e}d\u{9b}\u{7f}");
    }

    #[test]
    fn long_numbers_have_exponents() {
        let shown = [0.0, -0.5, 1e-320, 1e308, 1e12, 999_999.5, f64::NAN, 1e7].map(number);
        assert_eq!(shown, ["0.0", "-0.5", "1e-320", "1e308", "1e12", "999999.5", "NaN", "1e7"]);
    }
}
