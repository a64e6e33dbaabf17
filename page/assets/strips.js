// The strips above and below the board: players, whose turn it is, captured pieces or counters, clocks.

import { levelsOf } from "./players.js";
import { drawStores } from "./mancala.js";
import { nameOf, namesOf, t } from "./i18n.js";
import { icon } from "./icons.js";
import { plain } from "./engine/model.js";
import { drawBadge, seatOf, teamsOf } from "./pieces.js";
import { local } from "./store.js";
import { by, html, svg } from "./svg.js";

/** Sides of the board that are below it, by its quarters of a turn. */
const BELOW = ["bottom", "right", "top", "left"];

/** Worth of pieces by their English names, as usual in Xiangqi and by the rules of Commander Chess. */
const WORTH = /** @type {Record<string, Record<string, number>>} */ ({
  xiangqi: { pawn: 1, advisor: 2, elephant: 2, knight: 4, cannon: 4.5, rook: 9 },
  commander: { commander: 100, tank: 20, artillery: 30, missile: 20, "air force": 40, navy: 80 },
});
const PERSON = "M0-34a16 16 0 1 0 .1 0zM-30 34c0-48 60-48 60 0z";
const ROBOT = "M-3-38h6v12h25v44h-56v-44h25zM-15-12v12h10v-12zM5-12v12h10v-12zM-20 23h40v12h-40z";

/** Counts the pieces of a scene by their letters. */
function census(/** @type {Scene} */ { men }) {
  const counts = /** @type {Record<string, number>} */ ({});
  for (const letters of [...men.values()].flat().map(plain)) counts[letters] = (counts[letters] ?? 0) + 1;
  return counts;
}

/**
 * Pieces of each game at its start; the first position of any game from there shows them.
 * @type {Record<string, Record<string, number>>}
 */
const starts = local.get("starts", {});

function learnStart(/** @type {string} */ id, /** @type {MatchGame} */ game) {
  if (game.setup !== null || game.at > 0 || starts[id]) return;
  starts[id] = census(game.scene);
  local.set("starts", starts);
}

/** Returns the pieces that each team has lost, with numbers and worth. @param {string} id @param {MatchGame} game */
function losses(id, { board: { model }, setup, scene }) {
  const now = census(scene);
  const start = setup === null ? (starts[id] ?? {}) : {};
  return [0, 1].map((team) =>
    [...model.men.values()].flatMap(({ letters, seat, names }) => {
      const count = seatOf(model, seat).team === team ? (start[letters] ?? 0) - (now[letters] ?? 0) : 0;
      return count > 0
        ? [{ letters, count, worth: count * (WORTH[id]?.[names.en] ?? (id === "commander" ? 10 : 1)) }]
        : [];
    }),
  );
}

/** Draws captures and a lead. @param {Model} model @param {ReturnType<typeof losses>} lost @param {number} team */
function drawCaptured(model, lost, team) {
  const [own, other] = [1 - team, team].map((one) => lost[one].reduce((sum, { worth }) => sum + worth, 0));
  return html(
    "span",
    { class: "lost" },
    ...lost[1 - team].flatMap(({ letters, count }) => [
      drawBadge(model, [letters]),
      ...(count > 1 ? [html("small", {}, `×${count}`)] : []),
    ]),
    own > other ? html("b", { class: "ahead", title: t("ahead") }, `+${own - other}`) : null,
  );
}

/** Draws a player: the level's picture, a robot or a person. @param {Players} players @param {Seat} seat */
function figure(players, { name, colour }) {
  const { engine, strength, remote, isFree } = players.of(name);
  const level = levelsOf(players.id, players.measured).find(({ elo }) => elo === strength);
  const d = isFree ? "" : !engine || remote ? PERSON : (icon(level?.picture ?? "") ?? ROBOT);
  const picture = [svg("circle", { r: 48 }), svg("path", { d, "fill-rule": "evenodd", transform: "scale(.8)" })];
  return svg("svg", { class: `figure ${colour}`, viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...picture);
}

/**
 * The name of a player in the tags of a record; empty if it is not known.
 * @param {MatchGame} game
 * @param {Seat} seat
 */
function taggedName({ tags }, { names, team }) {
  const known = new Map(tags ?? []);
  return (known.get(names.en) ?? (team === 0 ? known.get("White") : ""))?.replace(/^\?$/, "") ?? "";
}

/** Describes the player of a seat, in short beside others. @param {Players} players */
function playerText(players, /** @type {Seat} */ { name }, isAlone = true) {
  const { engine, strength, remote, isFree } = players.of(name);
  if (isFree) return t("seatOpen");
  if (remote) return t("seatTaken");
  if (remote === false) return t(engine ? "engine" : "seatMine");
  if (!engine)
    return t([...players.seats.keys()].filter((one) => !players.of(one).engine).length === 1 ? "seatMine" : "person");
  const level = levelsOf(players.id, players.measured).find(({ elo }) => elo === strength);
  if (level && !isAlone) return `Banco ${level.name}`;
  return `Banco · ${level ? `${t("level")} ${level.name.replace(" · ", ", ")}` : t("fullStrength")}`;
}

/**
 * Draws both strips: below the board stands the team whose side is there.
 * @param {string} id
 * @param {MatchGame} game
 * @param {Players} players
 */
export function drawStrips(id, game, players) {
  const { model, turns } = game.board;
  const near = model.seats.find(({ side }) => side === BELOW[turns])?.team ?? 0;
  learnStart(id, game);
  const lost = losses(id, game);
  for (const place of ["near", "far"]) {
    const team = place === "near" ? near : 1 - near;
    const seats = teamsOf(model)[team];
    const isTurn = !game.isOver && game.seat.team === team;
    const who = (/** @type {Seat} */ seat) => {
      const tagged = taggedName(game, seat);
      const player = tagged || playerText(players, seat, seats.length === 1);
      return html(
        "span",
        { class: isTurn && game.seat === seat ? "seat now" : "seat" },
        figure(players, seat),
        html("b", {}, nameOf(seat)),
        html("span", { class: tagged ? "player-of tagged" : "player-of" }, player),
      );
    };
    const stores = seats.filter(({ name }) => game.scene.stores.has(name));
    const hasWon = game.isOver && game.winner?.seats[0].team === team;
    by(place).className = isTurn ? "strip turn" : hasWon ? "strip won" : "strip";
    by(place).replaceChildren(
      html("span", { class: "seats" }, ...seats.map(who)),
      ...stores.map(({ name }) => html("span", { class: "store", title: t("store"), "data-store": name })),
      drawCaptured(model, lost, team),
      html("span", {
        class: "clock",
        "data-team": team,
        role: "timer",
        "aria-label": `${t("clock")} ${namesOf(seats)}`,
        hidden: true,
      }),
    );
  }
  drawStores(game.board, game.scene.stores);
  players.clock.draw(game);
}
