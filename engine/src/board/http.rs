//! The web server's addresses: the page's files, the socket, and who may ask for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use stymie_movegen::VariantId;

use super::message::LONGEST_HEARD;
use super::tab;
use super::worker::Slots;

/// The most tabs at the same time: each may have a search's table.
const MOST_TABS: usize = 32;

/// The most searches at the same time; moves of games are not waited for beyond that.
const MOST_SEARCHES: usize = 8;

/// A file of the page: name, type, content.
type Asset = (&'static str, &'static str, &'static [u8]);

macro_rules! asset {
    ($name:literal, $kind:literal) => {
        ($name, $kind, include_bytes!(concat!("../../web/dist/", $name)))
    };
}

const ASSETS: [Asset; 6] = [
    asset!("index.html", "text/html; charset=utf-8"),
    asset!("board.js", "text/javascript; charset=utf-8"),
    asset!("board.css", "text/css; charset=utf-8"),
    asset!("pieces.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("LICENCES.txt", "text/plain; charset=utf-8"),
];

/// What a browser is told of every answer: nothing but our own files is used, no other page may
/// frame ours, and a new version of the program is not hidden by a cache.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// What all tabs share.
pub(super) struct Site {
    /// Whose page is served.
    port: u16,
    /// What a new tab begins with.
    variant: VariantId,
    tabs: AtomicUsize,
    slots: Arc<Slots>,
}

impl Site {
    pub(super) fn new(port: u16, variant: VariantId) -> Site {
        let slots = Arc::new(Slots::new(MOST_SEARCHES));
        Site { port, variant, tabs: AtomicUsize::new(0), slots }
    }

    /// Whether a header's host is this server, by a name that no other site can have: a page from
    /// elsewhere whose name leads here (DNS rebinding) is refused.
    fn is_named(&self, host: &str) -> bool {
        // The port that is HTTP's own is left out.
        let bare = Some(host).filter(|_| self.port == 80);
        let name = host.strip_suffix(&format!(":{}", self.port)).or(bare);
        matches!(name, Some("127.0.0.1" | "localhost"))
    }

    /// Whether a request comes from our own page, or from no page at all.
    fn admits(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).is_some_and(|host| self.is_named(host));
        let origin = text(header::ORIGIN).is_none_or(|origin| {
            origin.strip_prefix("http://").is_some_and(|host| self.is_named(host))
        });
        host && origin
    }
}

/// The server's addresses.
pub(super) fn router(site: Site) -> Router {
    let site = Arc::new(site);
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/socket", get(socket))
        .route("/status", get(status))
        .route("/{name}", get(|Path(name): Path<String>| async move { file(&name) }))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard))
        .with_state(site)
}

async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = if site.admits(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this board is for this machine's browser only\n").into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

fn file(name: &str) -> Response {
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, content)) => ([(header::CONTENT_TYPE, *kind)], *content).into_response(),
        None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
    }
}

/// How many tabs are open and how many searches run.
async fn status(State(site): State<Arc<Site>>) -> Response {
    let (tabs, searches) = (site.tabs.load(Relaxed), site.slots.taken());
    let text = format!("{{\"tabs\":{tabs},\"searches\":{searches}}}\n");
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn socket(State(site): State<Arc<Site>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(seat) = Seat::take(&site) else {
        let full = format!("{MOST_TABS} tabs are open, and no more can be\n");
        return (StatusCode::SERVICE_UNAVAILABLE, full).into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST_HEARD).max_frame_size(LONGEST_HEARD);
    upgrade.on_upgrade(move |socket| async move {
        tab::serve(socket, seat.0.variant, Arc::clone(&seat.0.slots)).await;
        drop(seat);
    })
}

/// One of the [`MOST_TABS`]. Dropped, it is free again.
struct Seat(Arc<Site>);

impl Seat {
    fn take(site: &Arc<Site>) -> Option<Seat> {
        let one_more = |tabs| (tabs < MOST_TABS).then_some(tabs + 1);
        site.tabs.fetch_update(Relaxed, Relaxed, one_more).ok()?;
        Some(Seat(Arc::clone(site)))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Whether a request with these headers is let in; one that no header can hold is not.
    pub(in crate::board) fn admits(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::HOST, Some(host)), (header::ORIGIN, origin)] {
            match value.map(header::HeaderValue::from_str) {
                Some(Ok(value)) => drop(headers.insert(name, value)),
                Some(Err(_)) => return false,
                None => {}
            }
        }
        Site::new(7896, VariantId::Hia).admits(&headers)
    }

    #[test]
    fn only_our_own_page_is_admitted() {
        assert!(admits("127.0.0.1:7896", None));
        assert!(admits("localhost:7896", Some("http://localhost:7896")));
        for (host, origin) in [
            ("evil.example:7896", None),
            ("127.0.0.1", None),
            ("127.0.0.1:78960", None),
            ("127.0.0.1:7896", Some("http://evil.example")),
            ("127.0.0.1:7896", Some("http://evil.example:7896")),
            ("127.0.0.1:7896", Some("null")),
            ("127.0.0.1:7896", Some("http://127.0.0.1:80")),
        ] {
            assert!(!admits(host, origin), "{host} {origin:?}");
        }
        assert!(!Site::new(7896, VariantId::Hia).admits(&HeaderMap::new()));
        let site = Site::new(80, VariantId::Hia);
        assert!(site.is_named("127.0.0.1") && site.is_named("localhost:80"));
        assert!(!site.is_named("evil.example"));
    }
}
