//! Numbers and things in words.

/// A count with thin spaces between thousands.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// "1 tick", "2 ticks": for words whose plural only adds an s.
pub(crate) fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{} {word}s", grouped(n)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_no_plural() {
        assert_eq!(
            [0, 1, 2, 12_345].map(|n| counted(n, "tick")),
            ["0 ticks", "1 tick", "2 ticks", "12\u{2009}345 ticks"]
        );
    }
}
