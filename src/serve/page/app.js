// The page: brings client, board, input and panels together.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { drawDice, roll } from "./dice.js";
import { Game, isThrow } from "./game.js";
import { BoardInput } from "./input.js";
import { Client } from "./client.js";
import { drawList } from "./list.js";
import { drawLooks } from "./looks.js";
import { nameTouched } from "./naming.js";
import { keepConnected } from "./reconnect.js";
import { readBoard } from "./model.js";
import { wanted } from "./lots.js";
import { Players } from "./players.js";
import { download, readRecord, writeRecord } from "./record.js";
import { drawRules, drawRuleset, keepRule, keptRules } from "./rules.js";
import { by, html } from "./svg.js";
import "./words.js";
import { changeLanguage, gameName, language, nameOf, reason, t, translate } from "./i18n.js";

const client = new Client();
const board = new Board(by("board"));
const analysis = new Analysis(client, board);
const input = new BoardInput(board, by("tray"), (move) => game.play(move));
const players = new Players(client, () => game.scene && game.hold(false));
/** The rules that were changed, by game. */
const rules = new Map();
let options = [];
let games = [];
let id = "";

const views = {
  /** A position was reached. */
  show(game) {
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStores(game);
    drawList(game);
    drawDice(game, game.choices.filter(isThrow));
    const known = game.scores[game.at];
    if (known) analysis.drawBar(known.score, known.proven);
    analysis.drawGraph(game);
    // What somebody writes there is not to be lost.
    if (document.activeElement !== by("fen")) by("fen").value = game.scene.fen;
    by("hold").dataset.i18n = game.isHeld ? "goOn" : "pause";
    by("hold").textContent = t(by("hold").dataset.i18n);
    by("hold").hidden = ![...players.seats.values()].some((player) => player.engine);
    by("undo").disabled = game.moves.length === 0;
    for (const name of ["first", "previous"]) by(name).disabled = game.at === 0;
    for (const name of ["next", "last"]) by(name).disabled = game.at === game.moves.length;
    sessionStorage.setItem("record", writeRecord(id, game, rules.get(id)));
  },
  /** The engine thinks about its move. */
  busy(game) {
    by("status").textContent = `${nameOf(game.seat)} ${t("thinking")}`;
  },
  info: (game, info) => analysis.hear(game, info),
  /** Nothing happens by itself now. */
  idle: (game) => analysis.run(game),
  throwing: (game, throws, chosen) => roll(throws, chosen),
};

const game = new Game(client, board, input, players, views);
analysis.restart = () => analysis.run(game);

function resultText(game) {
  const [word, second, ...rest] = game.scene.result.split(" ");
  if (word === "draw") return `${t("draw")}: ${reason([second, ...rest].join(" "))}`;
  const seats = board.model.seats;
  const winner = seats.filter((seat) => seat.name.toLowerCase() === word || (word.length === 2 && word.includes(seat.name)));
  return `${winner.map(nameOf).join(" + ")} ${t("wins")}: ${reason(rest.join(" "))}`;
}

function drawStatus(game) {
  const status = by("status");
  status.className = game.isOver ? "over" : "";
  const last = game.moves[game.at - 1];
  const by_ = last?.seat && board.model.seats.find((seat) => seat.name === last.seat);
  const said = by_ && !last.throw ? `${nameOf(by_)}: ${last.text}. ` : "";
  const check = game.scene.check.length > 0 ? ` – ${t("check")}!` : "";
  const lost = game.choices.length === 1 && game.choices[0].acts[0].word === "lost" ? ` ${t("lost")}` : ` ${t("toMove")}`;
  const round = game.scene.round ? `${t("round")} ${game.scene.round}. ` : "";
  const text = game.isOver ? resultText(game) : `${nameOf(game.seat)}${lost}${check}`;
  status.replaceChildren(html("span", { class: `dot ${game.seat.colour}`, "aria-hidden": "true" }), `${round}${text}`);
  by("live").textContent = said + text;
}

/** What each side has in store, in games of counters. */
function drawStores(game) {
  const box = by("stores");
  box.hidden = game.scene.stores.size === 0;
  box.replaceChildren(...[...game.scene.stores].map(([name, count]) => {
    const seat = board.model.seats.find((seat) => seat.name === name);
    return html("span", {}, html("span", { class: `dot ${seat.colour}`, "aria-hidden": "true" }), `${nameOf(seat)}: `, html("b", {}, count));
  }));
}

/** The lines that choose a game and its rules. */
const rulesOf = (id) => [`setoption name UCI_Variant value ${id}`, ...[...rules.get(id)].map(([name, value]) => `setoption name ${name} value ${value}`)];

/** Goes over to a game; `record` is what is played there already. */
async function open(next, record = null) {
  id = next;
  if (!rules.has(id)) rules.set(id, keptRules(id));
  for (const [name, value] of record?.options ?? []) rules.get(id).set(name, value);
  client.stop();
  client.send(...rulesOf(id));
  const { lines } = await client.ask(["board"], "boardok");
  const model = readBoard(lines);
  board.lay(model);
  document.body.dataset.game = id;
  document.title = `Banco – ${model.title[language]}`;
  location.hash = id;
  for (const tab of document.querySelectorAll("#games button")) tab.setAttribute("aria-current", String(tab.value === id));
  players.seat(id, model.seats);
  orient();
  analysis.drawEnds();
  by("zones-label").hidden = id !== "commander";
  by("lots-label").hidden = !model.lots;
  drawLooks(board, redraw);
  drawRules(options, model.options, rules.get(id), changeRule);
  drawRuleset(options, model.options, rules.get(id), (name, value) => changeRule(name, value, true));
  game.scores = [];
  return game.begin(record?.setup ?? null, record?.moves ?? []);
}

/** Changes a rule in the game at hand; `isFresh` begins a new one with it. */
async function changeRule(name, value, isFresh = false) {
  client.stop();
  if (isFresh) client.send("position startpos");
  const { faults } = await client.ask([`setoption name ${name} value ${value}`, "scene"], "sceneok");
  if (faults.length > 0) complain(faults[0]);
  else keepRule(id, rules.get(id).set(name, value));
  await open(id, isFresh ? null : { options: [], setup: game.setup, moves: game.moves.map(({ text }) => text) });
}

function complain(text) {
  by("fault").textContent = text;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (by("fault").textContent = ""), 6000);
}

async function setUp(text) {
  const record = readRecord(text, games);
  const fault = record ? await open(record.id ?? id, record) : t("fenHelp");
  if (fault) complain(fault);
}

async function copy(text) {
  await navigator.clipboard.writeText(text);
  complain(t("copied"));
}

/** Draws the position again, on a board that looks otherwise now. */
function redraw() {
  if (!game.scene) return;
  board.show(game.scene);
  input.offer(input.choices, game.scene);
  analysis.redraw?.(game);
}

/** The board stands so that the first person sits below; after that people turn it as they like. */
function orient() {
  const seat = board.model.seats.find(({ name }) => !players.of(name).engine) ?? board.model.seats[0];
  board.turnTo(board.turnFor(seat.side));
}

/** The dialogue of rules, lessons and puzzles, fetched when it is first wanted. */
const learn = async (what) => (await import("./learn.js")).openLearn(id, what);
const nameOn = nameTouched(board, (man) => learn({ man }));

const actions = {
  how: () => learn(),
  new: () => {
    game.scores = [];
    return game.begin(null);
  },
  undo: () => game.undo(),
  flip: () => {
    if (!game.scene) return;
    board.flip();
    redraw();
  },
  first: () => game.jump(0),
  previous: () => game.jump(game.at - 1),
  next: () => game.jump(game.at + 1),
  last: () => game.jump(game.moves.length),
  hold: () => game.hold(!game.isHeld),
  analyse: () => {
    analysis.on = !analysis.on;
    by("analyse").setAttribute("aria-pressed", String(analysis.on));
    if (analysis.on) return analysis.run(game);
    client.stop();
    analysis.clear();
  },
  whole: () => analysis.wholeGame(game),
  "copy-fen": () => copy(game.scene.fen),
  "copy-game": () => copy(writeRecord(id, game, rules.get(id))),
  "set-up": () => setUp(by("fen").value),
  save: () => download(`${id}.txt`, writeRecord(id, game, rules.get(id))),
  load: () => by("file").click(),
  language: () => {
    changeLanguage();
    drawGames();
    return open(id, { options: [], setup: game.setup, moves: game.moves.map(({ text }) => text) });
  },
  theme: () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
  },
};

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

function listen() {
  for (const [name, act] of Object.entries(actions)) by(name).addEventListener("click", act);
  by("file").addEventListener("change", async () => {
    if (by("file").files.length > 0) await setUp(await by("file").files[0].text());
    by("file").value = "";
  });
  by("lots").checked = wanted.lots;
  by("lots").addEventListener("change", () => localStorage.setItem("lots", by("lots").checked));
  by("zones").addEventListener("change", () => {
    board.zones = by("zones").checked;
    board.show(game.scene);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, .hit") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") actions.previous();
    else if (event.key === "ArrowRight") actions.next();
  });
}

async function start() {
  const theme = localStorage.getItem("theme");
  if (theme) setTheme(theme);
  translate();
  keepConnected(client, () => {
    client.send(...rulesOf(id));
    return game.sync();
  });
  client.onfault = complain;
  try {
    await client.open();
  } catch {
    by("fault").textContent = t("noRoom");
    return;
  }
  ({ lines: options } = await client.ask(["uci"], "uciok"));
  players.readOptions(options);
  const variants = options.find((line) => line.startsWith("option name UCI_Variant "));
  games = variants.split(" var ").slice(1);
  drawGames();
  listen();
  const kept = readRecord(sessionStorage.getItem("record") ?? "", games);
  const wanted = location.hash.slice(1);
  if (kept?.id && (wanted === "" || wanted === kept.id)) await open(kept.id, kept);
  else await open(games.includes(wanted) ? wanted : games[0]);
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

function drawGames() {
  by("games").replaceChildren(...games.map((game) =>
    html("button", { type: "button", value: game, onclick: () => open(game) }, gameName(game))));
}

window.banco = { game, client };
start();
