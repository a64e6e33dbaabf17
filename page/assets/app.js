// The page: brings client, board, input and panels together, and shows its modes.

import { Analysis } from "./analysis.js";
import { Board, UPRIGHT } from "./board.js";
import { drawDice, roll } from "./dice.js";
import { isThrow } from "./turns.js";
import { MatchGame } from "./match.js";
import { Playing } from "./playing.js";
import { loadInvitation } from "./invitation.js";
import { isStatic } from "./link.js";
import { Room } from "./room.js";
import { BoardInput } from "./input.js";
import { Client } from "./client.js";
import { drawList, drawNotations } from "./list.js";
import { changeTheme, drawLooks, takeTheme } from "./looks.js";
import { nameTouched } from "./naming.js";
import { keepConnected } from "./reconnect.js";
import { Exchange, readLink } from "./exchange.js";
import { Coach } from "./coach.js";
import { Desk } from "./desk.js";
import { drawHome } from "./home.js";
import { Editor } from "./editor.js";
import { explain } from "./faults.js";
import { Library, notice } from "./library.js";
import { Notes } from "./notes.js";
import { wanted } from "./lots.js";
import { Players } from "./players.js";
import { copyText, writeRecord } from "./record.js";
import { Router, isTable } from "./router.js";
import { drawRules, drawRuleset } from "./rules.js";
import { turned } from "./score.js";
import { drawSigns } from "./signs.js";
import { Start } from "./start.js";
import { drawStatus } from "./status.js";
import { drawStrips } from "./strips.js";
import { by, html } from "./svg.js";
import { changeLanguage, gameName, language, loadGameWords, nameOf, t, translate } from "./i18n.js";

const client = new Client();
const board = new Board(by("board"));
board.mayStand = true;
const analysis = new Analysis(client, board);
const input = new BoardInput(board, by("tray"), (move) => game.play(move), refuse);
const players = new Players(client, (change) => {
  playing.score.clear();
  if ("engine" in change) orient();
  start.read();
  start.draw();
  if (game.scene) game.hold(game.isStudy);
});
/** Mode in which the next game is shown. */
let mode = "play";
/** Whether a person has left for a mode without a board while a game was being opened. */
let isLeft = false;
let isWriting = false;
/** Mode that was shown last. */
let shownMode = null;

const views = {
  /** Called at each new position. */
  show(game) {
    if (editor.generation !== game.generation) editor.close();
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStrips(desk.id, game, players);
    drawList(game);
    playing.show(game);
    playing.room?.draw();
    notes.draw();
    drawDice(game, game.choices.filter(isThrow));
    const known = game.node.score ?? analysis.counted(game);
    if (known) analysis.drawBar(known.score, known.proven);
    analysis.drawGraph(game);
    analysis.drawReview(game);
    coach.draw();
    if (game.shownExact !== game.generation) {
      game.shownExact = game.generation;
      analysis.exact.draw(game, turned);
    }
    // Saves the draft of a comment, also while a click sets up another position.
    if (!isWriting && document.activeElement !== by("fen")) by("fen").value = game.scene.fen;
    for (const name of ["first", "previous"]) by(name).disabled = game.at === 0;
    for (const name of ["next", "last"]) by(name).disabled = game.at === game.moves.length;
    keep();
  },
  /** Draws the same position in another language while the engine continues. */
  refresh(game) {
    const { lines, faces } = analysis;
    const kept = new Map(lines);
    game.shownExact = null;
    views.show(game);
    analysis.restore(game, kept, faces);
    if (game.busy) views.busy(game);
  },
  /** The engine is searching its move. */
  busy(game) {
    by("status").textContent = `${nameOf(game.seat)} ${t("thinking")}`;
  },
  info: (game, info) => analysis.handleInfo(game, info),
  /** The game waits for a person. */
  idle: (game) => analysis.run(game),
  /** The engine has rejected a move. */
  refused: (fault) => complain(fault),
  throwing: (game, throws, chosen) => roll(throws, chosen),
};

const game = new MatchGame(client, board, input, players, views);
const playing = new Playing(game, players, { restart: () => startNew(), orient: () => orient(), report: (text) => complain(text) });
const coach = new Coach(client, game, analysis);
analysis.coach = coach;
const editor = new Editor(client, board, input, setUpByHand, () => game.sync());
const library = new Library(openGame);
const notes = new Notes(game, () => views.show(game), complain);
const desk = new Desk({ client, board, game, editor, library, laid, entered, around: drawAround, complain });
const rulesNow = () => desk.rules.get(desk.id);
const exchange = new Exchange({ game, id: () => desk.id, rules: rulesNow }, (text) => setUp(text), (key) => complain(t(key)));
const start = new Start(players, { begin: startNew, share: () => playing.room.join(), changed: () => {
  playing.score.clear();
  orient();
} });
analysis.restart = () => analysis.run(game);
// The time since the last move counts against the clock.
library.leaving = () => game.scene && playing.clock.isRunning && desk.underWay === 0 && keep();
library.named = (uid, name) => game.uid === uid && (game.name = name);
const router = new Router(desk.games, visit);

function keep() {
  library.keep(desk.id, game, rulesNow());
}

// Modes.

/** Shows a place of the page. */
async function visit(place) {
  const { id, uid, link } = place;
  isLeft = !isTable(place.mode);
  for (const one of document.querySelectorAll("dialog")) one.close();
  if (isLeft) {
    router.enter(place);
    return show(place);
  }
  mode = place.mode;
  if (!link && game.scene && id === desk.id && (!uid || uid === game.uid)) return entered();
  document.body.dataset.mode = mode;
  const linked = link && await readLink(link, desk.games).catch(() => ({ fault: t("badLink") }));
  const faults = [];
  // First the game of the link or the history, then that of this tab, then a new one.
  for (const kept of [...(linked ? [linked] : []), ...(uid ? [await library.find(uid)] : []), undefined, null]) {
    const fault = kept?.fault ?? await desk.open(id, kept);
    if (!fault) break;
    faults.push(fault);
  }
  if (faults.length > 0) complain(faults[0]);
  return undefined;
}

/** A game is on the board: its address is that of its mode. */
async function entered() {
  if (isLeft) return;
  const place = { mode, id: desk.id, uid: game.uid };
  router.enter(place);
  await show(place);
}

/** Shows a mode; `tab` and `man` open a part of learning. */
async function show({ mode, id, tab, man }) {
  const { body } = document;
  const isLearning = mode === "learn";
  if (body.dataset.mode !== mode) scrollTo(0, 0);
  body.dataset.mode = mode;
  body.dataset.game = isTable(mode) ? desk.id : isLearning ? id : "";
  drawPlace(id);
  const learning = isLearning || by("learn") ? await import("./learn.js") : null;
  if (isLearning) learning.openLearn(id, { tab, man, shown: (key) => router.enter({ mode, id, tab: key }), leave: () => router.go({ mode: "play", id }) });
  else learning?.closeLearn();
  if (mode === "home") {
    drawHome(desk.games, { play: choosePlay, learn: (one) => router.go({ mode: "learn", id: one }) });
    library.draw();
  }
  if (mode === "games") library.draw();
  const isEntering = shownMode !== mode;
  shownMode = mode;
  if (mode === "analyse") {
    // Another game of the same mode leaves the engine on or off.
    if (isEntering) switchEngine(true);
    await game.study();
  } else if (game.isStudy) {
    switchEngine(false);
    await game.resume();
    if (playing.room.isOn) await game.hold(false);
  }
}

/** The game that a mode without one is about. */
const idNow = () => router.place.id ?? (desk.id || localStorage.getItem("game") || desk.games[0]);

function drawPlace(id) {
  const { place } = router;
  by("place").textContent = id ? gameName(id) : t(place.mode === "games" ? "library" : "home");
  document.title = id ? `Banco – ${gameName(id)}` : "Banco";
  for (const one of by("modes").children) one.setAttribute("aria-current", one.value === document.body.dataset.mode ? "page" : "false");
  for (const one of by("games").children) one.setAttribute("aria-current", String(one.value === id));
}

/** From the start page: continues the game of this tab, or asks for an opponent. */
async function choosePlay(id) {
  await router.go({ mode: "play", id });
  if (game.moves.length === 0) start.open();
}

function switchEngine(on) {
  analysis.on = on;
  by("analyse").setAttribute("aria-checked", String(on));
  if (on) return analysis.run(game);
  client.stop();
  return analysis.clear();
}

/** Imports a text; other modes than those with a board change to analysis. */
async function setUp(text, to = isTable(document.body.dataset.mode) ? mode : "analyse") {
  isWriting = isLeft = false;
  const was = mode;
  mode = to;
  if (await desk.setUp(text)) by("set-up-box").close();
  else mode = was;
}

/** Opens a game, or reports why not. */
async function openGame(next, kept) {
  isLeft = false;
  const fault = await desk.open(next, kept);
  if (fault) complain(fault);
}

/** Reports why no move goes from a point to another. */
async function refuse(from, to) {
  const { generation } = game;
  const { lines } = await client.answer(`why ${from} ${to}`);
  const why = lines[0]?.slice(4);
  if (generation === game.generation && why && why !== "it is legal") complain(why);
}

/** Another game is on the board. */
function laid(model) {
  localStorage.setItem("game", desk.id);
  game.isStudy = mode === "analyse";
  if (!isLeft) Object.assign(document.body.dataset, { mode, game: desk.id });
  by("zones-label").hidden = desk.id !== "commander";
  by("lots-label").hidden = !model.lots;
  players.seat(desk.id, model.seats, model.levels);
  measure();
  orient();
  drawAround();
}

/** Sizes of the board for the layout of the table. */
function measure() {
  by("table").style.setProperty("--ratio", board.size.width / board.size.height);
}

/** Draws the surroundings of the board in the page's language. */
function drawAround() {
  if (!board.model) return;
  analysis.drawEnds();
  drawLooks(board, redraw);
  drawRules(desk.options, board.model.options, rulesNow(), (name, value) => desk.changeRule(name, value));
  drawRuleset(desk.options, board.model.options, rulesNow(), (name, value) => desk.changeRuleset(name, value));
  drawNotations(board.model, game.notation);
}

/** Starts a new game; Back leads to the previous one. */
async function startNew() {
  editor.close();
  const left = library.shown;
  isLeft = false;
  await game.start();
  mode = "play";
  await entered();
  await library.flush();
  if (left?.uid !== game.uid && left?.count > 0) notice(by("fault").parentElement, t("gameKept"), t("backToIt"), () => history.back());
}

/** Reports an error: a text of the engine or the page, or a fault in a move of a file. */
function complain(fault) {
  const place = fault.line && `${fault.game ? `${t("game")} ${fault.game}, ` : ""}${t("line")} ${fault.line}, ${t("moveNumber")} ${fault.number} (${fault.text}): `;
  by("fault").textContent = by("fen-fault").textContent = place ? place + explain(fault.why, board.model) : explain(fault, board.model);
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (by("fault").textContent = by("fen-fault").textContent = ""), 6000);
}

/** Opens a position set up by hand: to play from, or to analyse without players. */
async function setUpByHand(fen, isGame) {
  mode = isGame ? "play" : "analyse";
  game.isStudy = !isGame;
  const fault = await game.begin(fen);
  await entered();
  if (fault) complain(fault);
}

async function copy(text) {
  complain(t((await copyText(text, by("fen"))) ? "copied" : "copyByHand"));
}

/** Redraws the board after a change of its look. */
function redraw() {
  measure();
  if (editor.isOn) editor.show();
  else if (game.scene) {
    board.show(game.scene);
    input.offer(input.choices, game.scene);
    drawStrips(desk.id, game, players);
  }
}

/** Turns the board so that the first person sits below; people may turn it afterwards. */
function orient() {
  const isHere = ({ engine, remote }) => !engine && !remote;
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
  const place = { mode: "learn", id: desk.id, tab: "rulesTab" };
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
  analyse: () => switchEngine(!analysis.on),
  whole: () => analysis.wholeGame(game),
  edit: async () => {
    for (const one of document.querySelectorAll("dialog")) one.close();
    if (!isTable(document.body.dataset.mode)) await router.go({ mode: "analyse", id: idNow() });
    if (editor.isOn) editor.stop();
    else editor.start(game);
  },
  "copy-fen": () => copy(game.scene.fen),
  "copy-game": () => copy(writeRecord(desk.id, game, rulesNow())),
  "set-up": () => setUp(by("fen").value, "play"),
  "set-up-analyse": () => setUp(by("fen").value, "analyse"),
  load: () => by("file").click(),
  language: async () => {
    await changeLanguage();
    drawSigns();
    drawGames();
    drawAround();
    library.draw();
    if (isTable(document.body.dataset.mode)) drawPlace(desk.id);
    else show(router.place);
    if (!game.scene) return;
    playing.draw();
    players.draw();
    input.layHits();
    views.refresh(game);
  },
  theme: changeTheme,
  set: () => by("settings").showModal(),
  "save-all": async () => exchange.saveAll(await library.found()),
};

function listen() {
  for (const [name, act] of Object.entries(actions)) by(name).addEventListener("click", act);
  for (const one of by("modes").children) one.addEventListener("click", () => router.go(["home", "games"].includes(one.value) ? { mode: one.value } : { mode: one.value, id: idNow() }));
  by("brand").addEventListener("click", () => router.go({ mode: "home" }));
  for (const one of document.querySelectorAll("[data-opens]")) {
    one.addEventListener("click", () => {
      by("menu").hidePopover();
      by("start").close();
      by("exports").hidden = !game.scene;
      by(one.dataset.opens).showModal();
      by("fen").select();
    });
  }
  for (const one of document.querySelectorAll("[data-clicks]")) one.addEventListener("click", () => by(one.dataset.clicks).click());
  for (const one of document.querySelectorAll("dialog")) {
    // A click beside the dialogue closes it.
    one.addEventListener("click", (event) => (event.target === one || event.target.closest(".shut")) && one.close());
  }
  by("menu").addEventListener("click", () => by("menu").hidePopover());
  by("file").addEventListener("change", async () => {
    if (by("file").files.length > 0) await setUp(await by("file").files[0].text());
    by("file").value = "";
  });
  by("fen").addEventListener("input", () => (isWriting = by("fen").value !== ""));
  by("lots").checked = wanted.lots;
  by("lots").addEventListener("change", () => localStorage.setItem("lots", by("lots").checked));
  by("notation").addEventListener("change", () => {
    localStorage.setItem(`notation-${desk.id}`, by("notation").value);
    game.setNotation(by("notation").value);
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
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip" };
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea, .hit, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in keys && game.scene && isTable(document.body.dataset.mode)) actions[keys[event.key]]();
  });
}

async function begin() {
  takeTheme();
  translate();
  drawSigns();
  // A game being opened needs no restart: its pending requests are repeated.
  keepConnected(client, () => desk.greeting(), async () => desk.underWay === 0 && game.scene && (editor.isOn ? editor.show() : game.sync()));
  client.onfault = complain;
  try {
    await Promise.all([client.open(), loadGameWords()]);
  } catch {
    by("fault").textContent = t("noRoom");
    return;
  }
  ({ lines: desk.options } = await client.query(["uci"], "uciok"));
  players.readOptions(desk.options);
  coach.readOptions(desk.options);
  const variants = desk.options.find((line) => line.startsWith("option name UCI_Variant "));
  desk.games.push(...variants.split(" var ").slice(1));
  drawGames();
  listen();
  playing.room = players.room = new Room(game, players, {
    current: () => ({ id: desk.id, rules: desk.changed(rulesNow()) }), changed: (rules) => desk.changed(rules), open: openGame, agrees: (team) => playing.agrees(team), seated, report: complain,
  });
  await loadInvitation();
  const isExpected = Room.isExpected && !isStatic;
  await router.arrive();
  if (isExpected) {
    if (!game.scene) await router.go({ mode: "play", id: idNow() });
    playing.room.join();
  }
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

function drawGames() {
  by("games").replaceChildren(...desk.games.map((id) =>
    html("button", { type: "button", value: id, onclick: () => router.go({ mode: router.place.id ? router.place.mode : "play", id }) }, gameName(id))));
}

window.banco = { game, client, router, library };
begin();
