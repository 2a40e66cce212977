//! Scene nodes -> program, bounds and what is known about the solid. No recursion: a chain of any depth compiles.

use super::blend::{Join, Operator};
use super::primitives::{Cone, Placement, Primitive, Shape};
use super::program::{Expressions, Id, Program};
use crate::Scene;
use crate::math::{Bounds, Transform};
use crate::scene::{Blend, Kind, Node};
use glam::DVec3;
use std::collections::HashMap;
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
    pub(super) exact: bool,
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
    world_from_node: Transform,
    children: Range<usize>,
}

/// A compiled part of the solid; [`None`] instead of it is an empty solid.
#[derive(Clone, Copy)]
struct Part {
    id: Id,
    bounds: Bounds,
    exact: bool,
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
        let growth = growth(self.nodes, &visits);
        let mut expressions = Expressions::default();
        let mut parts: Vec<Option<Part>> = vec![None; visits.len()];
        for (i, visit) in visits.iter().enumerate().rev() {
            let node = &self.nodes[visit.node];
            parts[i] = match join(node, visit.world_from_node.scale)? {
                Some(join) => fold(&mut expressions, join, &parts[visit.children.clone()]),
                None => {
                    let primitive = primitive(node, visit)?;
                    let bounds = primitive.bounds().grown(growth[i]);
                    Some(Part { id: expressions.primitive(primitive), bounds, exact: true })
                }
            };
        }
        Ok(match parts[0] {
            Some(Part { id, bounds, exact }) => Compiled { program: expressions.program(id), bounds, exact },
            None => Compiled { program: Program::default(), bounds: Bounds::EMPTY, exact: true },
        })
    }

    /// All nodes of the solid with their transforms.
    fn visits(&self, root: usize) -> Result<Vec<Visit>, CompileError> {
        let world_from_parent = self.world_from_parent(root)?;
        let mut visits = vec![self.visit(root, &world_from_parent)?];
        let mut at = 0;
        while at < visits.len() {
            let (node, world) = (visits[at].node, visits[at].world_from_node);
            let first = visits.len();
            let mut child = self.first_child[node];
            while let Some(i) = child {
                self.check_parent(i, node)?;
                visits.push(self.visit(i, &world)?);
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

    fn visit(&self, node: usize, world_from_parent: &Transform) -> Result<Visit, CompileError> {
        let id = self.nodes[node].id.as_str();
        if self.by_id.get(id).is_some_and(|&(_, twice)| twice) {
            return Err(CompileError::new(id, "id is used by several nodes: give each node an id of its own."));
        }
        let world_from_node = world_from_parent.then_child(&local_transform(&self.nodes[node])?);
        check_world(&self.nodes[node], &world_from_node)?;
        Ok(Visit { node, world_from_node, children: 0..0 })
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

    /// The frame that a node's own transform is given in. A path to the root longer than the list of nodes is a
    /// cycle.
    fn world_from_parent(&self, node: usize) -> Result<Transform, CompileError> {
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
        let mut world = Transform::IDENTITY;
        for &i in ancestors.iter().rev() {
            world = world.then_child(&local_transform(&self.nodes[i])?);
            check_world(&self.nodes[i], &world)?;
        }
        Ok(world)
    }
}

/// Joins the operands that are not empty, in their order. Without a first operand there is nothing to subtract
/// from, and what all operands hold is empty if one of them is.
fn fold(expressions: &mut Expressions, join: Join, operands: &[Option<Part>]) -> Option<Part> {
    match join.operator {
        Operator::Subtract if operands.first().is_none_or(Option::is_none) => return None,
        Operator::Intersect if operands.iter().any(Option::is_none) => return None,
        _ => {}
    }
    operands.iter().flatten().copied().reduce(|a, b| Part {
        id: expressions.join(join, a.id, b.id),
        bounds: match join.operator {
            Operator::Union => a.bounds.union(&b.bounds),
            Operator::Subtract => a.bounds,
            Operator::Intersect => a.bounds.intersection(&b.bounds),
        },
        // Outside of a hard union the nearest surface is that of the nearest operand; nothing else keeps this.
        exact: a.exact && b.exact && join.operator == Operator::Union && join.radius == 0.0,
    })
}

/// How far each node's bounds must be grown so that they hold the solid: only smooth unions bulge. If `d` is how
/// far below an operand's value the operators above can reach, the solid lies where that operand is at most `d`.
/// For a primitive, an exact distance, that is its bounds grown by `d`; for an operator it is handed down. (Growing
/// an operator's own bounds would be too little: the value near a sharp intersection is less than the distance.)
fn growth(nodes: &[Node], visits: &[Visit]) -> Vec<f64> {
    let mut growth = vec![0.0; visits.len()];
    for (i, visit) in visits.iter().enumerate() {
        let bulge = match nodes[visit.node].kind {
            Kind::Union { blend: Blend::Smooth { radius } } => {
                Join::bulge(radius * visit.world_from_node.scale, visit.children.len())
            }
            _ => 0.0,
        };
        let below = growth[i] + bulge;
        growth[visit.children.clone()].fill(below);
    }
    growth
}

/// The operator of a node with its blend radius in world metres; none for primitives.
fn join(node: &Node, scale: f64) -> Result<Option<Join>, CompileError> {
    let (operator, blend) = match node.kind {
        Kind::Union { blend } => (Operator::Union, blend),
        Kind::Subtract { blend } => (Operator::Subtract, blend),
        Kind::Intersect { blend } => (Operator::Intersect, blend),
        Kind::Group => (Operator::Union, Blend::Hard),
        _ => return Ok(None),
    };
    let radius = match blend {
        Blend::Hard => return Ok(Some(Join { operator, radius: 0.0 })),
        Blend::Smooth { radius } => radius,
        _ => return Err(CompileError::new(&node.id, format!("kind.blend {} is not built yet.", blend.name()))),
    };
    // A radius of zero is the limit of small ones, a crease.
    if radius.is_finite() && (0.0..=LARGEST).contains(&(radius * scale)) {
        return Ok(Some(Join { operator, radius: radius * scale }));
    }
    let message = format!(
        "kind.blend.radius is {radius:?}: it must be a finite number of at least 0, at most {LARGEST:e} m when scaled."
    );
    Err(CompileError::new(&node.id, message))
}

/// The primitive of a node, its sizes in world metres.
fn primitive(node: &Node, visit: &Visit) -> Result<Primitive, CompileError> {
    let world = &visit.world_from_node;
    let size = |field, value| size(node, field, value, world.scale);
    let shape = match node.kind {
        Kind::Sphere { radius } => Shape::Sphere { radius: size("radius", radius)? },
        Kind::Box { half, round } => {
            let half = DVec3::new(size("half.x", half.x)?, size("half.y", half.y)?, size("half.z", half.z)?);
            let round = rounding(node, round)? * world.scale;
            Shape::Box { core: (half - round).max(DVec3::ZERO), round }
        }
        Kind::Cylinder { radius, half_height } => {
            Shape::Cylinder { radius: size("radius", radius)?, half_height: size("half_height", half_height)? }
        }
        Kind::Capsule { radius, half_height } => {
            Shape::Capsule { radius: size("radius", radius)?, half_height: size("half_height", half_height)? }
        }
        Kind::Torus { major, minor } => Shape::Torus { major: size("major", major)?, minor: size("minor", minor)? },
        Kind::Cone { radius, half_height } => {
            Shape::Cone(Cone::new(size("radius", radius)?, size("half_height", half_height)?))
        }
        Kind::Plane => Shape::Plane,
        _ => return Err(CompileError::new(&node.id, format!("kind {} is not built yet.", node.kind.name()))),
    };
    if !node.color.is_finite() {
        let message = format!("color is {}: each part must be a number from 0 to 1.", node.color);
        return Err(CompileError::new(&node.id, message));
    }
    let placement = Placement::new(world, &shape);
    Ok(Primitive { shape, placement, node: visit.node as u32, color: node.color })
}

/// A size in world metres.
fn size(node: &Node, field: &str, value: f64, scale: f64) -> Result<f64, CompileError> {
    if !(value > 0.0 && value.is_finite()) {
        let message = format!("kind.{field} is {value:?}: a size must be a finite number above 0.");
        return Err(CompileError::new(&node.id, message));
    }
    let size = value * scale;
    if !(1.0 / LARGEST..=LARGEST).contains(&size) {
        let message = format!(
            "kind.{field} is {value:?}, which scaled by {scale:?} is outside of {:e} to {LARGEST:e} m: choose a sensible size or scale.",
            1.0 / LARGEST
        );
        return Err(CompileError::new(&node.id, message));
    }
    Ok(size)
}

/// The rounding of a box, in its own frame.
fn rounding(node: &Node, round: f64) -> Result<f64, CompileError> {
    let Kind::Box { half, .. } = node.kind else { return Ok(0.0) };
    let least = half.min_element();
    if (0.0..=least).contains(&round) {
        return Ok(round);
    }
    let message = format!("kind.round is {round:?}: it must be from 0 to the least half size, {least:?}.");
    Err(CompileError::new(&node.id, message))
}

/// A node's own transform.
fn local_transform(node: &Node) -> Result<Transform, CompileError> {
    for (field, value) in [("at", node.at), ("turn", node.turn)] {
        if !value.is_finite() {
            let message = format!("{field} is {value}: each part must be a finite number.");
            return Err(CompileError::new(&node.id, message));
        }
    }
    if !(node.scale.min_element() > 0.0 && node.scale.is_finite()) {
        let message = format!("scale is {}: it must be a finite number above 0.", node.scale);
        return Err(CompileError::new(&node.id, message));
    }
    if node.scale != DVec3::splat(node.scale.x) {
        return Err(CompileError::new(&node.id, "scale that differs by axis is not built yet."));
    }
    Ok(Transform::new(node.at, node.turn, node.scale.x))
}

/// Refuses frames in which products of transforms have left the sensible range.
fn check_world(node: &Node, world: &Transform) -> Result<(), CompileError> {
    let in_range = |x: f64| (1.0 / LARGEST..=LARGEST).contains(&x);
    if !in_range(world.scale) {
        let message = format!("scale, with those of its parents, is {:?}: choose a sensible one.", world.scale);
        return Err(CompileError::new(&node.id, message));
    }
    if !(world.at.abs().max_element() <= LARGEST && world.turn.is_finite()) {
        let message = format!("at, in the world, is {}: keep it below {LARGEST:e} m.", world.at);
        return Err(CompileError::new(&node.id, message));
    }
    Ok(())
}
