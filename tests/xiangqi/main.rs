//! Xiangqi against its rules: counts, a slow twin, worked examples, bad input.

mod perft;
