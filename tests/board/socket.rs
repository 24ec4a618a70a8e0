//! The socket without a browser: whole messages, as long as one likes.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;
use stymie_tests::SOON;

/// A tab's socket.
pub(crate) struct Socket {
    stream: TcpStream,
}

/// What a frame is.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;

impl Socket {
    /// Opens a tab at the board on this host.
    pub(crate) fn open(host: &str) -> Socket {
        let mut stream = TcpStream::connect(host).expect("the server listens");
        stream.set_read_timeout(Some(SOON)).expect("a time");
        let request = format!(
            "GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Socket { stream }
    }

    /// Says a text. The server may stop listening meanwhile.
    pub(crate) fn say(&mut self, text: &str) {
        // The mask is nothing, which changes nothing.
        let mut frame = vec![0x80 | TEXT, 0x80 | 127];
        frame.extend((text.len() as u64).to_be_bytes());
        frame.extend([0; 4]);
        let _ = self.stream.write_all(&frame);
        let _ = self.stream.write_all(text.as_bytes());
    }

    /// The next frame's kind and content.
    fn frame(&mut self) -> (u8, Vec<u8>) {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).expect("a frame");
        let length = match head[1] {
            126 => self.number(2),
            127 => self.number(8),
            short => usize::from(short),
        };
        let mut content = vec![0; length];
        self.stream.read_exact(&mut content).expect("a whole frame");
        (head[0] & 15, content)
    }

    fn number(&mut self, bytes: usize) -> usize {
        let mut number = [0; 8];
        self.stream.read_exact(&mut number[8 - bytes..]).expect("a length");
        u64::from_be_bytes(number) as usize
    }

    /// Why the next request that is refused is so.
    pub(crate) fn refusal(&mut self) -> String {
        loop {
            let (kind, content) = self.frame();
            assert_eq!(kind, TEXT, "{}", String::from_utf8_lossy(&content));
            let told: Value = serde_json::from_slice(&content).expect("JSON");
            if told["tell"] == "refused" {
                return told["why"].as_str().unwrap_or_default().to_owned();
            }
        }
    }

    /// Why the server closes.
    pub(crate) fn farewell(&mut self) -> String {
        loop {
            let (kind, content) = self.frame();
            if kind == CLOSE {
                return String::from_utf8_lossy(&content[2..]).into_owned();
            }
        }
    }
}
