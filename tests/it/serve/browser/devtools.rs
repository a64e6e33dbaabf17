//! A browser under control: headless Chromium with its DevTools protocol. The few commands of the tests
//! do not justify a crate with generated bindings for hundreds (minutes of compiling).

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::serve::server::{PATIENCE, Server};

pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    count: u64,
    profile: PathBuf,
    /// The only allowed origin of requests.
    home: String,
    /// Errors of the console, exceptions, requests to other origins: a test that has any fails at its end.
    pub faults: Vec<String>,
    /// The server of this page alone.
    pub server: Option<Server>,
}

impl Browser {
    /// Starts `$CHROMIUM` or `chromium`.
    pub fn start(home: &str) -> Browser {
        let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
        let profile = std::env::temp_dir()
            .join(format!("banco-browser-{}-{home}", std::process::id()).replace(['/', ':'], "-"));
        let mut child = Command::new(&program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
            .args(["--disable-background-networking", "--disable-component-update", "--no-first-run"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} does not start ({error}): apt-get install chromium"));
        let mut printed = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = printed
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("DevTools listening on ")?.1.to_owned()))
            .expect("the browser says where it listens");
        std::thread::spawn(move || printed.for_each(drop));
        let (socket, _) = tungstenite::connect(address).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let home = home.to_owned();
        let mut browser = Browser {
            child,
            socket,
            session: None,
            count: 0,
            profile,
            home,
            faults: Vec::new(),
            server: None,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let attach = browser.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        browser.session = Some(attach["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    /// Executes a command and waits for its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.count += 1;
        let id = self.count;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let message = self.socket.read().expect("the browser answers");
            let Ok(message) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default()) else {
                continue;
            };
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.note(&message);
        }
    }

    fn note(&mut self, message: &Value) {
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.faults.push(parameters["exceptionDetails"].to_string()),
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.faults.push(parameters["entry"].to_string());
            }
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with(&self.home) && !url.starts_with("data:") && !url.starts_with("blob:") {
                    self.faults.push(format!("a request to {url}"));
                }
            }
            _ => {}
        }
    }

    /// Returns the value of an expression; awaits promises.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "never true: {expression}; {:?}", self.faults);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Evaluates an expression and waits until another is true.
    pub fn run_until(&mut self, expression: &str, end: &str) {
        self.value(expression);
        self.until(end);
    }

    /// Sets the field that an expression returns, with the events of a user's change.
    pub fn fill(&mut self, field: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const one = {field}; one.value = {value:?}; one.dispatchEvent(new Event('change')); }})()"
        ));
    }

    pub fn size(&mut self, width: u32, height: u32) {
        let mobile = width < 600;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Reloads a page and waits until it is ready.
    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.call("Page.navigate", json!({"url": url}));
        self.until("document.body?.dataset.ready === 'true'");
    }

    pub fn reload(&mut self) {
        self.value("document.body.dataset.ready = 'old'");
        self.call("Page.reload", json!({}));
        self.until("document.body?.dataset.ready === 'true'");
    }

    /// A click of the mouse on the element that a selector finds, once it can be clicked.
    pub fn click(&mut self, selector: &str) {
        self.until(&format!(
            "((one) => one !== null && one.disabled !== true)(document.querySelector('{selector}'))"
        ));
        let place = self.place(selector);
        self.mouse("mouseMoved", &place, 0);
        self.mouse("mousePressed", &place, 1);
        self.mouse("mouseReleased", &place, 0);
    }

    /// Clicks on an element and waits until an expression is true.
    pub fn click_until(&mut self, selector: &str, expression: &str) {
        self.click(selector);
        self.until(expression);
    }

    /// Drags from one element to another.
    pub fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        self.mouse("mousePressed", &from, 1);
        self.mouse("mouseMoved", &to, 1);
        self.mouse("mouseReleased", &to, 0);
    }

    /// Drags with the right button.
    pub fn draw(&mut self, from: &str, to: &str) {
        for (selector, kind, buttons) in [(from, "mousePressed", 2), (to, "mouseReleased", 0)] {
            let place = self.place(selector);
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "right", "buttons": buttons, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// The middle of an element that a selector finds, once two frames in a row show it at the same place.
    fn place(&mut self, selector: &str) -> Value {
        self.value(&format!(
            "(async () => {{ const middle = () => {{ const one = document.querySelector('{selector}'); \
             one.scrollIntoView({{block: 'nearest'}}); const box = one.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }}; \
             for (let last = middle();;) {{ await new Promise(requestAnimationFrame); const now = middle(); \
             if (now.join() === last.join()) return now; last = now; }} }})()"
        ))
    }

    /// Sends a mouse event at a place, with a number of buttons held.
    fn mouse(&mut self, kind: &str, place: &Value, buttons: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event = json!({"type": kind, "x": place[0], "y": place[1], "button": button,
            "buttons": buttons, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", event);
    }

    pub fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key}));
        }
    }

    /// Saves a picture of the page in the folder `$SHOTS`, if set.
    pub fn shoot(&mut self, name: &str) {
        self.capture(&format!("{name}.png"), json!({"format": "png"}));
    }

    /// Saves a small picture of the page for the documents in the folder `$SHOTS`, if set.
    pub fn illustrate(&mut self, name: &str, [width, height]: [u32; 2], scale: f64) {
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": scale});
        self.capture(&format!("{name}.webp"), json!({"format": "webp", "quality": 75, "clip": clip}));
    }

    fn capture(&mut self, name: &str, parameters: Value) {
        let Ok(folder) = std::env::var("SHOTS") else { return };
        let shot = self.call("Page.captureScreenshot", parameters);
        let data = decode(shot["data"].as_str().unwrap_or_default());
        fs::write(PathBuf::from(folder).join(name), data).expect("the folder SHOTS exists");
    }
}

/// Writes a page with all pictures in the folder `$SHOTS`, if set.
pub fn write_sheet() {
    let Ok(folder) = std::env::var("SHOTS") else { return };
    let folder = PathBuf::from(folder);
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("the folder SHOTS exists")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".png"))
        .collect();
    names.sort();
    let figure = |name: &String| {
        format!(
            "<figure><img src=\"{name}\" height=\"360\" loading=\"lazy\"><figcaption>{name}</figcaption></figure>\n"
        )
    };
    let figures: String = names.iter().map(figure).collect();
    let style = "body{display:flex;flex-wrap:wrap;font:13px sans-serif}figure{margin:6px}";
    fs::write(folder.join("index.html"), format!("<!doctype html><style>{style}</style>\n{figures}"))
        .expect("the folder SHOTS is writable");
}

/// Decodes base 64 without validation: the browser's encoding is valid.
fn decode(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |byte: u8| alphabet.iter().position(|&one| one == byte).unwrap_or(0) as u32;
    let mut out = Vec::with_capacity(text.len());
    for four in text.as_bytes().chunks(4) {
        let bits = four.iter().fold(0, |bits, &byte| bits << 6 | value(byte));
        let pads = four.iter().filter(|&&byte| byte == b'=').count();
        out.extend_from_slice(&bits.to_be_bytes()[1..4 - pads]);
    }
    out
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profile);
        assert!(self.faults.is_empty() || std::thread::panicking(), "{:#?}", self.faults);
    }
}
