//! The start page in HTML: a card for each game with a still picture of its board, in both languages. Its links work
//! before the scripts have come: the address keeps a tap.

use banco::base::words::Bilingual;
use banco::engine::registry::{self, Entry};
use serde_json::Value;

use super::sources;

/// Places in `index.html`: the cards, the sentence above them, and the icon of the tab.
const CARDS: &str = "<div id=\"cards\">";
const LEAD: &str = "<p class=\"lead\">";
const ICON: &str = "icon.svg";

/// Returns the name of the picture of a game's start position.
pub fn picture(game: &Entry) -> String {
    format!("{}.svg", game.id)
}

/// Returns a text in both languages; the style sheet shows one.
fn both(texts: [&str; 2]) -> String {
    let [english, vietnamese] = texts.map(|text| text.replace('&', "&amp;").replace('<', "&lt;"));
    format!("<span lang=\"en\">{english}</span><span lang=\"vi\">{vietnamese}</span>")
}

/// Writes the cards into the page.
pub fn write(page: &str) -> String {
    let catalogue = |name| serde_json::from_str::<Value>(&sources::text(name)).unwrap_or_default();
    let [en, vi] = ["en.json", "vi.json"].map(catalogue);
    let word = |key: &str| both([&en, &vi].map(|words| words[key].as_str().unwrap_or(key)));
    let cards: String = registry::games().map(|game| card(game, &word)).collect();
    // Within the page, the icon is no request.
    let icon = sources::text(ICON).trim().replace('"', "'").replace('#', "%23");
    let icon = format!("data:image/svg+xml,{icon}");
    let after = |mark: &str, text: &str| (mark.to_owned(), mark.to_owned() + text);
    let parts = [after(CARDS, &cards), after(LEAD, &word("lead")), (ICON.to_owned(), icon)];
    parts.iter().fold(page.to_owned(), |page, (mark, text)| page.replacen(mark, text, 1))
}

fn card(game: &Entry, word: &impl Fn(&str) -> String) -> String {
    let Entry { id, words, .. } = game;
    let name = |texts: Bilingual| if texts[0].is_empty() { [game.title; 2] } else { texts };
    let (name, about) = (both(name(words.name)), both(words.about));
    let link = |mode: &str, icon: &str, class: &str, key: &str| {
        let word = word(key);
        format!(
            "<a class=\"act{class}\" href=\"#/{id}/{mode}\" data-icon=\"{icon}\"><span>{word}</span>\
             <span class=\"unseen\">: {name}</span></a>"
        )
    };
    let (play, learn) = (link("new", "play", " strong", "playMode"), link("learn", "learn", "", "learnMode"));
    let picture = picture(game);
    format!(
        "<article class=\"card\" data-id=\"{id}\" id=\"/{id}/new\">\
         <a class=\"picture\" href=\"#/{id}/new\" tabindex=\"-1\" aria-hidden=\"true\">\
         <img src=\"{picture}\" alt=\"\"></a>\
         <div><h2>{name}</h2><p>{about}</p><small></small><div class=\"buttons\">{play}{learn}</div></div></article>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_card_for_each_game_in_both_languages() {
        let page = write(&sources::text("index.html"));
        for game in registry::games() {
            let [english, vietnamese] = game.words.about;
            for text in [english, vietnamese, &picture(game), &format!("href=\"#/{}/new\"", game.id)] {
                assert!(page.contains(text), "{}: {text}", game.id);
            }
        }
        assert!(page.contains("<p class=\"lead\"><span lang=\"en\">Five "), "{page}");
    }
}
