// The page: brings client, board, input and panels together.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { drawDice, roll } from "./dice.js";
import { isThrow } from "./game.js";
import { MatchGame } from "./match.js";
import { Playing } from "./playing.js";
import { Room } from "./room.js";
import { BoardInput } from "./input.js";
import { Client } from "./client.js";
import { drawList } from "./list.js";
import { drawLooks } from "./looks.js";
import { nameTouched } from "./naming.js";
import { keepConnected } from "./reconnect.js";
import { Exchange, locate, readGames, readLink } from "./exchange.js";
import { Coach } from "./coach.js";
import { Editor } from "./editor.js";
import { explain } from "./faults.js";
import { Library, notice } from "./library.js";
import { readBoard } from "./model.js";
import { Notes } from "./notes.js";
import { wanted } from "./lots.js";
import { Players } from "./players.js";
import { copyText, settings, writeRecord } from "./record.js";
import { drawRules, drawRuleset, keepRule, keptRules, readOption } from "./rules.js";
import { turned } from "./score.js";
import { drawStatus, drawStores } from "./status.js";
import { by, html } from "./svg.js";
import "./words.js";
import { changeLanguage, gameName, language, nameOf, t, translate } from "./i18n.js";

const client = new Client();
const board = new Board(by("board"));
const analysis = new Analysis(client, board);
const input = new BoardInput(board, by("tray"), (move) => game.play(move), refuse);
const players = new Players(client, (change) => {
  playing.score.clear();
  if ("engine" in change) orient();
  if (game.scene) game.hold(false);
});
/** The rules that were changed, by game. */
const rules = new Map();
let options = [];
let games = [];
let id = "";
let opening = 0;
/** How many games are being opened. */
let underWay = 0;
let isWriting = false;

const views = {
  /** A position was reached. */
  show(game) {
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStores(game);
    drawList(game);
    playing.show(game);
    notes.draw();
    drawDice(game, game.choices.filter(isThrow));
    const known = game.node.score ?? analysis.counted(game);
    if (known) analysis.drawBar(known.score, known.proven);
    analysis.drawGraph(game);
    analysis.drawReview(game);
    coach.draw();
    if (game.shownExact !== game.turn) {
      game.shownExact = game.turn;
      analysis.exact.draw(game, turned);
    }
    // What somebody writes there is not to be lost, not even while it is clicked to be set up.
    if (!isWriting && document.activeElement !== by("fen")) by("fen").value = game.scene.fen;
    by("hold").dataset.i18n = game.isHeld ? "goOn" : "pause";
    by("hold").textContent = t(by("hold").dataset.i18n);
    by("hold").hidden = ![...players.seats.values()].some((player) => player.engine);
    by("undo").disabled = game.moves.length === 0;
    for (const name of ["first", "previous"]) by(name).disabled = game.at === 0;
    for (const name of ["next", "last"]) by(name).disabled = game.at === game.moves.length;
    library.keep(id, game, rules.get(id));
  },
  /** The same position in other words, while the engine goes on. */
  refresh(game) {
    const { lines, faces } = analysis;
    const kept = new Map(lines);
    game.shownExact = null;
    views.show(game);
    analysis.restore(game, kept, faces);
    if (game.busy) views.busy(game);
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

const game = new MatchGame(client, board, input, players, views);
const playing = new Playing(game, players, { restart: () => startNew(), orient: () => orient(), say: (text) => complain(text) });
const coach = new Coach(client, game, analysis);
analysis.coach = coach;
const editor = new Editor(client, board, input, setUpByHand, () => game.sync());
const library = new Library(open);
const notes = new Notes(game, () => views.show(game), complain);
new Exchange({ game, id: () => id, rules: () => rules.get(id) }, setUp, (key) => complain(t(key)));
analysis.restart = () => analysis.run(game);
library.named = (uid, name) => game.uid === uid && (game.name = name);

/** Says why no move goes from a point to another. */
async function refuse(from, to) {
  const { turn, choices } = game;
  if (choices.every(isThrow)) return complain(t("throwFirst"));
  const { lines } = await client.answer(`why ${from} ${to}`);
  const why = lines[0]?.slice(4);
  if (turn === game.turn && why && why !== "it is legal") complain(why);
}

/** The rules' options in force for a game, those that nobody changed at their defaults. */
function valuesOf(id, changed) {
  const names = new Set([...(rules.get(id)?.keys() ?? []), ...changed.keys()]);
  const defaults = new Map(options.map(readOption).filter(Boolean).map(({ name, value }) => [name, value]));
  return new Map([...names].map((name) => [name, changed.get(name) ?? defaults.get(name)]));
}

/** Goes over to a game; `kept` is what is played there already, by default the game of this tab that was left. */
async function open(next, kept = library.current(next)) {
  underWay++;
  try {
    return await lay(next, kept);
  } finally {
    underWay--;
  }
}

/** Lays a game on the board, unless another is wanted meanwhile. */
async function lay(next, kept) {
  const values = valuesOf(next, new Map(kept?.options ?? rules.get(next) ?? keptRules(next)));
  const lines = [`setoption name UCI_Variant value ${next}`, ...settings(values)];
  const turn = ++opening;
  const notation = localStorage.getItem(`notation-${next}`) ?? "";
  editor.close();
  if (kept) {
    const fault = await game.read(kept.setup, kept.tree, lines, [], notation);
    if (turn !== opening) return null;
    if (fault) {
      await goOn();
      return fault;
    }
  } else game.leave();
  const { lines: described } = await client.ask([...lines, "board"], "boardok");
  if (game.scene) await library.flush();
  if (turn !== opening) return null;
  id = next;
  rules.set(id, values);
  game.notation = notation;
  const model = readBoard(described);
  board.lay(model);
  document.body.dataset.game = id;
  by("zones-label").hidden = id !== "commander";
  by("lots-label").hidden = !model.lots;
  players.seat(id, model.seats, model.levels);
  orient();
  drawAround();
  const fault = kept ? await game.begin(kept.setup, kept.tree, kept) : await game.start();
  if (turn === opening) library.enter(id, game.uid);
  return fault;
}

/** What tells the engine which game is on the board, and its rules. */
const greeting = () => (id ? [`setoption name UCI_Variant value ${id}`, ...settings(valuesOf(id, rules.get(id)))] : []);

/** What was on the board goes on, after something else that could not be opened. */
async function goOn() {
  client.send(...greeting());
  if (game.scene) await game.sync();
}

/** What stands around the board of a game, in the page's language. */
function drawAround() {
  document.title = `Banco – ${board.model.title[language]}`;
  for (const tab of document.querySelectorAll("#games button")) tab.setAttribute("aria-current", String(tab.value === id));
  analysis.drawEnds();
  drawLooks(board, redraw);
  drawRules(options, board.model.options, rules.get(id), changeRule);
  drawRuleset(options, board.model.options, rules.get(id), changeRuleset);
  drawNotations();
}

/** The notations that the game's moves can be shown in. */
function drawNotations() {
  const { notations } = board.model;
  by("notation").hidden = notations.length === 0;
  by("notation").replaceChildren(...[{ name: "", names: { en: "Banco (h3e3)", vi: "Banco (h3e3)" } }, ...notations]
    .map((one) => html("option", { value: one.name, selected: one.name === game.notation }, nameOf(one))));
}

/** A game goes on under another rule, if it can. */
async function changeRule(name, value) {
  const lines = settings(valuesOf(id, new Map([[name, undefined], ...rules.get(id)])));
  const fault = await game.read(game.setup, game.tree, lines, [`setoption name ${name} value ${value}`]);
  if (fault) {
    complain(fault);
    client.send(...lines);
    await game.sync();
  } else {
    keepRule(id, rules.get(id).set(name, value));
    const { lines: described } = await client.ask(["board"], "boardok");
    board.lay(readBoard(described));
    game.held = game.moves.length > 0;
    await game.sync();
  }
  drawAround();
}

/** Another ruleset is another game: a new one begins with it. */
function changeRuleset(name, value) {
  keepRule(id, rules.get(id).set(name, value));
  return open(id, null);
}

/** A new game; the one that is left is kept, and one step away. */
async function startNew() {
  editor.close();
  const left = library.shown;
  await game.start();
  library.enter(id, game.uid);
  await library.flush();
  if (left?.uid !== game.uid && left?.count > 0) notice(by("named").parentElement, t("gameKept"), t("backToIt"), () => history.back());
}

/** Says what is wrong: a text of the engine or the page, or a fault in a move of a file. */
function complain(fault) {
  const place = fault.line && `${fault.game ? `${t("game")} ${fault.game}, ` : ""}${t("line")} ${fault.line}, ${t("moveNumber")} ${fault.number} (${fault.text}): `;
  by("fault").textContent = place ? place + explain(fault.why, board.model) : explain(fault, board.model);
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (by("fault").textContent = ""), 6000);
}

/** Takes in games or a position from outside, in whatever form: the first goes onto the board, the others are kept. */
async function setUp(text) {
  let found;
  try {
    found = readGames(text, games, id);
  } catch (error) {
    return complain(error.message);
  }
  if (found.length === 0) return complain(t("fenHelp"));
  for (const [i, one] of found.entries()) {
    const fault = await takeIn(one);
    if (fault) {
      await goOn();
      return complain(found.length > 1 && fault.line ? { ...fault, game: i + 1 } : fault);
    }
  }
  const [first, ...others] = found;
  await library.take(others, (one) => one.id ?? id);
  const fault = await open(first.id ?? id, first);
  if (fault) complain(fault);
  else if (others.length > 0) complain(`${found.length} ${t("gamesKept")}`);
}

/** Has the engine read a game from outside, in its own notation. */
async function takeIn(one) {
  const next = one.id ?? id;
  const before = [`setoption name UCI_Variant value ${next}`, ...settings(valuesOf(next, new Map(one.options ?? rules.get(next) ?? [])))];
  const others = next === "xiangqi" ? ["wxf", "iccs", "chinese", "vietnamese"] : [];
  const bad = await game.translate(one.setup, one.tree, before, one.notation === undefined ? ["", ...others] : [one.notation, ""]);
  return bad ? locate(bad.fault, bad.path) : game.read(one.setup, one.tree, before, [], "");
}

/** A position that was set up by hand: to play from, or to look at with nobody playing. */
async function setUpByHand(fen, isGame) {
  const fault = await game.begin(fen, [], { free: !isGame });
  library.enter(id, game.uid);
  if (fault) return complain(fault);
  if (!isGame && !analysis.on) actions.analyse();
}

async function copy(text) {
  complain(t((await copyText(text, by("fen"))) ? "copied" : "copyByHand"));
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
  new: startNew,
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
  edit: () => (editor.isOn ? editor.stop() : editor.start(game)),
  "copy-fen": () => copy(game.scene.fen),
  "copy-game": () => copy(writeRecord(id, game, rules.get(id))),
  "set-up": () => {
    isWriting = false;
    return setUp(by("fen").value);
  },
  load: () => by("file").click(),
  language: () => {
    changeLanguage();
    drawGames();
    drawAround();
    playing.draw();
    players.draw();
    library.draw();
    if (!game.scene) return;
    input.layHits();
    views.refresh(game);
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
  by("fen").addEventListener("input", () => (isWriting = by("fen").value !== ""));
  by("lots").checked = wanted.lots;
  by("lots").addEventListener("change", () => localStorage.setItem("lots", by("lots").checked));
  by("notation").addEventListener("change", () => {
    localStorage.setItem(`notation-${id}`, by("notation").value);
    game.tell(by("notation").value);
  });
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

/** Goes to what the address says: a game's id, or a whole game. */
async function goTo(address) {
  const linked = await readLink(address, games).catch(() => null);
  if (linked) await open(linked.id, linked);
  else await open(games.includes(address) ? address : games[0]);
}

async function start() {
  const theme = localStorage.getItem("theme");
  if (theme) setTheme(theme);
  translate();
  // A game that is being opened goes on by itself: what it asked is asked again.
  keepConnected(client, greeting, async () => underWay === 0 && game.scene && game.sync());
  client.onfault = complain;
  try {
    await client.open();
  } catch {
    by("fault").textContent = t("noRoom");
    return;
  }
  ({ lines: options } = await client.ask(["uci"], "uciok"));
  players.readOptions(options);
  coach.readOptions(options);
  const variants = options.find((line) => line.startsWith("option name UCI_Variant "));
  games = variants.split(" var ").slice(1);
  drawGames();
  listen();
  playing.room = players.room = new Room(game, players, games, { current: () => ({ id, rules: rules.get(id) }), open });
  await goTo(location.hash.slice(1));
  addEventListener("hashchange", () => !history.state && goTo(location.hash.slice(1)));
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

function drawGames() {
  by("games").replaceChildren(...games.map((game) =>
    html("button", { type: "button", value: game, onclick: () => game !== id && open(game) }, gameName(game))));
}

window.banco = { game, client };
start();
