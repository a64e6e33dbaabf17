//! The touch ruling.

use banco::base::epd;
use banco::games::xiangqi::{Xiangqi, touch};
use banco::traits::{Game, Notation, View};

use super::read;

fn ask(pos: &Xiangqi, touches: &str) -> Vec<String> {
    let touches: Vec<&str> = touches.split_whitespace().collect();
    pos.command("touch", &touches).expect("the command exists").expect("the touches are points")
}

#[test]
fn rulings() {
    let entries = epd::read(include_str!("../../../../positions/xiangqi/touch.epd")).unwrap();
    assert_eq!(entries.len(), 18);
    for entry in entries {
        let mut pos = read(&entry.fen);
        for text in entry.op("after").unwrap_or_default().split_whitespace() {
            pos.play(pos.parse_move(text).unwrap());
        }
        let touches = entry.op("touch").unwrap();
        let lines = ask(&pos, touches);
        assert_eq!(lines[0], format!("rule {}", entry.op("rule").unwrap()), "{touches}");
        let technical = entry.op("moves") == Some("technical");
        assert_eq!(lines[1] == "technical", technical, "{touches}");
        let allowed = lines.iter().find_map(|line| line.strip_prefix("moves ")).unwrap();
        let mut allowed: Vec<&str> = allowed.split(' ').collect();
        allowed.sort_unstable();
        if technical {
            assert_eq!(allowed.len(), pos.moves().len(), "all moves stay open");
        } else {
            assert_eq!(allowed.join(" "), entry.op("moves").unwrap(), "{touches}");
        }
        let ignored = lines.iter().find_map(|line| line.strip_prefix("ignored "));
        assert_eq!(ignored, entry.op("ignored"), "{touches}");
    }
}

#[test]
fn no_touch_frees_all_moves() {
    let pos = read(Xiangqi::START);
    for touches in ["", "e4", "adjust:e0"] {
        let lines = ask(&pos, touches);
        assert_eq!(lines[0], "rule none");
        assert_eq!(lines[1].split(' ').count(), 45);
    }
}

#[test]
fn faults_are_named() {
    let pos = read(Xiangqi::START);
    let fault = |touches: &[&str]| pos.command("touch", touches).unwrap().unwrap_err().to_string();
    assert_eq!(fault(&["z9"]), "z9 is no point such as e1");
    assert_eq!(fault(&["a0+"]), " is no point such as e1");
    assert!(fault(&["a10"]).contains("a10"));
    let over = read("3k5/8R/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert!(touch::rule(&over, &[]).is_err());
    assert!(pos.command("dance", &[]).is_none());
}
