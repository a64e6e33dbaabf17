// Levels of play with names, from the levels that were measured for each game.

import { language } from "./i18n.js";

const COUNT = 8;

/** A word for each level of a game, from the weakest up. */
const NAMES = {
  xiangqi: [["Pawn", "Tốt"], ["Advisor", "Sĩ"], ["Elephant", "Tượng"], ["Knight", "Mã"], ["Cannon", "Pháo"], ["Rook", "Xe"], ["General", "Tướng"], ["Champion", "Kỳ vương"]],
  commander: [["Recruit", "Tân binh"], ["Private", "Binh nhì"], ["Corporal", "Hạ sĩ"], ["Sergeant", "Trung sĩ"], ["Lieutenant", "Trung úy"], ["Captain", "Đại úy"],
    ["Colonel", "Đại tá"], ["General", "Đại tướng"]],
  namdinh: [["Child", "Trẻ nhỏ"], ["Buffalo boy", "Mục đồng"], ["Farmer", "Nông dân"], ["Weaver", "Thợ dệt"], ["Teacher", "Thầy đồ"], ["Elder", "Già làng"],
    ["Mandarin", "Quan"], ["King", "Vua"]],
  dicechess: [["Guest", "Khách"], ["Pawn", "Tốt"], ["Boat", "Thuyền"], ["Horse", "Ngựa"], ["Elephant", "Voi"], ["Minister", "Tể tướng"], ["King", "Vua"], ["Rajah", "Đại vương"]],
  oanquan: [["Toddler", "Em bé"], ["Pupil", "Học trò"], ["Classmate", "Bạn học"], ["Sister", "Chị"], ["Brother", "Anh"], ["Aunt", "Cô"], ["Grandmother", "Bà"],
    ["Village champion", "Vô địch làng"]],
};

/** The levels of a game: number, word and Elo, spread evenly over the measured ones. */
export function levelsOf(id, measured) {
  if (measured.length < 2) return [];
  return Array.from({ length: COUNT }, (_, i) => {
    const place = (i * (measured.length - 1)) / (COUNT - 1);
    const [low, part] = [Math.floor(place), place % 1];
    const elo = Math.round(measured[low] + part * ((measured[low + 1] ?? measured[low]) - measured[low]));
    const word = NAMES[id]?.[i]?.[language === "en" ? 0 : 1] ?? "";
    return { elo: String(elo), name: `${i + 1} · ${word}` };
  });
}
