//! The outliner: everything in the scene, as a tree.

mod drop;
mod row;
mod rows;

use crate::app::action::Action;
use crate::app::command::Command;
use crate::app::model::Model;
use crate::app::{icons, theme};
use egui::{Id, RichText, ScrollArea, Ui};
use std::collections::BTreeSet;

pub(crate) use rows::{Row, rows};

/// What the pane remembers.
#[derive(Debug, Default)]
pub(crate) struct OutlinerState {
    /// The filter's text.
    filter: String,
    /// Nodes whose children are not shown.
    collapsed: BTreeSet<String>,
    /// The row that is being renamed, and the text so far.
    renaming: Option<Renaming>,
    /// The filter wants the keyboard.
    focus_filter: bool,
    /// The row that is to be scrolled to.
    reveal: Option<String>,
}

/// A rename in place.
#[derive(Debug)]
struct Renaming {
    id: String,
    draft: String,
    /// The field was not shown yet: it takes the keyboard and selects all.
    fresh: bool,
}

impl OutlinerState {
    /// Starts renaming in place.
    pub(crate) fn rename(&mut self, id: &str) {
        self.renaming = Some(Renaming { id: id.to_owned(), draft: id.to_owned(), fresh: true });
        self.reveal(id);
    }

    /// Gives the keyboard to the filter.
    pub(crate) fn focus_filter(&mut self) {
        self.focus_filter = true;
    }

    /// Scrolls to a row at the next frame.
    pub(crate) fn reveal(&mut self, id: &str) {
        self.reveal = Some(id.to_owned());
    }
}

/// The whole pane.
pub(crate) fn outliner_ui(ui: &mut Ui, model: &Model, state: &mut OutlinerState, out: &mut Vec<Action>) {
    header_ui(ui, state, out);
    let shown = rows(model, &state.collapsed, state.filter.trim());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if model.is_empty() {
            empty_ui(ui, out);
        } else if shown.is_empty() {
            ui.add_space(12.0);
            ui.vertical_centered(|ui| ui.weak("Nothing has such a name."));
        }
        for row in &shown {
            row::row_ui(ui, model, state, row, &shown, out);
        }
        background_ui(ui, model, out);
    });
    state.reveal = None;
}

fn header_ui(ui: &mut Ui, state: &mut OutlinerState, out: &mut Vec<Action>) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            let width = ui.available_width() - 48.0;
            let hint = RichText::new("Filter").color(theme::colors(ui.visuals()).weak);
            let edit = egui::TextEdit::singleline(&mut state.filter)
                .id(Id::unique("outliner filter"))
                .hint_text(hint)
                .desired_width(width);
            let response = ui.add(edit).on_hover_text("Shows what has this in its name");
            super::fields::name_it(ui, &response, "Filter");
            if std::mem::take(&mut state.focus_filter) {
                response.request_focus();
            }
            if response.has_focus() && ui.input(|i| i.key_pressed(egui::Key::Escape)) {
                state.filter.clear();
            }
            let add = ui.menu_button(icons::text(icons::PLUS), |ui| add_menu_ui(ui, out));
            super::fields::name_it(ui, &add.response, "Add object");
            add.response.on_hover_text("Add a shape, an operator, a rope or a soft body");
        });
    });
}

/// The commands of the Add menu.
fn add_menu_ui(ui: &mut Ui, out: &mut Vec<Action>) {
    super::menu_items_ui(ui, crate::app::command::Menu::Add, &|_| Ok(()), out);
}

fn empty_ui(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.add_space(24.0);
    egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 0)).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            ui.label(theme::heading("An empty scene"));
            ui.weak("Add something, or open an example.");
            for command in [Command::AddNode("Box"), Command::AddNode("Sphere"), Command::AddRope, Command::AddDeformer]
            {
                super::command_button_ui(ui, command, out);
            }
            ui.menu_button("Examples", |ui| super::menu::examples_ui(ui, out));
        });
    });
    ui.add_space(16.0);
}

/// The space below the rows: a click selects nothing, a dropped node becomes a root.
fn background_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let size = ui.available_size().max(egui::vec2(0.0, 24.0));
    let (_, response) = ui.allocate_exact_size(size, egui::Sense::click());
    if response.clicked() {
        out.push(Action::Select(crate::app::action::Select::Clear));
    }
    drop::background(ui, model.document.scene(), &response, out);
}
