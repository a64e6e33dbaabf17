// Translates the engine's errors to the page's language.

import { language, t } from "./i18n.js";

/** Errors of the engine in Vietnamese; `$1` is a text from the error, `@1` the name of a piece. */
const VIETNAMESE = [
  [/^no piece stands on (\S+)$/, "không có quân nào ở $1"],
  [/^no own piece stands on (\S+) to jump over$/, "không có quân mình ở $1 để nhảy qua"],
  [/^no own piece stands on (\S+)$/, "không có quân mình ở $1"],
  [/^the ([a-z -]+) on (\S+) is the other side's$/, "@1 ở $2 là quân đối phương"],
  [/^the ([a-z -]+) on (\S+) cannot go to (\S+)$/, "@1 ở $2 không đi đến $3 được"],
  [/^the ([a-z -]+) on (\S+) has no legal move now$/, "@1 ở $2 lúc này không có nước đi"],
  [/^an own piece stands on (\S+)$/, "quân mình đang đứng ở $1"],
  [/^the king stays in check$/, "@king vẫn bị chiếu"],
  [/^it would leave the king open to capture$/, "đi thế thì @king bị bắt"],
  [/^the king would be in check there$/, "@king đến đó sẽ bị chiếu"],
  [/^no legal move is written so$/, "không có nước đi hợp lệ nào ghi như vậy"],
  [/^more than one legal move fits.*$/, "có hơn một nước như vậy: hãy ghi rõ quân trước hay quân sau"],
  [/^(?:a move such as|four signs such as|two points expected, such as|a roll and a move such as) (\S+?)(?:,.*| or .*| expected.*)?$/, "cần một nước đi như $1"],
  [/^the game is over$/, "ván cờ đã kết thúc"],
  [/^a soldier may not capture a king$/, "lính không được bắt vua"],
  [/^a neighbour is not captured.*$/, "không ăn quân sát cạnh: phải nhảy qua quân mình để ăn quân địch"],
  [/^nothing to capture stands on (\S+)$/, "ở $1 không có quân địch để ăn"],
  [/^the die shows another number$/, "xúc xắc ra số khác"],
  [/^roll the die first$/, "phải tung xúc xắc trước"],
  [/^the die shows 2, 3, 4 or 5$/, "xúc xắc chỉ có các số 2, 3, 4 và 5"],
  [/^the die is rolled already$/, "xúc xắc đã tung rồi"],
  [/^a roll of (\d) moves boats$/, "số $1 chỉ đi thuyền"],
  [/^a roll of (\d) moves horses$/, "số $1 chỉ đi ngựa"],
  [/^a roll of (\d) moves elephants$/, "số $1 chỉ đi voi"],
  [/^a roll of (\d) moves kings and pawns$/, "số $1 chỉ đi vua và tốt"],
  [/^boats and pawns capture only boats and pawns$/, "thuyền và tốt chỉ ăn được thuyền và tốt"],
  [/^there is nothing to demand now$/, "lúc này không có gì để đòi"],
  [/^no such exchange is possible now$/, "lúc này không trao đổi như vậy được"],
  [/^this roll moves no piece.*$/, "số này không đi được quân nào: mất lượt"],
  [/^no such square$/, "không có ô đó"],
  [/^a large space is never sown from$/, "không được rải từ ô quan"],
  [/^the square is the opponent's$/, "đó là ô của đối phương"],
  [/^the square is empty$/, "ô này trống"],
  [/^a square and \+ or - expected$/, "cần tên ô với dấu + hoặc -"],
  [/^the ([a-z -]+) on (\S+) does not move$/, "@1 ở $2 không di chuyển được"],
  [/^the ([a-z -]+) on (\S+) cannot join the ([a-z -]+) on (\S+)$/, "@1 ở $2 không ghép với @3 ở $4 được"],
  [/^(\S+) is out of reach for the ([a-z -]+) on (\S+)$/, "$1 ngoài tầm của @2 ở $3"],
  [/^a piece on (\S+) is in the way$/, "quân ở $1 cản đường"],
  [/^the terrain keeps the ([a-z -]+) on (\S+) from (\S+)$/, "địa hình không cho @1 ở $2 đến $3"],
  [/^an air-defence zone covers (\S+)$/, "$1 nằm trong vùng phòng không"],
  [/^the enemy commander sees (\S+)$/, "tư lệnh đối phương nhìn thấy $1"],
  [/^possible there: (.+)$/, "ở đó chỉ có thể đi $1"],
  [/^what is left on (\S+) cannot stand there$/, "quân còn lại ở $1 không đứng đó được"],
  [/^it leaves the commander open to capture$/, "đi thế thì tư lệnh bị bắt"],
  [/^the commanders would face each other$/, "đi thế thì hai tư lệnh đối mặt nhau"],
  [/^no stack stands on (\S+)$/, "ở $1 không có khối quân"],
  [/^the stack has no (\S+) left$/, "khối quân không còn $1"],
  [/^a group needs its letters$/, "nhóm quân cần ghi chữ của quân"],
  [/^(\S+) is no step$/, "$1 không phải là bước đi"],
  [/^a group is no legal stack$/, "nhóm quân không thành khối hợp lệ"],
  [/^nothing moves$/, "không quân nào đi"],
  [/^(it is not legal|no such legal move here|no such legal move with this roll)$/, "nước đi không hợp lệ"],
  [/^the game so far is not possible with it$/, "ván cờ đến đây không hợp với luật đó"],
  [/^unknown notation (\S+)$/, "Không có cách ghi $1"],
  [/^line too long: at most (\d+) KiB is read$/, "dòng quá dài: chỉ đọc đến $1 KiB"],
  [/^a line break within a line$/, "có dấu xuống dòng giữa dòng"],
  [/^Banco does not answer$/, "Banco không trả lời"],
];

/** What the engine finds wrong with positions. */
const POSITIONS = [
  [/^a (\w+) ([a-z -]+) cannot stand on (\S+)$/, "@2 ~1 không thể đứng ở $3"],
  [/^more than (\d+) (\w+) pieces$/, "hơn $1 quân ~2"],
  [/^more than one (\w+) commander$/, "hơn một tư lệnh ~1"],
  [/^more than (\d+) soldiers on a side$/, "một bên có hơn $1 lính"],
  [/^more than (\d+) counters on the board$/, "hơn $1 quân trên bàn"],
  [/^more than (\d+) (\w+) ([a-z -]+)$/, "hơn $1 @3 ~2"],
  [/^no (\w+) (king|commander)$/, "thiếu @2 ~1"],
  [/^a side has no king$/, "một bên thiếu vua"],
  [/^more than one king on a side$/, "một bên có hơn một vua"],
  [/^the board lacks (.+)$/, "bàn cờ thiếu $1"],
  [/^the kings face each other$/, "hai @king đối mặt nhau"],
  [/^the commanders face each other$/, "hai tư lệnh đối mặt nhau"],
  [/^the side that (?:is not to|does not) move is in check$/, "bên không đến lượt đi đang bị chiếu"],
  [/^two pieces share a point$/, "hai quân đứng cùng một điểm"],
  [/^a piece stands off the board$/, "có quân đứng ngoài bàn cờ"],
  [/^it is empty$/, "không có gì"],
  [/^no piece has the letter (.+)$/, "không có quân nào ghi là $1"],
  [/^(\d+) ranks expected, not (\d+)$/, "cần $1 hàng, không phải $2"],
  [/^the row (\S+) has (\d+) points instead of (\d+)$/, "hàng $1 có $2 điểm thay vì $3"],
  [/^side .*?(?:expected, not|is not|instead of) ?(.*)$/, "không rõ bên nào đi"],
  [/^placement and side to move expected$/, "cần thế quân và bên đi"],
  [/^\((.+)\) is no legal stack$/, "($1) không thành khối hợp lệ"],
  [/^the stack \((.+)\) has pieces of both sides$/, "khối ($1) có quân của cả hai bên"],
  [/^the stack \((.+)\) must begin with its carrier, the (.+)$/, "khối ($1) phải bắt đầu bằng quân chở, @2"],
  [/^a (.+) cannot be heroic$/, "@1 không thể là anh hùng"],
  [/^board and stores hold (\d+) together instead of (\d+)$/, "bàn và kho có $1 quân thay vì $2"],
];

/** Colours as the engine names them. */
const COLOURS = { red: "đỏ", black: "đen", blue: "xanh", white: "trắng" };

/** Tapping a piece without moves is sent as a move to its own point. */
const still = (why) => why.replace(/^the ([a-z -]+) on (\S+) cannot go to \2$/, "the $1 on $2 has no legal move now");

/** A fault in words for people; `model` has the names of the pieces. */
export function explain(fault, model) {
  const move = /^illegal move (.+?): (.*?)(?: \(move (\d+)\))?$/s.exec(fault);
  if (move) {
    const [, text, why, number] = move;
    return `${number ? `${t("moveNumber")} ${number}, ` : ""}${text}: ${explain(why, model)}`;
  }
  const option = /^option (.+?): (.*)$/s.exec(fault);
  if (option) return `${option[1]}: ${explain(option[2], model)}`;
  const position = /^bad position: (.*)$/s.exec(fault);
  if (position) return `${t("badPosition")}: ${explain(position[1], model)}`;
  const why = still(fault);
  if (language !== "vi") return why;
  for (const [pattern, text] of [...VIETNAMESE, ...POSITIONS]) {
    const match = pattern.exec(why);
    if (!match) continue;
    return capital(text.replace(/\$(\d)/g, (_, i) => match[i]).replace(/~(\d)/g, (_, i) => COLOURS[match[i]] ?? match[i])
      .replace(/@(\w+)/g, (_, word) => pieceName(match[word] ?? word, model)));
  }
  return why;
}

function pieceName(english, model) {
  return [...(model?.men.values() ?? [])].find(({ names }) => names.en === english)?.names.vi ?? english;
}

/** Points keep their lower case. */
const capital = (text) => (/^[a-z]\d/.test(text) ? text : text[0].toUpperCase() + text.slice(1));
