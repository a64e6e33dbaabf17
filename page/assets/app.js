// The page: brings client, board, input and panels together, and shows its modes.

import { Analysis } from "./analysis.js";
import { Board, UPRIGHT } from "./board.js";
import { drawDice, roll } from "./dice.js";
import { isThrow } from "./turns.js";
import { MatchGame } from "./match.js";
import { Playing } from "./playing.js";
import { drawTable, loadInvitation } from "./invitation.js";
import { isStatic } from "./link.js";
import { Room } from "./room.js";
import { RoomLink } from "./roomlink.js";
import { BoardInput } from "./input.js";
import { Client } from "./client.js";
import { Clock } from "./clock.js";
import { drawList, drawNotations, notationOf } from "./list.js";
import { changeTheme, drawLooks, drawSurroundings, takeTheme } from "./looks.js";
import { nameTouched } from "./naming.js";
import { reconnecting } from "./reconnect.js";
import { Exchange, readLink } from "./exchange.js";
import { Explorer } from "./explorer.js";
import { Coach } from "./coach.js";
import { Desk } from "./desk.js";
import { boardOf, drawHome, drawThumb } from "./home.js";
import { Editor } from "./editor.js";
import { readEffort } from "./effort.js";
import { explain, faultOf, loadSentences } from "./faults.js";
import { Library, notice } from "./library.js";
import { Notes } from "./notes.js";
import { Panels } from "./panels.js";
import { wanted } from "./lots.js";
import { Players } from "./players.js";
import { copyText, writeRecord } from "./record.js";
import { Router, isTable } from "./router.js";
import { drawRules, drawRuleset } from "./rules.js";
import { turned } from "./score.js";
import { drawShapes, listenForShapes } from "./shapes.js";
import { drawSigns } from "./signs.js";
import { Start } from "./start.js";
import { newState } from "./state.js";
import { drawStatus } from "./status.js";
import { drawStrips } from "./strips.js";
import { by, html } from "./svg.js";
import { changeLanguage, gameName, loadGameWords, nameOf, t, translate } from "./i18n.js";

const state = newState();

/** Everything that happens at the table, and what the page does about it. @type {Events} */
const events = {
  /** Another position, or news of it. @param {MatchGame} game */
  show(game) {
    if (editor.generation !== game.generation) editor.close();
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStrips(state.id, game, players);
    drawList(game);
    playing.show(game);
    room.draw();
    notes.draw();
    drawShapes(board, game.node.shapes);
    drawDice(game, game.choices.filter(isThrow));
    const known = game.node.score ?? analysis.counted(game);
    if (known) analysis.drawBar(known.score, known.proven);
    analysis.drawGraph(game);
    analysis.drawReview(game);
    coach.draw();
    if (state.probed !== game.generation) {
      state.probed = game.generation;
      analysis.exact.draw(game, turned);
    }
    explorer.draw(game);
    // Saves the draft of a comment, also while a click sets up another position.
    if (!state.isWriting && document.activeElement !== by("fen")) by("fen").value = game.scene.fen;
    for (const name of ["first", "previous"]) by(name).disabled = game.at === 0;
    for (const name of ["next", "last"]) by(name).disabled = game.at === game.moves.length;
    keep();
  },
  /** The engine is searching its move. @param {MatchGame} game */
  busy(game) {
    by("status").textContent = `${nameOf(game.seat)} ${t("thinking")}`;
  },
  info: (game, info) => {
    analysis.handleInfo(game, info);
    explorer.rate(game);
  },
  /** The game waits for a person. */
  idle: (game) => analysis.run(game),
  /** The engine has rejected a move. */
  refused: (fault) => complain(fault),
  throwing: (game, throws, chosen) => roll(throws, chosen),
  began: () => room.propose(),
  ended: (game) => playing.ended(game),
  /** A move of the game, not of its analysis, is about to be made, and has been made. */
  moving: (game, text) => playing.moving(game, text),
  moved(/** @type {MatchGame} */ game, /** @type {string} */ text) {
    playing.moved();
    room.moved(text);
  },
  /** The shared game has another state. */
  roomed: (shared, before) => room.take(shared, before),
};

const client = new Client({
  greeting: () => desk.greeting(),
  // A game being opened needs no restart: its pending requests are repeated.
  closed: reconnecting(async () => state.underWay === 0 && game.scene && (editor.isOn ? editor.show() : game.sync())),
  failed: complain,
});
const board = new Board(by("board"), { mayStand: true });
const input = new BoardInput(board, by("tray"), (move) => game.play(move), refuse);
const link = new RoomLink(events);
const clock = new Clock(link);
const players = new Players({ client, clock, link, changed: (change) => {
  playing.score.clear();
  if ("engine" in change) orient();
  start.read();
  start.draw();
  if (game.scene) game.hold(game.isStudy);
} });
const game = new MatchGame({ client, board, input, players, clock, link, events });
const analysis = new Analysis(client, game, (isKnown) => panels.offer("exactTab", isKnown));
const coach = new Coach(client, game, analysis);
const playing = new Playing({ game, players, clock, link, restart: startNew, orient, report: complain, leave: () => room.leave() });
const room = new Room({ link, game, players, current: () => ({ id: state.id, rules: desk.changed(desk.rules) }), changed: (rules) => desk.changed(rules), open: openGame,
  agrees: (team) => playing.agrees(team), seated, report: complain });
const editor = new Editor(client, board, input, setUpByHand, () => game.sync());
const library = new Library({
  open: openGame,
  // The time since the last move counts against the clock.
  leaving: () => {
    if (game.scene && clock.isRunning(game) && state.underWay === 0) keep();
  },
  named: (uid, name) => {
    if (game.uid === uid) game.name = name;
  },
  changed() {
    explorer.forget();
    if (game.scene) explorer.draw(game);
  },
});
const panels = new Panels(() => game.scene && explorer.draw(game));
const notes = new Notes(game, () => events.show(game), complain);
const desk = new Desk({ state, client, board, game, editor, library, laid, entered, around: drawAround, complain });
const explorer = new Explorer({
  analysis, library, current: () => ({ id: state.id, rules: desk.changed(desk.rules) }), changed: (rules) => desk.changed(rules),
});
const exchange = new Exchange({ game, id: () => state.id, rules: () => desk.rules }, (input) => setUp(input), (key) => complain(t(key)));
const start = new Start(players, { begin: startNew, share: () => link.join(), changed: () => {
  playing.score.clear();
  orient();
} });
const router = new Router(state.games, visit);

function keep() {
  library.keep(state.id, game, desk.rules);
}

// Modes.

/** Shows a place of the page. @param {Place} place */
async function visit(place) {
  const { id = "", uid, link } = place;
  state.isLeft = !isTable(place.mode);
  for (const one of document.querySelectorAll("dialog")) one.close();
  if (state.isLeft) {
    router.enter(place);
    return show(place);
  }
  state.mode = place.mode;
  if (!link && id === state.id && (!uid || uid === game.uid)) {
    if (game.scene) return entered();
    // A game on its way is entered when it is there.
    if (state.underWay > 0) return undefined;
  }
  document.body.dataset.mode = state.mode;
  const linked = link && await readLink(link, state.games).catch(() => ({ fault: faultOf(t("badLink")) }));
  const faults = [];
  // First the game of the link or the history, then that of this tab, then a new one.
  /** @type {(Opened | { fault: Fault } | null | undefined)[]} */
  const candidates = [...(linked ? [linked] : []), ...(uid ? [await library.find(uid)] : []), undefined, null];
  for (const kept of candidates) {
    const fault = kept && !("tree" in kept) ? kept.fault : await desk.open(id, kept);
    if (!fault) break;
    faults.push(fault);
  }
  if (faults.length > 0) complain(faults[0]);
  return undefined;
}

/** A game is on the board: its address is that of its mode. */
async function entered() {
  if (state.isLeft) return;
  const place = { mode: state.mode, id: state.id, uid: game.uid };
  router.enter(place);
  await show(place);
}

/** Shows a mode; `tab` and `man` open a part of learning. */
async function show(/** @type {Place} */ { mode, id, tab, man }) {
  const { body } = document;
  const isLearning = mode === "learn" && id !== undefined;
  if (body.dataset.mode !== mode) scrollTo(0, 0);
  body.dataset.mode = mode;
  body.dataset.game = isTable(mode) ? state.id : isLearning ? id : "";
  drawPlace(id);
  const learning = isLearning || by("learn") ? await import("./learn.js") : null;
  if (learning && isLearning) learning.openLearn(id, { tab, man, shown: (key) => router.enter({ mode, id, tab: key }), leave: () => router.go({ mode: "play", id }) });
  else learning?.closeLearn();
  if (mode === "home") {
    /** @param {string} one */
    drawHome(state.games, { play: choosePlay, learn: (one) => router.go({ mode: "learn", id: one }) });
    library.draw();
    drawTable();
  }
  if (mode === "games") library.draw();
  const isEntering = state.shownMode !== mode;
  state.shownMode = mode;
  panels.draw(mode);
  if (isEntering) explorer.forget();
  if (mode === "analyse") {
    // Another game of the same mode leaves the engine on or off.
    if (isEntering) switchEngine(true);
    await game.study();
    // A game that was opened for analysis was drawn before its panels.
    explorer.draw(game);
  } else if (game.isStudy) {
    switchEngine(false);
    await game.resume();
    if (link.isOn) await game.hold(false);
  }
}

/** The game that a mode without one is about. */
const idNow = () => router.place.id ?? (state.id || localStorage.getItem("game") || state.games[0]);

/** @param {string} [id] */
function drawPlace(id) {
  const { place } = router;
  by("place").textContent = id ? gameName(id) : t(place.mode === "games" ? "library" : "home");
  document.title = id ? `Banco – ${gameName(id)}` : "Banco";
  for (const one of by("modes").children) one.setAttribute("aria-current", one.value === document.body.dataset.mode ? "page" : "false");
  for (const one of by("games").children) one.setAttribute("aria-current", String(one.value === id));
}

/** From the start page: continues the game of this tab, or asks for an opponent. @param {string} id */
async function choosePlay(id) {
  await router.go({ mode: "play", id });
  if (game.moves.length === 0) start.open();
}

function switchEngine(/** @type {boolean} */ on) {
  analysis.isOn = on;
  by("analyse").setAttribute("aria-checked", String(on));
  if (on) return analysis.run(game);
  client.stop();
  return analysis.clear();
}

/** Imports a text or file; other modes than those with a board change to analysis. @param {string | File} input */
async function setUp(input, to = isTable(document.body.dataset.mode) ? state.mode : "analyse") {
  const was = state.mode;
  Object.assign(state, { isWriting: false, isLeft: false, mode: to });
  if (await desk.setUp(input)) by("set-up-box").close();
  else state.mode = was;
}

/** Opens a game, or reports why not. @param {string} next @param {Opened | null} kept */
async function openGame(next, kept) {
  state.isLeft = false;
  const fault = await desk.open(next, kept);
  if (fault) complain(fault);
}

/** Reports why no move goes from a point to another. @param {string} to @param {string} from */
async function refuse(from, to) {
  const { generation } = game;
  const { faults: [why] } = await client.answer(`why ${from} ${to}`);
  if (generation === game.generation && why) complain(why);
}

/** Another game is on the board. @param {Model} model */
function laid(model) {
  localStorage.setItem("game", state.id);
  game.isStudy = state.mode === "analyse";
  if (!state.isLeft) Object.assign(document.body.dataset, { mode: state.mode, game: state.id });
  by("zones-label").hidden = state.id !== "commander";
  by("lots-label").hidden = !model.lots;
  players.seat(state.id, model.seats, model.levels);
  measure();
  nameFiles();
  orient();
  drawAround();
}

/** Numbers the files of Xiangqi as its notations count them. */
function nameFiles() {
  board.files = state.id === "xiangqi" && ["wxf", "chinese", "vietnamese"].includes(game.notation);
}

/** Sets the notation of the list, of the lines and of the edges of the board. */
async function changeNotation() {
  await game.setNotation(notationOf(state.id));
  nameFiles();
  board.drawGround();
}

/** Sizes of the board for the layout of the table. */
function measure() {
  by("table").style.setProperty("--ratio", board.size.width / board.size.height);
}

/** Draws the surroundings of the board in the page's language. */
function drawAround() {
  if (!board.model) return;
  analysis.drawEnds();
  drawLooks(board, board.model, redraw);
  /** @param {string} name @param {string} value */
  drawRules(state.options, board.model.options, desk.rules, (name, value) => desk.changeRule(name, value));
  /** @param {string} name @param {string} value */
  drawRuleset(state.options, board.model.options, desk.rules, (name, value) => desk.changeRuleset(name, value));
  drawNotations(board.model, game.notation);
}

/** Starts a new game; Back leads to the previous one. */
async function startNew() {
  editor.close();
  const left = library.shown;
  state.isLeft = false;
  await game.start();
  state.mode = "play";
  await entered();
  await library.flush();
  if (left && left.uid !== game.uid && left.count > 0) notice(by("fault").parentElement, t("gameKept"), t("backToIt"), () => history.back());
}

/** Ends the report that is shown. @type {number | undefined} */
let timer;

/** Reports a fault, or a text of the page. @param {Fault | string} fault */
function complain(fault) {
  by("fault").textContent = by("fen-fault").textContent = typeof fault === "string" ? fault : explain(fault, board.model);
  clearTimeout(timer);
  timer = setTimeout(() => (by("fault").textContent = by("fen-fault").textContent = ""), 6000);
}

/** Opens a position set up by hand: to play from, or to analyse without players. @param {boolean} isGame @param {string} fen */
async function setUpByHand(fen, isGame) {
  state.mode = isGame ? "play" : "analyse";
  game.isStudy = !isGame;
  const fault = await game.begin(fen);
  await entered();
  await followNotation();
  if (fault) complain(fault);
}

async function copy(/** @type {string} */ text) {
  complain(t((await copyText(text, by("fen"))) ? "copied" : "copyByHand"));
}

/** Redraws the board after a change of its look. */
function redraw() {
  measure();
  if (editor.isOn) editor.show();
  else if (game.scene) {
    board.show(game.scene);
    input.offer(input.choices, game.scene, input.planners);
    drawStrips(state.id, game, players);
    drawShapes(board, game.node.shapes);
  }
  drawSample();
}

/** Draws a small board in the open settings: that of the game, or of the last one. */
async function drawSample() {
  if (!by("settings").open) return;
  const isOpen = board.model && isTable(document.body.dataset.mode);
  const id = isOpen ? state.id : idNow();
  const { model } = isOpen ? board : await boardOf(id);
  drawLooks(board, model, redraw);
  by("sample").replaceChildren(await drawThumb(id, isOpen ? game.lines : undefined));
}

/** Draws the same position in another language while the engine continues. */
function refresh() {
  const { lines, faces } = analysis;
  const kept = new Map(lines);
  state.probed = null;
  events.show(game);
  analysis.restore(game, kept, faces);
  if (game.busy) events.busy(game);
}

/** Draws the page in another language. */
function translated() {
  drawSigns();
  drawGames();
  drawAround();
  drawSurroundings(translated);
  drawKeys();
  drawSample();
  library.draw();
  if (isTable(document.body.dataset.mode)) drawPlace(state.id);
  else show(router.place);
  if (!game.scene) return;
  playing.draw();
  players.draw();
  input.layHits();
  refresh();
  if (!editor.isOn) followNotation();
}

/** Another language has another notation, unless one was chosen. */
async function followNotation() {
  if (game.notation === notationOf(state.id)) return;
  await changeNotation();
  drawAround();
}

/** Lists the keys of the page. */
function drawKeys() {
  const list = { "← →": "keyLeft", "Home End": "keyEnds", f: "keyFlip", Space: "keySpace", "?": "keyHelp", Enter: "keyBoard", "↗": "keyDraw" };
  by("key-list").replaceChildren(...Object.entries(list).flatMap(([key, words]) => [html("dt", {}, ...key.split(" ").filter(Boolean).map((one) => html("kbd", {}, one))), html("dd", {}, t(words))]));
}

/** Turns the board so that the first person sits below; people may turn it afterwards. */
function orient() {
  const isHere = (/** @type {PlayerNow} */ { engine, remote }) => !engine && !remote;
  const seat = board.model.seats.find(({ name }) => isHere(players.of(name))) ?? board.model.seats[0];
  board.turnTo(board.turnFor(seat.side));
}

/** The seats of the shared game have changed: the board shows this page's side. */
function seated() {
  players.draw();
  orient();
  redraw();
  playing.draw();
}

const nameOn = nameTouched(board, (man) => {
  const place = { mode: "learn", id: state.id, tab: "rulesTab" };
  router.enter(place);
  show({ ...place, man });
});

const actions = {
  new: () => start.open(),
  again: () => startNew(),
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
  resume: () => game.hold(false),
  analyse: () => switchEngine(!analysis.isOn),
  whole: () => analysis.wholeGame(game),
  edit: async () => {
    for (const one of document.querySelectorAll("dialog")) one.close();
    if (!isTable(document.body.dataset.mode)) await router.go({ mode: "analyse", id: idNow() });
    if (editor.isOn) editor.stop();
    else editor.start(game);
  },
  "copy-fen": () => copy(game.scene.fen),
  "copy-game": () => copy(writeRecord(state.id, game, desk.rules)),
  "set-up": () => setUp(by("fen").value, "play"),
  "set-up-analyse": () => setUp(by("fen").value, "analyse"),
  load: () => by("file").click(),
  "to-analysis": () => router.go({ mode: "analyse", id: state.id }),
  "to-table": async () => {
    await router.go({ mode: "play", id: idNow() });
    link.join();
  },
  language: () => changeLanguage().then(translated),
  theme: changeTheme,
  set: () => {
    by("settings").showModal();
    drawSurroundings(translated);
    drawSample();
  },
  "save-all": async () => exchange.saveAll(await library.found()),
};

function listen() {
  for (const [name, act] of Object.entries(actions)) by(name).addEventListener("click", act);
  for (const one of by("modes").children) one.addEventListener("click", () => router.go(["home", "games"].includes(one.value) ? { mode: one.value } : { mode: one.value, id: idNow() }));
  by("brand").addEventListener("click", () => router.go({ mode: "home" }));
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
    one.addEventListener("click", () => {
      by("menu").hidePopover();
      by("start").close();
      by("exports").hidden = !game.scene;
      for (const one of ["save-xqf", "save-dhtmlxq"]) by(one).hidden = state.id !== "xiangqi";
      by(one.dataset.opens ?? "").showModal();
      by("fen").select();
    });
  }
  for (const one of document.querySelectorAll("dialog")) {
    // A click beside the dialogue closes it.
    one.addEventListener("click", (event) => (event.target === one || /** @type {HTMLElement} */ (event.target).closest(".shut")) && one.close());
  }
  by("menu").addEventListener("click", () => by("menu").hidePopover());
  by("file").addEventListener("change", async () => {
    if (by("file").files.length > 0) await setUp(by("file").files[0]);
    by("file").value = "";
  });
  by("fen").addEventListener("input", () => (state.isWriting = by("fen").value !== ""));
  by("lots").checked = wanted.lots;
  by("lots").addEventListener("change", () => localStorage.setItem("lots", by("lots").checked));
  by("notation").addEventListener("change", () => {
    localStorage.setItem(`notation-${state.id}`, by("notation").value);
    changeNotation();
  });
  by("zones").addEventListener("change", () => {
    board.zones = by("zones").checked;
    redraw();
  });
  UPRIGHT.addEventListener("change", () => {
    if (!board.model) return;
    board.lay(board.model);
    redraw();
  });
  listenForShapes(board, (shape) => {
    if (!game.scene || editor.isOn) return;
    const { node } = game;
    const had = node.shapes ?? [];
    node.shapes = had.includes(shape) ? had.filter((one) => one !== shape) : [...had, shape];
    drawShapes(board, node.shapes);
    keep();
  });
  /** @type {Record<string, keyof typeof actions>} */
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip" };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest("input, select, textarea, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
    // On the board the arrows move the focus, and the space bar selects.
    if (target.closest(".hit") && /^Arrow|^ $/.test(event.key)) return;
    if (event.key === "?") by("help-keys").showModal();
    else if (event.key === " " && document.body.dataset.mode === "analyse" && !target.closest("button, summary")) {
      event.preventDefault();
      actions.analyse();
    } else if (event.key in keys && game.scene && isTable(document.body.dataset.mode)) actions[keys[event.key]]();
  });
}

async function begin() {
  takeTheme();
  translate();
  drawSigns();
  drawKeys();
  try {
    await Promise.all([client.open(), loadGameWords(), loadSentences()]);
  } catch {
    by("fault").textContent = t("noRoom");
    document.body.dataset.ready = "failed";
    return;
  }
  ({ lines: state.options } = await client.query(["uci"], "uciok"));
  players.readOptions(state.options);
  readEffort(state.options);
  const variants = state.options.find((line) => line.startsWith("option name UCI_Variant ")) ?? "";
  state.games.push(...variants.split(" var ").slice(1));
  drawGames();
  listen();
  await loadInvitation();
  const isExpected = RoomLink.isExpected && !isStatic;
  await router.arrive();
  if (isExpected) {
    if (!game.scene) await router.go({ mode: "play", id: idNow() });
    link.join();
  }
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

function drawGames() {
  library.fillGames(state.games);
  by("games").replaceChildren(...state.games.map((id) =>
    html("button", { value: id, onclick: () => router.go({ mode: router.place.id ? router.place.mode : "play", id }) }, gameName(id))));
}

window.banco = { game, client, router, library };
begin();
