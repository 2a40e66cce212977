//! Numbers as people type them: `2cm`, `pi/3`, `1+0.5`, `45deg`.

use std::f64::consts::{E, PI, TAU};

/// What a number field holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    #[default]
    None,
    /// Metres; `mm`, `cm`, `m`, `km`, `in`, `ft` are converted.
    Metres,
    /// Degrees; `deg`, `rad` and `turn` are converted.
    Degrees,
    /// Seconds; `ms`, `s`, `min` are converted.
    Seconds,
}

impl Unit {
    /// Shown behind the number; empty for plain ones.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Metres => " m",
            Self::Degrees => "°",
            Self::Seconds => " s",
        }
    }

    /// From the unit of a [`crate::scene::ParamInfo`], such as "m".
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "m" => Self::Metres,
            "deg" | "°" | "degrees" => Self::Degrees,
            "s" => Self::Seconds,
            _ => Self::None,
        }
    }

    /// How much one of the named unit is in this one.
    fn factor(self, name: &str) -> Option<f64> {
        let table: &[(&str, f64)] = match self {
            Self::None => &[],
            Self::Metres => &[("mm", 1e-3), ("cm", 1e-2), ("m", 1.0), ("km", 1e3), ("in", 0.0254), ("ft", 0.3048)],
            Self::Degrees => &[("deg", 1.0), ("°", 1.0), ("rad", 180.0 / PI), ("turn", 360.0)],
            Self::Seconds => &[("ms", 1e-3), ("s", 1.0), ("min", 60.0)],
        };
        table.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    fn known(self) -> &'static str {
        match self {
            Self::None => "this number has no unit",
            Self::Metres => "lengths take mm, cm, m, km, in, ft",
            Self::Degrees => "angles take deg, rad, turn",
            Self::Seconds => "times take ms, s, min",
        }
    }
}

/// Reads a typed number: `+ - * / ^`, brackets, `pi`, `tau`, `e`, `sqrt`, `sin`, `cos`, `tan` (of degrees), `abs`, and
/// units after numbers, brackets and products. A decimal comma is read as a point.
///
/// # Errors
/// A sentence that says what is wrong and what would be right.
pub fn parse(text: &str, unit: Unit) -> Result<f64, String> {
    let mut parser = Parser { rest: text.trim(), unit, depth: 0 };
    if parser.rest.is_empty() {
        return Err("Type a number, such as 0.5 or 2+1/3".to_owned());
    }
    let value = parser.sum()?;
    parser.skip_space();
    if let Some(c) = parser.rest.chars().next() {
        return Err(if c == ')' {
            "There is a ) too many".to_owned()
        } else {
            format!("\"{}\" is not understood after a number: use + - * / ^ between numbers", parser.rest)
        });
    }
    if value.is_finite() { Ok(value) } else { Err("The result is not a finite number".to_owned()) }
}

/// Writes a number with at most six decimals, without trailing zeros; very large and very small ones in powers of
/// ten. For showing: the scene keeps every bit.
#[must_use]
pub fn format(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    if !(1e-4..1e9).contains(&size) {
        return format!("{value:e}");
    }
    // About seven significant digits, as many decimals as that leaves.
    let decimals = (6.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Brackets nested deeper than this are refused, so that hostile input cannot overflow the stack.
const MAX_DEPTH: u32 = 64;

/// Recursive descent: sum of products of signed powers of atoms.
struct Parser<'a> {
    rest: &'a str,
    unit: Unit,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes the next character if it is one of `options`.
    fn take(&mut self, options: &[char]) -> Option<char> {
        self.skip_space();
        let c = self.rest.chars().next().filter(|c| options.contains(c))?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        while let Some(op) = self.take(&['+', '-', '−']) {
            let right = self.product()?;
            value = if op == '+' { value + right } else { value - right };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        value *= self.unit_factor()?;
        while let Some(op) = self.take(&['*', '×', '/', '÷']) {
            let right = self.signed()?;
            if matches!(op, '/' | '÷') && right == 0.0 {
                return Err("Division by zero has no result".to_owned());
            }
            value = if matches!(op, '*' | '×') { value * right } else { value / right };
            // A unit belongs to the whole product: "pi/2 rad" is a quarter turn.
            value *= self.unit_factor()?;
        }
        Ok(value)
    }

    fn signed(&mut self) -> Result<f64, String> {
        let mut negative = false;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            negative ^= sign != '+';
        }
        let value = self.power()?;
        Ok(if negative { -value } else { value })
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.atom()?;
        if self.take(&['^']).is_none() {
            return Ok(base);
        }
        self.descend(|p| p.signed()).map(|exponent| base.powf(exponent))
    }

    /// 1 where no unit follows.
    fn unit_factor(&mut self) -> Result<f64, String> {
        self.skip_space();
        let name = self.peek_word();
        if name.is_empty() {
            return Ok(1.0);
        }
        let factor = self
            .unit
            .factor(name)
            .ok_or_else(|| format!("\"{name}\" is no unit that fits here: {}", self.unit.known()))?;
        self.rest = &self.rest[name.len()..];
        Ok(factor)
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take(&['(']).is_some() {
            return self.bracket();
        }
        let word = self.peek_word();
        if !word.is_empty() {
            return self.named(word);
        }
        self.digits()
    }

    /// What follows an opening bracket.
    fn bracket(&mut self) -> Result<f64, String> {
        let value = self.descend(|p| p.sum())?;
        // A bracket that is left open at the end is forgiven.
        if self.take(&[')']).is_none() && !self.rest.is_empty() {
            return Err(format!("A ) is missing before \"{}\"", self.rest));
        }
        Ok(value)
    }

    fn descend(&mut self, parse: impl FnOnce(&mut Self) -> Result<f64, String>) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("There are too many brackets in brackets".to_owned());
        }
        let value = parse(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn named(&mut self, word: &str) -> Result<f64, String> {
        let function: Option<fn(f64) -> f64> = match word {
            "sqrt" => Some(f64::sqrt),
            "abs" => Some(f64::abs),
            "sin" => Some(|d| d.to_radians().sin()),
            "cos" => Some(|d| d.to_radians().cos()),
            "tan" => Some(|d| d.to_radians().tan()),
            _ => None,
        };
        let constant = match word {
            "pi" | "π" => Some(PI),
            "tau" | "τ" => Some(TAU),
            "e" => Some(E),
            _ => None,
        };
        let known = function.is_some() || constant.is_some();
        if !known {
            return Err(format!("\"{word}\" is not known: there are pi, tau, e, sqrt, abs, sin, cos, tan"));
        }
        self.rest = &self.rest[word.len()..];
        if let Some(value) = constant {
            return Ok(value);
        }
        if self.take(&['(']).is_none() {
            return Err(format!("{word} needs a number in brackets, such as {word}(2)"));
        }
        let value = self.bracket()?;
        Ok(function.map_or(value, |f| f(value)))
    }

    fn digits(&mut self) -> Result<f64, String> {
        self.skip_space();
        let length = number_length(self.rest);
        if length == 0 {
            return Err(match self.rest.chars().next() {
                Some(c) => format!("A number is missing before \"{c}\""),
                None => "A number is missing at the end".to_owned(),
            });
        }
        let (digits, rest) = self.rest.split_at(length);
        let value = digits.replace(',', ".").parse().map_err(|_| format!("\"{digits}\" is no number"))?;
        self.rest = rest;
        Ok(value)
    }

    /// Letters at the front, or the degree sign.
    fn peek_word(&self) -> &'a str {
        let text = self.rest;
        if text.starts_with('°') {
            return &text[..'°'.len_utf8()];
        }
        let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
        &text[..end]
    }
}

/// Length in bytes of the number at the front of a text: digits, a point or comma, digits, an exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = run(0);
    let mut length = whole;
    let mut fraction = 0;
    if matches!(bytes.get(length), Some(b'.' | b',')) {
        fraction = run(length + 1);
        length += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let signed = length + 1 + usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = if signed <= bytes.len() { run(signed) } else { 0 };
        if exponent > 0 {
            length = signed + exponent;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, unit: Unit, expected: f64) {
        match parse(text, unit) {
            Ok(value) => assert!((value - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{text}: {value}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }

    #[test]
    fn arithmetic() {
        check("1+0.5", Unit::None, 1.5);
        check(" 2 + 3 * 4 ", Unit::None, 14.0);
        check("(2+3)*4", Unit::None, 20.0);
        check("pi/3", Unit::None, PI / 3.0);
        check("-2^2", Unit::None, -4.0);
        check("2^-1", Unit::None, 0.5);
        check("2^3^2", Unit::None, 512.0);
        check("--3", Unit::None, 3.0);
        check("7-2-1", Unit::None, 4.0);
        check("8/4/2", Unit::None, 1.0);
        check("1e3", Unit::None, 1000.0);
        check("1.5E-2", Unit::None, 0.015);
        check(".5", Unit::None, 0.5);
        check("0,5", Unit::None, 0.5);
        check("sqrt(2)*sqrt(2)", Unit::None, 2.0);
        check("sin(30)", Unit::Degrees, 0.5);
        check("2*(3+4", Unit::None, 14.0);
    }

    #[test]
    fn units() {
        check("2cm", Unit::Metres, 0.02);
        check("5 mm", Unit::Metres, 0.005);
        check("1m+20cm", Unit::Metres, 1.2);
        check("(1+1)cm", Unit::Metres, 0.02);
        check("1in", Unit::Metres, 0.0254);
        check("45deg", Unit::Degrees, 45.0);
        check("45°", Unit::Degrees, 45.0);
        check("pi rad", Unit::Degrees, 180.0);
        check("pi/2 rad", Unit::Degrees, 90.0);
        check("10cm/2", Unit::Metres, 0.05);
        check("-2*3cm", Unit::Metres, -0.06);
        check("0.25turn", Unit::Degrees, 90.0);
        check("20ms", Unit::Seconds, 0.02);
    }

    #[test]
    fn faults_are_sentences() {
        for (text, unit, part) in [
            ("", Unit::None, "Type a number"),
            ("2cm", Unit::None, "no unit"),
            ("2deg", Unit::Metres, "\"deg\""),
            ("1+", Unit::None, "missing at the end"),
            ("1*/2", Unit::None, "missing before \"/\""),
            ("1 2", Unit::None, "not understood"),
            ("1)", Unit::None, "too many"),
            ("1/0", Unit::None, "zero"),
            ("sqrt(-1)", Unit::None, "not a finite"),
            ("1e999", Unit::None, "not a finite"),
            ("hello", Unit::None, "\"hello\""),
            ("sqrt 2", Unit::None, "sqrt(2)"),
        ] {
            let error = parse(text, unit).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(parse(&"(".repeat(100_000), Unit::None).is_err());
        assert!(parse(&"2^".repeat(100_000), Unit::None).is_err());
    }

    #[test]
    fn numbers_are_shown_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.1 + 0.2, "0.3"),
            (1.0 / 3.0, "0.333333"),
            (1234.5678, "1234.568"),
            (100.0, "100"),
            (1e-7, "1e-7"),
            (2.5e12, "2.5e12"),
            (123_456_789.0, "123456789"),
        ] {
            assert_eq!(format(value), text);
        }
    }
}
