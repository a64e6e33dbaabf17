//! How to play: the games' pages of `docs/games`, as the page shows them, with the lessons and puzzles of `positions`.
//!
//! A comment `<!-- figure at=e3 view=b2-h6 fen=F -->` in a page is where the browser draws a figure: readers of the text
//! do not see it, and what the figure shows is asked from the engine.

use std::borrow::Cow;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A text's name in the page, its path in the repository, and the text itself.
type Text = (&'static str, &'static str, &'static str);

macro_rules! text {
    ($name:expr, $path:expr) => {
        ($name, $path, include_str!(concat!("../../", $path)))
    };
}

macro_rules! texts {
    ($($id:literal)*) => {
        &[$(
            text!(concat!($id, ".en"), concat!("docs/games/", $id, ".md")),
            text!(concat!($id, ".vi"), concat!("docs/games/", $id, ".vi.md")),
            text!(concat!($id, ".lessons"), concat!("positions/", $id, "/lessons.json")),
            text!(concat!($id, ".tactics"), concat!("positions/", $id, "/tactics.epd")),
        )*]
    };
}

/// All texts.
const TEXTS: &[Text] = texts!["xiangqi" "commander" "namdinh" "dicechess" "oanquan"];

/// Answers `/guide/NAME`.
pub async fn text(Path(name): Path<String>) -> Response {
    let Some(one) = TEXTS.iter().find(|one| one.0 == name) else {
        return (StatusCode::NOT_FOUND, "no such text\n").into_response();
    };
    let kind = if is_page(one) { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" };
    ([(header::CONTENT_TYPE, kind)], shown(one)).into_response()
}

/// All texts as the page shows them, by their names.
pub fn texts() -> impl Iterator<Item = (&'static str, String)> {
    TEXTS.iter().map(|one| (one.0, shown(one)))
}

/// Whether a text is a game's page, and no list of lessons or puzzles.
fn is_page((_, path, _): &Text) -> bool {
    path.ends_with(".md")
}

fn shown(one: &Text) -> String {
    let text = fresh(one.1, one.2);
    if is_page(one) { rules(&text) } else { text.into_owned() }
}

/// While the page is worked on, in debug builds, texts are read anew each time.
fn fresh(path: &str, text: &'static str) -> Cow<'static, str> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    match cfg!(debug_assertions).then(|| std::fs::read_to_string(path)) {
        Some(Ok(text)) => text.into(),
        _ => text.into(),
    }
}

/// The part of a page that is for players, as HTML without links and without any markup of its own.
fn rules(text: &str) -> String {
    // What follows is for programs; the lines left out lead to other pages.
    let text = text.split("\n## In Banco").next().unwrap_or_default();
    let is_lead = |line: &&str| line.starts_with("*[") || line.contains("#in-banco");
    let text = text.lines().filter(|line| !is_lead(line)).collect::<Vec<_>>().join("\n");
    let mut comment = String::new();
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { .. } | Tag::HtmlBlock) | Event::End(TagEnd::Link) => None,
        Event::Html(part) | Event::InlineHtml(part) => {
            comment += &part;
            None
        }
        Event::End(TagEnd::HtmlBlock) => {
            figure(&std::mem::take(&mut comment)).map(|html| Event::Html(html.into()))
        }
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Some(Event::Start(Tag::Heading { level: below(level), id, classes, attrs }))
        }
        Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(below(level)))),
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    // Each comment is a block of its own; figures that follow each other stand side by side.
    out.replace("</div>\n<div class=\"figures\">", "")
}

/// The page has a heading of its own above.
fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        _ => HeadingLevel::H3,
    }
}

/// Places for figures: the words of a comment, the text of the position last; the start position for a picture.
fn figure(markup: &str) -> Option<String> {
    if markup.contains("<img ") {
        return Some("<figure data-start></figure>\n".to_owned());
    }
    let figures = markup.split("<!-- figure ").skip(1).filter_map(|rest| rest.split_once(" -->"));
    let figures: String =
        figures.map(|(words, _)| format!("<figure{}></figure>", attributes(words))).collect();
    (!figures.is_empty()).then(|| format!("<div class=\"figures\">{figures}</div>\n"))
}

fn attributes(words: &str) -> String {
    let (words, fen) = words.split_once("fen=").unwrap_or((words, ""));
    let pairs = words.split_whitespace().filter_map(|word| word.split_once('=')).chain([("fen", fen.trim())]);
    let is_plain = |sign: &char| !matches!(sign, '"' | '<' | '>' | '&');
    pairs
        .map(|(name, value)| {
            format!(" data-{name}=\"{}\"", value.chars().filter(is_plain).collect::<String>())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_places_for_figures() {
        let text = "# Title\n\n*[other](other.md)*\n\n<p align=\"center\"><img src=\"a.png\"></p>\n\n## Moves\n\n\
                    * **Rook**: see [there](#x).\n  <!-- figure at=e3 view=b2-h6 fen=9/4R4 w - -->\n  <!-- figure at=a1 fen=x -->\n\
                    \n<script>alert(1)</script>\n\n## In Banco\n\nnothing";
        let html = rules(text);
        assert!(html.contains("<h2>Title</h2>") && html.contains("<h3>Moves</h3>"), "{html}");
        assert!(html.contains("<figure data-start></figure>"), "{html}");
        let figures = "<div class=\"figures\"><figure data-at=\"e3\" data-view=\"b2-h6\" data-fen=\"9/4R4 w -\"></figure>\
                       <figure data-at=\"a1\" data-fen=\"x\"></figure></div>";
        assert!(html.contains(figures), "{html}");
        for absent in ["other", "nothing", "script", "href", "img"] {
            assert!(!html.contains(absent), "{absent}: {html}");
        }
    }

    #[test]
    fn every_text_is_shown() {
        for (name, path, text) in TEXTS {
            assert!(!text.is_empty(), "{name}");
            if path.ends_with(".md") {
                let html = rules(text);
                assert!(html.contains("<h3>") && html.contains("<figure"), "{name}: {html}");
                assert!(!html.contains("in-banco") && !html.contains("```"), "{name}");
            }
        }
    }
}
