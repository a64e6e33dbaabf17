//! Turns of a game in the terminal: throws, moves that people type, Banco's answers, offers.

use std::time::Duration;

use serde_json::json;

use super::game::{Offer, Table};
use crate::tools::output;
use banco::base::{Error, Result, fault};
use banco::engine::dice;
use banco::search::Choice;

impl Table {
    /// Throws the dice.
    pub fn roll(&mut self) -> Result<()> {
        self.check_offer()?;
        let rolls = self.session().rolls();
        let roll =
            dice::roll(&rolls, &mut self.random).ok_or_else(|| Error::usage("roll: no dice to throw now"))?;
        self.make(roll.clone())
    }

    /// Rejects moves while an offer waits for its answer.
    fn check_offer(&self) -> Result<()> {
        if self.offer.is_some() { Err(Error::usage("answer the offer first: yes or no")) } else { Ok(()) }
    }

    /// Makes a move, a throw or another legal token, and prints it.
    pub(super) fn make(&mut self, mv: String) -> Result<()> {
        let seat = self.session().seat();
        let text = self.write(&[&mv])?.concat();
        // A throw and its move are one token.
        let joined =
            self.moves.last().is_some_and(|last| last.ends_with(':') && mv.starts_with(last.as_str()));
        if joined {
            self.moves.pop();
        }
        self.moves.push(mv.clone());
        self.place()?;
        let name = self.name(seat);
        output::print(
            "move",
            json!({ "seat": seat, "move": mv, "text": text }),
            format_args!("{name}: {text}"),
        );
        if !mv.ends_with(':') {
            self.show();
        }
        Ok(())
    }

    /// Plays Banco's turn.
    pub(super) fn answer(&mut self) -> Result<()> {
        let best = self.client.best_move(self.limits.clone())?.best;
        let otherwise = best.best.ok_or(Error::Failed("search"))?;
        match best.offer {
            Some(offer) => self.put_offer(&offer, Some(otherwise)),
            None => self.take(otherwise),
        }
    }

    fn take(&mut self, choice: Choice<String>) -> Result<()> {
        match choice {
            Choice::Roll => self.roll(),
            Choice::Move(mv) => self.make(mv),
        }
    }

    /// Puts an offer to the seat that receives it. Banco decides for its seats, people are asked. `otherwise` is Banco's
    /// choice without consent, `None` for an offer that a person makes.
    fn put_offer(&mut self, offer: &str, otherwise: Option<Choice<String>>) -> Result<()> {
        let receiver = self.session().choices().into_iter().find_map(|line| {
            let (mv, acts) = line.split_once(" offer=")?;
            (mv == offer).then(|| acts.split(' ').next().unwrap_or_default().to_owned())
        });
        let receiver = receiver.ok_or_else(|| Error::illegal(offer, fault::not_offered()))?;
        let is_asked = self.people.contains(&receiver);
        self.offer = Some(Offer { mv: offer.to_owned(), receiver, otherwise });
        if is_asked {
            return Ok(());
        }
        let answer = self.client.answer_offer_within(offer, self.limits.clone(), Duration::from_secs(60));
        self.settle_offer(matches!(answer, Ok(Some(true))))?;
        answer.map(drop)
    }

    /// Carries out the answer to an offer.
    pub fn settle_offer(&mut self, is_accepted: bool) -> Result<()> {
        let offer = self.offer.take().ok_or_else(|| Error::usage("no offer to answer"))?;
        let word = if is_accepted { "accepts" } else { "declines" };
        output::progress(format_args!("{} {word} {}", self.name(&offer.receiver), offer.mv));
        match offer.otherwise {
            None if is_accepted => {
                self.typed.push(self.moves.len());
                self.make(offer.mv)
            }
            Some(_) if is_accepted => self.make(offer.mv),
            Some(otherwise) => self.take(otherwise),
            None => Ok(()),
        }
    }

    /// Plays the move that a person typed.
    pub fn play(&mut self, text: &str) -> Result<()> {
        if self.is_over() {
            return Err(Error::usage("the game is over: undo, new or quit"));
        }
        self.check_offer()?;
        let before = self.moves.len();
        if self.session().offers().iter().any(|offer| offer == text) {
            return self.put_offer(text, None);
        }
        let mv = self.read(text)?;
        let is_joined = self.moves.last().is_some_and(|last| last.ends_with(':'));
        self.make(mv)?;
        self.typed.push(before - usize::from(is_joined));
        Ok(())
    }

    /// Parses a move in the notation, in the protocol's own, or without the throw before it.
    fn read(&self, text: &str) -> Result<String> {
        let read = |notation: Option<&str>, text: &str| Ok(self.session().read(notation, &[text])?.concat());
        let thrown = self.moves.last().filter(|last| last.ends_with(':'));
        if let Some(Ok(mv)) = thrown.map(|thrown| read(None, &format!("{thrown}{text}"))) {
            return Ok(mv);
        }
        match self.notation.as_deref().map(|name| read(Some(name), text)) {
            Some(Ok(mv)) => Ok(mv),
            Some(Err(error)) => read(None, text).map_err(|_| error),
            None => read(None, text),
        }
    }
}
