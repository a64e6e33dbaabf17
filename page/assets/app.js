// The page: brings client, board, input and panels together.

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
import { Editor } from "./editor.js";
import { explain } from "./faults.js";
import { Library, notice } from "./library.js";
import { Notes } from "./notes.js";
import { wanted } from "./lots.js";
import { Players } from "./players.js";
import { copyText, writeRecord } from "./record.js";
import { drawRules, drawRuleset } from "./rules.js";
import { turned } from "./score.js";
import { drawStatus, drawStores } from "./status.js";
import { by, html } from "./svg.js";
import "./words.js";
import { changeLanguage, gameName, language, loadGameWords, nameOf, t, translate } from "./i18n.js";

const client = new Client();
const board = new Board(by("board"));
board.mayStand = true;
const analysis = new Analysis(client, board);
const input = new BoardInput(board, by("tray"), (move) => game.play(move), refuse);
const players = new Players(client, (change) => {
  playing.score.clear();
  if ("engine" in change) orient();
  if (game.scene) game.hold(false);
});
let isWriting = false;

const views = {
  /** Called at each new position. */
  show(game) {
    if (editor.generation !== game.generation) editor.close();
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStores(game);
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
    by("hold").dataset.i18n = game.isHeld ? "goOn" : "pause";
    by("hold").textContent = t(by("hold").dataset.i18n);
    by("hold").hidden = ![...players.seats.values()].some((player) => player.engine);
    by("undo").disabled = game.moves.length === 0;
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
const desk = new Desk({ client, board, game, editor, library, laid, around: drawAround, complain });
const rulesNow = () => desk.rules.get(desk.id);
new Exchange({ game, id: () => desk.id, rules: rulesNow }, (text) => desk.setUp(text), (key) => complain(t(key)));
analysis.restart = () => analysis.run(game);
// The time since the last move counts against the clock.
library.leaving = () => playing.clock.isRunning && desk.underWay === 0 && keep();
library.named = (uid, name) => game.uid === uid && (game.name = name);

function keep() {
  library.keep(desk.id, game, rulesNow());
}

/** Opens a game, or reports why not. */
async function openGame(next, kept) {
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
  document.body.dataset.game = desk.id;
  by("zones-label").hidden = desk.id !== "commander";
  by("lots-label").hidden = !model.lots;
  players.seat(desk.id, model.seats, model.levels);
  orient();
  drawAround();
}

/** Draws the surroundings of the board in the page's language. */
function drawAround() {
  document.title = `Banco – ${board.model.title[language]}`;
  for (const tab of document.querySelectorAll("#games button")) tab.setAttribute("aria-current", String(tab.value === desk.id));
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
  await game.start();
  library.enter(desk.id, game.uid);
  await library.flush();
  if (left?.uid !== game.uid && left?.count > 0) notice(by("named").parentElement, t("gameKept"), t("backToIt"), () => history.back());
}

/** Reports an error: a text of the engine or the page, or a fault in a move of a file. */
function complain(fault) {
  const place = fault.line && `${fault.game ? `${t("game")} ${fault.game}, ` : ""}${t("line")} ${fault.line}, ${t("moveNumber")} ${fault.number} (${fault.text}): `;
  by("fault").textContent = place ? place + explain(fault.why, board.model) : explain(fault, board.model);
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => (by("fault").textContent = ""), 6000);
}

/** Opens a position set up by hand: to play from, or to analyse without players. */
async function setUpByHand(fen, isGame) {
  const fault = await game.begin(fen, [], { free: !isGame });
  library.enter(desk.id, game.uid);
  if (fault) return complain(fault);
  if (!isGame && !analysis.on) actions.analyse();
}

async function copy(text) {
  complain(t((await copyText(text, by("fen"))) ? "copied" : "copyByHand"));
}

/** Redraws the board after a change of its look. */
function redraw() {
  if (editor.isOn) editor.show();
  else if (game.scene) {
    board.show(game.scene);
    input.offer(input.choices, game.scene);
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

/** Loads the dialogue of rules, lessons and puzzles at its first use. */
const learn = async (what) => (await import("./learn.js")).openLearn(desk.id, what);
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
  "copy-game": () => copy(writeRecord(desk.id, game, rulesNow())),
  "set-up": () => {
    isWriting = false;
    return desk.setUp(by("fen").value);
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
  theme: changeTheme,
};

function listen() {
  for (const [name, act] of Object.entries(actions)) by(name).addEventListener("click", act);
  by("file").addEventListener("change", async () => {
    if (by("file").files.length > 0) await desk.setUp(await by("file").files[0].text());
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
    board.lay(board.model);
    redraw();
  });
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea, .hit") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") actions.previous();
    else if (event.key === "ArrowRight") actions.next();
  });
}

/** Opens the address: a game's id, or a whole game. If the game cannot be opened, reports why and opens the id. */
async function goTo(address) {
  const [id] = address.split("~");
  const next = desk.games.includes(id) ? id : desk.games[0];
  const linked = await readLink(address, desk.games).catch(() => ({ fault: t("badLink") }));
  const faults = [];
  // First the game of the link, then that of this tab, then a new one.
  for (const kept of [...(linked ? [linked] : []), undefined, null]) {
    const fault = kept?.fault ?? await desk.open(next, kept);
    if (!fault) break;
    faults.push(fault);
  }
  if (faults.length > 0) complain(faults[0]);
}

async function start() {
  takeTheme();
  translate();
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
  desk.games = variants.split(" var ").slice(1);
  drawGames();
  listen();
  playing.room = players.room = new Room(game, players, {
    current: () => ({ id: desk.id, rules: desk.changed(rulesNow()) }), changed: (rules) => desk.changed(rules), open: openGame, agrees: (team) => playing.agrees(team), seated, report: complain,
  });
  await loadInvitation();
  const isExpected = Room.isExpected;
  await goTo(location.hash.slice(1));
  if (isExpected && !isStatic) playing.room.join();
  addEventListener("hashchange", () => !history.state && goTo(location.hash.slice(1)));
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

function drawGames() {
  by("games").replaceChildren(...desk.games.map((game) =>
    html("button", { type: "button", value: game, onclick: () => game !== desk.id && desk.open(game) }, gameName(game))));
}

window.banco = { game, client };
start();
