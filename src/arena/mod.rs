//! Matches between engines: the referee, the players, the records and the statistics.

pub mod stats;
