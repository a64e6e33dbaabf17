//! Conversion to ranks from 0, as in engines of the Chinese protocols.

/// Shifts both ranks of a move such as `h3e3`; returns other text unchanged.
pub fn shift_ranks(text: &str, shift: i32) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(file) = rest.chars().next().filter(char::is_ascii_lowercase) {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        let Ok(rank) = digits.parse::<i32>() else { return text.to_owned() };
        out += &format!("{file}{}", rank + shift);
        rest = &rest[1 + digits.len()..];
    }
    if rest.is_empty() { out } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_there_and_back() {
        assert_eq!(shift_ranks("a10b9", -1), "a9b8");
        assert_eq!(shift_ranks("a9b8", 1), "a10b9");
        assert_eq!(shift_ranks("0000", 1), "0000");
        assert_eq!(shift_ranks("", 1), "");
    }
}
