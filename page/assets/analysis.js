// Analysis: the bar, the best lines with their arrows, the course of the game, throws and pits.

import { isThrow } from "./turns.js";
import { Exact } from "./exact.js";
import { Lines } from "./lines.js";
import { drawReview, judge } from "./review.js";
import { isProven, scoreText, share, turned } from "./score.js";
import { by, html, svg } from "./svg.js";
import { nameOf, number, t } from "./i18n.js";

const FACE_TIME = 300;
const GAME_TIME = 150;

export class Analysis {
  constructor(client, board) {
    Object.assign(this, { client, board, on: false, lines: new Map(), faces: [], rows: new Lines(client), exact: new Exact(client) });
    this.exact.scored = (game) => {
      this.drawBar(game.node.score.score, true);
      this.drawGraph(game);
    };
    by("count").addEventListener("change", () => this.restart?.());
  }

  get style() {
    return this.board.model.style;
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

  /** Draws the reports again in another language or notation. */
  restore(game, lines, faces) {
    this.lines = lines;
    this.faces = faces;
    if (this.on && lines.size > 0) this.drawLines(game);
    if (faces.length > 0) this.drawFaces(faces);
  }

  /** In games of counters, shows the stores until the engine reports a score. */
  counted(game) {
    const { stores } = game.scene;
    if (this.style !== "pits" || stores.size < 2 || game.isDecided) return null;
    const [first, second] = game.board.model.seats.map(({ name }) => stores.get(name) ?? 0);
    return { score: { kind: "cp", value: 100 * (first - second) }, proven: false };
  }

  /** Handles a report on the shown position. */
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
    if (this.on) this.drawLines(game);
  }

  /** Shows a score on the bar; without one the position has no score. */
  drawBar(score, proven) {
    by("bar").classList.toggle("unknown", !score);
    by("bar-first").style.height = `${(score ? share(score, this.style) : 0.5) * 100}%`;
    by("bar-first").parentElement.title = score ? scoreText(score, this.style) : t("noScore");
    if (!score) {
      by("score").textContent = by("score").title = "";
      return;
    }
    by("score").textContent = scoreText(score, this.style) + (proven ? " ✓" : "");
    by("score").title = proven ? t("proven") : "";
  }

  drawLines(game) {
    const ranked = [...this.lines].sort(([a], [b]) => a - b);
    this.rows.draw(game, ranked.map(([, info]) => info), this.style, this.exact.values);
    const known = new Map(game.choices.map((choice) => [choice.move, choice.acts]));
    this.board.arrows(ranked.flatMap(([, info]) => {
      const acts = known.get(info.pv[0]);
      return acts ? [{ acts, label: scoreText(info.score, this.style) }] : [];
    }));
  }

  /** Sets the number of lines, and full strength whatever the player's level. */
  prepare(lines) {
    this.coach.prepare();
    this.client.set("MultiPV", lines);
    this.client.set("UCI_LimitStrength", false);
  }

  /** Analyses continuously until another position or search is requested. */
  since(game) {
    const { generation } = game;
    const { stops } = this.client;
    return () => generation === game.generation && stops === this.client.stops;
  }

  /** Searches the position, after it is drawn, until another search is requested. */
  async run(game) {
    if (!this.on || document.hidden || game.isDecided || game.busy || !game.isSettled) return;
    this.client.stop();
    const isCurrent = this.since(game);
    this.clear();
    if (game.choices.some(isThrow)) {
      await this.weighThrows(game, isCurrent);
      return;
    }
    this.prepare(this.style === "pits" ? Math.max(2, game.choices.length) : Number(by("count").value));
    await this.client.search(`go ${this.coach.limit}`, (info) => isCurrent() && this.handleInfo(game, info));
  }

  /** Shows the expectation before the throw and after each throw. */
  async weighThrows(game, isCurrent) {
    const throws = game.choices.filter(isThrow);
    this.prepare(1);
    for (let time = FACE_TIME; time < 20 * FACE_TIME; time *= 2) {
      const search = async (...thrown) => {
        let last = null;
        this.client.send(game.line(game.at, thrown));
        await this.client.search(`go movetime ${time}`, (info) => (last = info.score && !info.bound ? info : last));
        return last;
      };
      const faces = [];
      for (const { move, acts } of throws) {
        const info = await search(move);
        if (!isCurrent()) return;
        if (info) faces.push({ face: acts[0].value, score: turned(info.score, game.seat.team), info });
        this.drawFaces(faces.length === throws.length || this.faces.length === 0 ? faces : this.faces);
      }
      this.faces = faces;
      // Restores the shown position, which other searches replaced in the engine.
      const whole = await search();
      if (!isCurrent()) return;
      if (whole) this.handleInfo(game, whole);
      this.drawFaces(faces);
    }
  }

  drawFaces(faces) {
    by("lines").replaceChildren(html("li", { class: "faces" }, html("span", {}, t("expectation")),
      ...faces.map(({ face, score, info }) => html("span", { class: "face" }, html("i", {}, face), " ", html("b", {}, scoreText(score, this.style)),
        html("small", {}, ` ${(info.pv[0] ?? "").split(":").at(-1)}`)))));
  }

  /** Analyses every position of the game briefly. */
  async wholeGame(game) {
    this.on = false;
    by("analyse").setAttribute("aria-checked", "false");
    game.held = true;
    const jump = game.jump(0);
    // A hint may be asked for before the first position is there.
    const isCurrent = this.since(game);
    await jump;
    if (!isCurrent()) return;
    this.prepare(1);
    for (let at = 0; at <= game.moves.length && isCurrent(); at++) {
      const { seat, result } = await game.look(at);
      if (!isCurrent()) return;
      if (!result.startsWith("ongoing")) break;
      const { team } = game.board.model.seats.find(({ name }) => name === seat);
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

  /** Result of a whole-game analysis, valid for this game only. */
  drawReview(game) {
    drawReview(game, this.tree === game.tree ? this.judged : [], (score) => scoreText(score, this.style));
  }

  drawGraph(game) {
    const [width, height] = [300, 60];
    const step = width / Math.max(20, game.moves.length);
    by("review").hidden = game.moves.length === 0;
    const known = game.scores.map((entry, at) => entry && { x: at * step, y: height * (1 - share(entry.score, this.style)) }).filter(Boolean);
    const path = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const area = known.length > 1 ? `${known[0].x.toFixed(1)},${height} ${path} ${known.at(-1).x.toFixed(1)},${height}` : "";
    by("graph").replaceChildren(
      svg("polygon", { class: "area", points: area }), svg("line", { class: "zero", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      svg("polyline", { points: path }), svg("line", { class: "now", x1: game.at * step, x2: game.at * step, y1: 0, y2: height }),
    );
    by("graph").onclick = (event) => {
      const box = by("graph").getBoundingClientRect();
      game.jump(Math.round(((event.clientX - box.left) / box.width) * width / step));
    };
  }

  /** Names the seats at the ends of the bar. */
  drawEnds() {
    const [first, second] = [0, 1].map((team) => this.board.model.seats.filter((seat) => seat.team === team));
    by("bar").setAttribute("aria-label", `${first.map(nameOf).join(", ")} – ${second.map(nameOf).join(", ")}`);
    by("bar").dataset.first = first[0].colour;
    by("bar").dataset.second = second[0].colour;
  }
}
