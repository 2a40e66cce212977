//! The list of keys, generated from the command table.

use crate::app::command::{Command, Menu, shortcut_text};
use crate::app::theme;
use egui::{Context, Grid, RichText, ScrollArea, Ui, Window};

/// What the mouse does; it is in no table.
const MOUSE: [(&str, &str); 9] = [
    ("Middle drag, Alt+left drag", "Orbit"),
    ("Shift+middle drag, Alt+middle drag", "Pan"),
    ("Wheel, Alt+right drag", "Zoom to the pointer"),
    ("Hold right + W A S D Q E", "Fly"),
    ("Left click", "Select; Shift adds"),
    ("Alt+left click", "Explain the cell under the pointer"),
    ("X, Y, Z while dragging", "Hold to an axis; Shift holds to its plane"),
    ("Escape while dragging", "Restore"),
    ("Drag a number", "Change it; Shift for fine steps"),
];

/// The window with all keys.
pub(crate) fn keys_ui(ctx: &Context, open: &mut bool) {
    let size = ctx.content_rect().size();
    Window::new("Keys")
        .open(open)
        .collapsible(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .default_size([520.0, (size.y - 120.0).clamp(160.0, 560.0)])
        .vscroll(false)
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for menu in Menu::ALL {
                    section_ui(ui, menu.label(), Command::of_menu(menu).map(|c| (shortcut_text(c), c.label())));
                }
                section_ui(ui, "Mouse", MOUSE.iter().map(|(keys, what)| ((*keys).to_owned(), *what)));
            });
        });
}

fn section_ui<'a>(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'a str)>) {
    ui.add_space(8.0);
    ui.label(theme::heading(title));
    Grid::new(title).num_columns(2).min_col_width(200.0).spacing([16.0, 4.0]).show(ui, |ui| {
        for (key, label) in rows.filter(|r| !r.0.is_empty()) {
            ui.label(label);
            ui.label(RichText::new(key).color(theme::colors(ui.visuals()).weak));
            ui.end_row();
        }
    });
}
