//! Pages of the inspector that belong to no object: the scene, its contour settings, its simulation settings.

use super::expect;
use crate::app::action::{Action, Page, Select};
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::words::grouped;
use crate::app::{icons, theme};
use crate::scene::{ContourSettings, Domain, Edit, Issue, Method, Part};
use egui::{RichText, Ui};
use glam::DVec3;

/// Counts, issues, expectations.
pub(super) fn scene_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    page_header_ui(ui, icons::FILE, &model.document.name(), "Scene. Select an object to edit it.");
    fields::section_ui(ui, "Contents", |ui| {
        let scene = model.document.scene();
        fields::fact_ui(ui, "Solids", "Root nodes", scene.roots().count().to_string());
        fields::fact_ui(ui, "Nodes", "All nodes of the tree", scene.nodes.len().to_string());
        fields::fact_ui(ui, "Ropes", "", scene.ropes.len().to_string());
        fields::fact_ui(ui, "Soft bodies", "Deformers", scene.deformers.len().to_string());
        fields::fact_ui(ui, "Inputs", "Pokes and anchor moves", scene.inputs.len().to_string());
        fields::fact_ui(ui, "Triangles", "Of all solids", grouped(model.triangles()));
        ui.horizontal_wrapped(|ui| {
            page_link_ui(ui, "Contour settings", Page::Contour, out);
            page_link_ui(ui, "Simulation settings", Page::Simulation, out);
        });
    });
    fields::section_ui(ui, "Issues", |ui| all_issues_ui(ui, &model.issues, out));
    fields::section_ui(ui, "Expectations", |ui| expect::expectations_ui(ui, model, out));
}

fn page_header_ui(ui: &mut Ui, icon: &str, title: &str, sort: &str) {
    ui.horizontal(|ui| {
        ui.label(icons::text(icon).color(theme::colors(ui.visuals()).accent));
        ui.label(theme::heading(title));
    });
    ui.weak(sort);
}

fn page_link_ui(ui: &mut Ui, label: &str, page: Page, out: &mut Vec<Action>) {
    if ui.button(label).clicked() {
        out.push(Action::Select(Select::Page(page)));
    }
}

/// All complaints; a click goes to the part.
fn all_issues_ui(ui: &mut Ui, issues: &[Issue], out: &mut Vec<Action>) {
    if issues.is_empty() {
        let colors = theme::colors(ui.visuals());
        ui.horizontal(|ui| {
            ui.label(icons::text(icons::CHECK).color(colors.good));
            ui.label("None");
        });
    }
    for issue in issues {
        super::issue_ui(ui, issue);
        if let Some(select) = place_of(&issue.part)
            && ui.small_button(format!("Go to {}", issue.path)).clicked()
        {
            out.push(Action::Select(select));
        }
    }
}

/// Where the part of an issue is edited.
fn place_of(part: &Part) -> Option<Select> {
    match part {
        Part::Object(id) => Some(Select::Only(id.clone())),
        Part::Contour => Some(Select::Page(Page::Contour)),
        Part::Simulation => Some(Select::Page(Page::Simulation)),
        Part::Input(i) => Some(Select::Page(Page::Input(*i))),
        Part::Expect(_) => Some(Select::Page(Page::Scene)),
        Part::Scene | Part::View => None,
    }
}

/// How solids become meshes.
pub(super) fn contour_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    page_header_ui(ui, icons::SETTINGS, "Contour settings", "How solids become meshes");
    super::issues_ui(ui, model, &Part::Contour);
    let mut copy = model.document.scene().contour.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Grid", |ui| {
        let options = [
            (Method::DualContouring, "Dual contouring", "Keeps sharp edges: one vertex per cycle of cut edges"),
            (Method::MarchingCubes, "Marching cubes", "Vertices on grid edges; bevels sharp edges"),
        ];
        fields::choice_ui(ui, &mut changes, ("Method", "The algorithm"), &mut copy.method, &options);
        let spec = Spec::length("Cell", "Edge length of a grid cell").within(1e-3, 10.0, 0.000_5);
        fields::number_ui(ui, &mut changes, &spec, &mut copy.cell);
        domain_ui(ui, &mut changes, &mut copy);
    });
    if copy.method == Method::DualContouring {
        fields::section_ui(ui, "Vertices", |ui| qef_ui(ui, &mut changes, &mut copy));
    }
    fields::section_ui(ui, "Last build", |ui| build_facts_ui(ui, model));
    changes.emit("the contour", || Edit::SetContour(copy), out);
}

fn qef_ui(ui: &mut Ui, changes: &mut Changes, contour: &mut ContourSettings) {
    let tip = "Creases whose normals differ by more than this are kept; 0 keeps the crease of every cell";
    fields::number_ui(
        ui,
        changes,
        &Spec::number("Sharpness", "°", tip).within(0.0, 180.0, 0.2),
        &mut contour.sharpness,
    );
    let tip = "Pull of each vertex toward the mass point of its crossings";
    fields::number_ui(ui, changes, &Spec::number("Bias", "", tip).within(0.0, 1.0, 0.001), &mut contour.bias);
}

fn domain_ui(ui: &mut Ui, changes: &mut Changes, contour: &mut ContourSettings) {
    let mut is_box = matches!(contour.domain, Domain::Box { .. });
    let options = [
        (false, "Automatic", "The solid's own bounds and a margin; infinite solids are cut at 10 m"),
        (true, "Box", "A given box; what reaches its border is capped"),
    ];
    if fields::choice_ui(ui, changes, ("Domain", "Where to look for surface"), &mut is_box, &options) {
        let (min, max) = (DVec3::splat(-2.0), DVec3::splat(2.0));
        contour.domain = if is_box { Domain::Box { min, max } } else { Domain::Auto };
    }
    if let Domain::Box { min, max } = &mut contour.domain {
        fields::vec3_ui(ui, changes, &Spec::number("Least", "m", "Least corner of the box"), min, [false; 3]);
        fields::vec3_ui(ui, changes, &Spec::number("Greatest", "m", "Greatest corner of the box"), max, [false; 3]);
    }
}

fn build_facts_ui(ui: &mut Ui, model: &Model) {
    let Some(built) = &model.built else {
        ui.weak("Nothing built yet.");
        return;
    };
    let sum = |get: &dyn Fn(&crate::contour::Stats) -> u64| {
        grouped(built.solids.iter().map(|s| get(&s.contoured.stats)).sum::<u64>() as usize)
    };
    fields::fact_ui(ui, "Cells", "Cells of all grids", sum(&|s| s.cells));
    fields::fact_ui(ui, "Visited", "Cells whose corners were evaluated", sum(&|s| s.visited_cells));
    fields::fact_ui(ui, "With surface", "Cells with surface", sum(&|s| s.surface_cells));
    fields::fact_ui(ui, "Crossings", "Cut grid edges", sum(&|s| s.crossings));
    let clamped = "Vertices whose free QEF minimiser lay outside of their cell";
    fields::fact_ui(ui, "Clamped", clamped, sum(&|s| s.clamped));
    fields::fact_ui(ui, "Build time", "All solids", format!("{:.1} ms", model.build_ms()));
}

/// How time runs.
pub(super) fn simulation_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    page_header_ui(ui, icons::TIMER, "Simulation settings", "How time runs");
    super::issues_ui(ui, model, &Part::Simulation);
    let mut copy = model.document.scene().simulation.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Time", |ui| {
        let spec = Spec::number("Tick", "s", "Seconds per tick").within(1e-4, 1.0, 0.000_2);
        fields::number_ui(ui, &mut changes, &spec, &mut copy.dt);
        let spec = Spec::count("Substeps", "Steps per tick", 1.0, 64.0);
        fields::count_ui(ui, &mut changes, &spec, &mut copy.substeps);
    });
    fields::section_ui(ui, "World", |ui| {
        let spec = Spec::number("Gravity", "m/s²", "Acceleration of everything that is free");
        fields::vec3_ui(ui, &mut changes, &spec, &mut copy.gravity, [false; 3]);
        let mut floor = copy.floor.is_some();
        if fields::toggle_ui(ui, &mut changes, "Floor", "A horizontal floor for ropes", &mut floor) {
            copy.floor = floor.then_some(0.0);
        }
        if let Some(height) = &mut copy.floor {
            fields::number_ui(ui, &mut changes, &Spec::number("Floor height", "m", "Height of the floor"), height);
        }
    });
    if let Some(simulation) = model.simulation() {
        fields::section_ui(ui, "Now", |ui| {
            let hash = RichText::new(format!("{:016x}", simulation.state_hash())).monospace();
            fields::fact_ui(ui, "State hash", "Of ropes and soft bodies at the present tick", hash);
        });
    }
    changes.emit("the simulation", || Edit::SetSimulation(copy), out);
}
