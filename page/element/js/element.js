// The element <banco-board>: a position of one of the games, or a game to play through, on any page. The rules are in
// WebAssembly; the engine, if the host has it, is the package `banco-engine`.

import { games, style } from "./assets.js";
import { nameOf, speak, t } from "./i18n.js";
import { Board } from "../../assets/board.js";
import { decodeBoard, decodeScene } from "../../assets/engine/model.js";
import { sow } from "../../assets/mancala.js";
import { look, seatOf, teamsOf } from "../../assets/pieces.js";
import { scoreText, turned } from "../../assets/score.js";
import { html, pause } from "../../assets/svg.js";

const SIGNS = ["characters", "pictures", "letters"];
/** Buttons and keys by their texts, with the ply that they lead to. */
const STEPS = /** @type {[string, string, string, (ply: number) => number][]} */ ([
  ["first", "«", "Home", () => 0],
  ["previous", "‹", "ArrowLeft", (ply) => ply - 1],
  ["next", "›", "ArrowRight", (ply) => ply + 1],
  ["last", "»", "End", () => Infinity],
]);
/** Time of the engine for a move, in milliseconds. */
const TIME = 1000;

/** One sheet for all elements, which policies on inline styles let pass. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

/** @typedef {{ state: (fen: string | undefined, moves: string, notation?: string) => string }} Rules */
/** @typedef {import("banco-engine").Engine} Engine */
/**
 * A position on the board: `at` returns the state after moves from `fen`.
 * @typedef {{ game: string, fen: string | null, line: string[], at: (line: string[]) => any,
 *   model: Model, team: number }} Setting
 */
/** @typedef {(engine: Engine, position: object) => Promise<unknown>} Job */

/** The rules of each game, loaded once for all elements. @type {Map<string, Promise<Rules>>} */
const loaded = new Map();

/** Loads the rules of a game. @param {string} game @returns {Promise<Rules>} */
async function load(game) {
  const rules = await import(`./rules/${game}.js`);
  await rules.default();
  return rules;
}

/** Returns the rules of a game; a failed attempt is repeated. @param {string} game */
function rulesOf(game) {
  const rules = loaded.get(game) ?? load(game);
  rules.catch(() => loaded.delete(game));
  loaded.set(game, rules);
  return rules;
}

/** Throws an error unless a value is among those expected. @param {string} name @param {string[]} values */
function check(name, /** @type {string} */ value, values) {
  if (!values.includes(value)) throw new Error(`${name} ${value}: ${values.join(", ")} expected`);
}

/** Returns the looks that the style sheet has. @param {string} kind @param {string} usual */
const looksOf = (kind, usual) => [
  usual,
  ...new Set([...style.matchAll(new RegExp(`\\[data-${kind}="(\\w+)"`, "g"))].map((found) => found[1])),
];

class BancoBoard extends HTMLElement {
  static observedAttributes = ["game", "fen", "moves", "lang", "turned", "look", "ply", "notation", "engine"];
  #generation = 0;
  #isQueued = false;
  /** The language and the signs, set anew before each drawing, since other elements may have others. */
  #own = { language: /** @type {keyof Names} */ ("en"), signs: SIGNS[0] };
  /** The game on the board, the moves, and how many of them are made. */
  #game = "";
  #moves = /** @type {string[]} */ ([]);
  #ply = 0;
  /** The engine, and its game. */
  #engine = /** @type {Promise<Engine> | null} */ (null);
  #employed = "";
  #thinking = Promise.resolve();
  /** The input on the board, and its scripts, once the reader plays. */
  #input = /** @type {import("../../assets/input.js").BoardInput | null} */ (null);
  #playing = /** @type {typeof import("../../assets/input.js") | null} */ (null);
  #box = html("div", { id: "board" });
  #tray = html("div", { class: "tray" });
  #stage = html("div", { class: "stage" }, this.#box);
  #status = html("p", { role: "status" });
  #steps = STEPS.map(([, sign, , to]) => html("button", { onclick: () => this.#go(to(this.#ply)) }, sign));
  #count = html("span");
  #bar = html("div", { class: "bar", role: "group" }, ...this.#steps, this.#count);
  #list = html("ol");
  #line = html("p", { class: "engine" });
  #all = html("div", {}, this.#stage, this.#tray, this.#status, this.#bar, this.#list, this.#line);
  #fault = html("p", { class: "fault", role: "alert", hidden: true });
  #board = new Board(this.#box);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#all, this.#fault);
    for (const kind of ["pointerdown", "pointerup", "pointerover", "focusin", "keydown"])
      root.addEventListener(kind, () => this.#adopt(), { capture: true });
    root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  connectedCallback() {
    this.attributeChangedCallback();
  }

  disconnectedCallback() {
    this.#generation++;
    this.#dismiss();
  }

  attributeChangedCallback() {
    if (this.#isQueued || !this.isConnected) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) this.#update();
    });
  }

  /** Number of moves made before the position on the board. */
  get ply() {
    return this.#ply;
  }

  set ply(ply) {
    this.setAttribute("ply", String(ply));
  }

  #go(/** @type {number} */ ply) {
    const next = Math.max(0, Math.min(ply, this.#moves.length));
    if (next !== this.#ply) this.ply = next;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const step = STEPS.find(([, , key]) => key === event.key);
    const isPlaying = /** @type {Element} */ (event.target).closest(".hit");
    if (!step || isPlaying || event.ctrlKey || event.metaKey || event.altKey || this.#bar.hidden) return;
    event.preventDefault();
    this.#go(step[3](this.#ply));
  }

  #adopt() {
    speak(this.#own.language);
    look.signs = this.#own.signs;
  }

  #dismiss() {
    this.#engine?.then(
      (engine) => engine.terminate(),
      () => {},
    );
    this.#engine = null;
  }

  #report(/** @type {unknown} */ error) {
    const message = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new ErrorEvent("error", { message }));
    return message;
  }

  async #update() {
    const generation = ++this.#generation;
    this.#engine?.then(
      (engine) => engine.stop(),
      () => {},
    );
    try {
      const game = this.getAttribute("game") ?? games[0];
      check("game", game, games);
      const { state } = await rulesOf(game);
      if (this.getAttribute("engine") === "play") this.#playing ??= await import("../../assets/input.js");
      if (generation === this.#generation) this.#draw(game, state);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#fault.textContent = this.#report(error);
      [this.#all.hidden, this.#fault.hidden] = [true, false];
    }
  }

  /** Draws the position that the attributes describe. @param {string} game @param {Rules["state"]} state */
  #draw(game, state) {
    const fen = this.getAttribute("fen");
    const notation = this.getAttribute("notation") ?? undefined;
    const moves = (this.getAttribute("moves") ?? "").split(/\s+/).filter(Boolean);
    const at = (/** @type {string[]} */ line) => JSON.parse(state(fen ?? undefined, line.join(" "), notation));
    const whole = at(moves);
    const ply = Number(this.getAttribute("ply") ?? moves.length);
    if (!(Number.isInteger(ply) && ply >= 0 && ply <= moves.length))
      throw new Error(`ply ${this.getAttribute("ply")}: 0 to ${moves.length} expected`);
    const [wood = "wood", men = "classic", signs = SIGNS[0]] = this.getAttribute("look")?.trim().split(/\s+/) ?? [];
    check("look of the board", wood, looksOf("board", "wood"));
    check("look of the pieces", men, looksOf("men", "classic"));
    check("signs", signs, SIGNS);
    const mode = this.getAttribute("engine");
    if (mode) check("engine", mode, ["analyse", "play"]);
    const isVietnamese = this.closest("[lang]")?.getAttribute("lang")?.toLowerCase().startsWith("vi");
    this.#own = { language: isVietnamese ? "vi" : "en", signs };
    this.#adopt();

    const line = moves.slice(0, ply);
    const now = ply === moves.length ? whole : at(line);
    const [model, scene] = [decodeBoard(now.board), decodeScene(now)];
    const isTurned = this.hasAttribute("turned");
    const isNext = game === this.#game && ply === this.#ply + 1;
    Object.assign(this.#stage.dataset, { game, board: wood, men });
    this.#stage.className = `stage ${model.style}${isTurned ? " turned" : ""}`;
    if (game !== this.#game) this.#lay(model);
    this.#board.turnTo(isTurned ? 2 : 0);
    [this.#game, this.#moves] = [game, moves];
    const isMoved = this.#ply !== ply;
    this.#ply = ply;
    this.#show(scene, isNext);
    this.#describe(model, scene, whole.history);
    [this.#all.hidden, this.#fault.hidden] = [false, true];
    this.#line.textContent = "";
    const choices = /** @type {Choice[]} */ (now.choices).filter(({ offer }) => !offer);
    const place = { game, fen, line, at, model, team: seatOf(model, now.seat).team };
    const isOver = scene.result.reason !== null;
    this.#offer(place, scene, mode === "play" && !isOver ? choices : null);
    if (mode === null) this.#dismiss();
    else if (mode !== "play" && !isOver) this.#think(place, (...engine) => this.#analyse(place, ...engine));
    if (isMoved)
      this.dispatchEvent(
        new CustomEvent("ply", { bubbles: true, detail: { ply, fen: scene.fen, move: line.at(-1) ?? null } }),
      );
  }

  /** Draws the empty board of a game, with stores beside pits. @param {Model} model */
  #lay(model) {
    this.#board.lay(model);
    const isPits = model.style === "pits";
    const [near, far] = isPits
      ? model.seats.map(({ name }) => html("span", { class: "store", "data-store": name }))
      : [];
    this.#stage.replaceChildren(...(isPits ? [far, this.#box, near] : [this.#box]));
  }

  /** Shows a position, with its last move if that is new. @param {Scene} scene @param {boolean} isNext */
  #show(scene, isNext) {
    const board = this.#board;
    const isWanted = this.#watch();
    const before = /** @type {Scene} */ (board.scene);
    board.still = !isNext;
    if (!isNext || scene.steps.length === 0) board.show(scene);
    else sow(board, before, scene, scene.steps, isWanted).then(() => isWanted() && board.show(scene));
  }

  /** Writes what stands around the board, and its name. @param {Model} model @param {Scene} scene */
  #describe(model, { result, seat }, /** @type {Played[]} */ history) {
    const team = (/** @type {number} */ number) => teamsOf(model)[number].map(nameOf).join(" + ");
    const end = result.winner === null ? t("draw") : `${team(result.winner)} ${t("wins")}`;
    const status = result.reason === null ? `${nameOf(seatOf(model, seat))} ${t("toMove")}` : end;
    const said = history.map((one) => one.said ?? one.move);
    const last = this.#ply > 0 ? `${this.#ply}. ${said[this.#ply - 1]}. ` : "";
    this.#status.textContent = `${status}${result.points ? ` ${result.points.join("–")}` : ""}`;
    this.#board.view.setAttribute("aria-label", `${nameOf({ names: model.title })}. ${last}${status}`);
    this.#bar.hidden = this.#list.hidden = said.length === 0;
    this.#bar.setAttribute("aria-label", t("moves"));
    this.#list.setAttribute("aria-label", t("moves"));
    this.#count.textContent = `${this.#ply} / ${said.length}`;
    this.#steps.forEach((button, i) => {
      button.title = t(STEPS[i][0]);
      button.setAttribute("aria-label", button.title);
      button.disabled = this.#ply === (i < 2 ? 0 : said.length);
    });
    // Buttons that stay keep the focus.
    if (said.join(" ") !== [...this.#list.children].map((one) => one.textContent).join(" "))
      this.#list.replaceChildren(
        ...said.map((text, i) => html("li", {}, html("button", { onclick: () => this.#go(i + 1) }, text))),
      );
    for (const one of this.#list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const current = this.#list.children[this.#ply - 1]?.firstElementChild;
    current?.setAttribute("aria-current", "step");
  }

  /**
   * Lets the reader play: `choices` are the moves, null on a board to read.
   * @param {Setting} place @param {Scene} scene
   */
  #offer(place, scene, /** @type {Choice[] | null} */ choices) {
    this.#board.view.setAttribute("role", choices ? "group" : "img");
    this.#box.tabIndex = choices || this.#bar.hidden ? -1 : 0;
    if (!choices || !this.#playing) {
      this.#input?.withdraw();
      this.#board.layers.hits.replaceChildren();
      return;
    }
    this.#input ??= new this.#playing.BoardInput(
      this.#board,
      this.#tray,
      (move) => this.#play(move),
      () => {},
    );
    this.#input.steps = async (move) => place.at([...place.line, move]).steps;
    const isOwn = place.team === Number(this.hasAttribute("turned"));
    // Throws of dice, and turns without a move.
    const isForced = choices.every(({ acts }) => !acts[0]?.from);
    this.#input.offer(isOwn && !isForced ? choices : [], scene);
    if (this.#ply < this.#moves.length) return;
    const isWanted = this.#watch();
    if (isForced) {
      const { move } = choices[Math.floor(Math.random() * choices.length)];
      pause(500).then(() => isWanted() && this.#play(move));
    } else if (!isOwn)
      this.#think(place, async (engine, position) => {
        const { bestmove } = await engine.search(position, { movetime: TIME });
        if (bestmove && isWanted()) this.#play(bestmove);
      });
  }

  /** Makes a move from the position on the board. @param {string} move */
  #play(move) {
    const moves = [...this.#moves.slice(0, this.#ply), move];
    this.removeAttribute("ply");
    this.setAttribute("moves", moves.join(" "));
  }

  /** Returns a function that returns whether the position is still on the board. */
  #watch() {
    const generation = this.#generation;
    return () => generation === this.#generation;
  }

  /** Runs a job of the engine after the one before. @param {Setting} place @param {Job} job */
  #think(place, job) {
    const isWanted = this.#watch();
    const run = async () => {
      if (!isWanted()) return;
      const engine = await this.#employ(place.game);
      const position = await engine.position({ fen: place.fen, moves: place.line });
      if (isWanted()) await job(engine, position);
    };
    this.#thinking = this.#thinking.then(run).catch((error) => {
      if (isWanted()) this.#line.textContent = this.#report(error);
    });
  }

  /** Resolves to the engine of a game. @param {string} game */
  async #employ(game) {
    if (this.#employed !== game) this.#dismiss();
    this.#employed = game;
    this.#engine ??= import("banco-engine").then(({ Engine }) => Engine.create({ variant: game }));
    this.#engine.catch(() => (this.#engine = null));
    return this.#engine;
  }

  /** Shows score and best line until another position is shown. @param {Setting} place */
  async #analyse({ at, line, model, team }, /** @type {Engine} */ engine, /** @type {object} */ position) {
    const isWanted = this.#watch();
    for await (const { bound, depth, pv, score } of engine.analyse(position)) {
      if (!isWanted()) break;
      if (bound || pv.length === 0) continue;
      const played = /** @type {Played[]} */ (at([...line, ...pv]).history).slice(line.length);
      const said = played.map((one) => one.said ?? one.move).join(" ");
      this.#line.textContent = `${scoreText(turned(score, team), model.style)} (${depth}) ${said}`;
    }
  }
}

if (!customElements.get("banco-board")) customElements.define("banco-board", BancoBoard);
