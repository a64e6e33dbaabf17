//! Commands for hosts without rules: their answers are consistent in random games of all kinds.

use banco::engine::registry::GAMES;
use banco::engine::{Client, GameSession};

use rand::RngExt;

use crate::common::seeded;

/// The words of a line after the first.
fn rest(line: &str) -> Vec<&str> {
    line.split(' ').skip(1).collect()
}

#[test]
fn answers_agree() {
    let mut random = seeded(2026);
    for game in GAMES {
        let mut client = Client::open(game.id).unwrap();
        let notations: Vec<String> = client
            .session()
            .board()
            .iter()
            .filter(|line| line.starts_with("notation "))
            .map(|line| rest(line)[0].to_owned())
            .collect();
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..60 {
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            client.set_position(None, &words).unwrap();
            let session = client.session();
            history_matches(session, &moves);
            written_and_read(session, &notations);
            composed(session, game.id);
            let legal = session.moves(None).unwrap();
            if legal.is_empty() {
                break;
            }
            for choice in session.choices() {
                let act = rest(&choice)[0];
                if let Some((from, to)) = act.split_once('-').filter(|(from, _)| !from.contains(':')) {
                    let to = to.split(['*', '=']).next().unwrap_or(to);
                    assert_eq!(session.why(from, to), None, "{} {choice}", game.id);
                }
            }
            let mv = legal[random.random_range(0..legal.len())].clone();
            let ahead = session.look(&[&mv]).unwrap();
            moves.push(mv);
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            client.set_position(None, &words).unwrap();
            assert_eq!(ahead, client.session().scene(), "{} {words:?}", game.id);
        }
    }
}

/// `history` has the moves that were set, with the seats that made them.
fn history_matches(session: &dyn GameSession, moves: &[String]) {
    let lines = session.history(None).unwrap();
    let texts: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(texts, moves);
    assert!(session.history(Some("morse")).is_err() || moves.is_empty());
    assert!(session.look(&["none"]).is_err());
}

fn written_and_read(session: &dyn GameSession, notations: &[String]) {
    for mv in session.moves(None).unwrap() {
        for notation in notations {
            let written = session.write(notation, &[&mv]).unwrap();
            assert_eq!(
                session.read(Some(notation), &[&written[0]]),
                Ok(vec![mv.clone()]),
                "{notation} {written:?}"
            );
        }
        assert_eq!(session.read(None, &[&mv]), Ok(vec![mv.clone()]));
    }
}

/// Composing the pieces of a board gives the same board with the same seat to move.
fn composed(session: &dyn GameSession, id: &str) {
    let word = |line: String| {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["man", point, ref letters @ ..] => Some(format!("{point}={}", letters.concat())),
            ["count", space, count] => Some(format!("{space}={count}")),
            ["count", space, count, stone] => Some(format!("{space}={stone}{count}")),
            ["store", seat, count] => Some(format!("{seat}={count}")),
            _ => None,
        }
    };
    let men: Vec<String> = session.scene().into_iter().filter_map(word).collect();
    let men: Vec<&str> = men.iter().map(String::as_str).collect();
    match session.compose(session.seat(), &men) {
        Ok(fen) => {
            let fields = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(fields(&fen), fields(&session.fen()));
        }
        // Excluded: finished games, and games whose text has more than the pieces.
        Err(error) => assert!(session.outcome().is_some() || id == "dicechess", "{id}: {error}"),
    }
    assert!(session.compose("nobody", &[]).is_err());
    assert!(session.compose(session.seat(), &["z9=K"]).is_err());
    assert!(session.compose(session.seat(), &["e1"]).is_err());
}
