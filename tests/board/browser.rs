//! A headless Chromium with Stymie's board in it, driven through chromedriver.

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use stymie_tests::{SOON, find_tool};
use tokio::runtime::Runtime;

/// A browser. Dropping it closes it.
pub(crate) struct Browser {
    driver: Child,
    runtime: Runtime,
    client: Client,
}

impl Browser {
    /// Starts a browser whose pages are so many pixels wide and high, and opens a page of the board.
    pub(crate) fn open(address: &str, width: u32, height: u32) -> Browser {
        let mut driver = Command::new(find_tool("chromedriver"))
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver can be run");
        let mut said = BufReader::new(driver.stdout.take().expect("stdout is piped")).lines();
        let port = said
            .find_map(|line| {
                let line = line.ok()?;
                let port = line.split("started successfully on port ").nth(1)?;
                Some(port.trim_end_matches('.').to_owned())
            })
            .expect("chromedriver says its port");
        // It must be able to go on writing.
        thread::spawn(move || said.for_each(drop));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime can be had");
        // A device's screen, because a window cannot be as narrow as a phone's. Root may run
        // Chromium only without a sandbox, and a container's /dev/shm is small.
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": find_tool("chromium"),
                "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
                "mobileEmulation": {
                    "deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false}
                },
            },
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let capabilities = capabilities.as_object().cloned().unwrap_or_default();
        let client = runtime.block_on(async {
            let mut builder =
                ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
            builder.capabilities(capabilities);
            builder.connect(&format!("http://127.0.0.1:{port}")).await
        });
        let client = client.expect("Chromium can be run");
        let browser = Browser { driver, runtime, client };
        browser.visit(address);
        browser
    }

    fn run<T, E: std::fmt::Debug>(&self, work: impl Future<Output = Result<T, E>>) -> T {
        self.runtime.block_on(work).expect("the browser does it")
    }

    /// Opens a page of the board in this tab.
    pub(crate) fn visit(&self, address: &str) {
        self.run(self.client.goto(address));
        self.wait_until(
            "the pieces stand",
            "return document.querySelector('cg-board piece') !== null",
        );
    }

    /// What a script in the page returns.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.run(self.client.execute(script, vec![]))
    }

    /// Waits until a script returns true.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, script: &str) {
        let end = Instant::now() + SOON;
        while self.script(script) != json!(true) {
            assert!(Instant::now() < end, "waited in vain until {what}; {}", self.situation());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the page shows, for a failure's message.
    fn situation(&self) -> String {
        let status = self.text("#status");
        let complaint = self.script(
            "const c = document.querySelector('#complaint'); return c.hidden ? '' : c.textContent",
        );
        let console = self.console();
        format!("the page says {status:?}, {complaint}, FEN {:?}, {console:?}", self.fen())
    }

    /// The text of the element.
    pub(crate) fn text(&self, css: &str) -> String {
        let text = format!("return document.querySelector({}).textContent", json!(css));
        self.script(&text).as_str().unwrap_or_default().to_owned()
    }

    /// The FEN that is shown.
    pub(crate) fn fen(&self) -> String {
        let fen = self.script("return document.querySelector('#fen').value");
        fen.as_str().unwrap_or_default().to_owned()
    }

    /// Clicks on an element of the page.
    pub(crate) fn press(&self, css: &str) {
        let element = self.run(self.client.find(Locator::Css(css)));
        self.run(element.click());
    }

    /// Types into an element.
    pub(crate) fn type_into(&self, css: &str, text: &str) {
        let element = self.run(self.client.find(Locator::Css(css)));
        self.run(element.send_keys(text));
    }

    /// Presses keys with nothing in particular in focus.
    pub(crate) fn keys(&self, keys: &str) {
        self.script("document.activeElement.blur()");
        self.type_into("body", keys);
    }

    /// Chooses an option.
    pub(crate) fn choose(&self, css: &str, value: &str) {
        let element = self.run(self.client.find(Locator::Css(css)));
        self.run(element.select_by_value(value));
    }

    /// Moves the mouse to the middle of a square.
    pub(crate) fn point_at(&self, square: &str) {
        self.mouse(square, false);
    }

    /// Clicks on a square.
    pub(crate) fn click(&self, square: &str) {
        self.mouse(square, true);
    }

    fn mouse(&self, square: &str, click: bool) {
        let place = self.script(&format!(
            "const board = document.querySelector('#board');
             board.scrollIntoView({{block: 'nearest'}});
             const [files, ranks] = ['--files', '--ranks'].map(name => +board.style.getPropertyValue(name));
             const turned = board.classList.contains('orientation-black');
             const file = {square}.charCodeAt(0) - 97, rank = +{square}.slice(1) - 1;
             const box = board.querySelector('cg-board').getBoundingClientRect();
             const x = turned ? files - 1 - file : file, y = turned ? rank : ranks - 1 - rank;
             return [box.x + (x + .5) * box.width / files, box.y + (y + .5) * box.height / ranks];",
            square = json!(square),
        ));
        let at = |i: usize| place[i].as_f64().expect("a coordinate").round();
        let mut actions = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo {
            duration: Some(Duration::ZERO),
            x: at(0),
            y: at(1),
        });
        if click {
            actions = actions
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        }
        self.run(self.client.perform_actions(actions));
    }

    /// Makes a move by two clicks, and waits until it is the move with this number in the list.
    #[track_caller]
    pub(crate) fn play(&self, from: &str, to: &str, number: usize) {
        self.click(from);
        self.click(to);
        self.wait_for_move(number);
    }

    /// Waits until so many moves have been made in the position that is shown.
    #[track_caller]
    pub(crate) fn wait_for_move(&self, number: usize) {
        let script = format!(
            "const current = document.querySelector('#moves [aria-current]');
             return (current ? +current.dataset.ply : 0) === {number}"
        );
        self.wait_until(&format!("move {number} is shown"), &script);
    }

    /// Opens another tab and goes there; the way back.
    pub(crate) fn open_tab(&self, address: &str) -> WindowHandle {
        let here = self.run(self.client.window());
        let new = self.run(self.client.new_window(true));
        self.run(self.client.switch_to_window(new.handle));
        self.visit(address);
        here
    }

    /// Closes this tab and goes to another.
    pub(crate) fn close_tab(&self, then: WindowHandle) {
        self.run(self.client.close_window());
        self.run(self.client.switch_to_window(then));
    }

    /// What the page has told the console since this was last asked.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.run(self.client.issue_cmd(BrowserLog));
        let lines = log.as_array().cloned().unwrap_or_default();
        lines.iter().map(|line| format!("{}: {}", line["level"], line["message"])).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without a goodbye chromedriver would leave the browser behind.
        let _ = self.runtime.block_on(self.client.clone().close());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Chromium's own command for the console's log.
#[derive(Debug)]
struct BrowserLog;

impl WebDriverCompatibleCommand for BrowserLog {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({"type": "browser"}).to_string()))
    }
}
