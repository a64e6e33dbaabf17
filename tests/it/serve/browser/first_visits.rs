//! Faults that new users met: taps during a move, lost results, illegal tries without an answer.

use super::exchange::drop_text;
use super::statements::open_alone;
use super::{COUNT, FAULT, SETTLED, mode, open, panel, point, points, set_up};

/// A second tap while counters are sown plays nothing, and the game is readable after a reload.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_tap_during_sowing_plays_nothing() {
    let mut browser = open_alone("oanquan");
    point(&mut browser, "c1");
    browser.until("document.querySelectorAll('#board .way').length === 2");
    browser.click("#board .way[data-way=\"+\"] circle");
    assert_eq!(browser.value(SETTLED), false, "counters are being sown");
    // The same taps as for another move of the same side, and its typed form.
    point(&mut browser, "d1");
    assert_eq!(browser.value("document.querySelectorAll('#board .way').length"), 0);
    browser.run_until("banco.game.play('d1+'), banco.game.playLine(['d1+']), 0", SETTLED);
    assert_eq!(browser.value("banco.game.moves.map(({ text }) => text)"), serde_json::json!(["c1+"]));
    browser.reload();
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
}

/// The same while the engine's answers are late, as over a slow connection.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_tap_on_a_slow_connection_plays_nothing() {
    let mut browser = open("xiangqi");
    browser.value(
        "banco.client.take = ((take) => (line) => setTimeout(() => take.call(banco.client, line), 250))(banco.client.take), 0",
    );
    points(&mut browser, &["h3", "e3", "b1", "c3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "h3e3");
    assert_eq!(browser.value("banco.game.scene.seat"), "Red");
}

/// A move that the engine rejects is removed with a message; a stored game with such moves opens without them.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn rejected_moves_are_removed() {
    let mut browser = open_alone("xiangqi");
    browser.run_until("banco.game.play('h3e3')", &format!("{COUNT} === 1 && {SETTLED}"));
    browser.value("banco.game.play('a1a9')");
    browser.until(&format!("{COUNT} === 1 && banco.game.at === 1 && {SETTLED}"));
    browser.until(&format!("{FAULT}.includes('a1a9')"));
    assert_eq!(browser.value("banco.game.tree.root.children[0].children.length"), 0);
    // A tree with an illegal move in the line and another in a variation, as an older page kept it.
    browser.value(
        "((kept) => { const [root, first] = kept.tree.nodes; \
         kept.tree.nodes = [root, first, { ...first, text: 'h10g8', parent: 1 }, { ...first, text: 'a1a9', parent: 2 }, \
         { ...first, text: 'a10a9', parent: 3 }, { ...first, text: 'b3b9', parent: 0 }]; \
         Object.assign(kept, { at: 4, tree: { ...kept.tree, path: [1, 2, 3, 4] } }); \
         sessionStorage.setItem('game-xiangqi', JSON.stringify(kept)); })(JSON.parse(sessionStorage.getItem('game-xiangqi')))",
    );
    browser.reload();
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    browser.until(&format!("{FAULT}.includes('a1a9')"));
    assert_eq!(browser.value("banco.game.tree.root.children.length"), 1);
}

/// Results of imported games come out again, with the date of the game, until the game is continued.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn results_of_imported_games_stay() {
    let mut browser = open_alone("xiangqi");
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    for (text, result, date) in [
        (
            "[Variant \"xiangqi\"]\n[Result \"1-0\"]\n[Date \"1984.05.06\"]\n\n1. h3e3 h10g8 1-0",
            "1-0",
            "1984.05.06",
        ),
        ("[Variant \"xiangqi\"]\n\n1. h3e3 h10g8 1/2-1/2", "1/2-1/2", "????.??.??"),
        (
            "[DhtmlXQ]\n[DhtmlXQ_result]黑胜[/DhtmlXQ_result]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
            "0-1",
            "????.??.??",
        ),
    ] {
        browser.value("banco.game.begin(null)");
        drop_text(&mut browser, text);
        browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
        browser.reload();
        browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
        browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
        browser.run_until("document.getElementById('copy-pgn').click()", "window.copied !== undefined");
        let copied = browser.value("window.copied");
        let copied = copied.as_str().unwrap_or_default();
        assert!(copied.contains(&format!("[Result \"{result}\"]")), "{copied}");
        assert!(copied.contains(&format!("[Date \"{date}\"]")), "{copied}");
        assert!(copied.trim_end().ends_with(&format!("H8+7 {result}")), "{copied}");
    }
    browser.run_until("banco.game.play('h1g3')", &format!("{COUNT} === 3 && {SETTLED}"));
    browser.value("document.getElementById('copy-pgn').click()");
    browser.until("window.copied.includes('[Result \"*\"]')");
}

/// A resignation is no evaluation of the last move; key moments have the numbers of the list.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn resignation_is_no_evaluation() {
    let mut browser = open_alone("xiangqi");
    set_up(
        &mut browser,
        "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3e3 h10g8 h1g3 h8h1 g3h1",
    );
    browser.until(&format!("{COUNT} === 5 && {SETTLED}"));
    browser.value("document.getElementById('resign').click()");
    browser.until(&format!("banco.game.isOver && {SETTLED}"));
    assert_eq!(browser.value("banco.game.node.score?.score.kind === 'over'"), false);
    browser.value("document.getElementById('why-not').click()");
    browser.until("document.getElementById('coach').textContent !== ''");
    let answer = browser.value("document.getElementById('coach').textContent");
    assert!(answer.as_str().is_some_and(|text| !text.contains("0–1") && !text.contains("1–0")), "{answer}");
    mode(&mut browser, "analyse");
    panel(&mut browser, "review");
    browser.click_until("#whole", "document.querySelectorAll('#moments li').length > 0");
    let blunder =
        "[...document.querySelectorAll('#moments button')].find((one) => one.textContent.includes('C8+7'))";
    let text = browser.value(&format!("{blunder}?.textContent"));
    assert!(text.as_str().is_some_and(|text| text.starts_with("2… C8+7")), "{text}");
}

/// An illegal try in a lesson or a puzzle is answered with its reason; a puzzle solved at the second try is solved.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn illegal_tries_are_answered_and_puzzles_counted() {
    let mut browser = open("namdinh");
    let tap = |browser: &mut super::Browser, name: &str| {
        browser.click(&format!("#learn .hit[data-point=\"{name}\"] circle"));
    };
    let answer = "document.querySelector('#learn .answer')";
    browser.click("#how");
    browser.click("#learn [value=puzzlesTab]");
    browser.until("document.querySelector('.learn-page.puzzlesTab')?.dataset.ready === 'true'");
    // A piece that can move, and a point that it cannot reach.
    let own = browser.value(
        "document.querySelector('#learn .board') && document.querySelector('.learn-page').dataset.puzzle",
    );
    let fen = own.as_str().unwrap_or_default().to_owned();
    let best = browser.value(&format!(
        "fetch('guide/namdinh.tactics').then((one) => one.text()).then((text) => \
         text.split('\\n').find((line) => line.startsWith({fen:?})).match(/bm (\\w+)/)[1])"
    ));
    let best = best.as_str().unwrap_or_default().to_owned();
    let far = browser.value(&format!(
        "(async () => {{ const {{ client }} = banco; await client.answer('position fen {fen}'); \
         for (const point of banco.game.board.model.points.keys()) {{ \
           const {{ faults: [why] }} = await client.answer(`why {0} ${{point}}`); \
           if (point !== '{0}' && why && why.code !== 'own_piece') return point; }} }})()",
        &best[..2]
    ));
    tap(&mut browser, &best[..2]);
    tap(&mut browser, far.as_str().unwrap_or_default());
    browser.until(&format!("{answer}.classList.contains('wrong') && {answer}.textContent.length > 10"));
    // Another legal move is wrong, and the position comes back.
    let wrong = browser.value(&format!(
        "(async () => {{ const {{ client }} = banco; await client.answer('position fen {fen}'); \
         const {{ lines }} = await client.query(['choices'], 'choicesok'); \
         return lines.map((line) => line.split(' ')[1]).find((move) => move.length === 4 && move !== '{best}'); }})()"
    ));
    let wrong = wrong.as_str().unwrap_or_default().to_owned();
    tap(&mut browser, &wrong[..2]);
    tap(&mut browser, &wrong[2..]);
    browser.until(&format!("{answer}.textContent.startsWith('Not that one')"));
    // Once the position is back, the piece can be picked again.
    while browser.value("document.querySelector('#learn .mark.picked') === null") == true {
        tap(&mut browser, &best[..2]);
    }
    tap(&mut browser, &best[2..]);
    browser.until(&format!("{answer}.classList.contains('right')"));
    let kept = browser.value(
        "((kept) => [kept.solved.length, kept.streak])(JSON.parse(localStorage.getItem('puzzles-namdinh')))",
    );
    assert_eq!(kept, serde_json::json!([1, 0]));
    // The first try was wrong, and it alone counts for the rating.
    let rating =
        browser.value("document.getElementById('puzzle-score').textContent.match(/^Rating: (\\d+)\\?/)?.[1]");
    assert!(
        rating.as_str().is_some_and(|text| text.parse::<u32>().is_ok_and(|rating| rating < 1500)),
        "{rating}"
    );
}

/// The reason of an illegal move stands below the board, on every screen.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn reasons_cover_no_pieces() {
    let mut browser = open("xiangqi");
    for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
        browser.size(width, height);
        points(&mut browser, &["b1", "d2"]);
        browser.until(&format!("{FAULT} !== ''"));
        let covered = browser.value(
            "(() => { const [a, b] = ['#fault', '#board svg'].map((one) => document.querySelector(one).getBoundingClientRect()); \
             return a.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; })()",
        );
        assert_eq!(covered, false, "{width}");
        browser.shoot(&format!("fault-{width}"));
        browser.value("document.getElementById('fault').textContent = ''");
    }
}

/// On a phone held upright the board of O An Quan stands upright with large pits, and moves are chosen on it.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_long_board_stands_upright_on_phones() {
    let mut browser = open_alone("oanquan");
    let pit = "document.querySelector('#board .pit:not(.large)').getBoundingClientRect().width";
    browser.size(390, 844);
    browser.until(&format!("banco.game.board.isUpright && {SETTLED}"));
    assert!(browser.value(pit).as_f64() > Some(65.0), "{}", browser.value(pit));
    let fits = "((box) => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)\
                (document.querySelector('#board svg').getBoundingClientRect())";
    assert_eq!(browser.value(fits), true);
    point(&mut browser, "c1");
    browser.until("document.querySelectorAll('#board .way').length === 2");
    let place = |way: &str| {
        format!("document.querySelector('#board .way[data-way=\"{way}\"]').getBoundingClientRect().top")
    };
    // Anticlockwise is down in South's row, which is on the left.
    assert_eq!(browser.value(&format!("{} > {}", place("+"), place("-"))), true);
    browser.shoot("oanquan-upright");
    browser.click_until("#board .way[data-way=\"-\"] circle", &format!("{COUNT} === 1 && {SETTLED}"));
    browser.click_until("#flip", &format!("banco.game.board.turns === 2 && {SETTLED}"));
    let from = browser.value("banco.game.choices[0].acts[0].from");
    point(&mut browser, from.as_str().unwrap_or_default());
    browser.until("document.querySelectorAll('#board .way').length === 2");
    assert_eq!(browser.value(&format!("{} > {}", place("+"), place("-"))), true);
    browser.size(844, 390);
    browser.until("!banco.game.board.isUpright");
}

/// Visitors meet the second level, and see no action that this game will not have.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_first_opponent_can_be_beaten() {
    for id in crate::common::game_ids() {
        let mut browser = open(id);
        let level = "[...document.querySelectorAll('.player select')].at(-1).selectedOptions[0].textContent";
        assert_eq!(browser.value(&format!("{level}.startsWith('2 · ')")), true, "{id}");
        // In dice chess Banco may have begun.
        let shown = "['swap', 'resign', 'offer-draw', 'rematch', ...(banco.game.at === 0 ? ['marks', 'promote', 'delete-move'] : [])] \
                     .filter((id) => !document.getElementById(id).hidden)";
        assert_eq!(browser.value(shown), serde_json::json!(["swap", "resign", "offer-draw"]), "{id}");
    }
}
