// A board to find a move on: for lessons and puzzles.

import { Board } from "./board.js";
import { explain } from "./faults.js";
import { BoardInput } from "./input.js";
import { sow } from "./mancala.js";
import { html } from "./svg.js";
import { seatOf } from "./seats.js";

/** @import { Choice, Demo, Look, Position, Scene } from "./types.d.ts" */

export class Trainer {
  /** The position to find a move in, and how it looks. @type {Position} */
  position = {};
  scene = /** @type {Scene} */ (/** @type {unknown} */ (null));
  /** @type {Choice[]} */
  choices = [];

  /** `tried(move, position)` is called for every legal move, which is on the board already; `answer` shows why others are not. */
  constructor(/** @type {Demo} */ demo, /** @type {HTMLElement} */ answer, /** @type {(move: string, after: Look, position: Position) => unknown} */ tried) {
    this.demo = demo;
    this.box = html("div", { class: "trainer-board" });
    this.tray = html("div", { class: "trainer-tray" });
    this.board = new Board(this.box);
    this.board.lay(demo.model);
    this.input = new BoardInput(this.board, this.tray, (move) => this.play(move), (from, to) => this.refuse(from, to));
    this.answer = answer;
    this.tried = tried;
  }

  /** Shows a position and waits for a move. @param {Position} position */
  async set(position) {
    this.position = position;
    const { scene, choices, fault } = await this.demo.look(position);
    if (fault) throw new Error(explain(fault, this.demo.model));
    if (position !== this.position) return;
    // Turns the board so that the side to move sits below.
    const side = seatOf(this.demo.model, scene.seat).side;
    this.turn(side);
    Object.assign(this, { scene, choices });
    this.board.show(scene);
    this.board.arrows([]);
    this.input.offer(choices, scene);
  }

  turn(/** @type {string} */ side) {
    this.board.turnTo(this.board.turnFor(side));
  }

  /** Plays a move on the board; resolves to the position's lines after it. @param {string} move */
  async move(move) {
    const { position, scene: before } = this;
    this.input.offer([], before);
    const after = await this.demo.look({ ...position, moves: [...(position.moves ?? []), move] });
    if (position !== this.position) return null;
    if (after.scene.steps.length > 0) await sow(this.board, before, after.scene, after.scene.steps, () => position === this.position);
    if (position !== this.position) return null;
    this.board.show(after.scene);
    this.input.offer([], after.scene);
    return after;
  }

  async play(/** @type {string} */ move) {
    const position = this.position;
    const after = await this.move(move);
    if (after) await this.tried(move, after, position);
  }

  /** Shows why no move goes from a point to another. @param {string} to @param {string} from */
  async refuse(from, to) {
    const { position } = this;
    await this.demo.look(position);
    const { faults: [why] } = await this.demo.client.answer(`why ${from} ${to}`);
    if (position !== this.position || !why) return;
    this.answer.className = "answer wrong";
    this.answer.textContent = explain(why, this.demo.model);
  }

  /** Points at a move. @param {string} move */
  point(move) {
    const acts = this.choices.find((choice) => choice.move === move)?.acts;
    if (acts) this.board.arrows([{ acts, label: "!" }]);
  }
}
