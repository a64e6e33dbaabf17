//! Texts for players: the rules of the registry's games as HTML, their lessons, puzzles, compositions and courses, `words`,
//! the names of games, options, ends and levels, and `faults`, the sentences of errors.
//!
//! A comment `<!-- figure at=e3 view=b2-h6 fen=F -->` in the rules marks the place of a figure, which the browser draws
//! with the engine. It is invisible in the Markdown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use banco::base::fault;
use banco::base::words::{Bilingual, Words};
use banco::engine::registry::{self, Entry};
use banco::record;

/// The folder of the sources.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../");

/// A text, with its name in the page and its path in the repository.
struct Text {
    name: String,
    path: String,
    text: &'static str,
}

/// Returns the texts of a game that exist; collections of positions are empty in a game that has puzzles only.
fn texts_of(game: &'static Entry) -> impl Iterator<Item = Text> {
    let (id, guide) = (game.id, game.guide);
    let texts = [
        ("en", format!("docs/games/{id}.md"), guide.english),
        ("vi", format!("docs/games/{id}.vi.md"), guide.vietnamese),
        ("lessons", format!("positions/{id}/lessons.json"), guide.lessons),
        ("tactics", format!("positions/{id}/tactics.epd"), guide.tactics),
        ("compositions", format!("positions/{id}/compositions.epd"), guide.compositions),
        ("course", format!("positions/{id}/course.epd"), guide.course),
    ];
    let named = texts.map(|(name, path, text)| Text { name: format!("{id}.{name}"), path, text });
    named
        .into_iter()
        .filter(move |one| !one.text.is_empty() || one.path.ends_with(".epd") && !guide.tactics.is_empty())
}

/// Formats the words of all games by their ids, as JSON.
fn words() -> String {
    let words: BTreeMap<&str, &Words> = registry::games().map(|game| (game.id, game.words)).collect();
    serde_json::to_string(&words).unwrap_or_default()
}

/// Formats the sentences of all faults by their codes, and the names in their arguments, as JSON.
fn faults() -> String {
    let games = registry::games().flat_map(|game| game.words.faults);
    let sentences: BTreeMap<&str, &Bilingual> = fault::SENTENCES
        .iter()
        .chain(record::faults::SENTENCES)
        .chain(games)
        .map(|(code, texts)| (*code, texts))
        .collect();
    serde_json::json!({ "sentences": sentences, "names": fault::NAMES }).to_string()
}

/// Answers `/guide/NAME`.
pub async fn text(Path(name): Path<String>) -> Response {
    let Some((_, text)) = texts().find(|one| one.0 == name) else {
        return (StatusCode::NOT_FOUND, "no such text\n").into_response();
    };
    let is_page = name.ends_with(".en") || name.ends_with(".vi");
    let kind = if is_page { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Returns all texts in the form for the page, by their names.
pub fn texts() -> impl Iterator<Item = (String, String)> {
    let texts = registry::games().flat_map(texts_of).map(|one| (one.name.clone(), shown(&one)));
    texts.chain([("words".to_owned(), words()), ("faults".to_owned(), faults())])
}

fn shown(one: &Text) -> String {
    let text = fresh(&one.path, one.text);
    if one.path.ends_with(".md") { rules(&text) } else { text.into_owned() }
}

/// Reads texts from disk in debug builds, so that changes show without a rebuild.
fn fresh(path: &str, text: &'static str) -> Cow<'static, str> {
    // Release builds do not hold the path of their sources.
    if cfg!(debug_assertions)
        && let Ok(text) = std::fs::read_to_string(format!("{REPOSITORY}{path}"))
    {
        return text.into();
    }
    text.into()
}

/// Renders the players' part of the rules as HTML, without links and without raw HTML.
fn rules(text: &str) -> String {
    // The rest is for programs; the lines left out link to other pages.
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
    // Each comment is a block of its own; joins neighbouring figures, which stand side by side.
    out.replace("</div>\n<div class=\"figures\">", "")
}

/// Shifts headings down by one level, below the page's own.
fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        _ => HeadingLevel::H3,
    }
}

/// Converts comments, with the FEN last, and images, for the start position, to placeholders of figures.
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
        for Text { name, path, text } in registry::games().flat_map(texts_of) {
            // Debug builds read the source.
            let source = std::fs::read_to_string(format!("{REPOSITORY}{path}"));
            assert_eq!(source.unwrap_or_default(), text, "{path}");
            if path.ends_with(".md") {
                let html = rules(text);
                assert!(html.contains("<h3>") && html.contains("<figure"), "{name}: {html}");
                assert!(!html.contains("in-banco") && !html.contains("```"), "{name}");
            }
        }
    }
}
