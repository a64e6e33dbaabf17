//! The program as a server, and a page's end of a session.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

use crate::common::end_of;

/// Timeout after which something counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start() -> Server {
        Server::with(&[], &[])
    }

    /// The same with further arguments and environment variables.
    pub fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        Server::begin(arguments, variables).0
    }

    /// Starts a server with more arguments; returns it with its output after the first line.
    pub fn start_with(arguments: &[&str]) -> (Server, std::sync::mpsc::Receiver<String>) {
        Server::begin(arguments, &[])
    }

    fn begin(arguments: &[&str], variables: &[(&str, &str)]) -> (Server, std::sync::mpsc::Receiver<String>) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_banco"));
        program.args(["serve", "--port", "0"]).args(arguments).envs(variables.iter().copied());
        Server::spawn(program)
    }

    /// Starts a server with a limit of open files.
    #[cfg(unix)]
    pub fn with_files(count: u32) -> Server {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("ulimit -n {count}; exec \"$0\" serve --port 0"),
            env!("CARGO_BIN_EXE_banco"),
        ]);
        Server::spawn(shell).0
    }

    /// Starts another program with the commands of Banco.
    pub fn of(program: &Path) -> Server {
        let mut program = Command::new(program);
        program.args(["serve", "--port", "0"]);
        Server::spawn(program).0
    }

    fn spawn(mut program: Command) -> (Server, std::sync::mpsc::Receiver<String>) {
        let mut child = program.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut printed = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let line = printed.next().expect("a line");
        let (sender, rest) = std::sync::mpsc::channel();
        std::thread::spawn(move || printed.for_each(|line| drop(sender.send(line))));
        let address = line.split("http://127.0.0.1:").nth(1).expect("the address is printed");
        let port = address.split('/').next().unwrap().parse().unwrap();
        (Server { child, port }, rest)
    }

    pub fn try_page(&self) -> Option<Page> {
        self.connect("session")
    }

    /// Opens a WebSocket of the server.
    pub fn connect(&self, path: &str) -> Option<Page> {
        let mut request = format!("ws://127.0.0.1:{}/{path}", self.port).into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{}", self.port);
        request.headers_mut().insert("Origin", HeaderValue::from_str(&origin).unwrap());
        let stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Page { socket })
    }

    /// Returns the memory of the program, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line of memory");
        line.split_whitespace().nth(1).and_then(|text| text.parse().ok()).expect("a number")
    }

    pub fn page(&self) -> Page {
        self.try_page().expect("a session")
    }

    /// Opens a page as soon as a place is free.
    pub fn page_in_time(&self) -> Page {
        let begun = Instant::now();
        loop {
            if let Some(page) = self.try_page() {
                return page;
            }
            assert!(begun.elapsed() < PATIENCE, "no place came free");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends Ctrl-C; returns the program's status.
    #[cfg(unix)]
    pub fn interrupt(mut self) -> std::process::ExitStatus {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        end_of(&mut self.child, PATIENCE, "the server")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Page {
    pub socket: WebSocket<TcpStream>,
}

impl Page {
    pub fn send(&mut self, text: &str) {
        // The other end may have closed; the next read finds out.
        let _ = self.socket.send(Message::text(text));
    }

    /// Sends lines and reads up to the one that begins with `end`, which is left out.
    pub fn query(&mut self, lines: &str, end: &str) -> Vec<String> {
        self.send(lines);
        let mut answers = Vec::new();
        loop {
            let message = self.socket.read().expect("an answer");
            for line in message.to_text().unwrap_or_default().lines() {
                if line.starts_with(end) {
                    return answers;
                }
                answers.push(line.to_owned());
            }
        }
    }

    /// Sends lines, the last of which is answered by one line; returns the field of its answer.
    pub fn ask(&mut self, lines: &str) -> Value {
        let command = lines.lines().last().and_then(|line| line.split(' ').next()).unwrap_or_default();
        let answers = self.query(&format!("{lines}\nisready"), "readyok");
        let mut answer: Value = serde_json::from_str(&answers.concat()).expect("one answer");
        answer[command].take()
    }

    /// Reads to the end of the connection; false when it stays open.
    pub fn is_closed(&mut self) -> bool {
        loop {
            match self.socket.read() {
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return false;
                }
                Err(_) => return true,
            }
        }
    }
}
