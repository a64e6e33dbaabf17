//! Style rules of the page for viewers beside browsers: they know CSS 2, neither variables nor `:is` nor `color-mix`.

use std::collections::BTreeSet;

/// A seat's class and colour.
pub type Seat<'a> = (&'a str, &'a str);

/// Returns the rules of a style sheet for the classes in use, in the default look, with a game's own rules. A rule that
/// has the colour of a seat becomes one for each seat.
pub fn rules(sheet: &str, game: &str, used: &BTreeSet<&str>, seats: &[Seat]) -> String {
    let own = format!("[data-game=\"{game}\"]");
    let is_used = |selector: &str| {
        let classes = selector.split('.').skip(1);
        let mut classes = classes.map(|rest| rest.split([' ', ':', '[']).next().unwrap_or(rest));
        let is_of_game = selector.matches("[data-").count() == selector.matches(&own).count();
        is_of_game && selector.contains('.') && classes.all(|class| used.contains(class))
    };
    let mut out = String::new();
    for rule in sheet.split('}') {
        let Some((selectors, body)) = rule.rsplit("*/").next().and_then(|rule| rule.split_once('{')) else {
            continue;
        };
        let seated = seats.iter().map(Some).filter(|_| body.contains("var(--seat"));
        for seat in std::iter::once(None).chain(seated) {
            let class = seat.map_or(String::new(), |(class, _)| format!(".{class}"));
            let all = alternatives(selectors.trim()).into_iter().map(|selector| selector + &class);
            let selectors: Vec<String> = all.filter(|selector| is_used(selector)).collect();
            let body = declarations(body, seat.map(|seat| seat.1));
            if !selectors.is_empty() && !body.is_empty() {
                out += &format!("{}{{{body}}}", selectors.join(","));
            }
        }
    }
    out
}

/// Splits a list at commas outside of brackets.
fn split(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = list.split(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    });
    parts.map(str::trim).collect()
}

/// Splits a text with a function at its first use, into what is before, the arguments, and what is after.
fn call<'a>(text: &'a str, function: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(function)?;
    let mut depth = 1;
    let end = rest.find(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth == 0
    })?;
    Some((before, &rest[..end], &rest[end + 1..]))
}

/// Returns the selectors of a list without `:is`.
fn alternatives(selectors: &str) -> Vec<String> {
    let each = |selector: &&str| match call(selector, ":is(") {
        None => vec![(*selector).to_owned()],
        Some((before, all, after)) => {
            split(all).iter().flat_map(|one| alternatives(&format!("{before}{one}{after}"))).collect()
        }
    };
    split(selectors).iter().flat_map(each).collect()
}

/// Returns declarations with values for their variables: the seat's colour, and the fallback of others.
fn declarations(body: &str, seat: Option<&str>) -> String {
    let all = body.split(';').filter_map(|one| one.trim().split_once(": "));
    let plain = all.filter(|(name, _)| !name.starts_with("--")).filter_map(|(name, value)| {
        let value = mixed(valued(value, seat)?)?;
        Some(format!("{name}:{value};"))
    });
    plain.collect()
}

fn valued(value: &str, seat: Option<&str>) -> Option<String> {
    let Some((before, arguments, after)) = call(value, "var(") else { return Some(value.to_owned()) };
    let fallback = split(arguments).get(1).copied();
    let found = if arguments.starts_with("--seat") { seat.or(fallback) } else { fallback }?;
    valued(&format!("{before}{found}{after}"), seat)
}

/// Mixes colours, as in `color-mix(in srgb, #fff 34%, #000)`.
fn mixed(value: String) -> Option<String> {
    let Some((before, arguments, after)) = call(&value, "color-mix(") else { return Some(value) };
    let [_, first, second] = split(arguments)[..] else { return None };
    let (first, share) = first.split_once(' ')?;
    let share: f32 = share.strip_suffix('%')?.parse().ok()?;
    let [first, second] = [parts(first)?, parts(second)?];
    let mix = |i: usize| (first[i] * share + second[i] * (100.0 - share)) / 100.0;
    let [red, green, blue] = [0, 1, 2].map(|i| mix(i).round() as u8);
    Some(format!("{before}#{red:02x}{green:02x}{blue:02x}{after}"))
}

/// Returns red, green and blue of a colour like `#a87440`.
fn parts(colour: &str) -> Option<[f32; 3]> {
    let all = u32::from_str_radix(colour.strip_prefix('#').filter(|digits| digits.len() == 6)?, 16).ok()?;
    let [_, red, green, blue] = all.to_be_bytes();
    Some([red, green, blue].map(f32::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_become_plain() {
        let used = ["wood", "disc", "red", "sign", "pit", "blue"].into_iter().collect();
        let seats = [("red", "#b3261e"), ("blue", "#275fa8")];
        for (sheet, plain) in [
            (".wood { fill: var(--wood, #e9c48a); --own: 1; }", ".wood{fill:#e9c48a;}"),
            ("/* A. */ .disc.red :is(.icon, .sign) { fill: #fff; }", ".disc.red .sign{fill:#fff;}"),
            (
                ".wood, .line { stroke: var(--seat); }",
                ".wood.red{stroke:#b3261e;}.wood.blue{stroke:#275fa8;}",
            ),
            ("[data-men=\"flat\"] .disc :is(.sign, .rim) { display: none; }", ""),
            (
                "[data-game=\"xiangqi\"] .disc { r: 1; } [data-game=\"namdinh\"] .disc { r: 2; }",
                "[data-game=\"xiangqi\"] .disc{r:1;}",
            ),
            (
                ".pit { fill: color-mix(in srgb, var(--pit, #000000) 50%, var(--seat, var(--pit, #ffffff))); }",
                ".pit{fill:#808080;}.pit.red{fill:#5a130f;}.pit.blue{fill:#143054;}",
            ),
        ] {
            assert_eq!(rules(sheet, "xiangqi", &used, &seats), plain, "{sheet}");
        }
    }
}
