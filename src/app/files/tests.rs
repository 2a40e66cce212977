use super::*;
use crate::app::document::Document;
use crate::scene::{Edit, Kind, Node, Object};
use std::sync::mpsc::Sender;

/// Dialogs that answer what a test sends, and the waker's signal.
fn stand_in() -> (Dialogs, Sender<Option<PathBuf>>, Receiver<()>) {
    let (answer, answers) = channel::<Option<PathBuf>>();
    let answers = std::sync::Mutex::new(answers);
    let (woken, wakes) = channel();
    let woken = std::sync::Mutex::new(woken);
    let dialogs = Dialogs::with_picker(
        move || drop(woken.lock().map(|w| w.send(()))),
        move |_| answers.lock().ok().and_then(|a| a.recv().ok()).flatten(),
    );
    (dialogs, answer, wakes)
}

fn open_request() -> DialogRequest {
    request(Purpose::Open, None, None)
}

#[test]
fn a_second_dialog_is_not_opened_and_nothing_blocks() {
    let (mut dialogs, answer, wakes) = stand_in();
    assert!(dialogs.show(open_request()));
    assert!(!dialogs.show(open_request()));
    assert_eq!(dialogs.poll(), None);
    assert!(dialogs.is_open());
    answer.send(Some("a.ron".into())).expect("sent");
    wakes.recv().expect("woken");
    let path = PathBuf::from("a.ron");
    assert_eq!(dialogs.poll(), Some(DialogAnswer::Chosen { purpose: Purpose::Open, path, overwrites_unasked: false }));
    assert!(!dialogs.is_open());
    assert_eq!(dialogs.poll(), None);
    assert!(dialogs.show(open_request()));
}

#[test]
fn no_service_is_told_from_cancelling() {
    // Answers at once, as the system does when it has no dialogs.
    let (mut dialogs, answer, wakes) = stand_in();
    answer.send(None).expect("sent");
    dialogs.show(open_request());
    wakes.recv().expect("woken");
    assert_eq!(dialogs.poll(), Some(DialogAnswer::Unavailable(open_request())));
    // A person who cancels takes longer. The answer is put in place, so that no test waits.
    let (send, answer) = channel();
    send.send((None, Duration::from_secs(10))).expect("sent");
    dialogs.open = Some(OpenDialog { request: open_request(), answer });
    assert_eq!(dialogs.poll(), Some(DialogAnswer::Cancelled(Purpose::Open)));
}

#[test]
fn a_missing_extension_is_added_and_overwriting_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let typed = folder.path().join("v1.2 scene");
    // "2 scene" looks like an extension, so it stays; without a dot one is added.
    assert_eq!(Purpose::SaveAs.with_extension(typed.clone()), typed);
    let bare = folder.path().join("scene");
    let full = folder.path().join("scene.ron");
    let answer =
        |overwrites_unasked| DialogAnswer::Chosen { purpose: Purpose::SaveAs, path: full.clone(), overwrites_unasked };
    assert_eq!(chosen(Purpose::SaveAs, bare.clone()), answer(false));
    std::fs::write(&full, "").expect("written");
    assert_eq!(chosen(Purpose::SaveAs, bare.clone()), answer(true));
    assert_eq!(chosen(Purpose::SaveAs, full.clone()), answer(false));
    assert_eq!(Purpose::Open.with_extension(bare.clone()), bare);
}

#[test]
fn dialogs_start_beside_the_document() {
    let r = request(Purpose::SaveAs, Some(Path::new("/s/bridge.ron")), Some(Path::new("/last")));
    assert_eq!((r.folder.as_deref(), r.file_name.as_str()), (Some(Path::new("/s")), "bridge.ron"));
    let r = request(Purpose::Export, None, Some(Path::new("/last")));
    assert_eq!((r.folder.as_deref(), r.file_name.as_str()), (Some(Path::new("/last")), "untitled.stl"));
}

fn add_sphere(document: &mut Document, id: &str) {
    let object = Object::Node(Node::new(id, Kind::all()[0].clone()));
    document.apply("Add", Edit::Insert { index: 0, object }).expect("applied");
}

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn copies_are_offered_until_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut document = Document::default();
    let session = |name: &str| Recovery::with_session(Some(folder.path().to_owned()), name.into());
    let mut first = session("1-0");
    assert_eq!(first.tick(&document, MINUTE), Ok(false), "a clean document needs no copy");
    add_sphere(&mut document, "a");
    assert_eq!(first.tick(&document, MINUTE), Ok(false), "the interval starts");
    assert_eq!(first.tick(&document, 2 * MINUTE), Ok(true));
    assert_eq!(first.tick(&document, 9 * MINUTE), Ok(false), "nothing new");
    // The first session dies. The second one edits other things and ends in peace.
    let mut second = session("2-0");
    let mut other = Document::default();
    add_sphere(&mut other, "b");
    second.write(&other).expect("written");
    assert_eq!(second.list().len(), 1);
    second.clear();
    let third = session("3-0");
    let offered = third.list();
    assert_eq!(offered.len(), 1);
    assert_eq!(&offered[0].scene, document.scene());
    assert_eq!(offered[0].original, None);
    third.discard(&offered[0].session);
    assert_eq!(third.list(), []);
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
}

#[test]
fn what_was_undone_is_not_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut document = Document::default();
    let mut recovery = Recovery::with_session(Some(folder.path().to_owned()), "1-0".into());
    add_sphere(&mut document, "a");
    recovery.write(&document).expect("written");
    document.undo();
    assert_eq!(recovery.tick(&document, MINUTE), Ok(false));
    assert_eq!(Recovery::new(Some(folder.path().to_owned())).list(), []);
}

#[test]
fn a_titled_scene_keeps_its_name_and_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.ron");
    let mut document = Document::default();
    document.save_as(&path).expect("saved");
    let bytes = std::fs::read(&path).expect("read");
    add_sphere(&mut document, "a");
    let copies = folder.path().join("copies");
    Recovery::with_session(Some(copies.clone()), "1-0".into()).write(&document).expect("written");
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
    let offered = Recovery::new(Some(copies)).list();
    assert_eq!(offered[0].original.as_deref(), Some(path.as_path()));
    assert_eq!(&offered[0].scene, document.scene());
}

#[test]
fn a_broken_copy_falls_back_to_the_older_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut document = Document::default();
    let mut recovery = Recovery::with_session(Some(folder.path().to_owned()), "1-0".into());
    add_sphere(&mut document, "a");
    recovery.write(&document).expect("written");
    let before = document.scene().clone();
    add_sphere(&mut document, "b");
    recovery.write(&document).expect("written");
    let later = std::time::SystemTime::now() + MINUTE;
    let newest = folder.path().join("1-0.b.ron");
    std::fs::write(&newest, "Scene(version: 1, no").expect("written");
    std::fs::File::options().append(true).open(&newest).and_then(|f| f.set_modified(later)).expect("dated");
    let offered = Recovery::new(Some(folder.path().to_owned())).list();
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].scene, before);
    assert_eq!(offered[0].faults.len(), 1);
}
