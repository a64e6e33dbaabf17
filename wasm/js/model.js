// Parses the engine's output on boards, positions, moves and searches. protocol.md describes the formats.

/** Parses `English | Vietnamese` to names by language. */
function names(words) {
  const [en, vi] = words.join(" ").split(" | ");
  return { en, vi: vi ?? en };
}

/** Parses the lines of `board`. */
export function readBoard(lines) {
  const board = { seats: [], men: new Map(), points: new Map(), lines: [], zones: [], areas: [], options: [], notations: [], levels: [], dice: new Map() };
  for (const line of lines) {
    const [, word, ...rest] = line.split(" ");
    if (word === "title") board.title = names(rest);
    else if (word === "size") [board.width, board.height] = rest.map(Number);
    else if (word === "style") board.style = rest[0];
    else if (word === "seat") {
      const [name, team, side, colour, ...words] = rest;
      board.seats.push({ name, team: Number(team), side, colour, names: names(words) });
    } else if (word === "man") {
      const [letters, seat, sign, ...words] = rest;
      board.men.set(letters, { letters, seat, sign, names: names(words) });
    } else if (word === "point") board.points.set(rest[0], { x: Number(rest[1]), y: Number(rest[2]) });
    else if (word === "line") board.lines.push(rest);
    else if (word === "zone") board.zones.push({ kind: rest[0], seat: rest[1], points: rest.slice(2) });
    else if (word === "area") board.areas.push({ kind: rest[0], seat: rest[1], corners: rest.slice(2).map(Number) });
    else if (word === "lots") board.lots = true;
    else if (word === "die") board.dice.set(Number(rest[0]), rest.slice(1));
    else if (word === "levels") board.levels = rest.map(Number);
    else if (word === "notation") board.notations.push({ name: rest[0], names: names(rest.slice(1)) });
    else if (word === "option") board.options.push(rest.join(" "));
  }
  return board;
}

/** Parses the lines of `scene`. */
export function readScene(lines) {
  const scene = {
    men: new Map(), counts: new Map(), stores: new Map(), sold: new Map(),
    check: [], covers: [], captives: [], joined: [], last: [], steps: [],
  };
  for (const line of lines) {
    const [, word, ...rest] = line.split(" ");
    if (word === "man") scene.men.set(rest[0], rest.slice(1));
    else if (word === "count") scene.counts.set(rest[0], { count: Number(rest[1]), stone: rest[2] === "Q" });
    else if (word === "store") scene.stores.set(rest[0], Number(rest[1]));
    else if (word === "sold") scene.sold.set(rest[0], Number(rest[1]));
    else if (word === "cover") scene.covers.push({ seat: rest[0], points: rest.slice(1) });
    else if (word === "captive") scene.captives.push({ man: rest[0], captor: rest[1] });
    else if (word === "joined") scene.joined.push(rest[0]);
    else if (word === "last") scene.last = rest.map(readAct);
    else if (word === "step") scene.steps.push(rest);
    else if (word === "check") scene.check = rest;
    else if (["fen", "seat", "result", "round", "throw"].includes(word)) scene[word] = rest.join(" ");
  }
  return scene;
}

const ACT = /^(?:([+A-Z]+):)?([a-zA-Z]\d*)(?:([-*@^])([a-z]\d+)(?:\*([a-z]\d+))?)?([+-]?)(?:=(\w))?$/;

/** Parses one act of a move: `e2-e4`, `F:c9*d10`, `a1+`, `throw=3`, `lost`. */
export function readAct(text) {
  const match = ACT.exec(text);
  if (!match) {
    const [word, value] = text.split("=");
    return { text, word, value };
  }
  const [, men, from, kind, to, other, way, becomes] = match;
  return { text, men, from, kind, to, other, way, becomes };
}

/** Parses the lines of `choices`. */
export function readChoices(lines) {
  return lines.map((line) => {
    const [, move, ...acts] = line.split(" ");
    return { move, acts: acts.map(readAct) };
  });
}

/** Parses the lines of the draw of the first turn. */
export function readLots(lines) {
  return lines.map((line) => {
    const [, seat, act, ...fen] = line.split(" ");
    return { seat, value: Number(readAct(act).value), fen: fen.join(" ") };
  });
}

/** Parses an `info` line of a search. */
export function readInfo(line) {
  const remark = line.indexOf(" string ");
  const words = (remark < 0 ? line : line.slice(0, remark)).split(" ");
  const info = { depth: 0, multipv: 1, nodes: 0, nps: 0, time: 0, tbhits: 0, pv: [], bound: "" };
  if (remark >= 0) info.remark = line.slice(remark + 8);
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (word === "score") info.score = { kind: words[i + 1], value: Number(words[i + 2]) };
    else if (word === "wdl") info.score.share = (Number(words[i + 1]) + Number(words[i + 2]) / 2) / 1000;
    else if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "pv") info.pv = words.slice(i + 1);
    else if (word in info) info[word] = Number(words[i + 1]);
    if (word === "pv") break;
  }
  return info;
}

/** Returns the letters of a piece without the mark of a hero. */
export const plain = (letters) => letters.replace("+", "");
