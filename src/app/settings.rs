//! What the editor remembers between runs, apart from scenes.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Which colours the window has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The settings of a person on a machine. Unknown and missing fields of the file are fine: versions come and go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colours.
    pub theme: ThemeChoice,
    /// Enlargement of the whole window, 0.5 to 3.
    pub ui_zoom: f32,
    /// Files opened or saved lately, the latest first, at most [`Settings::MAX_RECENT`].
    pub recent: Vec<PathBuf>,
    /// Where the last file dialog ended.
    pub last_folder: Option<PathBuf>,
    /// The panes, as the window wrote them; empty for the default.
    pub layout: String,
    /// The gizmo snaps.
    pub snap: bool,
    /// The gizmo has the object's own axes.
    pub local_axes: bool,
    /// The grid is drawn.
    pub grid: bool,
    /// Handles of the selected node are shown.
    pub handles: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            ui_zoom: 1.0,
            recent: Vec::new(),
            last_folder: None,
            layout: String::new(),
            snap: false,
            local_axes: false,
            grid: true,
            handles: true,
        }
    }
}

impl Settings {
    /// Most recent files that are kept.
    pub const MAX_RECENT: usize = 10;
    /// Least and greatest [`Settings::ui_zoom`].
    pub const ZOOM_RANGE: std::ops::RangeInclusive<f32> = 0.5..=3.0;

    /// Puts a file at the front of the recent ones, and remembers its folder.
    pub fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.last_folder = path.parent().map(Path::to_owned);
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::MAX_RECENT);
    }

    /// Forgets a file, such as one that is gone.
    pub fn forget_file(&mut self, path: &Path) {
        self.recent.retain(|p| p != path);
    }

    /// Sets the enlargement, within its range; NaN changes nothing.
    pub fn set_ui_zoom(&mut self, zoom: f32) {
        if zoom.is_finite() {
            self.ui_zoom = zoom.clamp(*Self::ZOOM_RANGE.start(), *Self::ZOOM_RANGE.end());
        }
    }

    /// Values from a file are hostile.
    fn sane(mut self) -> Self {
        let zoom = std::mem::replace(&mut self.ui_zoom, 1.0);
        self.set_ui_zoom(zoom);
        self.recent.truncate(Self::MAX_RECENT);
        self
    }
}

/// Where settings, and what can be recovered, live on this machine. Nothing is kept if there is no such folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// Larger files are not settings.
    const MAX_BYTES: u64 = 1 << 20;

    /// `ISOLAB_CONFIG_DIR`, or `isolab` in the user's configuration folder.
    #[must_use]
    pub fn of_user() -> Self {
        let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let base = || {
            let home = || var("HOME").map(|h| h.join(".config"));
            // A relative path is to be ignored, says the XDG base directory specification.
            var("XDG_CONFIG_HOME").filter(|p| p.is_absolute()).or_else(|| var("APPDATA")).or_else(home)
        };
        Self { folder: var("ISOLAB_CONFIG_DIR").or_else(|| base().map(|b| b.join("isolab"))) }
    }

    /// In the given folder.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// Keeps nothing.
    #[must_use]
    pub fn nowhere() -> Self {
        Self::default()
    }

    /// The folder of recovery copies.
    #[must_use]
    pub fn recovery_folder(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|f| f.join("recovery"))
    }

    /// Reads the settings: defaults, with a sentence for the log, if the file is broken; plain defaults if there is none.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<String>) {
        let Some(path) = self.file() else { return (Settings::default(), None) };
        match std::fs::metadata(&path) {
            Err(_) => return (Settings::default(), None),
            Ok(data) if data.len() > Self::MAX_BYTES => return Self::broken(&path, "it is too large"),
            Ok(_) => {}
        }
        let read = std::fs::read_to_string(&path).map_err(|e| e.to_string());
        match read.and_then(|text| ron::from_str::<Settings>(&text).map_err(|e| e.to_string())) {
            Ok(settings) => (settings.sane(), None),
            Err(fault) => Self::broken(&path, &fault),
        }
    }

    fn broken(path: &Path, fault: &str) -> (Settings, Option<String>) {
        let message = format!("The settings in {} cannot be read: {fault}. The defaults are used.", path.display());
        (Settings::default(), Some(message))
    }

    /// Writes the settings, safely.
    ///
    /// # Errors
    /// A sentence.
    pub fn save(&self, settings: &Settings) -> Result<(), String> {
        let (Some(folder), Some(path)) = (&self.folder, self.file()) else { return Ok(()) };
        let fault = |e: &dyn std::fmt::Display| format!("The settings cannot be written: {e}");
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default()).map_err(|e| fault(&e))?;
        std::fs::create_dir_all(folder).map_err(|e| fault(&e))?;
        crate::scene::save_bytes(&path, text.as_bytes()).map_err(|e| fault(&e))
    }

    fn file(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|f| f.join("settings.ron"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::in_folder(folder.path().join("deep/isolab"));
        assert_eq!(store.load(), (Settings::default(), None));
        let mut settings = Settings { theme: ThemeChoice::Dark, layout: "tabs\n".into(), ..Settings::default() };
        settings.set_ui_zoom(1.5);
        settings.remember_file(Path::new("/scenes/a.ron"));
        store.save(&settings).expect("saved");
        assert_eq!(store.load(), (settings, None));
    }

    #[test]
    fn broken_files_give_defaults_and_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::in_folder(folder.path());
        let file = folder.path().join("settings.ron");
        for text in ["", "(theme: Purple)", "(((", "\u{0}", "(ui_zoom: \"big\")"] {
            std::fs::write(&file, text).expect("written");
            let (settings, message) = store.load();
            assert_eq!(settings, Settings::default(), "{text}");
            assert!(message.is_some_and(|m| m.contains("settings.ron")), "{text}");
        }
        std::fs::write(&file, [0xff, 0xfe]).expect("written");
        assert_eq!(store.load().0, Settings::default());
    }

    #[test]
    fn other_versions_and_hostile_numbers_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::in_folder(folder.path());
        let file = folder.path().join("settings.ron");
        std::fs::write(&file, "(theme: Light, of_the_future: [1, 2])").expect("written");
        assert_eq!(store.load(), (Settings { theme: ThemeChoice::Light, ..Settings::default() }, None));
        for (zoom, expected) in [("NaN", 1.0), ("inf", 1.0), ("1e9", 3.0), ("-4.0", 0.5)] {
            std::fs::write(&file, format!("(ui_zoom: {zoom})")).expect("written");
            assert_eq!(store.load().0.ui_zoom, expected, "{zoom}");
        }
    }

    #[test]
    fn recent_files_are_unique_and_few() {
        let mut settings = Settings::default();
        for i in 0..15 {
            settings.remember_file(Path::new(&format!("/s/{i}.ron")));
        }
        settings.remember_file(Path::new("/s/9.ron"));
        assert_eq!(settings.recent.len(), Settings::MAX_RECENT);
        assert_eq!(settings.recent[0], Path::new("/s/9.ron"));
        assert_eq!(settings.recent.iter().filter(|p| p.ends_with("9.ron")).count(), 1);
        assert_eq!(settings.last_folder.as_deref(), Some(Path::new("/s")));
    }
}
