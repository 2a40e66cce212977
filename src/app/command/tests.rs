use super::*;
use egui::{Key, Modifiers};
use std::collections::BTreeSet;

#[test]
fn every_command_is_listed_once() {
    let all = Command::all();
    let unique: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
    for overlay in OverlayKind::ALL {
        assert!(all.contains(&Command::ToggleOverlay(overlay)), "{overlay:?}");
    }
    for kind in Kind::all() {
        let add = all.iter().filter(|c| c.kind().is_some_and(|k| k.name() == kind.name())).count();
        assert_eq!(add, 1, "{}", kind.name());
    }
    // The last arm of the table is a fallback: only "About" may use it.
    let about = all.iter().filter(|c| c.label() == Command::About.label()).count();
    assert_eq!(about, 1);
}

#[test]
fn labels_are_unique_sentences() {
    let mut labels = BTreeSet::new();
    for command in Command::all() {
        let CommandInfo { label, tip, .. } = command.info();
        assert!(labels.insert(label), "{label} twice");
        assert!(label.starts_with(char::is_uppercase), "{label}");
        assert!(tip.starts_with(char::is_uppercase) && !tip.ends_with('.') && tip.len() > 5, "{label}: {tip}");
    }
}

#[test]
fn menus_hold_all_commands_with_sections_in_order() {
    let mut seen = 0;
    for menu in Menu::ALL {
        let sections: Vec<_> = Command::of_menu(menu).map(|c| c.info().section).collect();
        assert!(sections.is_sorted(), "{menu:?}: {sections:?}");
        assert!(!sections.is_empty(), "{menu:?}");
        seen += sections.len();
    }
    assert_eq!(seen, Command::all().len());
    assert!(Command::all().iter().map(|c| c.info().menu).is_sorted());
}

#[test]
fn no_shortcut_is_used_twice() {
    for command in Command::all() {
        for shortcut in command.info().keys {
            assert_eq!(
                command_for_key(pressed(shortcut.modifiers), shortcut.logical_key),
                Some(*command),
                "{shortcut:?}"
            );
        }
    }
}

/// What egui reports when the modifiers of a shortcut are held (not on a Mac).
fn pressed(pattern: Modifiers) -> Modifiers {
    Modifiers { ctrl: pattern.ctrl || pattern.command, mac_cmd: false, ..pattern }
}

#[test]
fn the_more_specific_shortcut_wins() {
    let ctrl = pressed(Modifiers::COMMAND);
    let ctrl_shift = pressed(Modifiers::COMMAND | Modifiers::SHIFT);
    assert_eq!(command_for_key(ctrl, Key::Z), Some(Command::Undo));
    assert_eq!(command_for_key(ctrl_shift, Key::Z), Some(Command::Redo));
    assert_eq!(command_for_key(ctrl, Key::Y), Some(Command::Redo));
    assert_eq!(command_for_key(Modifiers::SHIFT, Key::Z), Some(Command::ToggleOverlay(OverlayKind::Wireframe)));
    assert_eq!(command_for_key(Modifiers::NONE, Key::Z), None);
    assert_eq!(command_for_key(Modifiers::SHIFT, Key::H), Some(Command::HideOthers));
    // A modifier that no shortcut has is no command.
    assert_eq!(command_for_key(Modifiers::SHIFT, Key::W), None);
    assert_eq!(command_for_key(ctrl_shift, Key::N), None);
}

#[test]
fn symbols_are_found_on_layouts_that_shift_them() {
    assert_eq!(command_for_key(Modifiers::SHIFT, Key::Slash), Some(Command::Solo));
    let ctrl_shift = pressed(Modifiers::COMMAND | Modifiers::SHIFT);
    assert_eq!(command_for_key(ctrl_shift, Key::Plus), Some(Command::ZoomIn));
}

#[test]
fn reasons_are_sentences() {
    let refused: Vec<_> =
        Command::all().iter().filter_map(|c| c.enabled(&CommandContext::default()).err().map(|r| (*c, r))).collect();
    assert!(refused.iter().any(|(c, _)| *c == Command::Undo));
    for (command, reason) in refused {
        assert!(reason.starts_with(char::is_uppercase) && reason.len() > 10, "{command:?}: {reason}");
    }
    let rich = CommandContext {
        can_undo: true,
        can_redo: true,
        has_file: true,
        is_dirty: true,
        objects: 3,
        selected: 1,
        selected_nodes: 1,
        active_has_parent: true,
        any_hidden: true,
        has_mesh: true,
        has_bodies: true,
        has_deformers: true,
        tick: 5,
        last_tick: 9,
        dialog_open: false,
        is_building: true,
        has_graphics: true,
        has_report: true,
    };
    for command in Command::all() {
        assert_eq!(command.enabled(&rich), Ok(()), "{command:?}");
    }
}

#[test]
fn shortcuts_are_shown_as_text() {
    assert_eq!(shortcut_text(Command::About), "");
    assert!(shortcut_text(Command::Redo).contains("Shift"), "{}", shortcut_text(Command::Redo));
}
