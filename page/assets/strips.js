// The strips above and below the board: players, whose turn it is, captured pieces or counters, clocks.

import { levelsOf } from "./players.js";
import { drawStore } from "./mancala.js";
import { nameOf, namesOf, t } from "./i18n.js";
import { plain } from "./engine/model.js";
import { drawBadge, seatOf, teamsOf } from "./pieces.js";
import { local } from "./store.js";
import { by, dot, html } from "./svg.js";

/** Sides of the board that are below it, by its quarters of a turn. */
const BELOW = ["bottom", "right", "top", "left"];

/** Counts the pieces of a scene by their letters. */
function census(/** @type {Scene} */ { men }) {
  const counts = /** @type {Record<string, number>} */ ({});
  for (const letters of [...men.values()].flat().map(plain)) counts[letters] = (counts[letters] ?? 0) + 1;
  return counts;
}

/** Pieces of each game at its start; the first position of any game from there shows them. @type {Record<string, Record<string, number>>} */
const starts = local.get("starts", {});

function learnStart(/** @type {string} */ id, /** @type {MatchGame} */ game) {
  if (game.setup !== null || game.at > 0 || starts[id]) return;
  starts[id] = census(game.scene);
  local.set("starts", starts);
}

/** Draws the pieces that a team has lost. @param {string} id @param {MatchGame} game @param {number} team */
function lost(id, game, team) {
  const { model } = game.board;
  if (game.setup !== null || !starts[id]) return [];
  const now = census(game.scene);
  return [...model.men.values()].filter((man) => seatOf(model, man.seat).team === team).flatMap(({ letters }) => {
    const count = (starts[id][letters] ?? 0) - (now[letters] ?? 0);
    return count > 0 ? [drawBadge(model, [letters]), ...(count > 1 ? [html("small", {}, `×${count}`)] : [])] : [];
  });
}

/** The name of a player in the tags of a record; empty if it is not known. @param {MatchGame} game @param {Seat} seat */
function taggedName({ tags }, { names, team }) {
  const known = new Map(tags ?? []);
  return (known.get(names.en) ?? (team === 0 ? known.get("White") : ""))?.replace(/^\?$/, "") ?? "";
}

/** Describes the player of a seat. @param {Players} players */
function playerText(players, /** @type {Seat} */ { name }) {
  const { engine, strength, remote, isFree } = players.of(name);
  if (isFree) return t("seatOpen");
  if (remote) return t("seatTaken");
  if (!engine) return t([...players.seats.keys()].filter((one) => !players.of(one).engine).length === 1 ? "seatMine" : "person");
  const level = levelsOf(players.id, players.measured).find(({ elo }) => elo === strength);
  return `Banco · ${level ? `${t("level")} ${level.name.replace(" · ", ", ")}` : t("fullStrength")}`;
}

/** Draws both strips: below the board stands the team whose side is there. @param {string} id @param {MatchGame} game @param {Players} players */
export function drawStrips(id, game, players) {
  const { model, turns } = game.board;
  const near = model.seats.find(({ side }) => side === BELOW[turns])?.team ?? 0;
  learnStart(id, game);
  for (const place of ["near", "far"]) {
    const team = place === "near" ? near : 1 - near;
    const seats = teamsOf(model)[team];
    const isTurn = !game.isOver && game.seat.team === team;
    const who = (/** @type {Seat} */ seat) => {
      const tagged = taggedName(game, seat);
      return html("span", { class: isTurn && game.seat === seat ? "seat now" : "seat" }, dot(seat), html("b", {}, nameOf(seat)),
        html("span", { class: tagged ? "player-of tagged" : "player-of" }, tagged || playerText(players, seat)));
    };
    const stores = seats.filter(({ name }) => game.scene.stores.has(name)).map(({ name }) => game.scene.stores.get(name));
    by(place).className = isTurn ? "strip turn" : "strip";
    by(place).replaceChildren(html("span", { class: "seats" }, ...seats.map(who)),
      ...stores.map((count) => html("span", { class: "store", title: t("store") }, drawStore(count ?? 0), html("b", {}, count))),
      html("span", { class: "lost" }, ...(model.style === "pits" ? [] : lost(id, game, 1 - team))),
      html("span", { class: "clock", "data-team": team, role: "timer", "aria-label": `${t("clock")} ${namesOf(seats)}`, hidden: true }));
  }
  players.clock.draw(game);
}
