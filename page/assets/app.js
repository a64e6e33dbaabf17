// The page: brings client, board, input and panels together.

import { Analysis } from "./analysis.js";
import { drawTurn, listenForTurns } from "./attention.js";
import { Board } from "./board.js";
import { Client, isStatic } from "./client.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { Desk } from "./desk.js";
import { closeDialogs, listenForDialogs } from "./dialogs.js";
import { drawDice, roll } from "./dice.js";
import { Editor } from "./editor.js";
import { readEffort } from "./effort.js";
import { Exchange } from "./exchange.js";
import { Explorer } from "./explorer.js";
import { loadSentences } from "./faults.js";
import { changeLanguage, loadGameWords, nameOf, t, translate } from "./i18n.js";
import { BoardInput } from "./input.js";
import { loadInvitation } from "./invitation.js";
import { drawKeys, listenForKeys } from "./keys.js";
import { Library } from "./library.js";
import { drawList, drawOpening } from "./list.js";
import { changeTheme, drawSurroundings, toggleZen } from "./looks.js";
import { wanted } from "./lots.js";
import { MatchGame, Score } from "./match.js";
import { notice, report } from "./messages.js";
import { Modes } from "./modes.js";
import { nameTouched } from "./naming.js";
import { Notes } from "./notes.js";
import { Panels } from "./panels.js";
import { Players } from "./players.js";
import { Playing } from "./playing.js";
import { reconnecting } from "./reconnect.js";
import { Room } from "./room.js";
import { RoomLink } from "./roomlink.js";
import { isTable } from "./router.js";
import { drawShapes, listenForShapes } from "./shapes.js";
import { drawSigns } from "./signs.js";
import { Start } from "./start.js";
import { State } from "./state.js";
import { drawStatus } from "./status.js";
import { local } from "./store.js";
import { drawStrips } from "./strips.js";
import { TableView } from "./tableview.js";
import { by, listen } from "./svg.js";
import { isThrow } from "./turns.js";

const state = new State();

/** Everything that happens at the table, and what the page does about it. @type {Events} */
const events = {
  /** Another position, or news of it. */
  show(game) {
    if (editor.generation !== game.generation) editor.close();
    analysis.clear();
    nameOn(null);
    drawStatus(game);
    drawStrips(state.id, game, players);
    drawList(game);
    drawOpening(state.id, game);
    playing.show(game);
    drawTurn(game);
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
      analysis.exact.draw(game);
    }
    explorer.draw(game);
    // Saves the draft of a comment, also while a click sets up another position.
    if (!state.isWriting && document.activeElement !== by("fen")) by("fen").value = game.scene.fen;
    for (const name of ["first", "previous"]) by(name).disabled = game.at === 0;
    for (const name of ["next", "last"]) by(name).disabled = game.at === game.moves.length;
    keep();
  },
  /** The engine is searching its move. */
  busy(game) {
    by("status").textContent = `${nameOf(game.seat)} ${t("thinking")}`;
  },
  info(game, info) {
    analysis.handleInfo(game, info);
    explorer.rate(game);
  },
  /** The game waits for a person. */
  idle: (game) => analysis.run(game),
  /** The engine has rejected a move. */
  refused: (fault) => report(fault, board.model),
  throwing: (game, throws, chosen) => roll(throws, chosen),
  began: () => room.propose(),
  ended: (game) => playing.ended(game),
  /** A move of the game, not of its analysis, is about to be made, and has been made. */
  moving: (game, text) => playing.moving(game, text),
  moved(game, text) {
    playing.moved();
    room.moved(text);
  },
  /** The shared game has another state. */
  roomed(shared, before) {
    clock.receive();
    room.take(shared, before);
    if (game.scene) drawStrips(state.id, game, players);
  },
};

const client = new Client({
  greeting: () => state.greeting,
  // A game being opened needs no restart: its pending requests are repeated.
  closed: reconnecting(async () => state.underWay === 0 && game.scene && (editor.isOn ? editor.show() : game.sync())),
  failed: (fault) => report(fault, board.model),
});
const board = new Board(by("board"), { mayStand: true });
const input = new BoardInput(board, by("tray"), (move) => game.play(move), refuse);
input.steps = async (move) => (await client.ask(`look moves ${move}`)).answer?.steps ?? [];
const link = new RoomLink(events);
const clock = new Clock(link);
const players = new Players({
  client,
  clock,
  link,
  changed: (change) => {
    playing.score = new Score();
    if ("engine" in change) view.orient();
    start.read();
    start.draw();
    if (game.scene) game.hold(game.isStudy);
  },
});
const game = new MatchGame({ client, board, input, players, clock, link, events });
const analysis = new Analysis(client, game, (isKnown) => panels.offer("exactTab", isKnown));
const coach = new Coach(client, game, analysis);
const playing = new Playing({
  game,
  restart: startNew,
  choose: () => start.open(),
  review: reviewMistakes,
  orient: () => view.orient(),
  leave: () => room.leave(),
});
const room = new Room({
  state,
  link,
  game,
  open: openGame,
  agrees: (team) => playing.agrees(team),
  seated: () => view.seated(),
});
const editor = new Editor(client, board, input, setUpByHand, () => game.sync());
const library = new Library({
  open: openGame,
  // The time since the last move counts against the clock.
  leaving: () => {
    if (game.scene && clock.running(game) !== null && state.underWay === 0) keep();
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
const notes = new Notes(game, () => events.show(game));
const view = new TableView({
  state,
  game,
  editor,
  analysis,
  playing,
  idNow: () => modes.id,
  changeRule: (name, value) => desk.changeRule(name, value),
  changeRuleset: (name, value) => desk.changeRuleset(name, value),
});
const desk = new Desk({ state, client, board, game, editor, library, view, entered: () => modes.entered() });
const explorer = new Explorer(state, analysis, library);
const exchange = new Exchange(game, state, setUp);
const start = new Start(players, {
  begin: startNew,
  share: () => link.join(),
  changed: () => {
    playing.score = new Score();
    view.orient();
  },
});
const modes = new Modes({ state, game, desk, library, analysis, explorer, panels, choose: () => start.open() });
const { router } = modes;
const nameOn = nameTouched(board, (man) => modes.explain(man));

function keep() {
  library.keep(state.id, game, state.own);
}

// Games on the board.

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
  if (fault) report(fault, board.model);
}

/** Starts a new game; Back leads to the previous one. */
async function startNew() {
  editor.close();
  const left = library.shown;
  state.isLeft = false;
  await game.start();
  state.mode = "play";
  await modes.entered();
  await library.flush();
  if (left && left.uid !== game.uid && left.count > 0)
    notice(by("fault").parentElement, t("gameKept"), t("backToIt"), () => history.back());
}

/** Analyses the whole game, then shows its mistakes one by one. */
async function reviewMistakes() {
  await router.go({ mode: "analyse", id: state.id });
  panels.turn("review");
  await analysis.wholeGame(game);
  if (router.place.mode === "analyse" && analysis.mistakes(game, state.own).length > 0) await learnMistakes();
}

const learnMistakes = () => router.go({ mode: "learn", id: state.id, tab: "mistakesTab" });

/**
 * Opens a position set up by hand: to play from, or to analyse without players.
 * @param {boolean} isGame
 * @param {string} fen
 */
async function setUpByHand(fen, isGame) {
  state.mode = isGame ? "play" : "analyse";
  game.isStudy = !isGame;
  const fault = await game.begin(fen);
  await modes.entered();
  await view.followNotation();
  if (fault) report(fault, board.model);
}

/** Reports why no move goes from a point to another. @param {string} to @param {string} from */
async function refuse(from, to) {
  const { generation } = game;
  const { answer: why } = await client.ask(`why ${from} ${to}`);
  if (generation === game.generation && why) report(why, board.model);
}

/** Draws the page in another language. */
function translated() {
  drawSigns();
  modes.draw();
  view.draw();
  drawSurroundings(translated);
  drawKeys();
  view.drawSample();
  library.draw();
  if (isTable(document.body.dataset.mode)) modes.drawPlace(state.id);
  else modes.show(router.place);
  if (!game.scene) return;
  playing.draw();
  players.draw();
  input.layHits();
  refresh();
  if (!editor.isOn) view.followNotation();
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

// Actions.

function flip() {
  if (!game.scene) return;
  board.turnTo((board.turns + 2) % 4);
  view.redraw();
}

/** Draws or removes an arrow or a circle. @param {string} shape */
function toggleShape(shape) {
  if (!game.scene || editor.isOn) return;
  const { node } = game;
  const had = node.shapes ?? [];
  node.shapes = had.includes(shape) ? had.filter((one) => one !== shape) : [...had, shape];
  drawShapes(board, node.shapes);
  keep();
}

async function edit() {
  closeDialogs();
  if (!isTable(document.body.dataset.mode)) await router.go({ mode: "analyse", id: modes.id });
  if (editor.isOn) editor.stop();
  else editor.start(game);
}

/** Joins the shared game. */
async function join() {
  await router.go({ mode: "play", id: modes.id });
  link.join();
}

const steps = {
  first: () => game.jump(0),
  previous: () => game.jump(game.at - 1),
  next: () => game.jump(game.at + 1),
  last: () => game.jump(game.moves.length),
};

function listenForActions() {
  listen("click", {
    ...steps,
    flip,
    edit,
    new: () => start.open(),
    again: startNew,
    undo: () => game.undo(),
    hold: () => game.hold(!game.isHeld),
    resume: () => game.hold(false),
    "set-up": () => setUp(by("fen").value, "play"),
    "set-up-analyse": () => setUp(by("fen").value, "analyse"),
    load: () => by("file").click(),
    "to-analysis": () => router.go({ mode: "analyse", id: state.id }),
    "to-table": join,
    mistakes: learnMistakes,
    language: () => changeLanguage().then(translated),
    theme: changeTheme,
    set: () => {
      by("settings").showModal();
      drawSurroundings(translated);
      view.drawSample();
    },
    "save-all": async () => exchange.saveAll(await library.found()),
  });
  by("lots").checked = wanted.lots;
  listen("change", {
    file: async ({ target }) => {
      if (target.files.length > 0) await setUp(target.files[0]);
      target.value = "";
    },
    lots: ({ target }) => local.set("lots", target.checked),
  });
  listen("input", { fen: ({ target }) => (state.isWriting = target.value !== "") });
  listenForShapes(board, toggleShape);
  listenForTurns(() => room.draw());
  listenForDialogs(() => {
    by("exports").hidden = !game.scene;
    for (const one of ["save-xqf", "save-dhtmlxq"]) by(one).hidden = state.id !== "xiangqi";
  });
  const keys = /** @type {Record<string, () => unknown>} */ ({
    ArrowLeft: steps.previous,
    ArrowRight: steps.next,
    Home: steps.first,
    End: steps.last,
    f: flip,
    z: () => toggleZen(),
    Escape: () => toggleZen(false),
  });
  listenForKeys(
    (key) => game.scene && keys[key]?.(),
    () => analysis.turn(!analysis.isOn),
  );
}

async function begin() {
  translate();
  drawSigns();
  drawKeys();
  try {
    await Promise.all([client.open(), loadGameWords()]);
  } catch {
    by("fault").textContent = t("noRoom");
    document.body.dataset.ready = "failed";
    return;
  }
  state.options = (await client.ask("options")).answer ?? [];
  players.readOptions(state.options);
  readEffort(state.options);
  state.games.push(...(state.options.find(({ name }) => name === "UCI_Variant")?.vars ?? []));
  modes.draw();
  listenForActions();
  const isExpected = RoomLink.isExpected && !isStatic;
  await router.arrive();
  if (isExpected) {
    if (!game.scene) await router.go({ mode: "play", id: modes.id });
    link.join();
  }
  document.body.dataset.ready = "true";
  performance.mark("ready");
  await Promise.all([loadInvitation(), loadSentences()]);
}

window.banco = { game, client, router, library };
begin();
