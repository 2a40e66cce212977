//! The fields of a kind, as its registry has them: choices, lists, vectors, numbers.

use super::{list, polygon};
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::theme;
use crate::scene::{Category, Entries, Kind, List, Node, Param};
use egui::{RichText, Ui};

/// Everything that can be set of a node's kind.
pub(super) fn params_ui(ui: &mut Ui, model: &Model, changes: &mut Changes, node: &mut Node) {
    let kind = &mut node.kind;
    for choice in &kind.choices() {
        let options: Vec<_> = choice.options.iter().map(|o| (o.name, o.name, o.description)).collect();
        let mut value = choice.value;
        if fields::choice_ui(ui, changes, (choice.label, choice.tip), &mut value, &options)
            && let Some(changed) = kind.with_choice(choice.name, value)
        {
            *kind = changed;
        }
    }
    numbers_ui(ui, changes, kind);
    for list in &kind.lists() {
        list_ui(ui, model, changes, node, list);
    }
}

/// Switches between kinds, which keep what they share.
pub(super) fn kind_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    let mut picked = None;
    fields::row(ui, "Kind", "What the node is", |ui| {
        let combo = egui::ComboBox::from_id_salt("Kind").width(ui.available_width()).truncate();
        let combo = combo.height(360.0).selected_text(kind.label());
        let response = combo.show_ui(ui, |ui| picked = kinds_ui(ui, kind));
        fields::name_it(ui, &response.response, "Kind");
        response.response.on_hover_text("What the node is; another kind keeps the numbers that both have");
    });
    if let Some(template) = picked.filter(|picked| picked.name() != kind.name()) {
        *kind = template.carrying_over(kind);
        changes.set("kind");
    }
}

/// All kinds by category; the one that is clicked.
fn kinds_ui(ui: &mut Ui, present: &Kind) -> Option<&'static Kind> {
    let mut picked = None;
    for category in Category::ALL {
        let title = RichText::new(category.name()).font(egui::FontId::new(11.0, theme::medium())).weak();
        ui.label(title).on_hover_text(category.description());
        for kind in category.kinds() {
            let is_present = kind.name() == present.name();
            ui.horizontal(|ui| {
                ui.label(icons::text(icons::of_kind(kind)).color(theme::colors(ui.visuals()).weak));
                let response = ui.selectable_label(is_present, kind.label()).on_hover_text(kind.description());
                if response.clicked() {
                    picked = Some(kind);
                    ui.close();
                }
            });
        }
        ui.add_space(4.0);
    }
    picked
}

/// Numbers; three that are a vector stand in one row.
fn numbers_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    let params = kind.params();
    let mut rest = params.as_slice();
    while let [first, others @ ..] = rest {
        match rest {
            [x, y, z, after @ ..] if is_vector([x, y, z]) => {
                vector_ui(ui, changes, kind, [x, y, z]);
                rest = after;
            }
            _ => {
                let mut value = first.value;
                if fields::number_ui(ui, changes, &spec(first), &mut value) {
                    set(kind, first, value);
                }
                rest = others;
            }
        }
    }
}

/// True for `half.x`, `half.y`, `half.z`.
fn is_vector(params: [&Param; 3]) -> bool {
    let stem = |axis: &str, i: usize| params[i].name.strip_suffix(axis);
    let stems = [stem(".x", 0), stem(".y", 1), stem(".z", 2)];
    stems[0].is_some() && stems[0] == stems[1] && stems[1] == stems[2]
}

fn vector_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind, params: [&Param; 3]) {
    let label = common_label(params.map(|p| p.label));
    let specs = params.map(spec);
    let mut values = params.map(|p| p.value);
    let changed = fields::vector_ui(ui, changes, (&label, params[0].tip), &specs, &mut values);
    for i in (0..3).filter(|i| changed[*i]) {
        set(kind, params[i], values[i]);
    }
}

/// What the labels of a vector's numbers begin with: "Spacing" of "Spacing x".
fn common_label(labels: [&str; 3]) -> String {
    let words = |i: usize| labels[i].split(' ');
    let common: Vec<&str> =
        words(0).zip(words(1)).zip(words(2)).take_while(|((a, b), c)| a == b && b == c).map(|((a, _), _)| a).collect();
    match common.as_slice() {
        [] => labels[0].to_owned(),
        // Of "Half width (x)".
        ["Half"] => "Half size".to_owned(),
        words => words.join(" "),
    }
}

fn set(kind: &mut Kind, param: &Param, value: f64) {
    // What may be nothing or something has a gap between the two.
    let value = if param.or_zero { param.clamped(value) } else { value };
    if let Some(changed) = kind.with_param(param.name, value) {
        *kind = changed;
    }
}

/// How a number is shown and dragged. Dragging stops far inside of what may be typed.
fn spec(param: &Param) -> Spec {
    let Param { label, unit, tip, .. } = *param;
    let (min, max, speed) = match unit {
        "m" if param.or_zero => (0.0, 1e4_f64.min(param.max), 0.005),
        "m" if param.positive => (1e-4, 1e4_f64.min(param.max), 0.005),
        "m" => (param.min.max(-1e4), 1e4_f64.min(param.max), 0.005),
        "" if param.integer => (param.min, param.max, 0.1),
        "" => (param.min, param.max, 0.01),
        _ => (param.min, param.max, 0.5),
    };
    Spec { label, unit, tip, speed, min, max, whole: param.integer }
}

/// The editor of a list.
fn list_ui(ui: &mut Ui, model: &Model, changes: &mut Changes, node: &mut Node, list: &List) {
    let entries = match &list.value {
        Entries::Points(points) => {
            let sheet = polygon::Sheet::of(&node.kind);
            let fault = fault(model, node, list);
            let mut points = points.clone();
            polygon::polygon_ui(ui, model, changes, list, &sheet, fault.as_deref(), &mut points);
            list::points_ui(ui, changes, list, sheet.axes, &mut points);
            Entries::Points(points)
        }
        Entries::Balls(balls) => {
            let mut balls = balls.clone();
            list::balls_ui(ui, changes, list, &mut balls);
            Entries::Balls(balls)
        }
    };
    if entries != list.value
        && let Some(changed) = node.kind.with_list(list.name, &entries)
    {
        node.kind = changed;
    }
}

/// What is wrong with a list.
fn fault(model: &Model, node: &Node, list: &List) -> Option<String> {
    let part = crate::scene::Part::Object(node.id.clone());
    let field = format!(".{}", list.name);
    let issue = model.issues.iter().find(|i| i.part == part && i.path.contains(&field))?;
    Some(format!("{} {}", issue.message, issue.hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_a_label_of_their_own() {
        assert_eq!(common_label(["Spacing x", "Spacing y", "Spacing z"]), "Spacing");
        assert_eq!(common_label(["Half width (x)", "Half height (y)", "Half depth (z)"]), "Half size");
        assert_eq!(common_label(["Shear x", "Twist", "Z"]), "Shear x");
    }

    /// Numbers named by axes are shown as one row, for every kind that has some.
    #[test]
    fn vectors_are_found() {
        for kind in Kind::all() {
            let params = kind.params();
            let axes = params.iter().filter(|p| p.name.ends_with(".x")).count();
            let found = params.windows(3).filter(|w| is_vector([&w[0], &w[1], &w[2]])).count();
            assert_eq!(axes, found, "{}", kind.name());
        }
    }
}
