// Analysis: the bar, the best lines with their arrows, the course of the game, throws and pits.

import { isThrow } from "./turns.js";
import { limitOf, setEffort } from "./effort.js";
import { Exact } from "./exact.js";
import { Lines } from "./lines.js";
import { chance, drawReview, judge } from "./review.js";
import { isProven, scoreText, share, turned } from "./score.js";
import { by, html, listen, svg } from "./svg.js";
import { namesOf, number, t } from "./i18n.js";
import { seatOf, teamsOf } from "./pieces.js";
import { pathTo, rowText } from "./tree.js";

const FACE_TIME = 300;
const GAME_TIME = 150;

export class Analysis {
  isOn = false;
  /** The last report of each line. @type {Map<number, Info>} */
  lines = new Map();
  /** Expectations after each throw. @type {Face[]} */
  faces = [];
  /** The review of a whole game, and its tree. @type {Judged[]} */
  judged = [];
  tree = /** @type {MoveTree | null} */ (null);

  /**
   * `listed(isKnown)` is called with whether the game has exact answers.
   * @param {Client} client
   * @param {MatchGame} game
   * @param {(isKnown: boolean) => void} listed
   */
  constructor(client, game, listed) {
    this.client = client;
    this.game = game;
    this.board = game.board;
    this.rows = new Lines(client);
    this.exact = new Exact(
      client,
      () => {
        if (game.node.score) this.drawBar(game.node.score.score, true);
        this.drawGraph(game);
      },
      listed,
    );
    listen("change", { count: () => this.run(game) });
    listen("click", { analyse: () => this.turn(!this.isOn), whole: () => this.wholeGame(game) });
  }

  get style() {
    return this.board.model.style;
  }

  /** Turns the engine on or off. @param {boolean} on */
  turn(on) {
    this.isOn = on;
    by("analyse").setAttribute("aria-checked", String(on));
    if (on) return this.run(this.game);
    this.client.stop();
    return this.clear();
  }

  /** Clears the reports of the old position. */
  clear() {
    this.lines.clear();
    this.faces = [];
    this.board.arrows([]);
    this.drawBar(null);
    by("lines").replaceChildren();
    by("report").textContent = "";
  }

  /**
   * Draws the reports again in another language or notation.
   * @param {MatchGame} game
   * @param {Map<number, Info>} lines
   * @param {Face[]} faces
   */
  restore(game, lines, faces) {
    this.lines = lines;
    this.faces = faces;
    if (this.isOn && lines.size > 0) this.drawLines(game);
    if (faces.length > 0) this.drawFaces(faces);
  }

  /** In games of counters, shows the stores until the engine reports a score. @param {MatchGame} game */
  counted(game) {
    const { stores } = game.scene;
    if (this.style !== "pits" || stores.size < 2 || game.isDecided) return null;
    const [first, second] = game.board.model.seats.map(({ name }) => stores.get(name) ?? 0);
    return { score: { kind: "cp", value: 100 * (first - second) }, proven: false };
  }

  /** Handles a report on the shown position. @param {MatchGame} game @param {Info} info */
  handleInfo(game, info) {
    if (!info.score || (info.pv.length === 0 && info.multipv > 1)) return;
    const team = game.seat.team;
    const score = turned(info.score, team);
    if (info.multipv === 1 && !info.bound && !game.node.score?.isExact) {
      game.node.score = { score, proven: isProven(info), best: info.pv[0] };
      this.drawBar(score, isProven(info));
      this.drawGraph(game);
    }
    if (!info.bound) this.lines.set(info.multipv, { ...info, score });
    by("report").textContent =
      `${t("depth")} ${info.depth} · ${number(info.nodes)} ${t("nodes")} · ${number(info.nps)}/s`;
    if (this.isOn) this.drawLines(game);
  }

  /**
   * Shows a score on the bar; without one the position has no score.
   * @param {Score | null} score
   * @param {boolean} proven
   */
  drawBar(score, proven = false) {
    by("bar").classList.toggle("unknown", !score);
    by("bar-first").style.height = `${(score ? share(score, this.style) : 0.5) * 100}%`;
    by("bar-first").parentElement.title = score ? scoreText(score, this.style) : t("noScore");
    by("score").textContent = score ? scoreText(score, this.style) + (proven ? " ✓" : "") : "";
    by("score").title = score && proven ? t("proven") : "";
  }

  drawLines(/** @type {MatchGame} */ game) {
    const ranked = [...this.lines].sort(([a], [b]) => a - b);
    this.rows.draw(
      game,
      ranked.map(([, info]) => info),
      this.exact.values,
    );
    const known = new Map(game.choices.map((choice) => [choice.move, choice.acts]));
    this.board.arrows(
      ranked.flatMap(([, info]) => {
        const acts = known.get(info.pv[0]);
        return acts ? [{ acts, label: scoreText(info.score, this.style) }] : [];
      }),
    );
  }

  /** Sets the number of lines, and full strength whatever the player's level. @param {number} lines */
  prepare(lines) {
    setEffort(this.client);
    this.client.set("MultiPV", lines);
    // Space for all lines, so that nothing moves when they come.
    by("lines").style.setProperty("--rows", String(lines));
    this.client.set("UCI_LimitStrength", false);
  }

  /** Returns whether no other position or search has been requested since. @param {MatchGame} game */
  since(game) {
    const { generation } = game;
    const { stops } = this.client;
    return () => generation === game.generation && stops === this.client.stops;
  }

  /** Searches the position, after it is drawn, until another search is requested. @param {MatchGame} game */
  async run(game) {
    if (!this.isOn || document.hidden || game.isDecided || game.busy || !game.isSettled) return undefined;
    this.client.stop();
    const isCurrent = this.since(game);
    this.clear();
    if (game.choices.some(isThrow)) return this.weighThrows(game, isCurrent);
    this.prepare(this.style === "pits" ? Math.max(2, game.choices.length) : Number(by("count").value));
    return this.client.search(`go ${limitOf()}`, (info) => isCurrent() && game.events.info(game, info));
  }

  /**
   * Shows the expectation before the throw and after each throw.
   * @param {MatchGame} game
   * @param {() => boolean} isCurrent
   */
  async weighThrows(game, isCurrent) {
    const throws = game.choices.filter(isThrow);
    this.prepare(1);
    for (let time = FACE_TIME; time < 20 * FACE_TIME; time *= 2) {
      const search = (/** @type {string[]} */ ...thrown) => this.client.study(game.line(game.at, thrown), time);
      const faces = [];
      for (const { move, acts } of throws) {
        const info = await search(move);
        if (!isCurrent()) return;
        if (info) faces.push({ face: String(acts[0].die), score: turned(info.score, game.seat.team), info });
        this.drawFaces(faces.length === throws.length || this.faces.length === 0 ? faces : this.faces);
      }
      this.faces = faces;
      // Restores the shown position, which other searches replaced in the engine.
      const whole = await search();
      if (!isCurrent()) return;
      if (whole) game.events.info(game, whole);
      this.drawFaces(faces);
    }
  }

  drawFaces(/** @type {Face[]} */ faces) {
    by("lines").replaceChildren(
      html(
        "li",
        { class: "faces" },
        html("span", {}, t("expectation")),
        ...faces.map(({ face, score, info }) =>
          html(
            "span",
            { class: "face" },
            html("i", {}, face),
            " ",
            html("b", {}, scoreText(score, this.style)),
            html("small", {}, ` ${(info.pv[0] ?? "").split(":").at(-1)}`),
          ),
        ),
      ),
    );
  }

  /**
   * Analyses every position of the game briefly; tables that become ready meanwhile do not interrupt it.
   * @param {MatchGame} game
   */
  async wholeGame(game) {
    this.exact.isPaused = true;
    await this.review(game).finally(() => (this.exact.isPaused = false));
  }

  async review(/** @type {MatchGame} */ game) {
    this.turn(false);
    game.held = true;
    const jump = game.jump(0);
    // A hint may be asked for before the first position is there.
    const isCurrent = this.since(game);
    await jump;
    if (!isCurrent()) return;
    this.prepare(1);
    for (let at = 0; at <= game.moves.length && isCurrent(); at++) {
      const look = await game.look(at);
      if (!isCurrent() || !look) return;
      if (look.result.reason !== null) break;
      const { team } = seatOf(game.board.model, look.seat);
      await this.client.search(`go movetime ${GAME_TIME}`, (info) => {
        if (!info.score || info.bound || !isCurrent()) return;
        game.tree.at(at).score = { score: turned(info.score, team), proven: isProven(info), best: info.pv[0] };
      });
      const { score } = game.tree.at(at);
      if (score?.best && isCurrent()) [score.bestSaid] = await game.said([score.best]);
      this.drawGraph(game);
    }
    if (!isCurrent()) return;
    this.judged = judge(game);
    this.tree = game.tree;
    await game.jump(game.moves.length);
  }

  /**
   * The mistakes in the last report: of the people against an engine, else of everybody.
   * @param {MatchGame} game
   * @param {Map<string, any>} rules
   * @returns {Mistake[]}
   */
  mistakes(game, rules) {
    if (!game.scene) return [];
    const { seats } = this.board.model;
    const people = game.tags ? [] : game.players.people;
    const wrong =
      this.tree === game.tree
        ? this.judged.filter(({ node, seat }) => node.judged && (people.length === 0 || people.includes(seat)))
        : [];
    return wrong.map(({ node, seat, before }) => ({
      position: {
        fen: game.setup ?? undefined,
        moves: pathTo(node)
          .slice(0, -1)
          .map(({ text }) => text),
        options: Object.fromEntries(rules),
      },
      better: before.best,
      played: node.text,
      had: chance(before, this.style, seat.team),
      words: `${rowText(seats, node)} ${node.said ?? node.text}${node.judged}`,
    }));
  }

  /** Result of a whole-game analysis, valid for this game only. @param {MatchGame} game */
  drawReview(game) {
    drawReview(game, this.tree === game.tree ? this.judged : []);
  }

  drawGraph(/** @type {MatchGame} */ game) {
    const [width, height] = [300, 60];
    const step = width / Math.max(20, game.moves.length);
    by("graph").toggleAttribute("hidden", game.moves.length === 0);
    const known = game.scores.flatMap((entry, at) =>
      entry ? [{ x: at * step, y: height * (1 - share(entry.score, this.style)) }] : [],
    );
    const path = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const area =
      known.length > 1
        ? `${known[0].x.toFixed(1)},${height} ${path} ${known[known.length - 1].x.toFixed(1)},${height}`
        : "";
    by("graph").replaceChildren(
      svg("polygon", { class: "area", points: area }),
      svg("line", { class: "zero", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      svg("polyline", { points: path }),
      svg("line", { class: "now", x1: game.at * step, x2: game.at * step, y1: 0, y2: height }),
    );
    by("graph").onclick = (/** @type {MouseEvent} */ event) => {
      const box = by("graph").getBoundingClientRect();
      game.jump(Math.round((((event.clientX - box.left) / box.width) * width) / step));
    };
  }

  /** Names the seats at the ends of the bar. */
  drawEnds() {
    const [first, second] = teamsOf(this.board.model);
    by("bar").setAttribute("aria-label", `${namesOf(first)} – ${namesOf(second)}`);
    by("bar").dataset.first = first[0].colour;
    by("bar").dataset.second = second[0].colour;
  }
}
