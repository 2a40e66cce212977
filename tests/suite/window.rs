//! The real program in a real window on a virtual display, with a real mouse and keyboard.

use glam::{DVec2, DVec3};
use isolab::scene::{Act, Body, Deformer, Kind, Node, Scene};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Software rendering on a busy machine takes its time; a test that hangs ends all the same.
const PATIENCE: Duration = Duration::from_secs(90);

/// A virtual display; ends with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// None where a program that the test needs is missing.
    fn start() -> Option<Self> {
        Command::new("xdotool").arg("version").output().ok()?;
        Command::new("import").arg("-version").output().ok()?;
        // Without "-noreset" the server starts anew whenever its last client leaves, and refuses clients meanwhile.
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x800x24",
                "+extension",
                "GLX",
                "-noreset",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Self { server, name: format!(":{}", number.trim()) })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    fn xdotool(&self, args: &str) -> Output {
        self.command("xdotool").args(args.split_whitespace()).output().expect("xdotool runs")
    }

    fn press(&self, keys: &str) {
        assert!(self.xdotool(&format!("key --delay 60 {keys}")).status.success(), "{keys}");
    }

    /// Presses the left button at `from`, moves in steps as a hand does, and lets go at `to`.
    fn drag(&self, from: DVec2, to: DVec2) {
        let mut args = format!("mousemove {} {} sleep 0.2 mousedown 1", from.x.round(), from.y.round());
        for step in 1..=6 {
            let at = from.lerp(to, f64::from(step) / 6.0).round();
            args += &format!(" sleep 0.1 mousemove {} {}", at.x, at.y);
        }
        assert!(self.xdotool(&(args + " sleep 0.3 mouseup 1")).status.success());
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The editor with one scene open.
struct Editor<'a> {
    display: &'a Display,
    program: Child,
    window: String,
    file: PathBuf,
}

impl<'a> Editor<'a> {
    fn open(display: &'a Display, folder: &Path) -> Self {
        let file = folder.join("scene.ron");
        block_and_ball().save(&file).expect("a scene file");
        let program = display
            .command(env!("CARGO_BIN_EXE_isolab"))
            .arg(&file)
            .current_dir(folder)
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_DATA_HOME", folder.join("data"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut editor = Self { display, program, window: String::new(), file };
        editor.wait("the window", |e| {
            let found = e.display.xdotool("search --onlyvisible --name Isolab").stdout;
            e.window = String::from_utf8_lossy(&found).trim().to_owned();
            !e.window.is_empty()
        });
        editor.wait("the scene in the window", |e| e.title().starts_with("scene"));
        assert!(display.xdotool(&format!("windowfocus --sync {}", editor.window)).status.success());
        editor
    }

    /// Asks again and again; each question is a program of its own, which is pause enough.
    fn wait(&mut self, what: &str, mut ready: impl FnMut(&mut Self) -> bool) {
        let begin = Instant::now();
        while !ready(self) {
            if let Some(status) = self.program.try_wait().expect("its state") {
                let mut said = String::new();
                let _ = self.program.stderr.take().map(|mut e| e.read_to_string(&mut said));
                panic!("waiting for {what}: the editor ended with {status} and said: {said}");
            }
            if begin.elapsed() > PATIENCE {
                panic!("waiting for {what}: the title is \"{}\"; {}", self.title(), self.screenshot());
            }
        }
    }

    fn title(&self) -> String {
        let name = self.display.xdotool(&format!("getwindowname {}", self.window)).stdout;
        String::from_utf8_lossy(&name).trim().to_owned()
    }

    fn is_dirty(&self) -> bool {
        self.title().contains('*')
    }

    /// Saves and returns the scene that then stands in the file, and its bytes.
    fn save(&mut self) -> (Scene, String) {
        self.display.press("ctrl+s");
        self.wait("saving", |e| !e.is_dirty());
        let text = std::fs::read_to_string(&self.file).expect("the saved file");
        (Scene::from_ron(&text).expect("a scene"), text)
    }

    /// The window's pixels; none while the display is busy.
    fn screen(&self) -> Option<image::RgbImage> {
        let output = self.display.command("import").args(["-window", "root", "png:-"]).output().ok()?;
        Some(image::load_from_memory(&output.stdout).ok()?.to_rgb8())
    }

    fn screenshot(&self) -> String {
        let path = std::env::temp_dir().join("isolab-window-test.png");
        match self.screen().map(|screen| screen.save(&path)) {
            Some(Ok(())) => format!("the screen is in {}", path.display()),
            _ => "no picture of the screen".to_owned(),
        }
    }

    /// Waits until a large thing of a colour is drawn, and returns its middle.
    fn find(&mut self, what: &str, is_it: impl Fn([i32; 3]) -> bool) -> DVec2 {
        let mut found = None;
        self.wait(what, |e| {
            found = e.screen().and_then(|screen| middle(&screen, LARGE, &is_it));
            found.is_some()
        });
        found.expect("found")
    }
}

/// A green block and a magenta ball: what is to be clicked is found by its colour, wherever the layout puts it.
fn block_and_ball() -> Scene {
    let mut scene = Scene::default();
    let mut block = Node::new("block", Kind::Box { half: DVec3::splat(0.4), round: 0.0 });
    block.color = DVec3::new(0.1, 0.8, 0.1);
    scene.nodes.push(block);
    let mut ball = Deformer::new("ball");
    ball.at = DVec3::new(-1.2, 0.0, 0.0);
    ball.color = DVec3::new(0.85, 0.1, 0.85);
    ball.body = Body::CubeSphere { grid: 12, radius: 0.4 };
    scene.deformers.push(ball);
    scene
}

fn is_block([r, g, b]: [i32; 3]) -> bool {
    g > r + 50 && g > b + 50
}

fn is_ball([r, g, b]: [i32; 3]) -> bool {
    r > g + 60 && b > g + 60
}

/// The gizmo's arrow along x is red; so is the x axis of the grid, but darker, and the corner's axes are round.
fn is_red([r, g, b]: [i32; 3]) -> bool {
    r > 150 && r > g + 70 && r > b + 70
}

/// Pixels of a large thing: the balls of the axes in the corner have some 250.
const LARGE: usize = 2000;

/// Median position of the pixels of a colour; none where there are fewer than `least`.
fn middle(screen: &image::RgbImage, least: usize, is_it: impl Fn([i32; 3]) -> bool) -> Option<DVec2> {
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for (x, y, pixel) in screen.enumerate_pixels() {
        if is_it(pixel.0.map(i32::from)) {
            xs.push(x);
            ys.push(y);
        }
    }
    xs.sort_unstable();
    ys.sort_unstable();
    (xs.len() >= least).then(|| DVec2::new(f64::from(xs[xs.len() / 2]), f64::from(ys[ys.len() / 2])))
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn move_undo_step_poke_and_save() {
    let Some(display) = Display::start() else {
        assert!(std::env::var_os("ISOLAB_REQUIRE_DISPLAY").is_none(), "Xvfb or xdotool is missing");
        eprintln!("skipped: the test of the real window needs the packages xvfb and xdotool");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut editor = Editor::open(&display, folder.path());
    let (original, original_text) =
        (Scene::load(&editor.file).expect("a scene"), std::fs::read_to_string(&editor.file).expect("text"));

    // Move the block along x by its gizmo.
    let block = editor.find("the block", is_block);
    display.xdotool(&format!("mousemove {} {} sleep 0.3 click 1 sleep 0.5", block.x, block.y));
    let before = editor.screen().expect("a picture of the screen");
    display.press("w");
    let mut grip = None;
    editor.wait("the gizmo", |e| {
        let mut after = e.screen().expect("a picture of the screen");
        for (new, old) in after.pixels_mut().zip(before.pixels()) {
            if new == old {
                *new = image::Rgb([0; 3]);
            }
        }
        grip = middle(&after, 40, is_red);
        grip.is_some()
    });
    let grip = grip.expect("the arrow");
    display.drag(grip, grip + (grip - block).normalize() * 60.0);
    editor.wait("the moved block", |e| e.is_dirty());
    let (moved, _) = editor.save();
    let at = moved.node("block").expect("the block").at;
    let mut expected = original.clone();
    expected.nodes[0].at = at;
    assert_eq!(moved, expected, "nothing but the block's position has changed");
    assert_eq!((at.y, at.z), (0.0, 0.0), "moved along x alone");
    assert!(at.x > 0.05 && at.x < 1.5, "moved by {} m; {}", at.x, editor.screenshot());

    // Take it back: the file is what it was, to the byte.
    display.press("ctrl+z");
    editor.wait("the undone move", |e| e.is_dirty());
    assert_eq!(editor.save().1, original_text);

    // Step five ticks, then hold the poke tool on the ball: the input track says when and where.
    display.press("Right Right Right Right Right");
    display.press("p");
    let ball = editor.find("the ball", is_ball);
    display.drag(ball, ball + DVec2::X);
    editor.wait("the poke", |e| e.is_dirty());
    let (poked, _) = editor.save();
    let added: Vec<_> = poked.inputs.iter().filter(|i| !original.inputs.contains(i)).collect();
    assert!(!added.is_empty() && added[0].tick == 5, "{added:?}; {}", editor.screenshot());
    let Act::Poke { origin, direction, .. } = added[0].act else { panic!("{added:?}") };
    let to_ball = (original.deformers[0].at - origin).normalize();
    assert!((origin - original.view.eye).length() < 0.2 && direction.normalize().dot(to_ball) > 0.99);

    // What the mouse did replays headless, and pushes the ball.
    let mut sim = isolab::Simulation::new(&poked).expect("a simulation");
    sim.run_to(5 + added[0].ticks).expect("ticks");
    assert!(sim.deformer("ball").expect("the ball").max_displacement() > 1e-3);

    // Nothing is unsaved: it closes without a question.
    display.press("ctrl+q");
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = editor.program.try_wait().expect("its state") {
            break status;
        }
        display.xdotool("sleep 0.05");
        assert!(begin.elapsed() < PATIENCE, "it does not close; {}", editor.screenshot());
    };
    assert!(status.success(), "{status}");
}
