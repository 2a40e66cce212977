//! The command line.

use crate::scene::{Method, OverlayKind, limits};
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand, ValueEnum};
use glam::DVec3;
use std::path::PathBuf;

/// The exit codes, as `--help` tells them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    everything that was asked holds and is written
  1    a scene has errors, a claim fails, a value is not finite, a file is not formatted
  2    the command line asks for something that does not exist or makes no sense
  3    a file cannot be read, is no scene, or cannot be written
  130  stopped by Ctrl-C; no file is left half written, and what a batch named as done is done";

/// Author solids from signed distance functions, ropes and soft bodies, step them tick by tick, and look inside.
///
/// Without a command the editor opens, on SCENE or on a start scene with everything in it.
#[derive(Debug, Parser)]
#[command(name = "isolab", version, propagate_version = true, after_help = EXIT_CODES)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// Scene file to open in the editor.
    pub scene: Option<PathBuf>,
    /// What to do without a window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands that need no window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the issues of scenes and evaluate what they expect.
    #[command(after_help = EXIT_CODES)]
    Check(CheckArgs),
    /// Contour a scene and export its solids as one file.
    #[command(after_help = EXIT_CODES)]
    Mesh(MeshArgs),
    /// Run a scene's ropes and deformers and report their state.
    #[command(after_help = EXIT_CODES)]
    Run(RunArgs),
    /// Draw a scene into a PNG file; no display is needed.
    #[command(after_help = EXIT_CODES)]
    Render(RenderArgs),
    /// Explain one cell, one point or one ray.
    #[command(after_help = EXIT_CODES)]
    Probe(ProbeArgs),
    /// Rewrite scene files in the form in which the editor saves them.
    #[command(after_help = EXIT_CODES)]
    Fmt(FmtArgs),
    /// List the kinds of nodes, or tell the fields of one and show an example.
    #[command(after_help = EXIT_CODES)]
    Nodes(NodesArgs),
}

/// Arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Scene files; the rest is checked even if one of them is bad.
    #[arg(required = true)]
    pub scenes: Vec<PathBuf>,
    /// Print one JSON array, an object a file.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `mesh`.
#[derive(Debug, ClapArgs)]
pub struct MeshArgs {
    /// Scene file.
    pub scene: PathBuf,
    /// File to write, ending in .obj or .stl; - is standard output.
    #[arg(short, long)]
    pub output: PathBuf,
    /// Format; needed for standard output, otherwise told by the ending.
    #[arg(long)]
    pub format: Option<FormatName>,
    /// Algorithm instead of the scene's.
    #[arg(long)]
    pub method: Option<MethodName>,
    /// Edge length of a cell instead of the scene's, metres.
    #[arg(long, value_parser = length, allow_hyphen_values = true)]
    pub cell: Option<f64>,
    /// Only this solid, by the id of its root node.
    #[arg(long)]
    pub solid: Option<String>,
    /// Print what is known about each mesh, on standard error if the mesh goes to standard output.
    #[arg(long)]
    pub report: bool,
}

/// Arguments of `run`.
#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// Scene file.
    pub scene: PathBuf,
    /// Number of ticks, at most 1,000,000.
    #[arg(long, value_parser = ticks, allow_hyphen_values = true)]
    pub ticks: u32,
    /// Print only the state hash.
    #[arg(long, conflicts_with = "json")]
    pub hash: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `render`.
#[derive(Debug, ClapArgs)]
pub struct RenderArgs {
    /// Scene file.
    pub scene: PathBuf,
    /// PNG file to write; - is standard output.
    #[arg(short, long)]
    pub output: PathBuf,
    /// Tick to draw.
    #[arg(long, default_value_t = 0, value_parser = ticks, allow_hyphen_values = true)]
    pub tick: u32,
    /// Width and height, pixels.
    #[arg(long, value_parser = size, default_value = "1280x720", value_name = "WxH")]
    pub size: [u32; 2],
    /// Overlays instead of the scene's, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub overlay: Option<Vec<OverlayName>>,
}

/// Arguments of `probe`.
#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct ProbeArgs {
    /// Scene file.
    pub scene: PathBuf,
    /// Cell of the solid's grid.
    #[arg(long, group = "what", value_parser = cell, allow_hyphen_values = true, value_name = "I,J,K")]
    pub cell: Option<[i32; 3]>,
    /// Point, metres: what the field says there, and its cell.
    #[arg(long, group = "what", value_parser = point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub at: Option<DVec3>,
    /// Ray, metres: the steps of sphere tracing, and the cell that it hits.
    #[arg(long, group = "what", value_parser = ray, allow_hyphen_values = true, value_name = "OX,OY,OZ,DX,DY,DZ")]
    pub ray: Option<[DVec3; 2]>,
    /// Solid, by the id of its root node; without it the one at the point or the one that the ray hits first.
    #[arg(long)]
    pub solid: Option<String>,
}

/// Arguments of `fmt`.
#[derive(Debug, ClapArgs)]
pub struct FmtArgs {
    /// Scene files.
    #[arg(required = true)]
    pub scenes: Vec<PathBuf>,
    /// Change nothing; the exit code is 1 if a file would change.
    #[arg(long)]
    pub check: bool,
    /// Rewrite files with comments too: the comments are lost, notes of objects are kept.
    #[arg(long)]
    pub drop_comments: bool,
}

/// Arguments of `nodes`.
#[derive(Debug, ClapArgs)]
pub struct NodesArgs {
    /// Name of a kind, such as Torus, or another word for it, such as donut.
    pub kind: Option<String>,
    /// Print docs/nodes.md: all kinds with all fields.
    #[arg(long, conflicts_with = "kind")]
    pub markdown: bool,
    /// Write the example scene of each kind into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["kind", "markdown"])]
    pub write_examples: Option<PathBuf>,
}

/// A contouring algorithm, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// Dual contouring.
    Dc,
    /// Marching cubes.
    Mc,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Dc => Self::DualContouring,
            MethodName::Mc => Self::MarchingCubes,
        }
    }
}

/// A mesh format, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Wavefront OBJ.
    Obj,
    /// Binary STL.
    Stl,
}

impl From<FormatName> for crate::mesh::Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Obj => Self::Obj,
            FormatName::Stl => Self::Stl,
        }
    }
}

/// An overlay, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OverlayName {
    /// Vertex normals.
    Normals,
    /// Where the surface cuts grid edges, with the field's gradient.
    Crossings,
    /// Minimisers of the QEFs: free and chosen.
    Qef,
    /// Cells that hold surface.
    Cells,
    /// Poke rays, hit points, normals, offset force points.
    Rays,
    /// Velocities of rope particles and deformer vertices.
    Velocities,
    /// Rope segments coloured by strain.
    Strain,
    /// The triangle edges.
    Wireframe,
}

impl From<OverlayName> for OverlayKind {
    fn from(name: OverlayName) -> Self {
        match name {
            OverlayName::Normals => Self::Normals,
            OverlayName::Crossings => Self::Crossings,
            OverlayName::Qef => Self::QefPoints,
            OverlayName::Cells => Self::Cells,
            OverlayName::Rays => Self::Rays,
            OverlayName::Velocities => Self::Velocities,
            OverlayName::Strain => Self::Strain,
            OverlayName::Wireframe => Self::Wireframe,
        }
    }
}

fn length(text: &str) -> Result<f64, String> {
    let value = number(text)?;
    if value > 0.0 { Ok(value) } else { Err("a length must be above 0".to_owned()) }
}

fn number(text: &str) -> Result<f64, String> {
    let value: f64 = text.trim().parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    if value.is_finite() { Ok(value) } else { Err(format!("\"{text}\" is not finite")) }
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let values = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    values.try_into().map_err(|_| format!("{N} numbers separated by commas are needed"))
}

fn point(text: &str) -> Result<DVec3, String> {
    numbers(text).map(DVec3::from_array)
}

fn ray(text: &str) -> Result<[DVec3; 2], String> {
    let [ox, oy, oz, dx, dy, dz] = numbers(text)?;
    let direction = DVec3::new(dx, dy, dz);
    // Squares of huge and of tiny numbers would be infinite or zero.
    match (direction / direction.abs().max_element()).try_normalize() {
        Some(unit) => Ok([DVec3::new(ox, oy, oz), unit]),
        None => Err("the direction of a ray cannot be zero".to_owned()),
    }
}

fn ticks(text: &str) -> Result<u32, String> {
    let most = limits::MAX_TICK;
    let ticks = text.trim().parse::<u32>().ok().filter(|ticks| *ticks <= most);
    ticks.ok_or_else(|| format!("ticks are a whole number from 0 to {most}"))
}

fn cell(text: &str) -> Result<[i32; 3], String> {
    let parse = |part: &str| part.trim().parse().map_err(|_| format!("\"{part}\" is not a whole number"));
    let values = text.split(',').map(parse).collect::<Result<Vec<i32>, _>>()?;
    values.try_into().map_err(|_| "3 whole numbers separated by commas are needed".to_owned())
}

fn size(text: &str) -> Result<[u32; 2], String> {
    /// What drivers can draw in one go.
    const MAX_SIDE: u32 = 8192;
    /// With four samples a pixel takes more than 40 bytes: these are 700 MB.
    const MAX_PIXELS: u32 = 16 << 20;
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    match sides {
        Some([w, h]) if !(1..=MAX_SIDE).contains(&w) || !(1..=MAX_SIDE).contains(&h) => {
            Err(format!("each side is 1 to {MAX_SIDE} pixels"))
        }
        Some([w, h]) if w * h > MAX_PIXELS => {
            Err(format!("that is more than {MAX_PIXELS} pixels, which would take gigabytes: use 4096x4096 or less"))
        }
        Some(sides) => Ok(sides),
        None => Err("a size is width x height in pixels, such as 1280x720".to_owned()),
    }
}
