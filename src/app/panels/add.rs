//! Everything that can be added: a picture for each, by category; type to search, arrows to choose, Enter to add.

use crate::app::action::Action;
use crate::app::command::{Command, CommandContext, Menu};
use crate::app::icons;
use crate::app::model::Model;
use crate::app::palette_search::{Entry, fit};
use crate::app::theme;
use crate::app::thumbnails::Thumbnails;
use crate::scene::{Category, Kind};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Area, Color32, Context, FontId, Frame, Id, Key, Modifiers, Order, Pos2, Rect, Response, RichText,
    ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

/// Size of an entry, points.
const TILE: egui::Vec2 = vec2(80.0, 78.0);
/// Side of its picture, points.
const PICTURE: f32 = 48.0;
/// Entries in a row, where the window has room for them.
const COLUMNS: usize = 6;
/// What bodies that are no nodes stand under.
const BODIES: &str = "Bodies";

/// What the list remembers while it is open.
#[derive(Debug, Default)]
pub(crate) struct AddState {
    /// Where its upper left corner is.
    at: Option<Pos2>,
    query: String,
    chosen: usize,
    /// The chosen entry changed by a key: it is scrolled to.
    follow: bool,
    /// The press of a button that would open it again has closed it.
    closed_at: Option<Pos2>,
}

impl AddState {
    /// Opens it with its corner there, or closes it.
    pub(crate) fn toggle(&mut self, at: Pos2) {
        let closes = self.at.is_some() || self.closed_at == Some(at);
        *self = Self { at: (!closes).then_some(at), ..Self::default() };
    }

    /// True while it is shown.
    pub(crate) fn is_open(&self) -> bool {
        self.at.is_some()
    }

    fn close(&mut self) {
        *self = Self::default();
    }
}

/// Something that can be added.
struct Item {
    command: Command,
    /// None for bodies that are no nodes.
    kind: Option<&'static Kind>,
    label: String,
    /// Which letters of the label the query matched.
    matched: Vec<usize>,
}

/// Items under a title; search results have none.
struct Group {
    title: &'static str,
    tip: &'static str,
    items: Vec<Item>,
}

/// The list, if it is open.
pub(crate) fn add_ui(
    ctx: &Context,
    model: &Model,
    state: &mut AddState,
    pictures: &mut Thumbnails,
    out: &mut Vec<Action>,
) {
    let pressed = ctx.input(|i| i.pointer.any_pressed());
    if pressed && !state.is_open() {
        state.closed_at = None;
    }
    let Some(at) = state.at else { return };
    let screen = ctx.content_rect();
    let fitting = ((screen.width() - 48.0) / TILE.x).floor().max(1.0) as usize;
    let columns = fitting.min(COLUMNS);
    let area =
        Area::new(Id::unique("add menu")).order(Order::Foreground).fixed_pos(at).constrain(true).show(ctx, |ui| {
            Frame::window(ui.style()).inner_margin(8).show(ui, |ui| {
                ui.set_width(columns as f32 * TILE.x + 12.0);
                let height = (screen.height() - 132.0).clamp(TILE.y, 440.0);
                contents_ui(ui, model, state, pictures, (columns, height), out);
            });
        });
    let elsewhere = ctx.input(|i| i.pointer.interact_pos()).is_some_and(|p| !area.response.rect.contains(p));
    if pressed && elsewhere && state.is_open() {
        *state = AddState { closed_at: state.at, ..AddState::default() };
    }
}

fn contents_ui(
    ui: &mut Ui,
    model: &Model,
    state: &mut AddState,
    pictures: &mut Thumbnails,
    (columns, height): (usize, f32),
    out: &mut Vec<Action>,
) {
    let keys = Keys::taken(ui);
    let edit = egui::TextEdit::singleline(&mut state.query)
        .hint_text("Search shapes and operators")
        .desired_width(f32::INFINITY);
    let response = ui.add(edit);
    super::fields::name_it(ui, &response, "Search what to add");
    response.request_focus();
    if response.changed() {
        state.chosen = 0;
        state.follow = true;
    }
    let groups = found(&state.query);
    let rows = rows(&groups, columns);
    let count: usize = groups.iter().map(|g| g.items.len()).sum();
    let moved = keys.moved(state.chosen, &rows).min(count.saturating_sub(1));
    state.follow |= moved != state.chosen;
    state.chosen = moved;
    ui.add_space(4.0);
    let context = model.command_context();
    let clicked = list_ui(ui, &groups, state, pictures, columns, height);
    footer_ui(ui, &groups, state.chosen, &context);
    let wanted = clicked.or(keys.enter.then_some(state.chosen));
    if let Some(item) = wanted.and_then(|i| groups.iter().flat_map(|g| &g.items).nth(i)) {
        out.push(Action::Command(item.command));
        state.close();
    }
    if keys.escape {
        state.close();
    }
}

/// Keys that move and end, taken before the text field sees them.
struct Keys {
    across: i32,
    along: i32,
    enter: bool,
    escape: bool,
}

impl Keys {
    fn taken(ui: &Ui) -> Self {
        ui.input_mut(|i| {
            let mut pressed = |key| i.consume_key(Modifiers::NONE, key);
            let step = |plus: bool, minus: bool| i32::from(plus) - i32::from(minus);
            Self {
                across: step(pressed(Key::ArrowRight), pressed(Key::ArrowLeft)),
                along: step(pressed(Key::ArrowDown), pressed(Key::ArrowUp)),
                enter: pressed(Key::Enter),
                escape: pressed(Key::Escape),
            }
        })
    }

    /// The entry that the arrows lead to: to the sides in reading order, up and down by rows in the same column.
    fn moved(&self, chosen: usize, rows: &[Vec<usize>]) -> usize {
        let aside = chosen.saturating_add_signed(self.across as isize);
        let Some(row) = rows.iter().position(|r| r.contains(&aside)).filter(|_| self.along != 0) else { return aside };
        let column = rows[row].iter().position(|i| *i == aside).unwrap_or(0);
        let next = row.saturating_add_signed(self.along as isize).min(rows.len() - 1);
        rows[next].get(column).or(rows[next].last()).copied().unwrap_or(aside)
    }
}

/// Places of the entries as they are shown.
fn rows(groups: &[Group], columns: usize) -> Vec<Vec<usize>> {
    let mut rows = Vec::new();
    let mut next = 0;
    for group in groups {
        let all: Vec<usize> = (next..next + group.items.len()).collect();
        rows.extend(all.chunks(columns.max(1)).map(<[usize]>::to_vec));
        next += group.items.len();
    }
    rows
}

/// All by category, or what a query finds, the best first.
fn found(query: &str) -> Vec<Group> {
    let all = Command::of_menu(Menu::Add).filter_map(item);
    if query.trim().is_empty() {
        let mut items: Vec<Item> = all.collect();
        let mut groups = Vec::new();
        for category in Category::ALL {
            let (own, rest) = items.into_iter().partition(|i| i.kind.is_some_and(|k| k.category() == category));
            items = rest;
            groups.push(Group { title: category.name(), tip: category.description(), items: own });
        }
        groups.push(Group { title: BODIES, tip: "What moves when time runs", items });
        return groups;
    }
    let scored = |mut item: Item| {
        let around = format!("{} {}", item.category(), item.command.tip());
        let keywords = item.kind.map_or(&[][..], |k| k.keywords());
        let (score, matched) = fit(query, &Entry { label: &item.label, keywords, around: &around })?;
        item.matched = matched;
        Some((score, item))
    };
    let mut items: Vec<(i32, Item)> = all.filter_map(scored).collect();
    // Stable: ties stay in menu order.
    items.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    vec![Group { title: "", tip: "", items: items.into_iter().map(|(_, item)| item).collect() }]
}

fn item(command: Command) -> Option<Item> {
    let of = |kind, label| Some(Item { command, kind, label, matched: Vec::new() });
    match command {
        Command::AddNode(name) => {
            let kind = Kind::all().iter().find(|k| k.name() == name)?;
            of(Some(kind), kind.label())
        }
        Command::AddRope => of(None, "Rope".to_owned()),
        Command::AddDeformer => of(None, "Soft ball".to_owned()),
        _ => None,
    }
}

impl Item {
    fn category(&self) -> &'static str {
        self.kind.map_or(BODIES, |k| k.category().name())
    }

    fn icon(&self) -> &'static str {
        match (self.kind, self.command) {
            (Some(kind), _) => icons::of_kind(kind),
            (None, Command::AddRope) => icons::ROPE,
            (None, _) => icons::DEFORMER,
        }
    }
}

/// All groups; the index of a clicked entry.
fn list_ui(
    ui: &mut Ui,
    groups: &[Group],
    state: &mut AddState,
    pictures: &mut Thumbnails,
    columns: usize,
    height: f32,
) -> Option<usize> {
    let follow = std::mem::take(&mut state.follow);
    let mut clicked = None;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
        if groups.iter().all(|g| g.items.is_empty()) {
            ui.add_space(8.0);
            ui.weak("Nothing that can be added fits this. Try \"ring\", \"hole\" or \"copies\".");
        }
        let mut index = 0;
        for group in groups.iter().filter(|g| !g.items.is_empty()) {
            if !group.title.is_empty() {
                ui.add_space(6.0);
                let color = theme::colors(ui.visuals()).weak;
                let title = RichText::new(group.title).font(FontId::new(11.0, theme::medium())).color(color);
                ui.label(title).on_hover_text(group.tip);
                ui.add_space(2.0);
            }
            for row in group.items.chunks(columns.max(1)) {
                ui.horizontal(|ui| {
                    for item in row {
                        let response = tile_ui(ui, item, index == state.chosen, pictures);
                        if index == state.chosen && follow {
                            response.scroll_to_me(None);
                        }
                        if response.hovered() && ui.input(|i| i.pointer.is_moving()) {
                            state.chosen = index;
                        }
                        if response.clicked() {
                            clicked = Some(index);
                        }
                        index += 1;
                    }
                });
            }
        }
    });
    clicked
}

fn tile_ui(ui: &mut Ui, item: &Item, chosen: bool, pictures: &mut Thumbnails) -> Response {
    let colors = theme::colors(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, chosen, item.command.label()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let plate = rect.shrink(2.0);
    if chosen || response.hovered() {
        ui.painter().rect_filled(plate, theme::RADIUS, if chosen { colors.selected } else { colors.field });
    }
    let middle = pos2(rect.center().x, plate.top() + 4.0 + 0.5 * PICTURE);
    picture_ui(ui, item, Rect::from_center_size(middle, vec2(PICTURE, PICTURE)), pictures);
    let galley = ui.painter().layout_job(label(item, if chosen { colors.strong } else { colors.text }, colors.accent));
    let at = pos2(rect.center().x - 0.5 * galley.size().x, plate.bottom() - 2.0 - galley.size().y);
    ui.painter().with_clip_rect(plate.intersect(ui.clip_rect())).galley(at, galley, colors.text);
    response.on_hover_text(item.command.tip())
}

/// The picture of a kind, or its icon until there is one.
fn picture_ui(ui: &Ui, item: &Item, rect: Rect, pictures: &mut Thumbnails) {
    if let Some(texture) = item.kind.and_then(|kind| pictures.texture(ui.ctx(), kind)) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture, rect, whole, Color32::WHITE);
        return;
    }
    let color = theme::colors(ui.visuals()).weak;
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, item.icon(), icons::font(24.0), color);
}

/// The label with the letters that matched in the accent colour.
fn label(item: &Item, text: Color32, accent: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (i, letter) in item.label.chars().enumerate() {
        let color = if item.matched.contains(&i) { accent } else { text };
        job.append(&letter.to_string(), 0.0, TextFormat::simple(FontId::proportional(11.0), color));
    }
    job
}

/// What the chosen entry is, in a place that does not move.
fn footer_ui(ui: &mut Ui, groups: &[Group], chosen: usize, context: &CommandContext) {
    ui.add_space(4.0);
    ui.separator();
    let size = vec2(ui.available_width(), 34.0);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        let Some(item) = groups.iter().flat_map(|g| &g.items).nth(chosen) else { return };
        let what = item.kind.map_or(item.command.tip(), |k| k.description());
        let what = what.trim_end_matches('.');
        let how = match item.kind {
            Some(kind) if kind.is_operator() && context.selected_nodes > 0 => " Takes the selection in.",
            Some(kind) if kind.is_operator() => {
                " Nothing is selected: it will be empty until something is put into it."
            }
            _ => "",
        };
        ui.add(egui::Label::new(RichText::new(format!("{what}.{how}")).weak()).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(query: &str) -> Vec<String> {
        found(query).into_iter().flat_map(|g| g.items).map(|i| i.label).collect()
    }

    #[test]
    fn what_is_meant_comes_first() {
        for (query, label) in [
            ("box", "Box"),
            ("box f", "Box frame"),
            ("donut", "Torus"),
            ("arr", "Repeat"),
            ("hole", "Subtract"),
            ("mirror", "Mirror"),
            ("reflect", "Mirror"),
            ("rope", "Rope"),
            ("egg", "Rounded cone"),
            ("schwarz", "Schwarz P"),
            ("fillet", "Round"),
        ] {
            assert_eq!(best(query).first().map(String::as_str), Some(label), "{query}: {:?}", best(query));
        }
        assert!(best("implicit").contains(&"Terrain".to_owned()), "a category is found");
        assert!(best("zzzq").is_empty());
    }

    #[test]
    fn everything_is_listed_once() {
        let groups = found("");
        let all: usize = groups.iter().map(|g| g.items.len()).sum();
        assert_eq!(all, Kind::all().len() + 2);
        assert_eq!(groups.len(), Category::ALL.len() + 1);
        assert_eq!(groups.last().map(|g| g.items.len()), Some(2));
    }

    #[test]
    fn arrows_follow_what_is_seen() {
        // 0 1 2 / 3 4 | 5 6
        let rows = vec![vec![0, 1, 2], vec![3, 4], vec![5, 6]];
        let moved = |across, along, from| Keys { across, along, enter: false, escape: false }.moved(from, &rows);
        assert_eq!(moved(1, 0, 2), 3);
        assert_eq!(moved(-1, 0, 0), 0);
        assert_eq!(moved(0, 1, 1), 4);
        assert_eq!(moved(0, 1, 2), 4, "the last of a shorter row");
        assert_eq!(moved(0, 1, 4), 6, "into the next group");
        assert_eq!(moved(0, -1, 1), 1);
        assert_eq!(moved(0, 1, 6), 6);
    }
}
