//! The open document: a scene, its file, and what can be undone.
//!
//! [`Document::apply`] and the gestures are the only ways in which the editor changes a scene.

use crate::scene::{Edit, EditError, ReadError, SaveError, Scene, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// One undo entry: what was done, and the edit that takes it back (or, on the redo stack, does it again).
#[derive(Clone, Debug)]
struct Entry {
    label: String,
    edit: Edit,
    /// Content of the scene on the other side of `edit`.
    leads_to: ContentId,
}

/// Names a content of the scene: undoing back to a content restores its name, so that it counts as saved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ContentId(u64);

/// A drag or a typed value in progress.
#[derive(Clone, Debug)]
struct Gesture {
    label: String,
    before: Arc<Scene>,
    /// Takes back the present preview.
    inverse: Option<Edit>,
}

/// What the file looked like when it was last read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl FileStamp {
    fn of(path: &Path) -> Option<Self> {
        let data = std::fs::metadata(path).ok()?;
        Some(Self { modified: data.modified().ok(), bytes: data.len() })
    }
}

/// Why a document could not be opened or saved. The document is as it was.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file is no scene.
    #[error(transparent)]
    Read(Box<ReadError>),
    /// The file cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The document was never saved.
    #[error("this scene has no file yet: use Save as to choose one")]
    NoFile,
}

impl From<ReadError> for DocumentError {
    fn from(error: ReadError) -> Self {
        Self::Read(Box::new(error))
    }
}

/// A scene being edited.
#[derive(Clone, Debug)]
pub struct Document {
    scene: Arc<Scene>,
    path: Option<PathBuf>,
    stamp: Option<FileStamp>,
    file_has_comments: bool,
    undo: Vec<Entry>,
    redo: Vec<Entry>,
    gesture: Option<Gesture>,
    revision: u64,
    content: ContentId,
    saved: Option<ContentId>,
    last_content: u64,
}

impl Default for Document {
    fn default() -> Self {
        Self::new(Scene::default())
    }
}

impl Document {
    /// An untitled document, not dirty.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        Self {
            scene: Arc::new(scene),
            path: None,
            stamp: None,
            file_has_comments: false,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            revision: 1,
            content: ContentId(0),
            saved: Some(ContentId(0)),
            last_content: 0,
        }
    }

    /// The scene, as previews show it.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The scene, for a thread: cheap, and not touched by later edits.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Scene> {
        Arc::clone(&self.scene)
    }

    /// Grows with each change of the scene, previews, undo and opening included; not with changes of the view.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The file, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Name for title bars: the file's, or "Untitled".
    #[must_use]
    pub fn name(&self) -> String {
        self.path
            .as_deref()
            .and_then(Path::file_name)
            .map_or_else(|| "Untitled".to_owned(), |n| n.to_string_lossy().into_owned())
    }

    /// True if the scene differs from the file (from the start scene, for an untitled document).
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.content) || self.gesture.as_ref().is_some_and(|g| g.inverse.is_some())
    }

    /// Counts the document as changed, such as after recovering it: closing asks.
    pub fn mark_dirty(&mut self) {
        self.saved = None;
    }

    // ---- Edits ------------------------------------------------------------------------------------------------

    /// Changes the scene and adds one undo entry; an edit that changes nothing adds none. A gesture in progress is
    /// committed first.
    ///
    /// # Errors
    /// The scene is unchanged.
    pub fn apply(&mut self, label: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        self.commit_gesture();
        self.begin_gesture(label);
        let result = self.preview(edit);
        self.commit_gesture();
        result
    }

    /// Starts a gesture: previews until [`Self::commit_gesture`] or [`Self::cancel_gesture`]. One in progress is
    /// committed first.
    pub fn begin_gesture(&mut self, label: impl Into<String>) {
        self.commit_gesture();
        self.gesture = Some(Gesture { label: label.into(), before: Arc::clone(&self.scene), inverse: None });
    }

    /// True between [`Self::begin_gesture`] and its end.
    #[must_use]
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// The scene as it was when the gesture began; edits of a gesture are computed from it, so that nothing adds up.
    #[must_use]
    pub fn gesture_base(&self) -> &Scene {
        self.gesture.as_ref().map_or(&self.scene, |g| &g.before)
    }

    /// Shows an edit of the scene as it was when the gesture began; replaces the gesture's last preview. Without a
    /// gesture it is [`Self::apply`] with the label "Edit".
    ///
    /// # Errors
    /// The scene is then as the gesture found it.
    pub fn preview(&mut self, edit: Edit) -> Result<(), EditError> {
        if self.gesture.is_none() {
            return self.apply("Edit", edit);
        }
        self.take_back_preview();
        let inverse = Arc::make_mut(&mut self.scene).apply(&edit)?;
        self.revision += 1;
        if let Some(gesture) = &mut self.gesture {
            gesture.inverse = Some(inverse);
        }
        Ok(())
    }

    /// Ends the gesture with one undo entry, or none if the scene is as before. Without a gesture, nothing happens.
    pub fn commit_gesture(&mut self) {
        let unchanged = self.gesture.as_ref().is_some_and(|g| same_content(&g.before, &self.scene));
        if unchanged {
            // Equal numbers can differ in bits (0 and -0): what adds no entry must leave no trace.
            self.cancel_gesture();
            return;
        }
        if let Some(Gesture { label, inverse: Some(edit), .. }) = self.gesture.take() {
            self.undo.push(Entry { label, edit, leads_to: self.content });
            self.redo.clear();
            self.last_content += 1;
            self.content = ContentId(self.last_content);
        }
    }

    /// Ends the gesture and restores the scene, bit for bit. Without a gesture, nothing happens.
    pub fn cancel_gesture(&mut self) {
        self.take_back_preview();
        self.gesture = None;
    }

    fn take_back_preview(&mut self) {
        let Some(inverse) = self.gesture.as_mut().and_then(|g| g.inverse.take()) else { return };
        self.revert_with(&inverse);
    }

    /// Applies an edit that the scene itself gave as an inverse; returns its own inverse.
    fn revert_with(&mut self, edit: &Edit) -> Option<Edit> {
        self.revision += 1;
        let result = Arc::make_mut(&mut self.scene).apply(edit);
        debug_assert!(result.is_ok(), "an inverse edit applies: {result:?}");
        result.ok()
    }

    // ---- Undo -------------------------------------------------------------------------------------------------

    /// Takes the last entry back; returns its label. A gesture in progress is cancelled instead.
    pub fn undo(&mut self) -> Option<String> {
        if let Some(label) = self.gesture.as_ref().map(|g| g.label.clone()) {
            self.cancel_gesture();
            return Some(label);
        }
        let entry = self.undo.pop()?;
        let label = entry.label.clone();
        if let Some(turned) = self.travel(entry) {
            self.redo.push(turned);
        }
        Some(label)
    }

    /// Does the last undone entry again; returns its label. Nothing happens in a gesture.
    pub fn redo(&mut self) -> Option<String> {
        if self.in_gesture() {
            return None;
        }
        let entry = self.redo.pop()?;
        let label = entry.label.clone();
        if let Some(turned) = self.travel(entry) {
            self.undo.push(turned);
        }
        Some(label)
    }

    /// Applies an entry and returns the one that goes back.
    fn travel(&mut self, entry: Entry) -> Option<Entry> {
        let edit = self.revert_with(&entry.edit)?;
        let turned = Entry { label: entry.label, edit, leads_to: self.content };
        self.content = entry.leads_to;
        Some(turned)
    }

    /// Label of what [`Self::undo`] would take back.
    #[must_use]
    pub fn undo_label(&self) -> Option<&str> {
        self.gesture.as_ref().map(|g| g.label.as_str()).or(self.undo.last().map(|e| e.label.as_str()))
    }

    /// Label of what [`Self::redo`] would do again.
    #[must_use]
    pub fn redo_label(&self) -> Option<&str> {
        if self.in_gesture() { None } else { self.redo.last().map(|e| e.label.as_str()) }
    }

    /// Number of undo entries.
    #[must_use]
    pub fn undo_len(&self) -> usize {
        self.undo.len()
    }

    // ---- View -------------------------------------------------------------------------------------------------

    /// Replaces camera, overlays and hidden objects: saved with the scene, never dirty, never undone, no revision.
    pub fn set_view(&mut self, view: View) {
        if self.scene.view != view {
            Arc::make_mut(&mut self.scene).view = view;
        }
    }

    // ---- Files ------------------------------------------------------------------------------------------------

    /// Replaces the document by an untitled one.
    pub fn replace(&mut self, scene: Scene) {
        let revision = self.revision + 1;
        *self = Self { revision, ..Self::new(scene) };
    }

    /// Replaces the document by a file's scene.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn open(&mut self, path: impl Into<PathBuf>) -> Result<(), DocumentError> {
        let path = path.into();
        // The stamp is taken first: a change while reading is then seen as a change.
        let stamp = FileStamp::of(&path);
        let scene = Scene::load(&path)?;
        self.replace(scene);
        self.file_has_comments = file_has_comments(&path);
        self.stamp = stamp;
        self.path = Some(path);
        Ok(())
    }

    /// Reads the file again and keeps the camera; edits and undo entries are lost.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn revert(&mut self) -> Result<(), DocumentError> {
        let path = self.path.clone().ok_or(DocumentError::NoFile)?;
        let view = self.scene.view.clone();
        self.open(path)?;
        self.set_view(view);
        Ok(())
    }

    /// True if the next save drops comments that the file holds: tell before doing it.
    #[must_use]
    pub fn drops_comments(&self) -> bool {
        self.file_has_comments
    }

    /// True if the file changed since it was read or written by this document.
    #[must_use]
    pub fn changed_outside(&self) -> bool {
        self.path.as_deref().is_some_and(|p| FileStamp::of(p) != self.stamp)
    }

    /// Counts the file's present state as seen, such as after a person chose to keep their edits.
    pub fn acknowledge_outside_change(&mut self) {
        self.stamp = self.path.as_deref().and_then(FileStamp::of);
        self.mark_dirty();
    }

    /// Writes the scene to its file. A gesture in progress is committed first.
    ///
    /// # Errors
    /// The file is as it was, the document stays dirty.
    pub fn save(&mut self) -> Result<(), DocumentError> {
        let path = self.path.clone().ok_or(DocumentError::NoFile)?;
        self.save_as(path)
    }

    /// Writes the scene to a file, which becomes the document's.
    ///
    /// # Errors
    /// As [`Self::save`]; the document keeps its old file.
    pub fn save_as(&mut self, path: impl Into<PathBuf>) -> Result<(), DocumentError> {
        self.commit_gesture();
        let path = path.into();
        self.scene.save(&path)?;
        self.stamp = FileStamp::of(&path);
        self.path = Some(path);
        self.file_has_comments = false;
        self.saved = Some(self.content);
        Ok(())
    }
}

/// Equal but for the view, which is no content.
fn same_content(a: &Scene, b: &Scene) -> bool {
    // Destructured, so that a new field of the scene is not forgotten here.
    let Scene { version, nodes, contour, deformers, ropes, simulation, inputs, expect, view: _ } = a;
    *version == b.version
        && *nodes == b.nodes
        && *contour == b.contour
        && *deformers == b.deformers
        && *ropes == b.ropes
        && *simulation == b.simulation
        && *inputs == b.inputs
        && *expect == b.expect
}

fn file_has_comments(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| Scene::has_comments(&text))
}

#[cfg(test)]
mod tests;
