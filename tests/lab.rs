//! The program `banco-lab`. Its commands are tested beside those of `banco` in `it`, which finds the program because this
//! test has it built.

use std::process::Command;

#[test]
fn the_laboratory_lists_its_commands() {
    let output = Command::new(env!("CARGO_BIN_EXE_banco-lab")).arg("help").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for command in ["datagen", "endings", "data", "tune", "train", "spsa", "calibrate"] {
        assert!(text.contains(&format!("  {command} ")), "{text}");
    }
}
