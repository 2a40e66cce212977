//! The case table, derived and not transcribed: each face of a cell links its cut edges, the links close to cycles.
//!
//! ```text
//!          6-------7         corner i = x + 2y + 4z
//!         /|      /|
//!        / |     / |         edge = 4·axis + a + 2b, where a and b are the edge's
//!       4-------5  |         coordinates on the other two axes, in ascending order:
//!       |  2----|--3           0..3   along x: 0-1 2-3 4-5 6-7
//!   z y | /     | /            4..7   along y: 0-2 1-3 4-6 5-7
//!   |/  |/      |/             8..11  along z: 0-4 1-5 2-6 3-7
//!   +-x 0-------1
//!                            face = 2·axis + side (0 low, 1 high)
//! ```
//!
//! One rule for every face makes neighbours agree: walking the face counter-clockwise seen from outside of the cell, the
//! surface enters the solid at one cut edge and leaves at the next one, so inside corners stay apart. Tables that were
//! expanded from 15 classes by rotation and inversion break exactly this and leak.

use std::sync::LazyLock;

/// Number of edges of a cell.
pub(super) const EDGES: usize = 12;
/// A cycle has at least three edges, so a cell has at most four.
const MAX_CYCLES: usize = 4;
/// Stands for "none" in tables of small numbers.
const NONE: u8 = u8::MAX;

/// A corner of a cell, 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Corner(pub(super) u8);

/// An edge of a cell, 0 to 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge(pub(super) u8);

/// A face of a cell, 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Face(u8);

/// Bit i is set if corner i is inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mask(pub(super) u8);

/// Bit f is set if face f joins its inside corners instead of its outside ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Flips(u8);

impl Corner {
    /// Integer coordinates in the cell, each 0 or 1.
    pub(super) const fn offset(self) -> [i32; 3] {
        [(self.0 & 1) as i32, (self.0 >> 1 & 1) as i32, (self.0 >> 2 & 1) as i32]
    }
}

impl Edge {
    /// All edges in order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..EDGES as u8).map(Self)
    }

    /// The edge along `axis` at the cell's corner 0.
    pub(super) const fn at_origin(axis: usize) -> Self {
        Self(4 * axis as u8)
    }

    /// The edge along `axis` whose lower corner is `low`; the bit of `axis` in `low` is ignored.
    const fn along(axis: usize, low: Corner) -> Self {
        let (a, b) = match axis {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        Self(4 * axis as u8 + (low.0 >> a & 1) + 2 * (low.0 >> b & 1))
    }

    /// The edge along `axis` of the cell at `offset` (0 or -1 on the other axes) from the edge's lower corner.
    pub(super) fn seen_from(axis: usize, offset: [i32; 3]) -> Self {
        let bit = |i: usize| if offset[i] < 0 { 1 << i } else { 0 };
        Self::along(axis, Corner(bit(0) | bit(1) | bit(2)))
    }

    /// Direction: 0 x, 1 y, 2 z.
    pub(super) const fn axis(self) -> usize {
        (self.0 / 4) as usize
    }

    /// The end with the lesser coordinate.
    pub(super) const fn low(self) -> Corner {
        let (a, b) = (self.0 & 1, self.0 >> 1 & 1);
        match self.axis() {
            0 => Corner(a << 1 | b << 2),
            1 => Corner(a | b << 2),
            _ => Corner(a | b << 1),
        }
    }

    /// The end with the greater coordinate.
    pub(super) const fn high(self) -> Corner {
        Corner(self.low().0 | 1 << self.axis())
    }

    /// True if both lie on one face of the cell.
    fn shares_face(self, other: Self) -> bool {
        Face::all().any(|f| {
            let edges = f.edges();
            edges.contains(&self) && edges.contains(&other)
        })
    }
}

impl Face {
    /// All faces in order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..6).map(Self)
    }

    /// The face on the high or low side of an axis.
    pub(super) const fn new(axis: usize, high: bool) -> Self {
        Self(2 * axis as u8 + high as u8)
    }

    /// The axis that the face is perpendicular to.
    pub(super) const fn axis(self) -> usize {
        (self.0 / 2) as usize
    }

    /// True on the high side.
    pub(super) const fn is_high(self) -> bool {
        self.0 & 1 == 1
    }

    /// Corners, counter-clockwise seen from outside of the cell.
    const fn corners(self) -> [Corner; 4] {
        let (u, v) = (1 << ((self.axis() + 1) % 3), 1 << ((self.axis() + 2) % 3));
        let base = (self.0 & 1) << self.axis();
        if self.is_high() {
            [Corner(base), Corner(base | u), Corner(base | u | v), Corner(base | v)]
        } else {
            [Corner(base), Corner(base | v), Corner(base | u | v), Corner(base | u)]
        }
    }

    /// Edges in the order of the walk: edge k joins corners k and k + 1.
    const fn edges(self) -> [Edge; 4] {
        let c = self.corners();
        [between(c[0], c[1]), between(c[1], c[2]), between(c[2], c[3]), between(c[3], c[0])]
    }
}

/// The edge between two adjacent corners.
const fn between(a: Corner, b: Corner) -> Edge {
    Edge::along((a.0 ^ b.0).trailing_zeros() as usize, a)
}

impl Mask {
    /// From the values at the corners: inside iff below zero, so NaN and -0.0 are outside.
    pub(super) fn of_values(values: &[f64; 8]) -> Self {
        Self(values.iter().enumerate().fold(0, |mask, (i, &v)| mask | u8::from(v < 0.0) << i))
    }

    /// True if the surface passes through the cell.
    pub(super) const fn is_cut(self) -> bool {
        self.0 != 0 && self.0 != u8::MAX
    }

    /// True if the corner is inside.
    pub(super) const fn inside(self, corner: Corner) -> bool {
        self.0 >> corner.0 & 1 == 1
    }

    /// True if the surface crosses the edge.
    pub(super) const fn cuts(self, edge: Edge) -> bool {
        self.inside(edge.low()) != self.inside(edge.high())
    }

    /// Number of cut edges before `edge`.
    pub(super) fn cut_edges_before(self, edge: Edge) -> u8 {
        (0..edge.0).filter(|&e| self.cuts(Edge(e))).count() as u8
    }

    /// True if inside and outside corners of the face alternate, so that its four cut edges can be linked in two ways.
    fn is_ambiguous(self, face: Face) -> bool {
        let [a, b, c, d] = face.corners().map(|c| self.inside(c));
        a == c && b == d && a != b
    }
}

impl Flips {
    /// With the rule of `face` turned over.
    pub(super) const fn with(self, face: Face) -> Self {
        Self(self.0 | 1 << face.0)
    }

    const fn contains(self, face: Face) -> bool {
        self.0 >> face.0 & 1 == 1
    }

    /// True if every face keeps the usual rule.
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The cycles of cut edges of one cell: each is a sheet of the surface, counter-clockwise seen from outside of the solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycles {
    /// The cycles, one after the other.
    edges: [Edge; EDGES],
    /// Where each cycle ends in `edges`.
    ends: [u8; MAX_CYCLES],
    /// Number of cycles.
    count: u8,
    /// The cycle of each edge.
    owner: [u8; EDGES],
}

impl Cycles {
    /// Links the cut edges face by face and closes the cycles.
    pub(super) fn derive(mask: Mask, flips: Flips) -> Self {
        let next = links(mask, flips);
        let mut cycles = Self { edges: [Edge(0); EDGES], ends: [0; MAX_CYCLES], count: 0, owner: [NONE; EDGES] };
        let mut len = 0;
        for start in Edge::all().filter(|&e| mask.cuts(e)) {
            let mut edge = start;
            if cycles.owner[edge.0 as usize] != NONE {
                continue;
            }
            while cycles.owner[edge.0 as usize] == NONE {
                cycles.owner[edge.0 as usize] = cycles.count;
                cycles.edges[len] = edge;
                len += 1;
                edge = next[edge.0 as usize];
            }
            cycles.ends[cycles.count as usize] = len as u8;
            cycles.count += 1;
        }
        cycles
    }

    /// Number of cycles, 0 to 4.
    pub(super) const fn len(&self) -> usize {
        self.count as usize
    }

    /// The edges of a cycle, in order.
    pub(super) fn edges(&self, cycle: usize) -> &[Edge] {
        let start = if cycle == 0 { 0 } else { self.ends[cycle - 1] };
        &self.edges[usize::from(start)..usize::from(self.ends[cycle])]
    }

    /// The cycle that owns a cut edge. Meaningless for edges that are not cut.
    pub(super) const fn owner(&self, edge: Edge) -> u8 {
        self.owner[edge.0 as usize]
    }

    /// True if the face is ambiguous and its four cut edges lie in one cycle. Where that holds on both sides of a face,
    /// four quads of the dual mesh would share one edge.
    pub(super) fn joins_ambiguous_face(&self, mask: Mask, face: Face) -> bool {
        let [a, b, c, d] = face.edges().map(|e| self.owner(e));
        mask.is_ambiguous(face) && a == b && b == c && c == d
    }
}

/// For each cut edge the next one of its cycle. A face is walked counter-clockwise from outside; where the walk enters
/// the solid it is linked to where it leaves: the next such edge, or on a flipped face the one before.
fn links(mask: Mask, flips: Flips) -> [Edge; EDGES] {
    let mut next = [Edge(0); EDGES];
    for face in Face::all() {
        let (corners, edges) = (face.corners(), face.edges());
        let inside = |k: usize| mask.inside(corners[k % 4]);
        for k in 0..4 {
            if inside(k) || !inside(k + 1) {
                continue;
            }
            let leaves = |j: &usize| inside(*j) && !inside(j + 1);
            let forward = (k + 1..k + 4).find(leaves);
            let backward = (k + 1..k + 4).rev().find(leaves);
            if let Some(j) = if flips.contains(face) { backward } else { forward } {
                next[edges[k].0 as usize] = edges[j % 4];
            }
        }
    }
    next
}

/// Everything that the corner signs alone decide.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The cycles under the usual rule.
    pub(super) cycles: Cycles,
    /// Triangles of marching cubes: each corner is a cut edge.
    pub(super) triangles: Vec<[Edge; 3]>,
}

/// The case of each mask.
pub(super) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    (0..=u8::MAX)
        .map(|mask| {
            let cycles = Cycles::derive(Mask(mask), Flips::default());
            let triangles = (0..cycles.len()).flat_map(|c| triangulate(cycles.edges(c))).collect();
            Case { cycles, triangles }
        })
        .collect()
});

/// For each mask the faces, as bits, of [`Cycles::joins_ambiguous_face`] under the usual rule.
pub(super) static JOINED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let joined = |mask| {
        let cycles = Cycles::derive(mask, Flips::default());
        Face::all().filter(|&f| cycles.joins_ambiguous_face(mask, f)).fold(0, |bits, f| bits | 1 << f.0)
    };
    (0..=u8::MAX).map(|mask| joined(Mask(mask))).collect()
});

/// The cycles of a cell: looked up, or derived for the few cells with a flipped face.
pub(super) fn cycles(mask: Mask, flips: Flips) -> Cycles {
    if flips.is_none() { CASES[usize::from(mask.0)].cycles } else { Cycles::derive(mask, flips) }
}

/// Splits a cycle into triangles with as few diagonals on cell faces as possible (there is always a split with none).
/// A diagonal on a face could also be one of the neighbour's, and four triangles would share it. Dynamic programming
/// over sub-polygons: `best[i][j]` is the least cost of the part from i to j and the corner of its triangle on i-j.
fn triangulate(cycle: &[Edge]) -> Vec<[Edge; 3]> {
    let n = cycle.len();
    let mut best = vec![vec![(0_u32, 0_usize); n]; n];
    for span in 2..n {
        for i in 0..n - span {
            let j = i + span;
            let is_side = span == n - 1;
            let cost = u32::from(!is_side && cycle[i].shares_face(cycle[j]));
            let apex = (i + 1..j).map(|k| (best[i][k].0 + best[k][j].0 + cost, k)).min();
            best[i][j] = apex.unwrap_or_default();
        }
    }
    let (mut triangles, mut todo) = (Vec::new(), vec![(0, n - 1)]);
    while let Some((i, j)) = todo.pop() {
        if j - i >= 2 {
            let k = best[i][j].1;
            triangles.push([cycle[i], cycle[k], cycle[j]]);
            todo.extend([(i, k), (k, j)]);
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masks() -> impl Iterator<Item = Mask> {
        (0..=u8::MAX).map(Mask)
    }

    #[test]
    fn numbering_matches_the_picture() {
        let ends: Vec<_> = Edge::all().map(|e| (e.low().0, e.high().0)).collect();
        let drawn = [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)];
        assert_eq!(ends, drawn);
        for edge in Edge::all() {
            assert_eq!(between(edge.low(), edge.high()), edge);
            assert_eq!(between(edge.high(), edge.low()), edge);
        }
        // The cell at (-1, 0, -1) from a y edge's lower corner sees it at its own corner (1, 0, 1).
        assert_eq!(Edge::seen_from(1, [-1, 0, -1]).low(), Corner(5));
    }

    #[test]
    fn every_cut_edge_lies_in_exactly_one_cycle() {
        for mask in masks() {
            for flips in (0..64).map(Flips) {
                let cycles = Cycles::derive(mask, flips);
                let mut seen = [0; EDGES];
                for c in 0..cycles.len() {
                    assert!(cycles.edges(c).len() >= 3, "{mask:?} {flips:?}");
                    for &e in cycles.edges(c) {
                        assert_eq!(usize::from(cycles.owner(e)), c);
                        seen[e.0 as usize] += 1;
                    }
                }
                for e in Edge::all() {
                    assert_eq!(seen[e.0 as usize], i32::from(mask.cuts(e)), "{mask:?} {e:?}");
                }
            }
        }
    }

    #[test]
    fn an_isolated_corner_has_one_outward_triangle() {
        for corner in (0..8).map(Corner) {
            let [triangle] = CASES[1 << corner.0].triangles[..] else { panic!("one triangle") };
            let [a, b, c] = triangle.map(|e| {
                let (p, q) = (e.low().offset(), e.high().offset());
                glam::DVec3::from_array(std::array::from_fn(|i| 0.5 * f64::from(p[i] + q[i])))
            });
            let outward = a - glam::DVec3::from_array(corner.offset().map(f64::from));
            assert!((b - a).cross(c - a).dot(outward) > 0.0);
        }
    }

    #[test]
    fn faces_link_the_same_edges_from_both_sides() {
        // All 4,096 sign patterns of two cells that share a face: what one cell links, the other links in reverse.
        for pattern in 0_u16..4096 {
            for axis in 0..3 {
                let [low, high] = two_cells(pattern, axis);
                let on_low = face_links(low, Face::new(axis, true));
                let mut on_high = face_links(high, Face::new(axis, false));
                for (from, to) in &mut on_high {
                    let across = |e: Edge| Edge::along(e.axis(), Corner(e.low().0 | 1 << axis));
                    (*from, *to) = (across(*to), across(*from));
                }
                on_high.sort();
                assert_eq!(on_low, on_high, "{low:?} {high:?} along {axis}");
            }
        }
    }

    /// The masks of two cells from the 12 signs of their corners.
    fn two_cells(pattern: u16, axis: usize) -> [Mask; 2] {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        [0, 1].map(|cell| {
            Mask((0..8).fold(0, |mask, corner| {
                let bit = |i: usize| usize::from(corner >> i & 1_u8);
                let sample = (cell + bit(axis)) * 4 + bit(u) + 2 * bit(v);
                mask | ((pattern >> sample & 1) as u8) << corner
            }))
        })
    }

    /// Directed links of a mask on one face, sorted.
    fn face_links(mask: Mask, face: Face) -> Vec<(Edge, Edge)> {
        let cycles = Cycles::derive(mask, Flips::default());
        let mut found = Vec::new();
        for c in 0..cycles.len() {
            let edges = cycles.edges(c);
            for (i, &from) in edges.iter().enumerate() {
                let to = edges[(i + 1) % edges.len()];
                // Two edges of a cell share one face at most, so this link lies on `face`.
                if face.edges().contains(&from) && face.edges().contains(&to) {
                    found.push((from, to));
                }
            }
        }
        found.sort();
        found
    }

    #[test]
    fn marching_cubes_needs_no_diagonal_on_a_face() {
        for mask in masks() {
            let case = &CASES[usize::from(mask.0)];
            let expected: usize = (0..case.cycles.len()).map(|c| case.cycles.edges(c).len() - 2).sum();
            assert_eq!(case.triangles.len(), expected);
            for triangle in &case.triangles {
                for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (triangle[i], triangle[j])) {
                    let edges = case.cycles.edges(usize::from(case.cycles.owner(a)));
                    let n = edges.len();
                    let place = |e| edges.iter().position(|&x| x == e).expect("owned");
                    let is_side = (place(a) + 1) % n == place(b) || (place(b) + 1) % n == place(a);
                    assert!(is_side || !a.shares_face(b), "{mask:?}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn flipping_a_joined_face_splits_its_cycle() {
        let mut joined = 0;
        for mask in masks() {
            let cycles = Cycles::derive(mask, Flips::default());
            for face in Face::all().filter(|&f| cycles.joins_ambiguous_face(mask, f)) {
                joined += 1;
                let flipped = Cycles::derive(mask, Flips::default().with(face));
                assert_eq!(flipped.len(), cycles.len() + 1);
                assert!(!flipped.joins_ambiguous_face(mask, face));
            }
        }
        assert!(joined > 0);
    }
}
