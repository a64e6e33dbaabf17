//! Files of games for the commands: in any format of the library, plain or packed by zstd, one game in memory at a time;
//! what they lose is printed.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

pub use banco::base::files::all_in;
pub use banco::record::visit_file as visit;
use banco::record::{Loss, Note};

use crate::tools::output;

/// Prints on standard error what a game or a file loses.
pub fn report(path: &Path, notes: &[Note]) {
    for note in notes.iter().filter(|note| note.loss > Loss::None) {
        remark(format_args!("{}: {note}", path.display()));
    }
}

/// Prints a line about the input on standard error.
pub fn remark(text: impl Display) {
    if !output::is_quiet() {
        // A closed standard error is not an error here.
        let _ = writeln!(anstream::stderr(), "{text}");
    }
}
