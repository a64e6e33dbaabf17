//! What can be odd in a file of games, in words.

use super::tree::{Loss, Note};
use crate::base::error::shorten;
use crate::base::fault::faults;
use crate::base::{Error, Fault};

faults! {
    unknown_format(): "no games in a known format", "không có ván cờ nào đọc được";
    cut_short(): "the file is cut short", "tệp bị cắt cụt";
    damaged(): "the record is damaged", "ván cờ bị hỏng";
    newer_file(): "a newer version of the format", "định dạng mới hơn";
    older_file(): "an older version of the format", "định dạng cũ hơn";
    too_large(most): "the game is too large: {most} at most", "ván cờ quá lớn: nhiều nhất {most}";
    heading(): "a heading without a game", "tiêu đề, không có ván cờ";
    broken_tag(): "the tag is broken", "thẻ bị hỏng";
    open_comment(): "the comment is not closed", "chú thích không đóng ngoặc";
    open_variation(): "the variation is not closed", "biến không đóng ngoặc";
    closed_twice(): "a variation is closed that is not open", "biến đóng ngoặc mà không mở";
    no_move_before(): "a variation stands before the first move", "biến đứng trước nước đầu tiên";
    not_a_move(): "not a move", "không phải nước đi";
    null_move(): "a null move cannot be replayed", "nước bỏ lượt không đi được";
    ranks_taken(first, last): "ranks read as {first} to {last}", "hàng được đọc từ {first} đến {last}";
    goes_on(reason): "the game goes on although the rules end it: {reason}", "ván cờ đi tiếp dù theo luật đã kết thúc: {reason}";
    encoding_guessed(name): "encoding taken for {name}", "bảng mã được đoán là {name}";
    unknown_rule(name): "unknown rule {name}", "không có luật {name}";
    not_written_here(): "the format cannot hold this game", "định dạng này không ghi được ván cờ";
}

impl Note {
    /// Creates a note from a fault.
    pub(super) fn new(why: &Fault, text: &str, line: u32, loss: Loss) -> Note {
        let arguments =
            why.arguments().iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
        Note {
            line,
            text: shorten(text),
            code: why.code().to_owned(),
            arguments: arguments.collect(),
            sentence: why.to_string(),
            loss,
            ..Note::default()
        }
    }

    /// Creates a note from an error.
    pub(super) fn of(error: &Error, text: &str, line: u32, loss: Loss) -> Note {
        let why = error.fault().unwrap_or_else(|| Fault::text(error.to_string()));
        Note::new(&why, text, line, loss)
    }
}
