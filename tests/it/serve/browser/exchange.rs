//! Games in and out: PGN in several notations, DhtmlXQ, links, pictures, faults with their place.

use super::statements::{alone, open_alone};
use super::{COUNT, FAULT, SETTLED, join, mode, new_game, open};
use crate::common::{cases, game_ids};
use crate::serve::server::Server;

const MOVES: &str = "banco.game.moves.map(({ text }) => text).join(' ')";
/// Stores the last copied text in `copied`.
const COPY: &str = "navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0";

/// Drops a text onto the page.
pub fn drop_text(browser: &mut super::Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([{text:?}], 'game.pgn')); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: data }})); }})()"
    ));
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn games_come_in_whatever_the_notation() {
    let mut browser = open("namdinh");
    let played = "h3e3 h10g8 h1g3";
    for text in [
        "[Game \"Chinese Chess\"]\n[Red \"Hu\"]\n\n1. C2.5 H8+7 2. H2+3 *",
        "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 *",
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７ 2. 马二进三",
        "[Variant \"xiangqi\"]\n[Format \"Vietnamese\"]\n\n1. P2-5 M8.7 2. M2.3 *",
        "[Variant \"xiangqi\"]\n\n1. h3e3 h10g8 2. h1g3 *",
        "[DhtmlXQ]\n[DhtmlXQ_title]Game[/DhtmlXQ_title]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    ] {
        browser.value("banco.game.begin(null)");
        drop_text(&mut browser, text);
        browser.until(&format!(
            "document.body.dataset.game === 'xiangqi' && {MOVES} === '{played}' && {SETTLED}"
        ));
    }
    drop_text(&mut browser, "[Variant \"namdinh\"]\n\n1. Sd3-c3 Sa5xc3 *");
    browser
        .until(&format!("document.body.dataset.game === 'namdinh' && {MOVES} === 'd3c3 a5c3' && {SETTLED}"));
    // Variations, comments and marks, out and in again.
    let pgn = "[Variant \"xiangqi\"]\n\n{All begins} 1. h3e3! {Centre} (1. b3e3 $5 b10c8 (1... h8e8? 2. h1g3)) 1... h10g8 2. h1g3 1-0";
    drop_text(&mut browser, pgn);
    browser.until(&format!("banco.game.tree.root.comment === 'All begins' && {SETTLED}"));
    // English readers see WXF unless they choose.
    browser.until("document.querySelector('#moves .ply').textContent === 'C2=5!'");
    browser.fill("document.getElementById('notation')", "");
    browser.until("document.querySelector('#moves .ply').textContent === 'h3e3!'");
    browser.value(COPY);
    browser.value("document.getElementById('set-up-box').showModal()");
    browser.click_until("#copy-pgn", "window.copied !== undefined");
    let copied = browser.value("window.copied.split('\\n\\n')[1].replace(/\\s+/g, ' ').trim()");
    assert_eq!(
        copied,
        "{All begins} 1. h3e3! {Centre} (1. b3e3!? b10c8 (1... h8e8? 2. h1g3)) 1... h10g8 2. h1g3 1-0"
    );
    let tree = "JSON.stringify(banco.game.tree.toData().nodes)";
    let before = browser.value(tree);
    browser.value("banco.game.begin(null)");
    let copied = browser.value("window.copied");
    drop_text(&mut browser, copied.as_str().unwrap_or_default());
    browser.until(&format!("banco.game.tree.root.comment === 'All begins' && {SETTLED}"));
    assert_eq!(browser.value(tree), before);
    // In Chinese as well.
    browser.fill("document.getElementById('notation')", "chinese");
    browser.until("document.querySelector('#moves .ply').textContent === '炮二平五!'");
    browser.until("document.querySelector('#moves .variation .ply').textContent === '炮八平五!?'");
    browser.value("document.getElementById('set-up-box').showModal()");
    browser.click_until("#copy-pgn", "window.copied.includes('炮二平五! {Centre} (1. 炮八平五!? 马２进３')");
    assert_eq!(browser.value("window.copied.includes('[Format \"Chinese\"]')"), true);
    browser.shoot("notation-chinese");
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn faults_of_files_name_line_and_move() {
    let mut browser = open_alone("xiangqi");
    browser.run_until("banco.game.play('h3e3')", &format!("{COUNT} === 1 && {SETTLED}"));
    for (text, moves, en, vi) in [
        (
            "[Variant \"xiangqi\"]\n\n1. h3e3 h10g8\n2. h1h5 *",
            "h3e3 h10g8",
            "line 4, move 2 (h1h5): the knight on h1 cannot go to h5",
            "dòng 4, nước thứ 2 (h1h5): Mã ở h1 không đi đến h5 được",
        ),
        (
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７\n2. 炮二平五 *",
            "h3e3 h10g8",
            "line 4, move 2 (炮二平五): no legal move is written so",
            "dòng 4, nước thứ 2 (炮二平五): Không có nước đi hợp lệ nào ghi như vậy",
        ),
        (
            "[A \"b\"]\n\n1. h3e3 (1. b3e3 *",
            "h3e3",
            "line 3: the variation is not closed",
            "dòng 3: biến không đóng ngoặc",
        ),
        (
            "[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]",
            "h3e3",
            "line 1: the record is damaged",
            "dòng 1: ván cờ bị hỏng",
        ),
    ] {
        for (language, printed) in [("en", en), ("vi", vi)] {
            browser.until(&format!("document.documentElement.lang === '{language}'"));
            drop_text(&mut browser, text);
            browser.until(&format!("{FAULT}.toLowerCase() === {:?}.toLowerCase()", printed));
            assert_eq!(browser.value(MOVES), moves, "the game is kept as far as it is legal");
            browser.click("#language");
        }
    }
}

/// Every game is exported and imported again, as PGN and as a link.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn every_game_goes_out_and_in() {
    let mut browser = open("xiangqi");
    browser.value(COPY);
    for id in game_ids() {
        browser.click(&format!("#games button[value={id}]"));
        browser.until(&format!("document.body.dataset.game === '{id}' && {SETTLED}"));
        alone(&mut browser);
        browser.value("banco.game.free = true");
        for i in 0..8 {
            browser.value(&format!(
                "banco.game.play(banco.game.choices[{i} * 7 % banco.game.choices.length].move)"
            ));
            browser.until(SETTLED);
        }
        let setup = browser.value("banco.game.setup");
        let moves = browser.value(MOVES);
        for button in ["#copy-pgn", "#copy-link"] {
            browser.value("window.copied = undefined");
            browser.value("document.getElementById('set-up-box').open || document.getElementById('set-up-box').showModal()");
            browser.click_until(button, "window.copied !== undefined");
            let copied = browser.value("window.copied");
            let copied = copied.as_str().unwrap_or_default().to_owned();
            browser.value("banco.game.begin(null)");
            if button == "#copy-pgn" {
                drop_text(&mut browser, &copied);
            } else {
                browser.value("sessionStorage.clear()");
                browser.open(&copied);
                browser.value(COPY);
            }
            browser
                .until(&format!("document.body.dataset.game === '{id}' && {MOVES} === {moves} && {SETTLED}"));
            assert_eq!(browser.value("banco.game.setup"), setup, "{id}");
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_file_of_several_games() {
    let mut browser = open("xiangqi");
    let one = |red: &str, moves: &str| format!("[Variant \"xiangqi\"]\n[Red \"{red}\"]\n\n{moves} *\n\n");
    let file = one("Hu", "1. h3e3 h10g8") + &one("Lü", "1. 炮八平五") + &one("Xu", "1. C2=4 (1. C2=6)");
    drop_text(&mut browser, &file);
    browser.until(&format!("{MOVES} === 'h3e3 h10g8' && {SETTLED}"));
    mode(&mut browser, "games");
    browser.until("document.querySelectorAll('#saved [data-uid]').length === 3");
    browser.value("[...document.querySelectorAll('#saved .kept')].find((one) => one.textContent.includes('Xu')).click()");
    browser.until(&format!("{MOVES} === 'h3f3' && banco.game.tree.root.children.length === 2 && {SETTLED}"));
    // An illegal move costs the rest of its game alone.
    drop_text(&mut browser, &(one("A", "1. h3h10 h3h4") + &one("B", "1. h3e3")));
    browser.until(&format!("{FAULT}.includes('line 4, move 1 (h3h4): ')"));
    browser.until(&format!("{MOVES} === 'h3h10' && {SETTLED}"));
    mode(&mut browser, "games");
    browser.until("document.querySelectorAll('#saved [data-uid]').length === 5");
    mode(&mut browser, "play");
    // Pasted, anywhere but into a field.
    browser.value(
        "(() => { const data = new DataTransfer(); data.setData('text/plain', '1. b3e3 *'); \
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); })()",
    );
    browser.until(&format!("{MOVES} === 'b3e3' && {SETTLED}"));
}

/// A link that cannot be opened is reported, and leads to its game's id.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn bad_links_lead_to_their_game() {
    let server = Server::start();
    let mut browser = join(&server, "namdinh");
    let packed = browser.value(
        "new Response(new Blob([JSON.stringify(['', '1. a1a9'])]).stream().pipeThrough(new CompressionStream('deflate-raw')))\
         .arrayBuffer().then((all) => btoa(String.fromCharCode(...new Uint8Array(all)))\
         .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, ''))",
    );
    let packed = packed.as_str().unwrap_or_default().to_owned();
    for (id, data, fault) in [
        ("xiangqi", packed.as_str(), "the rook on a1 cannot go to a9"),
        ("oanquan", "AAAA", "This link contains no valid game."),
    ] {
        browser.open(&format!("http://127.0.0.1:{}/#{id}~{data}", server.port));
        browser.until(&format!("document.body.dataset.game === '{id}' && {SETTLED}"));
        browser.until(&format!("{FAULT}.includes({fault:?})"));
        new_game(&mut browser);
        browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    }
}

/// Links hold texts of one line and a bounded size; whatever else they hold, they run nothing and the page goes on.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn links_run_nothing() {
    let mut browser = open("namdinh");
    let pack = "const pack = async (text) => btoa(String.fromCharCode(...new Uint8Array(await new Response(new Blob([text]).stream()\
                .pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, ''); \
                const { readLink } = await import('./exchange.js'); \
                const tried = (data) => readLink('#namdinh~' + data, ['namdinh']).then(() => 'read', () => 'refused');";
    for (lines, answer) in [
        (r"['', '1. d3c3']", "read"),
        (r"['5/5/5/SS3/K1k1s w\nsetoption name Hash value 1', '1. a2a3']", "refused"),
        (r"['setoption name NoCaptureLimit value 40\rquit', '', '1. d3c3']", "refused"),
        (r"['x'.repeat(70000), '1. d3c3']", "refused"),
        (r"'text'", "refused"),
        (r"[7, {}]", "refused"),
        (r"['1. d3c3']", "refused"),
    ] {
        let answered = browser.value(&format!(
            "(async () => {{ {pack} return tried(await pack(JSON.stringify({lines}))); }})()"
        ));
        assert_eq!(answered, answer, "{lines}");
    }
    // 64 MiB in a link of 65 kB.
    let bomb = browser.value(&format!(
        "(async () => {{ {pack} const parts = Array(64).fill(' '.repeat(1 << 20)); const begun = performance.now(); \
         return [await tried(await pack(parts.join(''))), performance.now() - begun < 60000]; }})()"
    ));
    assert_eq!(bomb, serde_json::json!(["refused", true]));
    // Damaged links: bytes changed, left out and repeated.
    let (cases, seed) = (cases(2_000), std::env::var("FUZZ_SEED").unwrap_or("7".to_owned()));
    let damaged = browser.value(&format!(
        "(async () => {{ {pack} const good = await pack(JSON.stringify(['', '1. d3c3 a5c3 (1... e5c3) 2. b2c3 *'])); const kinds = {{}}; \
         let seed = {seed}; const draw = (most) => (seed = (seed * 48271) % 2147483647) % most; \
         for (let i = 0; i < {cases}; i++) {{ const at = draw(good.length), other = good[draw(good.length)]; \
           const text = [good.slice(0, at) + other + good.slice(at + 1), good.slice(0, at), good.slice(0, at) + other + good.slice(at), good.slice(at)][i % 4]; \
           const answer = await tried(text); kinds[answer] = (kinds[answer] ?? 0) + 1; }} return kinds; }})()"
    ));
    let count = |kind: &str| damaged[kind].as_u64().unwrap_or(0);
    assert!(count("refused") > u64::from(cases) / 4, "{damaged}");
    assert_eq!(count("refused") + count("read"), u64::from(cases), "{damaged}");
    // A line of several commands is none.
    let faults =
        browser.value("banco.client.answer('position startpos\\nquit').then(({ faults }) => faults.map((one) => one.sentence))");
    assert_eq!(faults, serde_json::json!(["a line break within a line"]));
}

/// Imported games are stored with the rules that they were parsed with; a file that the engine rejects is rejected.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn kept_games_keep_their_rules() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    alone(&mut browser);
    browser.value("document.getElementById('rules-box').open = true");
    let ranks = "document.querySelector('#rules [data-option=XiangqiRanks]')";
    browser.fill(ranks, "0-9");
    browser.until("banco.game.choices.some(({ move }) => move === 'h2e2')");
    let one = |red: &str| format!("[Variant \"xiangqi\"]\n[Red \"{red}\"]\n\n1. h2e2 h9g7 *\n\n");
    drop_text(&mut browser, &(one("Hu") + &one("Xu")));
    browser.until(&format!("{MOVES} === 'h2e2 h9g7' && {SETTLED}"));
    browser.fill(ranks, "1-10");
    browser.until(&format!("{MOVES} === 'h3e3 h10g8' && {SETTLED}"));
    mode(&mut browser, "games");
    let kept = "[...document.querySelectorAll('#saved .kept')].find((one) => one.textContent.includes('Xu'))";
    browser.until(&format!("{kept} !== undefined"));
    browser.run_until(&format!("{kept}.click()"), &format!("{MOVES} === 'h2e2 h9g7' && {SETTLED}"));
    // Beyond the engine's limit of a line, and beyond the server's limit of a message.
    for count in [100_000, 300_000] {
        let moves = "x".repeat(count);
        drop_text(
            &mut browser,
            &format!("setoption name UCI_Variant value xiangqi\nposition startpos moves {moves}"),
        );
        browser.until(&format!("{FAULT} === 'game.pgn: line too long: at most 64 KiB is read'"));
        browser.value("document.getElementById('fault').textContent = ''");
        assert_eq!(browser.value(MOVES), "h2e2 h9g7", "nothing is lost");
    }
}
