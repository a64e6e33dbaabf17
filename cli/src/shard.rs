//! A shard of a job that is divided among machines, written `2/8`: the second of eight.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most shards of a job.
pub const MOST_SHARDS: u64 = 65_536;

/// A shard of a job. The job's units of work, numbered from 0, go to the shards in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// From 1.
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole job as one shard.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Returns the number of shards of the job.
    pub fn shards(self) -> u64 {
        self.of
    }

    /// Returns all shards of the job.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.of).map(move |number| Shard { number, ..self })
    }

    /// Returns whether a unit of the job is in this shard.
    pub fn has(self, unit: u64) -> bool {
        unit % self.of == self.number - 1
    }

    /// Returns the units of this shard, given the number of units of the job.
    pub fn units(self, all: u64) -> impl Iterator<Item = u64> {
        let step = usize::try_from(self.of).unwrap_or(usize::MAX);
        (self.number - 1..all).step_by(step)
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let shard = parts.map(|(number, of)| Shard { number, of });
        let fits = |shard: &Shard| shard.number >= 1 && shard.number <= shard.of && shard.of <= MOST_SHARDS;
        shard.filter(fits).ok_or_else(|| format!("I/N with 1 <= I <= N <= {MOST_SHARDS} expected"))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_complete() {
        for (of, units) in [(1, 5), (3, 10), (8, 5), (4, 0)] {
            let mut seen = vec![0; units as usize];
            for shard in (Shard { number: 1, of }).all() {
                assert_eq!(shard.to_string().parse(), Ok(shard));
                let listed: Vec<u64> = shard.units(units).collect();
                assert_eq!(listed, (0..units).filter(|&unit| shard.has(unit)).collect::<Vec<_>>());
                listed.into_iter().for_each(|unit| seen[unit as usize] += 1);
            }
            assert!(seen.iter().all(|&times| times == 1), "{units} units in {of} shards");
        }
    }

    #[test]
    fn wrong_shards_are_rejected() {
        for text in ["", "1", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "1/99999999999999999999", "1/65537"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
