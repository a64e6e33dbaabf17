// A task on a board: words, a position to find a move in, and the answer to each try; for lessons, puzzles and
// endgames.

import { Board, UPRIGHT } from "./board.js";
import { explain } from "./faults.js";
import { nameOf, t, youAre } from "./i18n.js";
import { BoardInput } from "./input.js";
import { countsFiles, notationOf } from "./list.js";
import { sow } from "./mancala.js";
import { dot, html, pause } from "./svg.js";
import { seatOf } from "./pieces.js";

/** A position after one more move. @param {Position} position @param {string} move @returns {Position} */
export const after = (position, move) => ({ ...position, moves: [...(position.moves ?? []), move] });

export class Trainer {
  /** The position to find a move in, and how it looks. @type {Position} */
  position = {};
  scene = /** @type {Scene} */ (/** @type {unknown} */ (null));
  choices = /** @type {Choice[]} */ ([]);
  /** Whether the person plays the side that is not to move first. */
  isSecond = false;
  /** The seat below; null before the first position. @type {Seat | null} */
  front = null;
  task = html("p", { class: "task" });
  answer = html("p", { class: "answer", role: "status" });
  tray = html("div", { class: "trainer-tray" });
  board = new Board(html("div", { class: "trainer-board" }), { mayStand: true });
  input = new BoardInput(
    this.board,
    this.tray,
    (move) => this.play(move),
    (from, to) => this.refuse(from, to),
  );

  /**
   * `name` begins the ids of title and button; `tried(move, look, position)` is called for every legal move, which is
   * on the board
   * already, `next()` for the next task.
   * @param {Demo} demo
   * @param {string} name
   * @param {(move: string, look: Look, position: Position) => unknown} tried
   * @param {() => unknown} next
   */
  constructor(demo, name, tried, next) {
    this.demo = demo;
    this.tried = tried;
    this.title = html("h3", { id: `${name}-title` });
    this.next = html("button", { id: `${name}-next`, onclick: next }, t("nextTask"));
    this.board.files = countsFiles(demo.id, notationOf(demo.id));
    this.board.lay(demo.model);
    UPRIGHT.onchange = () => {
      this.board.lay(demo.model);
      if (this.scene) this.set({ ...this.position });
    };
    this.input.steps = async (move) => (await demo.look(after(this.position, move))).scene.steps;
  }

  /**
   * Returns the words, with buttons and more below them, beside the board.
   * @param {(Element | null)[]} buttons
   * @param {Element[]} more
   */
  view(buttons, ...more) {
    const { style, seats } = this.demo.model;
    const store = (/** @type {Seat} */ seat) =>
      html(
        "div",
        { class: "strip" },
        dot(seat),
        html("b", {}, nameOf(seat)),
        html("span", { class: "store", title: t("store"), "data-store": seat.name }),
      );
    const around = style === "pits" ? seats.map(store) : [];
    return html(
      "div",
      { class: "lesson" },
      html(
        "div",
        { class: "words" },
        this.title,
        this.task,
        this.answer,
        html("div", { class: "buttons" }, ...buttons),
        ...more,
      ),
      html("div", { class: `stage ${style}` }, ...around.slice(1), this.board.root, ...around.slice(0, 1), this.tray),
    );
  }

  /**
   * Begins a task for the side to move, or the other one; resolves to the name of the person's side.
   * @param {Position} position
   */
  async begin(position, isSecond = false) {
    Object.assign(this, { isSecond, front: null });
    await this.set(position, !isSecond);
    this.report("", "");
    this.next.classList.remove("strong");
    return youAre(this.demo.model, nameOf(/** @type {Seat} */ (/** @type {unknown} */ (this.front))));
  }

  /** Shows a position; at the person's turn it waits for a move. @param {Position} position */
  async set(position, isOwn = true) {
    this.position = position;
    const { scene, choices, fault } = await this.demo.look(position);
    if (fault) throw new Error(explain(fault, this.demo.model));
    if (position !== this.position) return;
    if (!this.front) {
      const { seats } = this.demo.model;
      const seat = seatOf(this.demo.model, scene.seat);
      this.front = (this.isSecond && seats.find(({ team }) => team !== seat.team)) || seat;
      // The person sits below.
      this.board.turnTo(this.board.turnFor(this.front.side));
    }
    Object.assign(this, { scene, choices });
    this.board.show(scene);
    this.board.arrows([]);
    this.input.offer(isOwn ? choices : [], scene);
  }

  /** Shows the answer to a try: `right`, `wrong`, or none. @param {string} kind @param {string} text */
  report(kind, text) {
    this.answer.className = `answer ${kind}`;
    this.answer.textContent = text;
  }

  /** Ends the task. @param {string} text */
  solve(text) {
    this.report("right", text);
    this.next.classList.add("strong");
  }

  /** Shows a position again after a wrong try. @param {Position} position @param {number} delay */
  async retry(position, delay) {
    await pause(delay);
    if (position === this.position) await this.set({ ...position });
  }

  /** Plays a move on the board. @param {string} move */
  async play(move) {
    const { position, scene: before } = this;
    const isCurrent = () => position === this.position;
    this.input.offer([], before);
    const look = await this.demo.look(after(position, move));
    if (isCurrent() && look.scene.steps.length > 0)
      await sow(this.board, before, look.scene, look.scene.steps, isCurrent);
    if (!isCurrent()) return;
    this.board.show(look.scene);
    this.input.offer([], look.scene);
    await this.tried(move, look, position);
  }

  /** Shows why no move goes from a point to another. @param {string} to @param {string} from */
  async refuse(from, to) {
    const { position } = this;
    await this.demo.look(position);
    const { answer: why } = await this.demo.client.ask(`why ${from} ${to}`);
    if (position === this.position && why) this.report("wrong", explain(why, this.demo.model));
  }

  /** Points at a move. @param {string | null | undefined} move */
  point(move) {
    const acts = this.choices.find((choice) => choice.move === move)?.acts;
    if (acts) this.board.arrows([{ acts, label: "!" }]);
  }

  /** Marks the piece of a move. @param {string | null | undefined} move */
  mark(move) {
    const from = this.choices.find((choice) => choice.move === move)?.acts[0]?.from;
    if (from) this.board.mark(this.board.layers.arrows, from, "hinted");
  }
}
