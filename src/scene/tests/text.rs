//! Reading and writing.

use super::*;
use proptest::prelude::*;
use std::path::Path;
use std::thread;

macro_rules! data {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/", $name))
    };
}

#[test]
fn full_scene_is_written_as_it_was_read() {
    assert_eq!(full().to_ron(), FULL);
}

/// A change of the full scene, and what reading it says: `line:column: message`, path, start of the hint.
#[rustfmt::skip]
const FAULTS: &[(&str, &str, &str, &str, &str)] = &[
    ("radius: 0.2,", "raduis: 0.2,", "There is no field \"raduis\" in nodes[2].kind.", "nodes[2].kind.raduis", "Did you mean \"radius\"?"),
    ("Cylinder(", "Cilinder(", "nodes[2].kind cannot be \"Cilinder\".", "nodes[2].kind", "Did you mean \"Cylinder\"?"),
    ("Hard", "Wobbly", "nodes[6].kind.blend cannot be \"Wobbly\".", "nodes[6].kind.blend", "The values are: Hard, Smooth, Cubic, Circular, Round, Chamfer, Stairs, Groove."),
    ("[Rays, Q", "[Raya, Q", "view.overlays[0] cannot be \"Raya\".", "view.overlays[0]", "Did you mean \"Rays\"?"),
    ("cell: 0.05", "cell: NaN", "The number is not finite (NaN).", "contour.cell", "Write a finite number."),
    ("cell: 0.05", "cell: -inf", "The number is not finite (minus infinity, or too large for a 64-bit number).", "contour.cell", "Write"),
    ("floor: 0.0", "floor: 1e400", "The number is not finite (infinity, or too large for a 64-bit number).", "simulation.floor", "Write"),
    ("at: (2.0, 2.0", "at: (2.0, 1e400", "The number is not finite (infinity, or too large for a 64-bit number).", "ropes[1].at[1]", "Write"),
    ("cell: 0.05", "cell: abc", "Here must be a number, but there is abc.", "contour.cell", ""),
    ("segments: 4,", "", "The field \"segments\" is missing in ropes[1].", "ropes[1]", "Add it"),
    ("segments: 4,", "segments: 4.5,", "This must be a whole number.", "ropes[1]", "Remove the point"),
    ("segments: 4,", "segments: -4,", "The number -4 is out of range.", "ropes[1].segments", "Use a whole number"),
    ("segments: 4,", "segments: 4, segments: 4,", "The field \"segments\" is there twice.", "ropes[1]", "Remove one"),
    ("segments: 4,", "segments: 4", "Here must be a comma or a closing bracket, but there is length.", "ropes[1]", ""),
    ("version: 1", "version: 2", "Version 2 is newer than this program reads (1).", "version", "Versions 1 to 1"),
    ("version: 1", "version: 0", "Version 0 never existed: the first is 1.", "version", "Write \"version: 1,\"."),
    ("version: 1", "version: -1", "The number -1 is out of range.", "version", "Write \"version: 1,\"."),
    ("version: 1", "version: \"1\"", "Here must be a whole number, but there is \"1\".", "version", "Write \"version: 1,\"."),
    ("Smooth(radius: 0.05)", "Smooth(0.05)", "Here must be the name of a field, but there is 0.05.", "nodes[0].kind.blend", "Name the fields: Smooth(radius: 0.05)."),
    ("World(at:", "World(0,2,0), x: (at:", "Here must be the name of a field, but there is 0.", "ropes[0].anchors[1].to", "Name the fields: World(at: (0.0, 1.0, 0.0))."),
    ("radius: 0.2,", "radius: 0,12,", "Here must be the name of a field, but there is 12.", "nodes[2].kind", "Write numbers with a point: 0.12"),
    ("segments: 4,", "4,", "Here must be the name of a field, but there is 4.", "ropes[1]", "Fields are written as name: value."),
    ("id: \"ball\"", "\"id\": \"ball\"", "Here must be the name of a field, but there is \"id\".", "deformers[0]", "Fields are written as name: value, and"),
    ("kind: Plane", "kind: Plane()", "Plane has no fields.", "nodes[9]", "Write Plane without brackets."),
    ("kind: Plane", "kind: Union", "Here must be an opening bracket, but there is ).", "nodes[9].kind", "Write it as Union(blend: Hard)."),
    ("kind: Plane", "kind: Sphere", "Here must be an opening bracket, but there is ).", "nodes[9].kind", "Write it as Sphere(radius: 0.5)."),
    ("kind: Plane", "kind: \"Plane\"", "Here must be a name, but there is \"Plane\".", "nodes[9].kind", "Names are written without quotes."),
    ("Vertex(5)", "Vertex", "Here must be an opening bracket, but there is ).", "ropes[1].anchors[0].to.on", "Write it as Vertex(0)."),
    ("Vertex(5)", "Vertex(a: 5)", "Here must be a whole number, but there is a.", "ropes[1].anchors[0].to.on", ""),
    ("Closed", "Closed()", "Closed has no fields.", "expect", "Write Closed without brackets."),
    ("at: (2.0, 2.0,", "at: (2.0, 2.0, 1.0,", "Here must be a closing bracket, but there is 0.0.", "ropes[1].at", "A point or vector is three numbers"),
    ("at: (2.0, 2.0, 0.0)", "at: [0, 0, 0]", "Here must be three numbers in round brackets, but there is [.", "ropes[1].at", "A point or vector is three numbers"),
    ("at: (2.0, 2.0, 0.0)", "at: (1.0, 2.0)", "Here must be three numbers, such as (0.0, 1.0, 0.0), but there are 2.", "ropes[1].at", ""),
    ("at: (2.0, 2.0, 0.0)", "at: (x: 1.0, y: 2.0, z: 3.0)", "Here must be a number, but there is x.", "ropes[1].at[0]", "A point or vector is three numbers"),
    ("version: 1,", "", "The scene has no version.", "", "Write \"version: 1,\""),
    ("Scene(", "Secne(", "Here must be Scene(...), but there is Secne.", "", "Write Scene"),
    ("\"block\",", "block,", "Here must be a text in quotes, but there is block.", "nodes[1].id", ""),
    ("\"block\",", "\"blo\\qck\",", "A back slash starts something unknown: Unknown escape character.", "nodes[1].id", "In a text"),
];

#[test]
fn faults_have_place_path_and_hint() {
    for (from, to, message, path, hint) in FAULTS {
        let error = Scene::from_ron(&FULL.replacen(from, to, 1)).expect_err(to);
        assert_eq!((error.message.as_str(), error.path.as_str()), (*message, *path), "{from} -> {to}");
        assert!(error.hint.starts_with(hint), "{from} -> {to}: {}", error.hint);
        let shown = error.to_string();
        assert!(shown.contains('^') && shown.contains(&format!("{}:{}: ", error.line, error.column)), "{shown}");
    }
}

#[test]
fn place_of_a_fault_is_where_the_word_starts() {
    #[track_caller]
    fn check(from: &str, to: &str, word: &str) {
        let error = Scene::from_ron(&FULL.replacen(from, to, 1)).expect_err(to);
        let at_fault: String = error.source_line.chars().skip(error.column - 1).take(word.chars().count()).collect();
        assert_eq!(at_fault, word, "{error}");
        assert_eq!(FULL.lines().position(|line| line.contains(from)), Some(error.line - 1), "{error}");
    }
    check("radius: 0.2,", "raduis: 0.2,", "raduis");
    check("Cylinder(", "Cilinder(", "Cilinder");
    check("[Rays, Q", "[Raya, Q", "Raya");
    check("cell: 0.05", "cell: inf", "inf");
    check("segments: 4,", "segments: -4,", "-4");
    check("segments: 4,", "segments: 4, segments: 5,", "segments: 5");
    check("segments: 4, ", "", "(id: \"立方体\"");
}

#[test]
fn error_shows_file_line_caret_path_and_hint() {
    let text = "Scene(\n    version: 1,\n    simulation: (dtt: 0.02),\n)\n";
    let error = ReadError { file: Some(Path::new("a/b.ron").into()), ..Scene::from_ron(text).expect_err("dtt") };
    let shown = [
        "a/b.ron:3:18: There is no field \"dtt\" in simulation.",
        "   |     simulation: (dtt: 0.02),",
        "   |                  ^",
        "  at simulation.dtt",
        "  Did you mean \"dt\"?",
    ];
    assert_eq!(error.to_string(), shown.join("\n"));
}

#[test]
fn shortest_scene_has_the_defaults() {
    let scene = Scene::from_ron("(version: 1)").expect("a version is enough");
    assert_eq!(scene, Scene::default());
    assert_eq!(Scene::from_ron(&scene.to_ron()).expect("own text"), scene);
}

/// Values of C25 put into a size, a position and a stiffness.
#[test]
fn c25_floats_keep_their_bits_or_are_refused() {
    let values = std::str::from_utf8(data!("c25_float_values.txt")).expect("ASCII");
    let mut finite = 0;
    for value in values.lines() {
        let places = [
            ("radius: 0.2,", format!("radius: {value},"), "nodes[2].kind.radius"),
            ("at: (1.5, 1.0", format!("at: (1.5, {value}"), "deformers[0].at[1]"),
            ("spring: 20.0", format!("spring: {value}"), "deformers[0].spring"),
        ];
        let expected: f64 = value.parse().expect("Rust reads them all");
        if expected.is_finite() {
            finite += 1;
            let text = places.iter().fold(FULL.to_owned(), |text, (from, to, _)| text.replacen(from, to, 1));
            let scene = Scene::from_ron(&text).expect(value);
            let saved = scene.to_ron();
            let again = Scene::from_ron(&saved).expect(value);
            let Kind::Cylinder { radius, .. } = again.nodes[2].kind else { panic!("a cylinder") };
            let ball = &again.deformers[0];
            assert_eq!([radius, ball.at.y, ball.spring].map(f64::to_bits), [expected.to_bits(); 3], "{value}");
            assert_eq!(again.to_ron(), saved);
        } else {
            for (from, to, path) in places {
                let error = Scene::from_ron(&FULL.replacen(from, &to, 1)).expect_err(value);
                assert_eq!(error.path, path);
                assert!(error.message.starts_with("The number is not finite"), "{error}");
            }
        }
    }
    assert_eq!(finite, 8);
}

/// 10^5 random finite bit patterns, ten in each node.
#[test]
fn random_bit_patterns_round_trip() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    // SplitMix64 (Steele, Lea, Flood 2014).
    let mut next = move || loop {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let value = f64::from_bits(z ^ (z >> 31));
        if value.is_finite() {
            return value;
        }
    };
    let mut vector = || DVec3::new(next(), next(), next());
    let mut scene = Scene::default();
    for i in 0..10_000 {
        let (at, turn, color, scale, rest) = (vector(), vector(), vector(), vector(), vector());
        let node = Node::new(format!("n{i}"), Kind::Sphere { radius: rest.x });
        scene.nodes.push(Node { at, turn, color, scale, ..node });
    }
    let bits = |scene: &Scene| -> Vec<u64> {
        let of_node = |n: &Node| {
            let Kind::Sphere { radius } = n.kind else { panic!("a sphere") };
            [n.at.to_array(), n.turn.to_array(), n.color.to_array(), n.scale.to_array(), [radius, 0.0, 0.0]].concat()
        };
        scene.nodes.iter().flat_map(of_node).map(f64::to_bits).collect()
    };
    let text = scene.to_ron();
    let again = Scene::from_ron(&text).expect("own text");
    assert!(bits(&again) == bits(&scene), "some bits changed");
    assert!(again.to_ron() == text, "the second save differs");
}

/// Runs in a thread with a stack of 512 KB, as C26 asks.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(512 << 10).spawn(test).expect("a thread");
    thread.join().expect("no panic, no overflow");
}

#[test]
fn c26_hostile_files_fail_cleanly() {
    let files: [(&str, &[u8]); 6] = [
        ("paren", data!("c26_depth_20000_paren.ron")),
        ("bracket", data!("c26_depth_20000_bracket.ron")),
        ("brace", data!("c26_depth_20000_brace.ron")),
        ("comment", data!("c26_block_comment_depth_20000.ron")),
        ("raw string", data!("c26_raw_string_hashes_100000.ron")),
        ("truncated", data!("c26_truncated_string.ron")),
    ];
    on_a_small_stack(move || {
        for (name, bytes) in files {
            let text = std::str::from_utf8(bytes).expect("UTF-8");
            let error = Scene::from_ron(text).expect_err(name);
            assert!(error.line == 1 && error.column > 0, "{name}: {error}");
            assert!(error.to_string().len() < 1000, "{name}: {error}");
            let inside = format!("Scene(version: 1, nodes: {text}");
            assert!(Scene::from_ron(&inside).is_err(), "{name}");
        }
        // As deep as the look at the brackets lets through, where an unknown field is skipped.
        let deep = format!("Scene(version: 1, unknown: {}{})", "(".repeat(31), ")".repeat(31));
        let error = Scene::from_ron(&deep).expect_err("unknown field");
        assert_eq!(error.path, "unknown");
        let deeper = format!("Scene(version: 1, unknown: {}{})", "[".repeat(32), "]".repeat(32));
        assert_eq!(Scene::from_ron(&deeper).expect_err("too deep").message, "Brackets are nested more than 32 deep.");
    });
}

#[test]
fn every_prefix_fails_cleanly() {
    on_a_small_stack(|| {
        let whole = FULL.trim_end().len();
        for end in (0..whole).filter(|end| FULL.is_char_boundary(*end)) {
            let error = Scene::from_ron(&FULL[..end]).expect_err("a part of a scene");
            assert!(error.line > 0 && error.column > 0, "{end}: {error}");
        }
        assert!(Scene::from_ron(&FULL[..whole]).is_ok());
    });
}

#[test]
fn crossed_brackets_and_trailing_text_are_named() {
    let error = |text: &str| Scene::from_ron(text).expect_err(text).message;
    assert_eq!(error("(version: 1, nodes: [)"), "\"[\" is closed by \")\": it was opened in line 1, column 21.");
    assert_eq!(error("(version: 1))"), "Nothing is open that this \")\" could close.");
    assert_eq!(error("(version: 1"), "This \"(\" is never closed.");
    assert_eq!(error("(version: 1) x"), "After the scene's last bracket, there is x.");
    assert_eq!(error(""), "Here must be Scene(...), but the text ends.");
    // Brackets and quotes in texts, characters and comments do not count.
    for id in [r#""a)]\"(""#, r##"r#"a"("#"##] {
        let text = format!("(version: 1, /* ( /* \" */ */ nodes: [(id: {id}, kind: Plane)]) // (");
        assert_eq!(Scene::from_ron(&text).expect(id).nodes.len(), 1);
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn damaged_scenes_never_panic(at in 0..FULL.len(), len in 0..40_usize, with in "[()\\[\\]{}\"',:#/*r0-9.e\\\\a-z-]{0,12}") {
        let start = FULL.floor_char_boundary(at);
        let end = FULL.floor_char_boundary((start + len).min(FULL.len()));
        let text = format!("{}{with}{}", &FULL[..start], &FULL[end.max(start)..]);
        match Scene::from_ron(&text) {
            Ok(scene) => prop_assert_eq!(Scene::from_ron(&scene.to_ron()), Ok(scene)),
            Err(error) => prop_assert!(error.line > 0, "{}", error),
        }
    }

    #[test]
    fn any_text_survives_as_id_and_note(id in "\\PC*", note in any::<String>()) {
        let mut scene = Scene::default();
        scene.nodes.push(Node { note, ..Node::new(id, Kind::Plane) });
        let text = scene.to_ron();
        // Two lines of header, Scene(, nine fields, of which nodes takes three lines, and the end.
        prop_assert_eq!(text.lines().count(), 15, "one object a line");
        prop_assert_eq!(Scene::from_ron(&text), Ok(scene));
    }
}

#[test]
fn c28_names_come_back_and_stay_readable() {
    let names = std::str::from_utf8(data!("c28_names.txt")).expect("UTF-8");
    assert_eq!(names.lines().count(), 7);
    let folder = tempfile::tempdir().expect("a folder");
    for name in names.lines().chain(["हिन्दी", "e\u{301}", "it's"]) {
        let mut scene = Scene::default();
        scene.nodes.push(Node::new(name, Kind::Plane));
        let inner = folder.path().join(name);
        std::fs::create_dir(&inner).expect("a folder of that name");
        let path = inner.join(format!("{name}.ron"));
        scene.save(&path).expect(name);
        assert_eq!(Scene::load(&path).expect(name).nodes[0].id, name);
    }
    let written = |id: &str| {
        let mut scene = Scene::default();
        scene.nodes.push(Node::new(id, Kind::Plane));
        scene.to_ron()
    };
    for readable in ["立方体", "हिन्दी", "e\u{301}", "it's", "şğı 😀"] {
        assert!(written(readable).contains(&format!("(id: \"{readable}\",")), "{}", written(readable));
    }
    // What turns the direction of text, or cannot be seen, is spelt out.
    assert!(written("a\u{202e}b\u{200d}").contains(r#""a\u{202e}b\u{200d}""#), "{}", written("a\u{202e}b\u{200d}"));
}

#[test]
fn c28_byte_order_mark_and_crlf_are_fine_and_utf16_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let load = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        Scene::load(&path)
    };
    let crlf = FULL.replace('\n', "\r\n");
    let mark: &[u8] = data!("c28_prefix_utf8_bom.bin");
    for bytes in [[mark, FULL.as_bytes()].concat(), crlf.clone().into_bytes(), [mark, crlf.as_bytes()].concat()] {
        assert_eq!(load(&bytes).expect("a scene").to_ron(), FULL);
    }
    let error = load(crlf.replace("cell: 0.05", "cell: inf").as_bytes()).expect_err("inf");
    assert_eq!((error.line, error.column), (17, 45));
    assert_eq!(error.file.as_deref(), Some(path.as_path()));
    for mark in [vec![0xfeff_u16], Vec::new()] {
        let units = || mark.iter().copied().chain(FULL.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert!(load(&bytes).expect_err("UTF-16").message.contains("UTF-16"));
        }
    }
    assert_eq!(
        load(b"(\n\xff)").expect_err("no text").message,
        "The file is not UTF-8 text: line 2 has a byte that cannot be read."
    );
}

#[test]
fn missing_and_huge_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = Scene::load(folder.path().join("no.ron")).expect_err("missing");
    assert!(missing.to_string().contains("no.ron: The file cannot be read: "), "{missing}");
    assert!(Scene::load(folder.path()).expect_err("a folder").message.contains("folder"));
    let path = folder.path().join("huge.ron");
    // Sparse: takes no room.
    let huge = std::fs::File::create(&path).expect("a file");
    huge.set_len((32 << 20) + 1).expect("a hole");
    assert!(Scene::load(&path).expect_err("huge").message.contains("32 MiB"));
}

#[test]
fn c28_other_encodings_old_line_ends_and_no_text_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let load = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        Scene::load(&path)
    };
    let mark: &[u8] = data!("c28_prefix_utf8_bom.bin");
    assert_eq!(load(&[mark, mark, FULL.as_bytes()].concat()).expect("two marks").to_ron(), FULL);
    let old_mac = FULL.replace('\n', "\r");
    assert_eq!(load(old_mac.as_bytes()).expect("old Mac").to_ron(), FULL);
    let error = load(old_mac.replace("cell: 0.05", "cell: inf").as_bytes()).expect_err("inf");
    assert_eq!((error.line, error.column), (17, 45));
    assert!(!Scene::has_comments(&old_mac));
    assert!(Scene::has_comments("// mine\r(version: 1)\r"));
    for units in [vec!['\u{feff}'], Vec::new()] {
        let units = || units.iter().copied().chain(FULL.chars()).map(u32::from);
        for bytes in
            [units().flat_map(u32::to_le_bytes).collect(), units().flat_map(u32::to_be_bytes).collect::<Vec<_>>()]
        {
            assert!(load(&bytes).expect_err("UTF-32").message.contains("UTF-32"));
        }
    }
    for length in [1, 2, 3, 4, 5, 4096] {
        let message = load(&vec![0; length]).expect_err("zeros").message;
        assert!(message.contains("no text") || length == 3, "{length}: {message}");
    }
}

#[test]
fn files_without_the_header_line_are_read() {
    let text = FULL.split_once('\n').expect("lines").1;
    assert!(!text.contains("implicit_some"));
    assert_eq!(Scene::from_ron(text).expect("readable").to_ron(), FULL);
    let both = "(version: 1, nodes: [(id: \"a\", kind: Group), (id: \"b\", parent: Some(\"a\"), kind: Plane)])";
    assert_eq!(Scene::from_ron(both).expect("readable").nodes[1].parent.as_deref(), Some("a"));
}

#[test]
fn what_writers_by_hand_may_leave_out() {
    let text = "(version: 1, deformers: [(id: \"d\", body: CubeSphere(radius: 1.0))],
        ropes: [(id: \"r\", segments: 4, length: 1.0, anchors: [(particle: 0, to: Deformer(id: \"d\"))])],
        inputs: [(tick: 0, act: Poke(origin: (0, 0, 5), direction: (0, 0, -1)))])";
    let scene = Scene::from_ron(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.deformers, [Deformer::new("d")]);
    let on = SurfacePoint::Vertex(0);
    assert_eq!(scene.ropes[0].anchors[0].to, AnchorTarget::Deformer { id: "d".into(), on });
    let Act::Poke { force, offset, .. } = scene.inputs[0].act else { panic!("a poke") };
    assert_eq!((force, offset, scene.simulation.substeps), (10.0, 0.1, 4));
    assert_eq!(scene.issues(), Vec::new());
}

/// A gigabyte a second and more: the first token tells. A limit of time would be a matter of luck, so it is told from
/// the message, which the look at the brackets would not give.
#[test]
fn other_sorts_of_files_are_refused_at_their_first_word() {
    for (text, found) in
        [("GIF89a((((", "GIF89a"), ("{\"a\": [", "{"), ("% ]]]", "%"), ("Scene 5 (", "Scene without its bracket")]
    {
        let error = Scene::from_ron(text).expect_err(text);
        assert_eq!(error.message, format!("Here must be Scene(...), but there is {found}."));
    }
}

#[test]
fn endless_words_are_cut() {
    let long = "a".repeat(1 << 16);
    for text in [
        format!("({long}: 1)"),
        format!("(version: 1, {long}: 1)"),
        format!("(version: 1, nodes: [(id: \"a\", kind: {long})])"),
        format!("{long}(version: 1)"),
        format!("(version: {long})"),
        format!("(version: 1, nodes: {long})"),
        format!("(version: 1, nodes: [({long})])"),
        format!("(version: {})", "1".repeat(1 << 16)),
        format!("(version: 1, contour: (cell: \"{long}\"))"),
    ] {
        let shown = Scene::from_ron(&text).expect_err("no scene").to_string();
        assert!(shown.len() < 1000, "{} bytes: {}", shown.len(), &shown[..300]);
    }
}

#[test]
fn the_version_is_the_outermost_one() {
    for text in [
        "(nodes: [], version: 1)",
        "( /* version: 7 */ version /* so */ : /* 1 */ 1, nodes: [])",
        "(nodes: [(id: \"version: 9\", kind: Plane, note: \"version: 9,\")], version: 1)",
    ] {
        assert!(Scene::from_ron(text).is_ok(), "{text}");
    }
    // What a newer version has besides need not be understood.
    let error = Scene::from_ron("Scene(lattices: [(version: 1)], version: 3)").expect_err("newer");
    assert_eq!((error.message.as_str(), error.column), ("Version 3 is newer than this program reads (1).", 42));
    let error = Scene::from_ron("(versoin: 1)").expect_err("misspelt");
    assert_eq!(error.hint, "Did you mean \"version\"?");
}

#[test]
fn ids_cannot_steer_the_terminal() {
    let scene =
        Scene::from_ron("(version: 1, nodes: [(id: \"a\\u{1b}[2J\\u{202e}\\nb\", kind: Sphere(radius: -1.0))])");
    let issue = scene.expect("readable").issues().remove(0).to_string();
    assert_eq!(
        issue,
        r#"error: nodes[0].kind.radius: The radius of "a\u{1b}[2J\u{202e}\nb" is -1.0. Use a length above 0."#
    );
    let error =
        Scene::from_ron("(version: 1, nodes: [(id: \"a\u{202e}\u{1b}\", kind: Ball\u{9b})])").expect_err("no kind");
    let shown = error.to_string();
    assert!(!shown.contains(['\u{202e}', '\u{1b}', '\u{9b}']), "{shown:?}");
}

#[test]
fn comments_are_noticed() {
    for (text, has) in [
        (FULL.to_owned(), false),
        (FULL.replace('\n', "\r\n"), false),
        (FULL.replace("// Isolab scene.", "// My scene."), true),
        (FULL.replace("    ropes", "    // strings\n    ropes"), true),
        (format!("{FULL}/* end */"), true),
        (r##"(id: "// no", note: "\" /* no */", x: r#"" // no "#, c: '"')"##.to_owned(), false),
        (r#"(c: '"' /* yes */)"#.to_owned(), true),
        (String::new(), false),
    ] {
        assert_eq!(Scene::has_comments(&text), has, "{text}");
    }
}
