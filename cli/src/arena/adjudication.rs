//! Adjudication by score: resignations and draws by the scores that the players report.

/// The rules of adjudication by score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct ScoreRules {
    /// Adjudicates a loss after COUNT moves in a row with a score of -SCORE or less: COUNT,SCORE.
    #[arg(long, value_parser = numbers::<2>, help_heading = "End of the match and of games")]
    pub resign: Option<[i64; 2]>,
    /// Adjudicates a draw after ply FROM and COUNT moves of each side with scores within SCORE: FROM,COUNT,SCORE.
    #[arg(long, value_parser = numbers::<3>, help_heading = "End of the match and of games")]
    pub draw: Option<[i64; 3]>,
    /// With `--resign`: the opponent's scores have to be SCORE or more for as many moves.
    #[arg(long, requires = "resign", help_heading = "End of the match and of games")]
    pub twosided: bool,
}

fn numbers<const N: usize>(text: &str) -> Result<[i64; N], String> {
    let list: Option<Vec<i64>> =
        text.split(',').map(|word| word.parse().ok().filter(|&n: &i64| n >= 0)).collect();
    list.and_then(|list| list.try_into().ok())
        .ok_or_else(|| format!("{N} numbers separated by commas expected"))
}

/// The verdict of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreVerdict {
    /// The team, 0 or 1, whose scores were hopeless loses.
    Loss(usize),
    /// The game is drawn.
    Draw,
}

/// The scores of one game so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreTracker {
    /// Moves in a row of each team with a hopeless score, and with one that is as good.
    hopeless: [i64; 2],
    won: [i64; 2],
    /// Moves in a row, of both, with a level score.
    level: i64,
}

impl ScoreTracker {
    /// Records the score, in centipawns, that `team` gave its own move, which made `plies` in the game.
    pub fn record(
        &mut self,
        rules: &ScoreRules,
        team: usize,
        score: i32,
        plies: usize,
    ) -> Option<ScoreVerdict> {
        let score = i64::from(score);
        if let Some([moves, margin]) = rules.resign {
            self.hopeless[team] = if score <= -margin { self.hopeless[team] + 1 } else { 0 };
            self.won[team] = if score >= margin { self.won[team] + 1 } else { 0 };
            let is_lost = |team: usize| {
                self.hopeless[team] >= moves && (!rules.twosided || self.won[1 - team] >= moves)
            };
            if let Some(loser) = [team, 1 - team].into_iter().find(|&team| is_lost(team)) {
                return Some(ScoreVerdict::Loss(loser));
            }
        }
        if let Some([from, moves, margin]) = rules.draw {
            self.level = if score.abs() <= margin { self.level + 1 } else { 0 };
            if plies as i64 >= from && self.level >= 2 * moves {
                return Some(ScoreVerdict::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_in_a_row_count() {
        let rules = ScoreRules { resign: Some([2, 500]), draw: Some([6, 2, 10]), twosided: false };
        let mut scores = ScoreTracker::default();
        // The second team's hopeless scores are interrupted once.
        for (plies, (team, score, end)) in [
            (0, 550, None),
            (1, -550, None),
            (0, 550, None),
            (1, -400, None),
            (0, 550, None),
            (1, -500, None),
            (0, 600, None),
            (1, -600, Some(ScoreVerdict::Loss(1))),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(scores.record(&rules, team, score, plies + 1), end, "ply {plies}");
        }
        let mut scores = ScoreTracker::default();
        let ends = (1..=6).map(|plies| scores.record(&rules, plies % 2, 5, plies)).collect::<Vec<_>>();
        assert_eq!(ends, [None, None, None, None, None, Some(ScoreVerdict::Draw)]);
    }

    #[test]
    fn both_sides_have_to_agree() {
        let ends = |twosided, ours: [i32; 4]| {
            let rules = ScoreRules { resign: Some([2, 500]), draw: None, twosided };
            let mut scores = ScoreTracker::default();
            let all =
                (0..8).map(|ply: usize| (ply % 2, if ply.is_multiple_of(2) { ours[ply / 2] } else { -600 }));
            all.enumerate()
                .find_map(|(ply, (team, score))| Some((ply, scores.record(&rules, team, score, ply + 1)?)))
        };
        let lost = |ply| Some((ply, ScoreVerdict::Loss(1)));
        assert_eq!(ends(false, [0; 4]), lost(3));
        assert_eq!((ends(true, [0; 4]), ends(true, [500; 4])), (None, lost(3)));
        // The winner is the last to agree.
        assert_eq!(ends(true, [0, 499, 500, 501]), lost(6));
    }
}
