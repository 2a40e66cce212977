//! Fuzzy search of commands: the letters of the query in order, not necessarily side by side.

use super::command::Command;

/// A command that a query found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The command.
    pub command: Command,
    /// The higher, the better.
    pub score: i32,
    /// Which characters of the label matched, for emphasis, ascending. Empty if the tip or menu matched instead.
    pub matched: Vec<usize>,
}

/// Commands that match, the best first; all of them, in menu order, for an empty query.
#[must_use]
pub fn search(query: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Command::all().iter().filter_map(|c| find(query, *c)).collect();
    // Stable: ties stay in menu order.
    found.sort_by_key(|f| std::cmp::Reverse(f.score));
    found
}

fn find(query: &str, command: Command) -> Option<Found> {
    if let Some((score, matched)) = fuzzy(query, command.label()) {
        return Some(Found { command, score: score + LABEL, matched });
    }
    let info = command.info();
    let around = format!("{} {}", info.menu.label(), info.tip).to_lowercase();
    let words = query.to_lowercase();
    let all = words.split_whitespace().all(|w| around.contains(w));
    all.then(|| Found { command, score: 0, matched: Vec::new() })
}

/// What can be found by more than its name.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What it is called.
    pub label: &'a str,
    /// What else it is called.
    pub keywords: &'a [&'a str],
    /// What is said about it.
    pub around: &'a str,
}

/// How well a query fits an entry, and which letters of the label it matched; none if it does not fit.
///
/// A part of the label is better than the start of a keyword, that is better than letters strewn over the label, and
/// those are better than what is said about it.
#[must_use]
pub fn fit(query: &str, entry: &Entry<'_>) -> Option<(i32, Vec<usize>)> {
    let words = query.trim().to_lowercase();
    let in_label = fuzzy(&words, entry.label);
    let is_part = entry.label.to_lowercase().contains(&words);
    if let Some((score, places)) = in_label.as_ref().filter(|_| is_part) {
        return Some((score + LABEL, places.clone()));
    }
    let keyword = entry
        .keywords
        .iter()
        .position(|k| k.split_whitespace().any(|w| w.starts_with(&words)) || k.starts_with(&words));
    if let Some(place) = keyword {
        return Some((KEYWORD - i32::try_from(place).unwrap_or(i32::MAX).min(9), Vec::new()));
    }
    if let Some((score, places)) = in_label {
        return Some((score + STREWN, places));
    }
    let around = format!("{} {}", entry.keywords.join(" "), entry.around).to_lowercase();
    words.split_whitespace().all(|w| around.contains(w)).then(|| (0, Vec::new()))
}

/// Start of a keyword.
const KEYWORD: i32 = 800;
/// Letters of the label that do not stand together.
const STREWN: i32 = 400;
/// Any match of the label is better than one of the tip.
const LABEL: i32 = 1000;
const WORD_START: i32 = 10;
const ADJACENT: i32 = 8;
const SKIPPED: i32 = -1;

/// Score and places of the best way to find the query's letters in order; none if there is no way. Case and spaces
/// of the query are ignored.
#[must_use]
pub fn fuzzy(query: &str, text: &str) -> Option<(i32, Vec<usize>)> {
    let query: Vec<char> = query.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let text: Vec<char> = text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect();
    if query.is_empty() {
        return Some((0, Vec::new()));
    }
    if query.len() > text.len() {
        return None;
    }
    let table = best_scores(&query, &text);
    let row = &table[query.len() - 1];
    let end = (0..text.len())
        .filter(|i| row[*i].is_some())
        .max_by_key(|i| (row[*i].map(|c| c.score), std::cmp::Reverse(*i)))?;
    let score = row[end]?.score - i32::try_from(text.len()).unwrap_or(i32::MAX) / 4;
    let mut places = vec![end];
    let mut at = end;
    for i in (1..query.len()).rev() {
        at = table[i][at]?.from;
        places.push(at);
    }
    places.reverse();
    Some((score, places))
}

/// Best score of the query's first letters with the last of them at a place, and where the letter before it was.
#[derive(Clone, Copy)]
struct Cell {
    score: i32,
    from: usize,
}

/// `table[i][j]`: the first `i + 1` letters, the last at `j`.
fn best_scores(query: &[char], text: &[char]) -> Vec<Vec<Option<Cell>>> {
    let starts_word = |j: usize| j == 0 || !text[j - 1].is_alphanumeric();
    let mut table: Vec<Vec<Option<Cell>>> = Vec::with_capacity(query.len());
    for (i, letter) in query.iter().enumerate() {
        let row = (0..text.len())
            .map(|j| {
                if text[j] != *letter {
                    return None;
                }
                let own = if starts_word(j) { WORD_START } else { 0 };
                if i == 0 {
                    return Some(Cell { score: own + SKIPPED * j.min(10) as i32, from: j });
                }
                let before = &table[i - 1];
                (0..j)
                    .filter_map(|k| {
                        let step = if k + 1 == j { ADJACENT } else { SKIPPED * (j - k - 1).min(10) as i32 };
                        before[k].map(|c| Cell { score: c.score + own + step, from: k })
                    })
                    .max_by_key(|c| c.score)
            })
            .collect();
        table.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> Command {
        search(query)[0].command
    }

    #[test]
    fn the_meant_command_comes_first() {
        assert_eq!(first("undo"), Command::Undo);
        assert_eq!(first("sa"), Command::Save);
        assert_eq!(first("sav as"), Command::SaveAs);
        assert_eq!(first("asph"), Command::AddNode("Sphere"));
        assert_eq!(first("fa"), Command::FrameAll);
        assert_eq!(first("SCREENSHOT"), Command::Screenshot);
        assert_eq!(first("step b"), Command::StepBack);
    }

    #[test]
    fn tips_are_searched_last() {
        let found = search("clipboard");
        assert!(found.iter().any(|f| f.command == Command::Paste && f.matched.is_empty()));
        assert!(search("zzzzqqq").is_empty());
        assert_eq!(search("").len(), Command::all().len());
    }

    #[test]
    fn matched_letters_spell_the_query() {
        let (_, places) = fuzzy("fsel", "Frame selection").expect("a match");
        let spelled: String = places.iter().filter_map(|i| "Frame selection".chars().nth(*i)).collect();
        assert_eq!(spelled.to_lowercase(), "fsel");
        assert_eq!(places, [0, 6, 7, 8]);
        assert_eq!(fuzzy("ab", "ba"), None);
    }
}
