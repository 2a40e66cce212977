//! File dialogs that never block the window, and recovery copies.

mod recovery;

pub use recovery::{Recoverable, Recovery};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A scene to open.
    Open,
    /// Where to save the scene.
    SaveAs,
    /// Where to write the meshes.
    Export,
    /// Where to write the picture.
    Screenshot,
}

impl Purpose {
    /// Title of the dialog.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a scene",
            Self::SaveAs => "Save the scene as",
            Self::Export => "Export the meshes",
            Self::Screenshot => "Save the picture",
        }
    }

    /// Whether the file is written.
    #[must_use]
    pub fn is_save(self) -> bool {
        self != Self::Open
    }

    /// Extensions that fit, the usual one first.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Open | Self::SaveAs => &["ron"],
            Self::Export => &["stl", "obj"],
            Self::Screenshot => &["png"],
        }
    }

    fn filter_name(self) -> &'static str {
        match self {
            Self::Open | Self::SaveAs => "Isolab scene",
            Self::Export => "Mesh",
            Self::Screenshot => "Picture",
        }
    }

    /// The path with the usual extension, if it is to be written and has none.
    #[must_use]
    pub fn with_extension(self, path: PathBuf) -> PathBuf {
        if !self.is_save() || path.extension().is_some() || path.file_name().is_none() {
            return path;
        }
        let mut name = path.into_os_string();
        name.push(".");
        name.push(self.extensions()[0]);
        PathBuf::from(name)
    }
}

/// A dialog to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogRequest {
    /// What it is for.
    pub purpose: Purpose,
    /// Folder in which it starts.
    pub folder: Option<PathBuf>,
    /// Suggested name of a file to write.
    pub file_name: String,
}

/// What came of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    /// A file was chosen.
    Chosen {
        /// What the dialog was for.
        purpose: Purpose,
        /// The file; has an extension if it is to be written.
        path: PathBuf,
        /// The extension was added here, and such a file exists: the service did not ask about it, so the window must.
        overwrites_unasked: bool,
    },
    /// It was closed without a choice: nothing changes.
    Cancelled(Purpose),
    /// This machine shows no dialogs: ask for a typed path.
    Unavailable(DialogRequest),
}

/// Shows a dialog and waits for its answer; called on a thread of its own.
pub type Picker = dyn Fn(&DialogRequest) -> Option<PathBuf> + Send + Sync;

/// At most one file dialog, on a thread of its own.
pub struct Dialogs {
    picker: Arc<Picker>,
    wake: Arc<dyn Fn() + Send + Sync>,
    open: Option<OpenDialog>,
}

struct OpenDialog {
    request: DialogRequest,
    answer: Receiver<(Option<PathBuf>, Duration)>,
}

impl std::fmt::Debug for Dialogs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dialogs").field("open", &self.open.as_ref().map(|o| &o.request)).finish_non_exhaustive()
    }
}

impl Dialogs {
    /// A person does not close a dialog so soon after asking for it: there was none. Without a portal and without
    /// zenity, "nothing chosen" comes back after about 30 ms.
    const TOO_FAST: Duration = Duration::from_millis(150);

    /// The system's dialogs. `wake` is called from a thread when there is an answer.
    #[must_use]
    pub fn native(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self::with_picker(wake, native_picker)
    }

    /// Other dialogs, for tests.
    #[must_use]
    pub fn with_picker(
        wake: impl Fn() + Send + Sync + 'static,
        picker: impl Fn(&DialogRequest) -> Option<PathBuf> + Send + Sync + 'static,
    ) -> Self {
        Self { picker: Arc::new(picker), wake: Arc::new(wake), open: None }
    }

    /// True while a dialog is shown.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows a dialog, unless one is shown already: returns false then.
    pub fn show(&mut self, request: DialogRequest) -> bool {
        if self.is_open() {
            return false;
        }
        let (send, answer) = channel();
        let (picker, wake, asked) = (Arc::clone(&self.picker), Arc::clone(&self.wake), request.clone());
        // The thread is not joined: a dialog that never answers must not keep the program from ending.
        let started = std::thread::Builder::new().name("file dialog".into()).spawn(move || {
            let start = Instant::now();
            let path = picker(&asked);
            // Fails if the window is gone, which is fine.
            let _ = send.send((path, start.elapsed()));
            wake();
        });
        if let Err(error) = started {
            log::warn!("A file dialog could not be started: {error}");
        }
        // Without a thread the sender is gone, and `poll` answers "unavailable".
        self.open = Some(OpenDialog { request, answer });
        true
    }

    /// The answer of the dialog, once.
    pub fn poll(&mut self) -> Option<DialogAnswer> {
        let open = self.open.as_ref()?;
        let answer = match open.answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
            Ok(answer) => Some(answer),
        };
        let request = self.open.take()?.request;
        Some(match answer {
            Some((Some(path), _)) => chosen(request.purpose, path),
            Some((None, after)) if after >= Self::TOO_FAST => DialogAnswer::Cancelled(request.purpose),
            _ => DialogAnswer::Unavailable(request),
        })
    }
}

/// The answer for a path that was chosen or typed.
#[must_use]
pub fn chosen(purpose: Purpose, path: PathBuf) -> DialogAnswer {
    let complete = purpose.with_extension(path.clone());
    let overwrites_unasked = complete != path && complete.exists();
    DialogAnswer::Chosen { purpose, path: complete, overwrites_unasked }
}

/// Folder and name with which a dialog starts.
#[must_use]
pub fn request(purpose: Purpose, document: Option<&Path>, last_folder: Option<&Path>) -> DialogRequest {
    let stem = document.and_then(Path::file_stem).map_or_else(|| "untitled".into(), |s| s.to_string_lossy());
    let folder = document.and_then(Path::parent).filter(|p| !p.as_os_str().is_empty()).or(last_folder);
    let file_name = if purpose.is_save() { format!("{stem}.{}", purpose.extensions()[0]) } else { String::new() };
    DialogRequest { purpose, folder: folder.map(Path::to_owned), file_name }
}

fn native_picker(request: &DialogRequest) -> Option<PathBuf> {
    let purpose = request.purpose;
    let mut dialog =
        rfd::FileDialog::new().set_title(purpose.title()).add_filter(purpose.filter_name(), purpose.extensions());
    if let Some(folder) = &request.folder {
        dialog = dialog.set_directory(folder);
    }
    if !purpose.is_save() {
        return dialog.pick_file();
    }
    dialog.set_file_name(&request.file_name).save_file()
}

#[cfg(test)]
mod tests;
