//! The docked panes: default arrangement, saving, and drawing them.

use egui_tiles::{Container, Linear, LinearDir, Tile, Tiles, Tree};
use serde::{Deserialize, Serialize};

/// A pane of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Pane {
    /// The scene as a tree.
    Outliner,
    /// The picture.
    Viewport,
    /// Parameters of the selection.
    Inspector,
    /// Transport, scrubber, input track.
    Timeline,
    /// The explanation of a cell.
    Report,
    /// Messages.
    Log,
}

impl Pane {
    /// All of them.
    pub(crate) const ALL: [Self; 6] =
        [Self::Outliner, Self::Viewport, Self::Inspector, Self::Timeline, Self::Report, Self::Log];

    /// Title of its tab.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Outliner => "Outliner",
            Self::Viewport => "Viewport",
            Self::Inspector => "Inspector",
            Self::Timeline => "Timeline",
            Self::Report => "Report",
            Self::Log => "Log",
        }
    }
}

/// Outliner left, viewport above timeline, report and log in the middle, inspector right.
pub(crate) fn default_tree() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tab = |panes: &[Pane]| {
        let panes = panes.iter().map(|p| tiles.insert_pane(*p)).collect();
        tiles.insert_tab_tile(panes)
    };
    let outliner = tab(&[Pane::Outliner]);
    let viewport = tab(&[Pane::Viewport]);
    let bottom = tab(&[Pane::Timeline, Pane::Report, Pane::Log]);
    let inspector = tab(&[Pane::Inspector]);
    let split = |dir, shares: &[(egui_tiles::TileId, f32)]| {
        let mut linear = Linear::new(dir, shares.iter().map(|s| s.0).collect());
        for (id, share) in shares {
            linear.shares.set_share(*id, *share);
        }
        Container::Linear(linear)
    };
    let middle = tiles.insert_container(split(LinearDir::Vertical, &[(viewport, 0.74), (bottom, 0.26)]));
    let shares = [(outliner, 0.18), (middle, 0.58), (inspector, 0.24)];
    let root = tiles.insert_container(split(LinearDir::Horizontal, &shares));
    Tree::new(egui::Id::unique("panes"), root, tiles)
}

/// The saved arrangement, if it can be read and has each pane once; otherwise the default and a sentence.
pub(crate) fn load(text: &str) -> (Tree<Pane>, Option<String>) {
    if text.is_empty() {
        return (default_tree(), None);
    }
    let fault = match ron::from_str::<Tree<Pane>>(text) {
        Ok(tree) if is_whole(&tree) => return (tree, None),
        Ok(_) => "panes are missing".to_owned(),
        Err(error) => error.to_string(),
    };
    (default_tree(), Some(format!("The saved arrangement of the panes cannot be used: {fault}. The default is used.")))
}

/// The arrangement as text.
pub(crate) fn save(tree: &Tree<Pane>) -> Option<String> {
    ron::to_string(tree).ok()
}

/// True if each pane is there once, and can be reached from the root.
fn is_whole(tree: &Tree<Pane>) -> bool {
    let mut found = Vec::new();
    let mut open: Vec<_> = tree.root().into_iter().collect();
    // A hostile file can hold a cycle.
    for _ in 0..1000 {
        let Some(id) = open.pop() else { break };
        match tree.tiles.get(id) {
            Some(Tile::Pane(pane)) => found.push(*pane),
            Some(Tile::Container(container)) => open.extend(container.children()),
            None => return false,
        }
    }
    found.sort();
    let mut all = Pane::ALL.to_vec();
    all.sort();
    open.is_empty() && found == all
}

/// Brings a pane to the front of its tabs.
pub(crate) fn show(tree: &mut Tree<Pane>, pane: Pane) {
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(p) if *p == pane));
}

/// Makes a pane at least so high, points, at the cost of what stands above and below it; half of the window at most.
pub(crate) fn give_height(tree: &mut Tree<Pane>, pane: Pane, least: f32) {
    let Some(mut tile) = tree.tiles.find_pane(&pane) else { return };
    while let Some(parent) = tree.tiles.parent_of(tile) {
        let rect_of = |id| tree.tiles.rect(id).map_or(0.0, |r: egui::Rect| r.height());
        let (height, all) = (rect_of(tile), rect_of(parent));
        if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(parent)
            && linear.dir == LinearDir::Vertical
        {
            let part = (least / all.max(1.0)).min(0.5);
            if height < part * all {
                let others: f32 = linear.children.iter().filter(|c| **c != tile).map(|c| linear.shares[*c]).sum();
                linear.shares.set_share(tile, others * part / (1.0 - part));
            }
            return;
        }
        tile = parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_whole_and_comes_back() {
        let text = save(&default_tree()).expect("text");
        assert_eq!(load(&text), (default_tree(), None));
    }

    #[test]
    fn broken_layouts_fall_back() {
        let whole = save(&default_tree()).expect("text");
        for text in ["(", "42", &whole.replace("Log", "Report"), &whole.replace("Log", "Plots")] {
            let (tree, message) = load(text);
            assert!(message.is_some(), "{text}");
            assert!(is_whole(&tree));
        }
    }
}
