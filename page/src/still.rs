//! Pictures of positions as SVG files: the start page shows those of start positions before its scripts have come.
//!
//! They have the classes of the page's boards (`ground.js`, `pieces.js`, `mancala.js`), and carry the rules of its
//! style sheets that these use.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use banco::engine::Shown;
use banco::engine::registry::Entry;
use banco::traits::view::{Act, Area, Board, Heap, Man, Style, Unit, Zone};

use super::plain;
use super::sources::{drawing, outline, text};

/// Distance between points.
const STEP: f32 = 100.0;
/// Distances from the outer points to the edge, by the style; of pits also those from the long edges.
const LINES: f32 = 78.0;
const SQUARES: f32 = 82.0;
const PITS: [f32; 2] = [62.0, 72.0];
/// Half of a pit.
const HALF: f32 = 47.0;

/// A picture in the making.
struct Still<'a> {
    board: &'a Board,
    places: BTreeMap<&'a str, [f32; 2]>,
    size: [f32; 2],
    out: String,
}

/// Draws the start position of a game.
pub fn draw(game: &Entry) -> String {
    let play = game.open_game();
    film(game.id, &play.board(), &[play.shown()], 0.0)
}

/// Draws a position, or shows positions one after the other, each for some seconds; the last one stays.
pub fn film(game: &str, board: &Board, positions: &[Shown], seconds: f32) -> String {
    let [across, down] = match board.style {
        Style::Lines => [LINES; 2],
        Style::Squares => [SQUARES; 2],
        Style::Pits => PITS,
    };
    let top = board.height as f32 - 1.0;
    let place = |x: f32, y: f32| [across + x * STEP, down + (top - y) * STEP];
    let places = board.points.iter().map(|point| (point.name.as_str(), place(point.x, point.y))).collect();
    let size = [(board.width as f32 - 1.0) * STEP + 2.0 * across, top * STEP + 2.0 * down];
    let mut still = Still { board, places, size, out: String::new() };
    still.ground(&place);
    still.men(game, positions);
    let (last, before) = positions.split_last().expect("a position to draw");
    for (i, shown) in before.iter().enumerate() {
        let begin = i as f32 * seconds;
        still.add(&format!(
            "<g display=\"none\"><set attributeName=\"display\" to=\"inline\" begin=\"{begin}s\" dur=\"{seconds}s\"/>"
        ));
        still.scene(shown);
        still.add("</g>");
    }
    let end = before.len() as f32 * seconds;
    let hidden = format!("<set attributeName=\"display\" to=\"none\" begin=\"0s\" dur=\"{end}s\"/>");
    still.add(&format!("<g>{}", if before.is_empty() { "" } else { &hidden }));
    still.scene(last);
    still.add("</g>");
    let ([width, height], drawn) = (size, still.out);
    let style = style(game, &drawn);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" data-game=\"{game}\">\
         <style>{style}</style>{drawn}</svg>\n"
    )
}

/// Returns the rules of the style sheets for the classes of a drawing.
fn style(game: &str, drawn: &str) -> String {
    let classes = drawn.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let used: BTreeSet<&str> = classes.flat_map(str::split_whitespace).collect();
    let page = text("page.css");
    let seats: Vec<plain::Seat> =
        page.split('}').filter_map(seat).filter(|seat| used.contains(seat.0)).collect();
    plain::rules(&text("board.css"), game, &used, &seats)
}

/// Returns the class and the colour of a seat in a rule like `.red { --seat: #b3261e;`.
fn seat(rule: &str) -> Option<plain::Seat<'_>> {
    let (class, rest) = rule.trim().strip_prefix('.')?.split_once(" { --seat: ")?;
    Some((class, rest.split(';').next()?))
}

impl Still<'_> {
    fn at(&self, point: &str) -> [f32; 2] {
        self.places.get(point).copied().unwrap_or_default()
    }

    fn rect(&mut self, class: &str, [left, top, right, bottom]: [f32; 4]) {
        let (width, height) = (right - left, bottom - top);
        self.add(&format!(
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    fn path(&mut self, class: &str, d: &str) {
        self.add(&format!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    fn add(&mut self, markup: &str) {
        self.out += markup;
    }

    fn colour(&self, seat: Option<&str>) -> &'static str {
        let found = self.board.seats.iter().find(|one| Some(one.name) == seat);
        found.map_or("", |seat| seat.colour)
    }

    /// Draws the empty board.
    fn ground(&mut self, place: &impl Fn(f32, f32) -> [f32; 2]) {
        let board = self.board;
        let [width, height] = self.size;
        self.add(&format!("<rect class=\"wood\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>"));
        if board.style == Style::Pits {
            return;
        }
        if board.style == Style::Squares {
            for [x, y] in self.places.clone().into_values() {
                self.rect("square", [x - 50.0, y - 50.0, x + 50.0, y + 50.0]);
            }
        }
        for zone in &board.zones {
            self.zone(zone);
        }
        for area in &board.areas {
            self.area(area, place);
        }
        let lines = board.lines.iter().map(|[a, b]| [self.at(a), self.at(b)]);
        let d: String = lines.map(|[[a, b], [c, d]]| format!("M{a} {b}L{c} {d}")).collect();
        self.path("line", &d);
        for zone in board.zones.iter().filter(|zone| zone.kind == "reef" && zone.points.len() == 2) {
            let [[a, b], [c, d]] = [self.at(&zone.points[0]), self.at(&zone.points[1])];
            let (x, y) = (f32::midpoint(a, c), f32::midpoint(b, d));
            self.path("rock", &format!("M{} {}l14-28 16-10 18 22 10 26z", x - 28.0, y + 10.0));
        }
    }

    fn zone(&mut self, Zone { kind, seat, points }: &Zone) {
        let colour = self.colour(*seat);
        let spots: Vec<[f32; 2]> = points.iter().map(|point| self.at(point)).collect();
        let [width, height] = self.size;
        let reach = |at: f32, size: f32| {
            let half = STEP / 2.0 + 0.5;
            [if at < STEP { 0.0 } else { at - half }, if at + STEP > size { size } else { at + half }]
        };
        match *kind {
            "reef" => {}
            "palace" => {
                let ends = |i: usize| {
                    let all = spots.iter().map(|spot| spot[i]);
                    all.fold([f32::MAX, 0.0], |[low, high], at| [low.min(at), high.max(at)])
                };
                let ([left, right], [top, bottom]) = (ends(0), ends(1));
                self.rect("palace", [left, top, right, bottom]);
            }
            _ => {
                for [x, y] in spots {
                    match *kind {
                        "station" => {
                            let sides =
                                [-1.0, 1.0].iter().filter(|dx| (1.0..width).contains(&(x + *dx * STEP)));
                            let corners = sides.flat_map(|&dx| [-1.0, 1.0].map(|dy| [dx, dy]));
                            let corner = |[dx, dy]: [f32; 2]| {
                                let (left, top) = (x + dx * 8.0, y + dy * 22.0);
                                format!("M{left} {top}v{}h{}", -dy * 14.0, dx * 14.0)
                            };
                            let d: String = corners.map(corner).collect();
                            self.path("station", &d);
                        }
                        "marked" => {
                            self.path("cross", &format!("M{} {}l84 84m0-84l-84 84", x - 42.0, y - 42.0));
                        }
                        "throne" => {
                            let class = format!("throne {colour}");
                            self.rect(&class, [x - 46.0, y - 46.0, x + 46.0, y + 46.0]);
                        }
                        _ => {
                            let ([left, right], [top, bottom]) = (reach(x, width), reach(y, height));
                            self.rect(&format!("cell {kind}"), [left, top, right, bottom]);
                        }
                    }
                }
            }
        }
    }

    fn area(
        &mut self,
        Area { kind, corners: [x1, y1, x2, y2] }: &Area,
        place: &impl Fn(f32, f32) -> [f32; 2],
    ) {
        let [left, bottom] = place(*x1 as f32, *y1 as f32);
        let [right, top] = place(*x2 as f32, *y2 as f32);
        let is_whole = *x1 == 0;
        let right = if x2 + 1 == self.board.width && !is_whole { self.size[0] } else { right };
        let inset = if is_whole { 0.0 } else { 14.0 };
        self.rect(&format!("area {kind}"), [left, top + inset, right, bottom - inset]);
        if *kind == "river" && is_whole {
            for (sign, part) in [('楚', 0.2), ('河', 0.3), ('漢', 0.7), ('界', 0.8)] {
                let (x, y) = (left + (right - left) * part, f32::midpoint(top, bottom));
                let d = outline(sign).unwrap_or_default();
                self.add(&format!(
                    "<path class=\"river-text\" transform=\"translate({x} {y})scale(.046)\" d=\"{d}\"/>"
                ));
            }
        }
    }

    /// Defines the pieces of positions.
    fn men(&mut self, game: &str, positions: &[Shown]) {
        let units = positions.iter().flat_map(|shown| &shown.scene.men);
        let used: BTreeSet<&String> = units.flat_map(|unit| &unit.men).collect();
        for (i, man) in self.board.men.iter().enumerate() {
            if used.contains(&man.letters) {
                let colour = self.colour(Some(man.seat));
                let face = face(man, self.board.style);
                // Rules for a game match within a symbol, too.
                self.add(&format!(
                    "<defs><g id=\"m{i}\" data-game=\"{game}\"><g class=\"disc {colour}\">\
                     <circle class=\"shade\" r=\"43\" cy=\"3\"/><circle class=\"body\" r=\"42\"/>\
                     <circle class=\"rim\" r=\"36\"/>{face}</g></g></defs>"
                ));
            }
        }
    }

    /// Draws pieces and counters, and marks the last move.
    fn scene(&mut self, Shown { scene, last, .. }: &Shown) {
        let points = last.iter().flat_map(|act| match act {
            Act::Sow { from, .. } => vec![from],
            _ => act.path().map_or(Vec::new(), |path| vec![&path.from, &path.to]),
        });
        for point in points {
            let [x, y] = self.at(point);
            if self.board.style == Style::Squares {
                self.rect("mark last", [x - 48.0, y - 48.0, x + 48.0, y + 48.0]);
            } else {
                self.add(&format!("<circle class=\"mark last\" cx=\"{x}\" cy=\"{y}\" r=\"48\"/>"));
            }
        }
        for Unit { point, men } in &scene.men {
            let [x, y] = self.at(point);
            // Passengers are small, at the foot of their carrier.
            for (i, letters) in men.iter().enumerate() {
                let kind = self.board.men.iter().position(|man| man.letters == *letters).unwrap_or_default();
                let (dx, dy, scale) = [(0, 0, 1.0), (25, 27, 0.5), (-25, 27, 0.5)][i.min(2)];
                let (x, y) = (x + dx as f32, y + dy as f32);
                self.add(&format!("<use href=\"#m{kind}\" transform=\"translate({x} {y})scale({scale})\"/>"));
            }
        }
        for heap in &scene.counts {
            self.heap(heap);
        }
    }

    /// Draws a pit with its counters.
    fn heap(&mut self, Heap { point, count, stone }: &Heap) {
        let [x, y] = self.at(point);
        let zones = || self.board.zones.iter().filter(|zone| zone.points.contains(point));
        if zones().any(|zone| zone.kind == "large") {
            let way = if x < self.size[0] / 2.0 { 1.0 } else { -1.0 };
            let (inner, outer, top, bottom) = (x + way * HALF, x - way * 75.0, y - 97.0, y + 97.0);
            let d = format!("M{inner} {top}C{outer} {top} {outer} {bottom} {inner} {bottom}z");
            self.path("pit large", &d);
        } else {
            let colour = self.colour(zones().find(|zone| zone.kind == "row").and_then(|zone| zone.seat));
            let (left, top) = (x - 27.0, y - HALF);
            let d = format!("M{left} {top}h54q20 0 20 20v54q0 20-20 20h-54q-20 0-20-20v-54q0-20 20-20z");
            self.path(&format!("pit {colour}"), &d);
        }
        if *stone {
            self.add(&format!(
                "<g class=\"stone\" transform=\"translate({x} {y})\">\
                 <path d=\"M-30 8C-34-18-14-38 8-35 30-32 36-8 32 10 28 32 6 39-12 34-24 30-28 20-30 8z\"/></g>"
            ));
        }
        // As in a sunflower.
        let gap = f32::min(14.0, 38.0 / (*count.max(&1) as f32).sqrt());
        for i in 0..*count {
            let (turn, far) = (i as f32 * 2.399_96, gap * (i as f32 + 0.4).sqrt());
            let (dx, dy) = (far * turn.cos(), far * turn.sin() - 4.0);
            let (tone, angle) = (i % 3, i * 67);
            let _ = write!(
                self.out,
                "<path class=\"counter tone{tone}\" transform=\"translate({:.1} {:.1})rotate({angle})\" \
                 d=\"M-9 1C-10-5-4-9 2-8 8-7 11-1 9 4 6 9-8 9-9 1z\"/>",
                x + dx,
                y + dy
            );
        }
    }
}

/// Draws the sign of a piece.
fn face(man: &Man, style: Style) -> String {
    if let Some(d) = outline(man.sign) {
        return format!("<path class=\"sign glyph\" transform=\"scale(.05)\" d=\"{d}\"/>");
    }
    if style == Style::Lines && man.names.en == "soldier" {
        return "<circle class=\"ring\" r=\"24\"/>".to_owned();
    }
    match drawing("icons.js", &man.names.en) {
        Some(d) => format!("<path class=\"icon\" fill-rule=\"evenodd\" transform=\"scale(.86)\" d=\"{d}\"/>"),
        None => {
            format!("<text class=\"sign letter\" text-anchor=\"middle\" dy=\".36em\">{}</text>", man.sign)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banco::engine::registry;

    #[test]
    fn every_game_has_a_picture_of_its_start_with_all_its_pieces() {
        for game in registry::games() {
            let (drawn, scene) = (draw(game), game.open_game().shown().scene);
            let men: usize = scene.men.iter().map(|unit| unit.men.len()).sum();
            let counters: usize = scene.counts.iter().map(|heap| heap.count as usize).sum();
            assert_eq!(drawn.matches("<use ").count(), men, "{}", game.id);
            assert_eq!(drawn.matches("class=\"counter ").count(), counters, "{}", game.id);
            assert!(men + counters > 0 && drawn.contains(".wood{fill"), "{}", game.id);
            // Pieces have pictures, which need no fonts.
            assert!(!drawn.contains("<text "), "{}", game.id);
            println!("{}: {} bytes", game.id, drawn.len());
        }
    }
}
