//! The inspector: every parameter of what is selected.

mod anchors;
mod deformer;
mod expect;
mod input;
mod list;
mod node;
mod pages;
mod params;
mod polygon;
mod rope;

pub(crate) use input::{act_name, with_input, without_input};
pub(crate) use polygon::canvas_id as polygon_canvas_id;

use super::fields::{self, Changes};
use crate::app::action::{Action, Page, Select};
use crate::app::command::Command;
use crate::app::model::Model;
use crate::app::{icons, theme, words};
use crate::scene::{Edit, Issue, Object, Part, Scene, Severity};
use egui::{RichText, ScrollArea, Ui};

/// The whole pane.
pub(crate) fn inspector_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            // A row that wants more is cut, instead of widening the pane's contents for good.
            ui.set_max_width(ui.available_width());
            let objects = selected_objects(model);
            match objects.as_slice() {
                [] => page_ui(ui, model, out),
                [Object::Node(node)] => node::node_ui(ui, model, node, out),
                [Object::Deformer(deformer)] => deformer::deformer_ui(ui, model, deformer, out),
                [Object::Rope(rope)] => rope::rope_ui(ui, model, rope, out),
                several => several_ui(ui, several, out),
            }
        });
    });
}

fn page_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    match model.page {
        Page::Scene => pages::scene_ui(ui, model, out),
        Page::Contour => pages::contour_ui(ui, model, out),
        Page::Simulation => pages::simulation_ui(ui, model, out),
        Page::Input(index) => input::input_ui(ui, model, index, out),
    }
}

fn selected_objects(model: &Model) -> Vec<Object> {
    model.selection.ids().iter().filter_map(|id| object(model.document.scene(), id)).collect()
}

/// A copy of an object.
pub(crate) fn object(scene: &Scene, id: &str) -> Option<Object> {
    let node = scene.node(id).cloned().map(Object::Node);
    let deformer = || scene.deformer(id).cloned().map(Object::Deformer);
    let rope = || scene.rope(id).cloned().map(Object::Rope);
    node.or_else(deformer).or_else(rope)
}

/// Name, sort and issues of one object.
fn header_ui(ui: &mut Ui, model: &Model, icon: &str, id: &str, sort: &str, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label(icons::text(icon).color(theme::colors(ui.visuals()).accent));
        name_field_ui(ui, id, out);
    });
    ui.weak(sort);
    issues_ui(ui, model, &Part::Object(id.to_owned()));
}

/// The object's name; Enter or leaving the field renames.
fn name_field_ui(ui: &mut Ui, id: &str, out: &mut Vec<Action>) {
    let field = ui.make_persistent_id(("name of", id));
    let mut draft = ui.data_mut(|d| d.get_temp::<String>(field)).unwrap_or_else(|| id.to_owned());
    let response = ui.add(egui::TextEdit::singleline(&mut draft).id(field).desired_width(f32::INFINITY));
    fields::name_it(ui, &response, "Name");
    if response.has_focus() {
        ui.data_mut(|d| d.insert_temp(field, draft));
        return;
    }
    ui.data_mut(|d| d.remove::<String>(field));
    let cancelled = ui.input(|i| i.key_pressed(egui::Key::Escape));
    if response.lost_focus() && !cancelled && draft != id {
        out.push(Action::Rename { from: id.to_owned(), to: draft });
    }
}

/// Complaints about one part of the scene, but for those that stand where the fault is.
fn issues_ui(ui: &mut Ui, model: &Model, part: &Part) {
    for issue in model.issues.iter().filter(|i| i.part == *part && !polygon::shows(i)) {
        issue_ui(ui, issue);
    }
}

/// One complaint: icon, sentence, cure.
pub(crate) fn issue_ui(ui: &mut Ui, issue: &Issue) {
    let colors = theme::colors(ui.visuals());
    let (icon, color) = match issue.severity {
        Severity::Error => (icons::ERROR, colors.bad),
        Severity::Warning => (icons::WARNING, colors.warm),
    };
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icon).color(color));
        let text = format!("{} {}", issue.message, issue.hint);
        ui.add(egui::Label::new(text).wrap()).on_hover_text(&issue.path);
    });
}

/// Several objects: what they have in common. Values in which they differ show a dash; an edit writes all.
fn several_ui(ui: &mut Ui, objects: &[Object], out: &mut Vec<Action>) {
    ui.label(theme::heading(format!("{} objects selected", objects.len())));
    let names: Vec<&str> = objects.iter().map(object_id).collect();
    ui.add(egui::Label::new(RichText::new(names.join(", ")).weak()).wrap());
    ui.add_space(4.0);
    several_fields_ui(ui, objects, out);
    fields::section_ui(ui, "Actions", |ui| {
        ui.horizontal_wrapped(|ui| {
            for command in [Command::Group, Command::Duplicate, Command::Delete, Command::FrameSelection] {
                super::command_button_ui(ui, command, out);
            }
        });
        if ui.button("Select none").clicked() {
            out.push(Action::Select(Select::Clear));
        }
    });
}

/// What nodes and deformers have in common. Ropes have a position and a colour.
#[derive(Clone, Copy, PartialEq)]
struct Common {
    at: glam::DVec3,
    turn: Option<glam::DVec3>,
    scale: Option<glam::DVec3>,
    color: glam::DVec3,
}

fn common(object: &Object) -> Common {
    match object {
        Object::Node(n) => Common { at: n.at, turn: Some(n.turn), scale: Some(n.scale), color: n.color },
        Object::Deformer(d) => {
            let scale = Some(glam::DVec3::splat(d.scale));
            Common { at: d.at, turn: Some(d.turn), scale, color: d.color }
        }
        Object::Rope(r) => Common { at: r.at, turn: None, scale: None, color: r.color },
    }
}

/// Which components of the common fields were changed.
#[derive(Default)]
struct Touched {
    at: [bool; 3],
    turn: [bool; 3],
    scale: [bool; 3],
    color: bool,
}

fn several_fields_ui(ui: &mut Ui, objects: &[Object], out: &mut Vec<Action>) {
    let all: Vec<Common> = objects.iter().map(common).collect();
    let Some(mut shown) = all.last().copied() else { return };
    let differs = |get: &dyn Fn(&Common) -> f64| all.iter().any(|c| get(c).to_bits() != get(&shown_of(&all)).to_bits());
    let at_differs = [0, 1, 2].map(|i| differs(&|c| c.at[i]));
    let turn_differs = [0, 1, 2].map(|i| differs(&|c| c.turn.map_or(0.0, |t| t[i])));
    let scale_differs = [0, 1, 2].map(|i| differs(&|c| c.scale.map_or(1.0, |s| s[i])));
    let color_differs = all.iter().any(|c| c.color != shown.color);

    let mut changes = Changes::default();
    let mut touched = Touched::default();
    fields::section_ui(ui, "Transform", |ui| {
        touched.at = fields::vec3_ui(ui, &mut changes, &POSITION, &mut shown.at, at_differs);
        if let Some(turn) = &mut shown.turn {
            touched.turn = fields::vec3_ui(ui, &mut changes, &ROTATION, turn, turn_differs);
        }
        if let Some(scale) = &mut shown.scale {
            touched.scale = fields::vec3_ui(ui, &mut changes, &SCALES, scale, scale_differs);
        }
    });
    fields::section_ui(ui, "Material", |ui| {
        touched.color = fields::color_ui(ui, &mut changes, &mut shown.color, color_differs);
    });
    changes.emit(
        &words::counted(objects.len(), "object"),
        || Edit::Batch(objects.iter().map(|o| Edit::Replace { object: with_touched(o, &shown, &touched) }).collect()),
        out,
    );
}

fn shown_of(all: &[Common]) -> Common {
    all[all.len() - 1]
}

/// A copy of an object in which the touched components have the shown values.
fn with_touched(object: &Object, shown: &Common, touched: &Touched) -> Object {
    let mut copy = object.clone();
    let (at, turn, scale, color) = match &mut copy {
        Object::Node(n) => (&mut n.at, Some(&mut n.turn), Some(Scale::Each(&mut n.scale)), &mut n.color),
        Object::Deformer(d) => (&mut d.at, Some(&mut d.turn), Some(Scale::Uniform(&mut d.scale)), &mut d.color),
        Object::Rope(r) => (&mut r.at, None, None, &mut r.color),
    };
    write_touched(at, shown.at, touched.at);
    if let (Some(turn), Some(shown)) = (turn, shown.turn) {
        write_touched(turn, shown, touched.turn);
    }
    if let (Some(scale), Some(shown)) = (scale, shown.scale) {
        match scale {
            Scale::Each(scale) => write_touched(scale, shown, touched.scale),
            // A deformer has one scale for all axes: that of the axis which was touched.
            Scale::Uniform(scale) => {
                *scale = (0..3).find(|i| touched.scale[*i]).map_or(*scale, |i| shown[i]);
            }
        }
    }
    if touched.color {
        *color = shown.color;
    }
    copy
}

fn write_touched(value: &mut glam::DVec3, shown: glam::DVec3, touched: [bool; 3]) {
    for i in (0..3).filter(|i| touched[*i]) {
        value[i] = shown[i];
    }
}

pub(crate) fn object_id(object: &Object) -> &str {
    match object {
        Object::Node(n) => &n.id,
        Object::Deformer(d) => &d.id,
        Object::Rope(r) => &r.id,
    }
}

const POSITION: fields::Spec = fields::Spec::number("Position", "m", "Position in the parent's frame");
const ROTATION: fields::Spec =
    fields::Spec::number("Rotation", "°", "Turns about x, then y, then z").within(-36_000.0, 36_000.0, 0.5);
const SCALE: fields::Spec = fields::Spec::number("Scale", "", "Uniform scale, above zero").within(1e-3, 1e3, 0.005);

const SCALES: fields::Spec = fields::Spec { tip: "Scale along the object's own axes, above zero", ..SCALE };

/// A scale as an object has it.
enum Scale<'a> {
    /// One for each axis.
    Each(&'a mut glam::DVec3),
    /// One for all.
    Uniform(&'a mut f64),
}

/// Position, rotation, scale of one object.
fn transform_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    owner: &str,
    (at, turn): (&mut glam::DVec3, &mut glam::DVec3),
    scale: Scale<'_>,
) {
    fields::section_ui(ui, "Transform", |ui| {
        fields::vec3_ui(ui, changes, &POSITION, at, [false; 3]);
        fields::vec3_ui(ui, changes, &ROTATION, turn, [false; 3]);
        match scale {
            Scale::Each(scale) => scales_ui(ui, changes, owner, scale),
            Scale::Uniform(scale) => {
                fields::number_ui(ui, changes, &SCALE, scale);
            }
        }
    });
}

/// Width of the button that links scales, points.
const LINK: f32 = 32.0;

/// Scales along three axes. Linked, as they are while they are equal, one that changes takes the others along.
fn scales_ui(ui: &mut Ui, changes: &mut Changes, owner: &str, scale: &mut glam::DVec3) {
    let id = ui.make_persistent_id(("linked scales", owner));
    let is_uniform = scale.x == scale.y && scale.y == scale.z;
    let linked = ui.data(|d| d.get_temp::<bool>(id)).unwrap_or(is_uniform);
    let before = *scale;
    fields::row(ui, SCALES.label, SCALES.tip, |ui| {
        let changed = fields::axes_ui(ui, changes, &SCALES, scale, [false; 3], LINK + 4.0);
        if let Some(i) = (0..3).find(|i| linked && changed[*i]) {
            *scale = linked_scale(before, i, scale[i]);
        }
        let (icon, tip) = if linked {
            (icons::LINK, "Linked: one scale takes the others along. Press to scale each axis alone")
        } else {
            (icons::UNLINK, "Each axis alone. Press to link them: one scale then takes the others along")
        };
        if super::icon_button_ui(ui, (icon, "Link scales", tip), linked, Ok(())) {
            ui.data_mut(|d| d.insert_temp(id, !linked));
        }
    });
}

/// The scales when one of them gets a value and the others keep their ratio to it.
fn linked_scale(before: glam::DVec3, axis: usize, value: f64) -> glam::DVec3 {
    let others = |i: usize| {
        // Equal ones stay equal to the bit.
        let scaled = if before[i] == before[axis] { value } else { before[i] * (value / before[axis]) };
        if scaled.is_finite() && scaled > 0.0 { scaled } else { before[i] }
    };
    glam::DVec3::from_array(std::array::from_fn(|i| if i == axis { value } else { others(i) }))
}

#[cfg(test)]
mod tests {
    use super::linked_scale;
    use glam::DVec3;

    #[test]
    fn linked_scales_keep_their_ratio() {
        assert_eq!(linked_scale(DVec3::splat(0.1), 1, 0.3), DVec3::splat(0.3));
        assert_eq!(linked_scale(DVec3::new(1.0, 2.0, 4.0), 1, 1.0), DVec3::new(0.5, 1.0, 2.0));
        assert_eq!(linked_scale(DVec3::new(1.0, 0.0, 4.0), 1, 1.0), DVec3::new(1.0, 1.0, 4.0), "no ratio to zero");
    }
}
