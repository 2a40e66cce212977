//! Scene nodes -> program, bounds and what is known about the solid. No recursion: a chain of any depth compiles.

use super::blend::{Join, Operator, Seam};
use super::bump::Bump;
use super::class::Class;
use super::parts::{Alter, Passage, Placement, Primitive, Tables, add, largest_stretch};
use super::pose::{Pose, Stretch};
use super::program::{Copies, Expressions, Id, Program};
use super::shape::{Fault, Shape};
use super::warp::{PolarRepeat, Repeat, Warp};
use crate::Scene;
use crate::math::Bounds;
use crate::scene::{Ball, Blend, Kind, Node, Param};
use glam::{DMat3, DVec2, DVec3};
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::ops::Range;

/// Most nodes in one solid.
pub const MAX_NODES: usize = 100_000;

/// Sizes, scales and positions in world metres stay within 1 / LARGEST and LARGEST, so that no square overflows or
/// vanishes in 64 bits.
const LARGEST: f64 = 1e100;

/// Why a solid cannot be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("node \"{node}\": {message}")]
pub struct CompileError {
    /// Id of the node.
    pub node: String,
    /// What is wrong and what to do, naming the field.
    pub message: String,
}

impl CompileError {
    fn new(node: &str, message: impl Into<String>) -> Self {
        Self { node: node.to_owned(), message: message.into() }
    }
}

/// What compiling a solid gives.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    pub(super) program: Program,
    pub(super) bounds: Bounds,
    pub(super) class: Class,
}

/// The scene's nodes with links from parents to children.
pub(super) struct Tree<'a> {
    nodes: &'a [Node],
    /// First node of each id, and whether there are more.
    by_id: HashMap<&'a str, (usize, bool)>,
    first_child: Vec<Option<usize>>,
    next_sibling: Vec<Option<usize>>,
}

/// A node of the solid, in breadth-first order: parents before children, children side by side.
struct Visit {
    node: usize,
    /// In its frame of the program: the world, or the inside of the nearest warp above it.
    pose: Pose,
    children: Range<usize>,
}

/// A compiled part of the solid; [`None`] instead of it is an empty solid.
#[derive(Clone, Copy)]
struct Part {
    id: Id,
    /// In the frame of its visit.
    bounds: Bounds,
    class: Class,
}

/// What a node does to its children.
enum Role {
    Primitive,
    Join(Join),
    Alter(Alter),
    Warp(Warp),
    /// Several warps side by side, to be made when the children's bounds are known.
    Repeat(Repeat),
    PolarRepeat(PolarRepeat),
}

impl<'a> Tree<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let nodes = scene.nodes.as_slice();
        let mut by_id = HashMap::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            by_id.entry(node.id.as_str()).and_modify(|(_, twice)| *twice = true).or_insert((i, false));
        }
        let mut first_child = vec![None; nodes.len()];
        let mut next_sibling = vec![None; nodes.len()];
        // Backwards, so that each list of children comes out in the order of the scene.
        for (i, node) in nodes.iter().enumerate().rev() {
            if let Some(&(parent, _)) = node.parent.as_deref().and_then(|id| by_id.get(id)) {
                next_sibling[i] = first_child[parent].replace(i);
            }
        }
        Self { nodes, by_id, first_child, next_sibling }
    }

    /// Indices of the nodes without parent.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none()).map(|(i, _)| i)
    }

    pub(super) fn find(&self, id: &str) -> Result<usize, CompileError> {
        let missing = || CompileError::new(id, "The scene has no node of this id: give the id of one of its nodes.");
        self.by_id.get(id).map(|&(i, _)| i).ok_or_else(missing)
    }

    /// Compiles the solid under a node.
    pub(super) fn compile(&self, node: usize) -> Result<Compiled, CompileError> {
        let visits = self.visits(node)?;
        let mut assembly = Assembly {
            nodes: self.nodes,
            levels: levels(self.nodes, &visits)?,
            visits: &visits,
            expressions: Expressions::default(),
            tables: Tables::default(),
            parts: vec![None; visits.len()],
        };
        for i in (0..visits.len()).rev() {
            assembly.parts[i] = assembly.part(i)?;
        }
        let Assembly { expressions, tables, parts, .. } = assembly;
        Ok(match parts[0] {
            Some(Part { id, bounds, class }) => Compiled { program: expressions.program(id, tables), bounds, class },
            None => Compiled { program: Program::default(), bounds: Bounds::EMPTY, class: Class::Exact },
        })
    }

    /// All nodes of the solid with their transforms.
    fn visits(&self, root: usize) -> Result<Vec<Visit>, CompileError> {
        let mut visits = vec![self.visit(root, &self.pose_of_parent(root)?)?];
        let mut at = 0;
        while at < visits.len() {
            let node = visits[at].node;
            let pose = inner_pose(&self.nodes[node], &visits[at].pose)?;
            let first = visits.len();
            let mut child = self.first_child[node];
            while let Some(i) = child {
                self.check_parent(i, node)?;
                visits.push(self.visit(i, &pose)?);
                child = self.next_sibling[i];
            }
            if visits.len() > MAX_NODES {
                let message = format!("The solid has more than {MAX_NODES} nodes: split it into several solids.");
                return Err(CompileError::new(&self.nodes[root].id, message));
            }
            visits[at].children = first..visits.len();
            at += 1;
        }
        Ok(visits)
    }

    fn visit(&self, node: usize, pose_of_parent: &Pose) -> Result<Visit, CompileError> {
        let id = self.nodes[node].id.as_str();
        if self.by_id.get(id).is_some_and(|&(_, twice)| twice) {
            return Err(CompileError::new(id, "id is used by several nodes: give each node an id of its own."));
        }
        let pose = own_pose(&self.nodes[node], pose_of_parent)?;
        Ok(Visit { node, pose, children: 0..0 })
    }

    /// Only operators and groups have children.
    fn check_parent(&self, child: usize, parent: usize) -> Result<(), CompileError> {
        let (child, parent) = (&self.nodes[child], &self.nodes[parent]);
        if parent.kind.is_operator() {
            return Ok(());
        }
        let message = format!(
            "parent is \"{}\", a {}, which cannot have children: choose a Group or an operator.",
            parent.id,
            parent.kind.name()
        );
        Err(CompileError::new(&child.id, message))
    }

    /// The pose that a node's own transform is added to, in world coordinates: a part below a warp stands by itself, as
    /// the warp's children do. A path to the root longer than the list of nodes is a cycle.
    fn pose_of_parent(&self, node: usize) -> Result<Pose, CompileError> {
        let mut ancestors = Vec::new();
        let mut current = &self.nodes[node];
        while let Some(parent) = current.parent.as_deref() {
            let Some(&(i, twice)) = self.by_id.get(parent) else {
                let message = format!(
                    "parent is \"{parent}\", but no node has this id: correct it, or remove it to make a root."
                );
                return Err(CompileError::new(&current.id, message));
            };
            if twice {
                let message = "id is used by several nodes: give each node an id of its own.";
                return Err(CompileError::new(parent, message));
            }
            if ancestors.len() >= self.nodes.len() {
                let message = "parent leads back to the node itself: remove one parent of the cycle.";
                return Err(CompileError::new(&current.id, message));
            }
            ancestors.push(i);
            current = &self.nodes[i];
        }
        let mut pose = Pose::IDENTITY;
        for &i in ancestors.iter().rev() {
            let node = &self.nodes[i];
            let own = own_pose(node, &pose)?;
            // What hangs below a warp keeps its place in the world as if the warp did nothing.
            pose = if is_warp(&node.kind) { own } else { inner_pose(node, &own)? };
        }
        Ok(pose)
    }
}

/// A solid on its way to a program.
struct Assembly<'a> {
    nodes: &'a [Node],
    visits: &'a [Visit],
    /// See [`levels`].
    levels: Vec<f64>,
    expressions: Expressions,
    tables: Tables,
    parts: Vec<Option<Part>>,
}

impl Assembly<'_> {
    /// The part of a visit whose children have theirs.
    fn part(&mut self, i: usize) -> Result<Option<Part>, CompileError> {
        let Visit { node, pose, children } = &self.visits[i];
        let node = &self.nodes[*node];
        match role(node, pose)? {
            Role::Primitive => self.primitive(i).map(Some),
            Role::Join(join) => Ok(self.fold(join, children.clone())),
            Role::Alter(alter) => Ok(self.union(children.clone()).map(|child| self.alter(alter, child))),
            Role::Warp(warp) => match self.union(children.clone()) {
                Some(child) => self.warped(node, pose, vec![warp], child).map(Some),
                None => Ok(None),
            },
            Role::Repeat(repeat) => self.repeated(node, pose, children.clone(), |b| repeat.windows(b)),
            Role::PolarRepeat(repeat) => self.repeated(node, pose, children.clone(), |b| repeat.windows(b)),
        }
    }

    fn primitive(&mut self, i: usize) -> Result<Part, CompileError> {
        let Visit { node: index, pose, .. } = &self.visits[i];
        let node = &self.nodes[*index];
        // A uniform scale goes into the sizes, which keeps the distance exact.
        let (size, factor, linear) = match pose.shape {
            Stretch::Similar { turn, scale } => (scale, 1.0, turn),
            Stretch::General { linear, factor } => (1.0, factor, linear),
        };
        let (shape, placement) = match (&node.kind, pose.shape) {
            // A turned capsule as a segment of its frame, which costs less than turning each point.
            (Kind::Capsule { radius, half_height }, Stretch::Similar { turn, .. }) if turn != DMat3::IDENTITY => {
                let shape = Shape::segment(radius * size, half_height * size, turn.y_axis);
                (shape, Placement { at: pose.at, rows: None, stretch: 1.0 })
            }
            // Directions do not matter to a sphere.
            (Kind::Sphere { .. }, Stretch::Similar { .. }) => {
                (shape(node, size)?, Placement { at: pose.at, rows: None, stretch: 1.0 })
            }
            _ => (shape(node, size)?, pose.placement_of_sizes()),
        };
        if !node.color.is_finite() {
            let message = format!("color is {}: each part must be a number from 0 to 1.", node.color);
            return Err(CompileError::new(&node.id, message));
        }
        let turn = if placement.rows.is_some() { linear } else { DMat3::IDENTITY };
        let local = shape.bounds(&turn, self.levels[i].max(0.0) / factor);
        let bounds = Bounds::new(local.min + pose.at, local.max + pose.at);
        let class = if factor == 1.0 { shape.class() } else { shape.class().max(Class::Bound) };
        let primitive = Primitive { shape, placement, factor, node: *index as u32, color: node.color };
        let index = add(&mut self.tables.primitives, primitive);
        Ok(Part { id: self.expressions.primitive(index), bounds, class })
    }

    /// The plain union of the children.
    fn union(&mut self, children: Range<usize>) -> Option<Part> {
        self.fold(Join::PLAIN_UNION, children)
    }

    /// Joins the operands that are not empty, in their order. Without a first operand there is nothing to subtract
    /// from, and what all operands hold is empty if one of them is.
    fn fold(&mut self, join: Join, children: Range<usize>) -> Option<Part> {
        let operands = &self.parts[children];
        match join.operator {
            Operator::Subtract if operands.first().is_none_or(Option::is_none) => return None,
            Operator::Intersect if operands.iter().any(Option::is_none) => return None,
            _ => {}
        }
        let operands: Vec<Part> = operands.iter().flatten().copied().collect();
        let index = if operands.len() > 1 { add(&mut self.tables.joins, join) } else { 0 };
        operands.into_iter().reduce(|a, b| Part {
            id: self.expressions.join(index, a.id, b.id),
            bounds: match join.operator {
                Operator::Union | Operator::Xor => a.bounds.union(&b.bounds),
                Operator::Subtract => a.bounds,
                Operator::Intersect => a.bounds.intersection(&b.bounds),
            },
            class: joined_class(join, a.class.max(b.class)),
        })
    }

    fn alter(&mut self, alter: Alter, child: Part) -> Part {
        let class = match &alter {
            // Outside of a grown solid the nearest point is that of the child; elsewhere the child's inside counts.
            Alter::Offset(distance) if *distance >= 0.0 => child.class,
            Alter::Offset(_) | Alter::Onion(_) | Alter::Shell(_) => child.class.max(Class::Bound),
            Alter::Bump { .. } => Class::Neither,
        };
        let mut id = child.id;
        for alter in steps(alter) {
            id = self.expressions.alter(add(&mut self.tables.alters, alter), id);
        }
        // The bounds have the alteration in them: it is in the level that the children were asked for.
        Part { id, class, ..child }
    }

    /// The union of some warps of a child.
    fn warped(&mut self, node: &Node, pose: &Pose, warps: Vec<Warp>, child: Part) -> Result<Part, CompileError> {
        let is_similar = matches!(pose.shape, Stretch::Similar { .. });
        let copies = match warps.first() {
            Some(Warp::Repeat(_) | Warp::Polar(_)) => Some(match child.class {
                Class::Exact => Copies::Continuous,
                Class::Bound => Copies::Bound,
                Class::Neither => Copies::Jumping,
            }),
            _ => None,
        };
        let mut whole: Option<Part> = None;
        for warp in warps {
            let class = warp.class(child.class, &child.bounds);
            let bounds = pose.image(&warp.image(&child.bounds));
            let passage = Passage { placement: pose.placement(), warp, factor: pose.factor() };
            let id = self.expressions.warped(add(&mut self.tables.passages, passage), child.id);
            let class = if is_similar { class } else { class.max(Class::Bound) };
            whole = Some(match whole {
                None => Part { id, bounds, class },
                Some(before) => {
                    let join = add(&mut self.tables.joins, Join::PLAIN_UNION);
                    let id = self.expressions.join(join, before.id, id);
                    Part { id, bounds: before.bounds.union(&bounds), class: before.class.max(class) }
                }
            });
        }
        let mut whole = whole.unwrap_or(child);
        if let Some(copies) = copies {
            whole.id = self.expressions.settled(copies, whole.id);
        }
        if self.expressions.fits(whole.id) {
            return Ok(whole);
        }
        let message = "kind: so many repetitions, one inside of the other, cannot be evaluated. Raise the spacing, lower the \
                       count, or repeat fewer children.";
        Err(CompileError::new(&node.id, message))
    }

    fn repeated<E: std::fmt::Display>(
        &mut self,
        node: &Node,
        pose: &Pose,
        children: Range<usize>,
        windows: impl Fn(&Bounds) -> Result<Vec<Warp>, E>,
    ) -> Result<Option<Part>, CompileError> {
        let Some(child) = self.union(children) else { return Ok(None) };
        let warps = windows(&child.bounds).map_err(|e| CompileError::new(&node.id, format!("kind: {e}.")))?;
        if warps.is_empty() { Ok(None) } else { self.warped(node, pose, warps, child).map(Some) }
    }
}

/// The octaves of a noise one by one: each is a loop that the compiler vectorises.
fn steps(alter: Alter) -> Vec<Alter> {
    match alter {
        Alter::Bump { bump, placement, factor } => {
            bump.parts().into_iter().map(|bump| Alter::Bump { bump, placement, factor }).collect()
        }
        other => vec![other],
    }
}

/// Outside of a hard union the nearest surface is that of the nearest operand; nothing else keeps exactness.
fn joined_class(join: Join, operands: Class) -> Class {
    match join {
        Join::PLAIN_UNION => operands,
        Join { seam, .. } if seam.keeps_lipschitz() => operands.max(Class::Bound),
        _ => Class::Neither,
    }
}

/// How far from the children's surface the solid may reach: the level of each visit, in its frame. The solid lies where
/// the part is at most that. For a primitive that is a box; for an operator it is handed down. (Growing an operator's own
/// bounds would be too little: the value near a sharp intersection is less than the distance.)
fn levels(nodes: &[Node], visits: &[Visit]) -> Result<Vec<f64>, CompileError> {
    let mut levels = vec![0.0; visits.len()];
    for (i, visit) in visits.iter().enumerate() {
        let level: f64 = levels[i];
        let below = match role(&nodes[visit.node], &visit.pose)? {
            Role::Primitive => level,
            Role::Join(join) => level + join.bulge(visit.children.len()),
            Role::Alter(Alter::Offset(distance)) => level + distance,
            Role::Alter(Alter::Onion(half)) => level + half,
            Role::Alter(Alter::Shell(_)) => level,
            Role::Alter(Alter::Bump { bump, factor, .. }) => level + factor * bump.amplitude(),
            // The children's values are in the warp's own unit.
            Role::Warp(_) | Role::Repeat(_) | Role::PolarRepeat(_) => level / visit.pose.factor(),
        };
        levels[visit.children.clone()].fill(below);
    }
    Ok(levels)
}

fn is_warp(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Mirror { .. }
            | Kind::Repeat { .. }
            | Kind::PolarRepeat { .. }
            | Kind::Elongate { .. }
            | Kind::Twist { .. }
            | Kind::Bend { .. }
            | Kind::Taper { .. }
    )
}

/// What a node does, its numbers in the unit of its frame (a warp's: in its own).
fn role(node: &Node, pose: &Pose) -> Result<Role, CompileError> {
    check_params(node, pose)?;
    let factor = pose.factor();
    let join = |operator, blend: &Blend| Role::Join(Join { operator, seam: seam(blend).scaled(factor) });
    let bump = |bump| Role::Alter(Alter::Bump { bump, placement: pose.placement(), factor });
    Ok(match &node.kind {
        Kind::Union { blend } => join(Operator::Union, blend),
        Kind::Subtract { blend } => join(Operator::Subtract, blend),
        Kind::Intersect { blend } => join(Operator::Intersect, blend),
        Kind::Xor { blend } => join(Operator::Xor, blend),
        Kind::Group | Kind::Shear { .. } => Role::Join(Join::PLAIN_UNION),
        Kind::Mirror { axis, offset } => Role::Warp(Warp::Mirror { axis: *axis as usize, offset: *offset }),
        Kind::Repeat { spacing, count } => Role::Repeat(Repeat { spacing: *spacing, count: *count }),
        Kind::PolarRepeat { count } => Role::PolarRepeat(PolarRepeat { count: *count }),
        Kind::Elongate { half } => Role::Warp(Warp::Elongate { half: *half }),
        Kind::Twist { rate } => Role::Warp(Warp::Twist { rate: rate.to_radians() }),
        Kind::Bend { rate } => Role::Warp(Warp::Bend { rate: rate.to_radians() }),
        Kind::Taper { half_height, top } => Role::Warp(Warp::Taper { half_height: *half_height, top: *top }),
        Kind::Displace { amplitude, wavelength } => {
            bump(Bump::Sine { amplitude: *amplitude, wavenumber: TAU / wavelength })
        }
        Kind::Noise { amplitude, wavelength, octaves, gain, lacunarity } => bump(Bump::Noise {
            amplitude: *amplitude,
            wavelength: *wavelength,
            octaves: *octaves,
            gain: *gain,
            lacunarity: *lacunarity,
        }),
        Kind::Offset { distance } => Role::Alter(Alter::Offset(distance * factor)),
        Kind::Round { radius } => Role::Alter(Alter::Offset(radius * factor)),
        Kind::Onion { thickness } => Role::Alter(Alter::Onion(0.5 * thickness * factor)),
        Kind::Shell { thickness } => Role::Alter(Alter::Shell(thickness * factor)),
        _ => Role::Primitive,
    })
}

/// The seam of a blend; a radius of zero is the limit of small ones, a crease.
fn seam(blend: &Blend) -> Seam {
    match *blend {
        Blend::Smooth { radius } if radius > 0.0 => Seam::Smooth(radius),
        Blend::Cubic { radius } if radius > 0.0 => Seam::Cubic(radius),
        Blend::Circular { radius } if radius > 0.0 => Seam::Circular(radius),
        Blend::Round { radius } if radius > 0.0 => Seam::Round(radius),
        Blend::Chamfer { radius } if radius > 0.0 => Seam::Chamfer(radius),
        Blend::Stairs { radius, steps } if radius > 0.0 => Seam::Stairs { radius, steps: f64::from(steps.max(1)) },
        Blend::Groove { width, depth } if width > 0.0 => Seam::Groove { width, depth },
        _ => Seam::Hard,
    }
}

/// The primitive of a node with its lengths multiplied by `size`.
fn shape(node: &Node, size: f64) -> Result<Shape, CompileError> {
    let fault = |fault: Fault| CompileError::new(&node.id, format!("kind.{}: {}", fault.field, fault.message));
    Ok(match &node.kind {
        Kind::Sphere { radius } => Shape::sphere(radius * size),
        Kind::Box { half, round } => Shape::rounded_box(*half * size, round * size),
        Kind::BoxFrame { half, thickness } => Shape::box_frame(*half * size, thickness * size),
        Kind::Torus { major, minor } => Shape::torus(major * size, minor * size),
        Kind::CappedTorus { major, minor, arc } => Shape::capped_torus(major * size, minor * size, *arc),
        Kind::Link { half_length, major, minor } => Shape::link(half_length * size, major * size, minor * size),
        Kind::Capsule { radius, half_height } => Shape::capsule(radius * size, half_height * size),
        Kind::Cylinder { radius, half_height } => Shape::cylinder(radius * size, half_height * size),
        Kind::CappedCone { bottom, top, half_height } => {
            Shape::capped_cone(bottom * size, top * size, half_height * size)
        }
        Kind::RoundedCone { bottom, top, half_height } => {
            Shape::rounded_cone(bottom * size, top * size, half_height * size)
        }
        Kind::Cone { radius, half_height } => Shape::cone(radius * size, half_height * size),
        Kind::Ellipsoid { radii } => Shape::ellipsoid(*radii * size),
        Kind::Plane => Shape::plane(),
        Kind::Slab { half_height } => Shape::slab(half_height * size),
        Kind::HexPrism { radius, half_height } => Shape::hex_prism(radius * size, half_height * size),
        Kind::Prism { sides, radius, half_height } => Shape::prism(*sides, radius * size, half_height * size),
        Kind::TriPrism { radius, half_height } => Shape::tri_prism(radius * size, half_height * size),
        Kind::Pyramid { half } => Shape::pyramid(*half * size),
        Kind::Octahedron { radius } => Shape::octahedron(radius * size),
        Kind::Tetrahedron { radius } => Shape::tetrahedron(radius * size),
        Kind::Wedge { half } => Shape::wedge(*half * size),
        Kind::Disc { radius, thickness } => Shape::disc(radius * size, thickness * size),
        Kind::Extrusion { points, half_height } => {
            Shape::extrusion(&scaled(points, size), half_height * size).map_err(fault)?
        }
        Kind::Revolution { points } => Shape::revolution(&scaled(points, size)).map_err(fault)?,
        Kind::Gyroid { period, level, thickness } => Shape::gyroid(period * size, *level, thickness * size),
        Kind::SchwarzP { period, level, thickness } => Shape::schwarz_p(period * size, *level, thickness * size),
        Kind::SchwarzD { period, level, thickness } => Shape::schwarz_d(period * size, *level, thickness * size),
        Kind::Metaballs { balls, reach } => {
            Shape::metaballs(balls.iter().map(|ball| (ball.at * size, ball.radius * size)), *reach)
        }
        Kind::Terrain { amplitude, wavelength, octaves, gain, lacunarity } => {
            Shape::terrain(amplitude * size, wavelength * size, *octaves, *gain, *lacunarity)
        }
        Kind::Union { .. }
        | Kind::Subtract { .. }
        | Kind::Intersect { .. }
        | Kind::Xor { .. }
        | Kind::Group
        | Kind::Mirror { .. }
        | Kind::Repeat { .. }
        | Kind::PolarRepeat { .. }
        | Kind::Elongate { .. }
        | Kind::Twist { .. }
        | Kind::Bend { .. }
        | Kind::Taper { .. }
        | Kind::Shear { .. }
        | Kind::Displace { .. }
        | Kind::Noise { .. }
        | Kind::Offset { .. }
        | Kind::Round { .. }
        | Kind::Onion { .. }
        | Kind::Shell { .. } => {
            return Err(CompileError::new(&node.id, "kind is an operator, which has no shape of its own."));
        }
    })
}

fn scaled(points: &[DVec2], size: f64) -> Vec<DVec2> {
    points.iter().map(|p| *p * size).collect()
}

/// Refuses numbers that no formula can use. It is wider than what a scene allows, so that solids may be tested at any
/// size.
fn check_params(node: &Node, pose: &Pose) -> Result<(), CompileError> {
    for param in node.kind.params() {
        let is_length = param.unit == "m";
        // A seam of no size is the limit of small ones, a crease.
        let in_range = if param.positive {
            param.value > 0.0 || (param.value == 0.0 && param.name.starts_with("blend."))
        } else if is_length {
            param.value >= 0.0 || param.min < 0.0
        } else {
            param.allows(param.value)
        };
        let bounded = param.max_is.is_empty() || param.value <= param.max;
        if !(param.value.is_finite() && in_range && bounded) {
            let message = format!("kind.{} is {:?}: {}.", param.name, param.value, allowed(&param));
            return Err(CompileError::new(&node.id, message));
        }
        let scaled = param.value.abs() * pose.factor();
        if is_length && (scaled > LARGEST || (param.positive && param.value > 0.0 && scaled < 1.0 / LARGEST)) {
            let message = format!(
                "kind.{} is {:?}, which scaled by {:?} is outside of {:e} to {LARGEST:e} m: choose a sensible size or scale.",
                param.name,
                param.value,
                pose.factor(),
                1.0 / LARGEST
            );
            return Err(CompileError::new(&node.id, message));
        }
    }
    check_balls(node)
}

fn allowed(param: &Param) -> String {
    if !param.max_is.is_empty() {
        format!("it must be from {:?} to {}, {:?}", param.min.min(0.0), param.max_is, param.max)
    } else if param.positive {
        "a size must be a finite number above 0".to_owned()
    } else if param.unit == "m" {
        "it must be a finite number of at least 0".to_owned()
    } else {
        format!("it must be from {:?} to {:?}", param.min, param.max)
    }
}

fn check_balls(node: &Node) -> Result<(), CompileError> {
    let Kind::Metaballs { balls, .. } = &node.kind else { return Ok(()) };
    let is_bad = |ball: &Ball| !(ball.at.is_finite() && ball.radius > 0.0 && ball.radius.is_finite());
    match balls.iter().position(is_bad) {
        _ if balls.is_empty() => Err(CompileError::new(&node.id, "kind.balls is empty: add a ball.")),
        Some(i) => {
            let message = format!("kind.balls[{i}] needs a finite position and a finite radius above 0.");
            Err(CompileError::new(&node.id, message))
        }
        None => Ok(()),
    }
}

/// Where a node stands, by its own transform.
fn own_pose(node: &Node, parent: &Pose) -> Result<Pose, CompileError> {
    for (field, value) in [("at", node.at), ("turn", node.turn)] {
        if !value.is_finite() {
            let message = format!("{field} is {value}: each part must be a finite number.");
            return Err(CompileError::new(&node.id, message));
        }
    }
    if !(node.scale.is_finite() && node.scale.cmpgt(DVec3::ZERO).all()) {
        let message = format!("scale is {}: each part must be a finite number above 0.", node.scale);
        return Err(CompileError::new(&node.id, message));
    }
    let pose = parent.then(node.at, Pose::turn_from(node.turn), node.scale);
    check_pose(node, &pose)?;
    Ok(pose)
}

/// The pose that the transforms of a node's children are added to: a warp's children have a frame of their own.
fn inner_pose(node: &Node, own: &Pose) -> Result<Pose, CompileError> {
    let pose = match node.kind {
        Kind::Shear { x, z } => {
            let linear = DMat3::from_cols(DVec3::X, DVec3::new(x, 1.0, z), DVec3::Z);
            own.then_linear(linear, 1.0 / largest_stretch(&linear.inverse()))
        }
        _ if is_warp(&node.kind) => Pose::IDENTITY,
        _ => *own,
    };
    check_pose(node, &pose)?;
    Ok(pose)
}

/// Refuses frames in which products of transforms have left the sensible range.
fn check_pose(node: &Node, pose: &Pose) -> Result<(), CompileError> {
    let in_range = |x: f64| (1.0 / LARGEST..=LARGEST).contains(&x);
    if !in_range(pose.factor()) || !in_range(pose.placement().stretch) {
        let message = format!("scale, with those of its parents, is {:?}: choose a sensible one.", pose.factor());
        return Err(CompileError::new(&node.id, message));
    }
    if !(pose.at.abs().max_element() <= LARGEST && pose.linear().is_finite()) {
        let message = format!("at, in the world, is {}: keep it below {LARGEST:e} m.", pose.at);
        return Err(CompileError::new(&node.id, message));
    }
    Ok(())
}
