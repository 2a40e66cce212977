//! Starting the window, and sentences for machines that have none.

use super::settings::Store;
use super::shell::{IsolabApp, Options};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why no window could be opened. The headless commands work all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Neither X11 nor Wayland.
    #[error(
        "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start the program in a desktop session, or \
         use the headless commands (isolab --help)"
    )]
    NoDisplay,
    /// A library of the display's protocol is missing.
    #[error("The window needs {library}, which this machine lacks: install the package {package} (Debian's name)")]
    NoLibrary {
        /// Such as "libxkbcommon-x11.so.0".
        library: String,
        /// Such as "libxkbcommon-x11-0".
        package: String,
    },
    /// Everything else that the window system or OpenGL refuses.
    #[error(
        "The window could not be opened: {0}. On Debian these packages are needed: libegl1 libgl1-mesa-dri \
         libxcursor1 libxi6 libxkbcommon-x11-0 (X11), or libwayland-client0 libwayland-egl1 libxkbcommon0 (Wayland)"
    )]
    Refused(String),
}

/// Opens the editor and returns when it is closed.
///
/// # Errors
/// A [`StartError`] when there is no display, or something that a window needs is missing.
pub fn run(scene: Option<PathBuf>) -> Result<(), StartError> {
    probe()?;
    let options = Options { scene, store: Store::of_user() };
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Isolab")
            .with_app_id("isolab")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([640.0, 400.0])
            .with_drag_and_drop(true),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    let opened = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&opened);
    let start = move || {
        eframe::run_native(
            "isolab",
            native,
            Box::new(move |cc| {
                seen.store(true, Ordering::Relaxed);
                Ok(Box::new(IsolabApp::new(cc, options)))
            }),
        )
    };
    match catch(start, &opened) {
        Ok(result) => result.map_err(|error| StartError::Refused(plain(&error.to_string()).to_owned())),
        Err(message) => Err(StartError::Refused(message)),
    }
}

/// Runs `start`. The window library panics where a library cannot be loaded: until the window is there, a panic becomes
/// its message, and prints nothing. Afterwards panics are faults of the editor and go on as usual.
fn catch<T>(start: impl FnOnce() -> T, opened: &Arc<AtomicBool>) -> Result<T, String> {
    let usual = Arc::new(take_hook());
    let (hook, is_open) = (Arc::clone(&usual), Arc::clone(opened));
    set_hook(Box::new(move |info| {
        if is_open.load(Ordering::Relaxed) {
            hook(info);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(start));
    set_hook(Box::new(move |info| usual(info)));
    result.map_err(|panic| {
        if opened.load(Ordering::Relaxed) {
            resume_unwind(panic);
        }
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        text.unwrap_or("the window library gave up").lines().next().unwrap_or_default().to_owned()
    })
}

/// The message without the place in the window library's source that some errors begin with.
fn plain(message: &str) -> &str {
    let after_place = message.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(message, |(_, reason)| reason).trim_end_matches('.')
}

/// Looks for a display before anything is started.
#[cfg(all(unix, not(target_os = "macos")))]
fn probe() -> Result<(), StartError> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let wayland = is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET");
    if !wayland && !is_set("DISPLAY") {
        return Err(StartError::NoDisplay);
    }
    let needed: &[(&str, &str)] = if wayland {
        &[
            ("libwayland-client.so.0", "libwayland-client0"),
            ("libwayland-egl.so.1", "libwayland-egl1"),
            ("libxkbcommon.so.0", "libxkbcommon0"),
        ]
    } else {
        &[
            ("libX11.so.6", "libx11-6"),
            ("libXcursor.so.1", "libxcursor1"),
            ("libXi.so.6", "libxi6"),
            ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ]
    };
    let missing = needed.iter().find(|(library, _)| !can_load(library));
    missing.map_or(Ok(()), |(library, package)| {
        Err(StartError::NoLibrary { library: (*library).to_owned(), package: (*package).to_owned() })
    })
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn probe() -> Result<(), StartError> {
    Ok(())
}

/// True if the dynamic loader finds a library.
#[cfg(all(unix, not(target_os = "macos")))]
fn can_load(library: &str) -> bool {
    // SAFETY: these are system libraries that the window loads next anyway; their initialisers do nothing of note.
    unsafe { libloading::Library::new(library) }.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_before_the_window_is_a_message() {
        let opened = Arc::new(AtomicBool::new(false));
        let result = catch(|| -> u32 { panic!("Library libfoo.so could not be loaded\nat line 3") }, &opened);
        assert_eq!(result, Err("Library libfoo.so could not be loaded".to_owned()));
        assert_eq!(catch(|| 7, &opened), Ok(7));
    }

    #[test]
    fn places_in_source_are_cut() {
        assert_eq!(plain("os error at /x/src/linux/mod.rs:788: Failed to open"), "Failed to open");
        assert_eq!(plain("Found no glutin configs."), "Found no glutin configs");
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn missing_libraries_are_found_out() {
        assert!(can_load("libc.so.6"));
        assert!(!can_load("libisolab-does-not-exist.so.1"));
    }
}
