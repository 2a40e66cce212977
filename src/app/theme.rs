//! Colours, fonts and spacing of the window. The only file of the editor that holds colour literals; colours of
//! overlays are in `draw`'s palette.
//!
//! Calm neutral greys, one accent, one warm colour for warnings. Text has a contrast of at least 4.5:1 against what it
//! stands on, in both themes (a test computes it).

use super::icons;
use egui::style::{ScrollStyle, WidgetVisuals};
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Visuals,
    vec2,
};
use std::sync::Arc;

/// Radius of all corners, points.
pub(crate) const RADIUS: u8 = 4;

/// Height of a row of a list, points.
pub(crate) const ROW_HEIGHT: f32 = 24.0;

/// Colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colors {
    /// Behind panels and bars.
    pub(crate) panel: Color32,
    /// Tab bars and gaps between panes.
    pub(crate) chrome: Color32,
    /// Fields, buttons at rest.
    pub(crate) field: Color32,
    /// Buttons under the pointer.
    pub(crate) hover: Color32,
    /// Lines between things.
    pub(crate) line: Color32,
    /// Text.
    pub(crate) text: Color32,
    /// Headings and what is selected.
    pub(crate) strong: Color32,
    /// Secondary text.
    pub(crate) weak: Color32,
    /// The accent.
    pub(crate) accent: Color32,
    /// Behind what is selected.
    pub(crate) selected: Color32,
    /// Warnings, stale pictures, editing in mid-run.
    pub(crate) warm: Color32,
    /// Errors and claims that fail.
    pub(crate) bad: Color32,
    /// Claims that hold.
    pub(crate) good: Color32,
    /// Axes x, y, z.
    pub(crate) axes: [Color32; 3],
    /// Backdrop of labels that lie on the 3D view.
    pub(crate) veil: Color32,
}

const DARK: Colors = Colors {
    panel: Color32::from_rgb(0x25, 0x27, 0x2b),
    chrome: Color32::from_rgb(0x1b, 0x1d, 0x20),
    field: Color32::from_rgb(0x31, 0x34, 0x39),
    hover: Color32::from_rgb(0x3d, 0x41, 0x47),
    line: Color32::from_rgb(0x3a, 0x3d, 0x43),
    text: Color32::from_rgb(0xd3, 0xd6, 0xdb),
    strong: Color32::from_rgb(0xf3, 0xf4, 0xf6),
    weak: Color32::from_rgb(0x9d, 0xa3, 0xad),
    accent: Color32::from_rgb(0x6c, 0xa8, 0xf0),
    selected: Color32::from_rgb(0x2c, 0x47, 0x6b),
    warm: Color32::from_rgb(0xf0, 0xb4, 0x58),
    bad: Color32::from_rgb(0xf0, 0x8a, 0x80),
    good: Color32::from_rgb(0x74, 0xc9, 0x9a),
    axes: [
        Color32::from_rgb(0xe8, 0x6d, 0x6d),
        Color32::from_rgb(0x7c, 0xbf, 0x5a),
        Color32::from_rgb(0x5f, 0x9c, 0xf0),
    ],
    veil: Color32::from_rgba_premultiplied(0x14, 0x15, 0x18, 0xc8),
};

const LIGHT: Colors = Colors {
    panel: Color32::from_rgb(0xf5, 0xf6, 0xf7),
    chrome: Color32::from_rgb(0xe3, 0xe5, 0xe8),
    field: Color32::from_rgb(0xe6, 0xe8, 0xeb),
    hover: Color32::from_rgb(0xd8, 0xdb, 0xe0),
    line: Color32::from_rgb(0xcf, 0xd2, 0xd7),
    text: Color32::from_rgb(0x2d, 0x31, 0x37),
    strong: Color32::from_rgb(0x10, 0x13, 0x17),
    weak: Color32::from_rgb(0x5c, 0x63, 0x6d),
    accent: Color32::from_rgb(0x1f, 0x62, 0xb8),
    selected: Color32::from_rgb(0xc5, 0xdb, 0xf6),
    warm: Color32::from_rgb(0x8f, 0x57, 0x00),
    bad: Color32::from_rgb(0xb3, 0x26, 0x1e),
    good: Color32::from_rgb(0x1c, 0x6e, 0x43),
    axes: [
        Color32::from_rgb(0xc9, 0x36, 0x36),
        Color32::from_rgb(0x3f, 0x8a, 0x1f),
        Color32::from_rgb(0x24, 0x66, 0xc4),
    ],
    veil: Color32::from_rgba_premultiplied(0xe2, 0xe3, 0xe5, 0xe4),
};

/// Colours of the theme that a [`Visuals`] belongs to.
pub(crate) fn colors(visuals: &Visuals) -> &'static Colors {
    if visuals.dark_mode { &DARK } else { &LIGHT }
}

/// Registers fonts and both themes. Called once.
pub(crate) fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    for (theme, colors) in [(egui::Theme::Dark, &DARK), (egui::Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| apply(style, colors));
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8]| {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    };
    add("inter", include_bytes!("../../assets/fonts/Inter-Regular.ttf"));
    add("inter-medium", include_bytes!("../../assets/fonts/Inter-Medium.ttf"));
    add(icons::FAMILY, include_bytes!("../../assets/fonts/Lucide-subset.ttf"));

    let families = &mut fonts.families;
    let fallback = families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let with_fallback = |first: &[&str]| first.iter().map(ToString::to_string).chain(fallback.clone()).collect();
    families.insert(FontFamily::Proportional, with_fallback(&["inter", icons::FAMILY]));
    families.insert(medium(), with_fallback(&["inter-medium", icons::FAMILY]));
    families.insert(icons::family(), with_fallback(&[icons::FAMILY]));
    if let Some(monospace) = families.get_mut(&FontFamily::Monospace) {
        monospace.push("inter".to_owned());
        monospace.push(icons::FAMILY.to_owned());
    }
    fonts
}

/// The heavier cut, for headings.
pub(crate) fn medium() -> FontFamily {
    FontFamily::Name("medium".into())
}

/// A heading inside a panel.
pub(crate) fn heading(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).font(FontId::new(13.0, medium())).strong()
}

fn apply(style: &mut Style, c: &Colors) {
    style.text_styles = [
        (TextStyle::Small, FontId::proportional(11.0)),
        (TextStyle::Body, FontId::proportional(13.0)),
        (TextStyle::Button, FontId::proportional(13.0)),
        (TextStyle::Heading, FontId::new(16.0, medium())),
        (TextStyle::Monospace, FontId::monospace(12.5)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    let s = &mut style.spacing;
    s.item_spacing = vec2(8.0, 4.0);
    s.button_padding = vec2(8.0, 3.0);
    s.interact_size = vec2(40.0, 24.0);
    s.window_margin = Margin::same(12);
    s.menu_margin = Margin::same(6);
    s.indent = 16.0;
    s.combo_width = 96.0;
    s.slider_width = 120.0;
    s.tooltip_width = 360.0;
    s.scroll = ScrollStyle { bar_width: 8.0, ..ScrollStyle::thin() };
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = 0.08;
    visuals(&mut style.visuals, c);
}

fn visuals(v: &mut Visuals, c: &Colors) {
    let radius = CornerRadius::same(RADIUS);
    let state = |fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    v.widgets.noninteractive = state(c.panel, c.line, c.text);
    v.widgets.inactive = WidgetVisuals { bg_stroke: Stroke::NONE, ..state(c.field, c.line, c.text) };
    v.widgets.hovered = state(c.hover, c.weak.gamma_multiply(0.6), c.strong);
    v.widgets.active = state(c.hover, c.accent, c.strong);
    v.widgets.open = state(c.hover, c.line, c.strong);
    v.selection.bg_fill = c.selected;
    v.selection.stroke = Stroke::new(1.0, c.strong);
    v.weak_text_color = Some(c.weak);
    v.hyperlink_color = c.accent;
    v.warn_fg_color = c.warm;
    v.error_fg_color = c.bad;
    v.panel_fill = c.panel;
    v.window_fill = c.panel;
    v.window_stroke = Stroke::new(1.0, c.line);
    v.window_corner_radius = radius;
    v.menu_corner_radius = radius;
    v.faint_bg_color = c.panel.lerp_to_gamma(c.field, 0.4);
    v.extreme_bg_color = if v.dark_mode { c.chrome } else { Color32::WHITE };
    v.text_edit_bg_color = Some(if v.dark_mode { c.chrome } else { Color32::WHITE });
    v.code_bg_color = c.field;
    v.slider_trailing_fill = true;
    v.striped = false;
    v.indent_has_left_vline = false;
    v.interact_cursor = None;
    v.popup_shadow.spread = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.1 contrast ratio.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let luminance = |c: Color32| {
            let lin = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * lin(c.r()) + 0.7152 * lin(c.g()) + 0.0722 * lin(c.b())
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_contrast_is_at_least_4_5() {
        for c in [DARK, LIGHT] {
            for text in [c.text, c.strong, c.weak, c.accent, c.warm, c.bad, c.good] {
                for back in [c.panel, c.chrome] {
                    assert!(contrast(text, back) >= 4.5, "{text:?} on {back:?}: {:.2}", contrast(text, back));
                }
            }
            for back in [c.field, c.hover, c.selected] {
                assert!(contrast(c.text, back) >= 4.5, "{back:?}: {:.2}", contrast(c.text, back));
                assert!(contrast(c.strong, back) >= 4.5);
            }
        }
    }
}
