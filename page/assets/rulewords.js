// The rules that can be chosen, in words: what an option is called, what it means, and what its values are called.

import { language } from "./i18n.js";

const pick = (pair) => pair[language === "en" ? 0 : 1];

/** By the engine's name: the label, the explanation, and the values of a choice. */
const OPTIONS = {
  Repetition: {
    label: ["Repetition", "Lặp lại thế cờ"],
    help: ["What a third occurrence of a position means.", "Khi một thế cờ xuất hiện lần thứ ba."],
    values: {
      asian: ["perpetual check and chase lose", "chiếu mãi và đuổi mãi là thua"], check: ["only perpetual check loses", "chỉ chiếu mãi là thua"],
      draw: ["always a draw", "luôn luôn hòa"], off: ["no effect", "không xét"],
    },
  },
  MoveLimit: {
    label: ["Half-moves without a capture", "Số nước không ăn quân"],
    help: ["So many half-moves without a capture make a draw; 0 for no limit.", "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn."],
  },
  DeadMaterial: {
    label: ["Draw without attackers", "Hòa khi hết quân tấn công"],
    help: ["A draw when no rook, knight, cannon or pawn is left.", "Hòa khi không còn xe, mã, pháo, tốt nào."],
  },
  XiangqiRanks: {
    label: ["Numbers of the ranks", "Số của các hàng"],
    help: ["How moves are written; it changes nothing in play.", "Cách ghi nước đi; không ảnh hưởng đến ván cờ."],
    values: { "1-10": ["1 to 10", "1 đến 10"], "0-9": ["0 to 9", "0 đến 9"] },
  },
  EngineerAirZone: {
    label: ["Engineers defend the air", "Công binh có phòng không"],
    help: ["Engineers guard the four points next to them, as one table of the leaflet has it.", "Công binh bảo vệ bốn điểm kề bên, theo một bảng của tờ luật."],
  },
  Kamikaze: {
    label: ["Kamikaze", "Cảm tử"],
    help: ["A plane may give itself up for a target inside a single enemy zone.", "Máy bay được hy sinh để diệt mục tiêu trong vùng của đúng một quân phòng không."],
  },
  CountLimit: {
    label: ["Plies without a capture", "Số nước không ăn quân"],
    help: ["So many plies without a capture make a draw; 0 for no limit.", "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn."],
  },
  PointCount: {
    label: ["Count points", "Tính điểm"],
    help: ["Results come with the points of both sides.", "Kết quả kèm theo điểm của hai bên."],
  },
  NoCaptureLimit: {
    label: ["Plies without a capture", "Số nước không ăn quân"],
    help: ["So many plies without a capture make a draw; 0 for never.", "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn."],
  },
  ThreeAgainstThree: {
    label: ["Three against three draw", "Ba chọi ba thì hòa"],
    help: ["King and two soldiers against king and two are a draw where nothing is decided at once.", "Vua và hai lính chọi vua và hai lính thì hòa, nếu không phân thắng bại ngay."],
  },
  OanquanRules: {
    label: ["Ruleset", "Bộ luật"],
    help: ["Tonkin: one direction, rounds, the loser sells squares. Modern: two directions, mandarin stones, one round.",
      "Bắc Kỳ: một chiều, nhiều vòng, người thua bán ô. Ngày nay: hai chiều, có quan, một ván."],
    values: {
      tonkin: ["Tonkin 1909: one direction, rounds", "Bắc Kỳ 1909: một chiều, nhiều vòng"],
      modern: ["Modern: two directions, one game", "Ngày nay: hai chiều, một ván"],
      mancalaworld: ["Two directions, in rounds", "Hai chiều, nhiều vòng"],
    },
  },
  RelayNeedsOccupied: {
    label: ["An empty last square ends the turn", "Rơi vào ô trống là hết lượt"],
    help: ["A last counter that falls into an empty space ends the turn at once.", "Quân cuối cùng rơi vào ô trống thì hết lượt ngay."],
  },
  SoldToWin: {
    label: ["Squares sold that lose", "Số ô bán thì thua"],
    help: ["Who has sold so many squares has lost the match.", "Ai đã bán từng này ô thì thua cả trận."],
  },
  SingleRound: {
    label: ["One round only", "Chỉ một vòng"],
    help: ["One round is the whole game; nothing is sold.", "Chỉ chơi một vòng, không bán ô."],
  },
  QuanValue: {
    label: ["Points of a mandarin stone", "Điểm của một quan"],
    help: ["What a captured mandarin stone is worth in the modern rules.", "Giá trị của một quan trong luật ngày nay."],
  },
  QuanNon: {
    label: ["Young mandarin", "Quan non"],
    help: ["A mandarin stone with fewer small stones cannot be captured; 0 turns this off.", "Quan có ít dân hơn số này thì không được ăn; 0 là không dùng luật này."],
  },
};

/** An option, or a value of one, as people say it; the text itself if it is neither. */
export function optionWords(name) {
  if (OPTIONS[name]) return pick(OPTIONS[name].label);
  const owner = Object.values(OPTIONS).find(({ values }) => values?.[name]);
  return owner ? pick(owner.values[name]) : name;
}

export const optionHelp = (name) => (OPTIONS[name] ? pick(OPTIONS[name].help) : "");

export const valueWords = (name, value) => (OPTIONS[name]?.values?.[value] ? pick(OPTIONS[name].values[value]) : value);
