// A board to find a move on: for lessons and puzzles.

import { Board } from "./board.js";
import { explain } from "./faults.js";
import { BoardInput } from "./input.js";
import { sow } from "./mancala.js";
import { html } from "./svg.js";

export class Trainer {
  /** `tried(move, position)` is called for every legal move, which is on the board already; `answer` shows why others are not. */
  constructor(demo, answer, tried) {
    this.demo = demo;
    this.box = html("div", { class: "trainer-board" });
    this.tray = html("div", { class: "trainer-tray" });
    this.board = new Board(this.box);
    this.board.lay(demo.model);
    this.input = new BoardInput(this.board, this.tray, (move) => this.play(move), (from, to) => this.refuse(from, to));
    Object.assign(this, { answer, tried });
  }

  /** Shows a position and waits for a move. */
  async set(position) {
    this.position = position;
    const { scene, choices, fault } = await this.demo.look(position);
    if (fault) throw new Error(fault);
    if (position !== this.position) return;
    // Turns the board so that the side to move sits below.
    const side = this.demo.model.seats.find((seat) => seat.name === scene.seat)?.side;
    this.turn(side);
    Object.assign(this, { scene, choices });
    this.board.show(scene);
    this.board.arrows([]);
    this.input.offer(choices, scene);
  }

  turn(side) {
    this.board.turnTo(this.board.turnFor(side));
  }

  /** Plays a move on the board; resolves to the position's lines after it. */
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

  async play(move) {
    const position = this.position;
    const after = await this.move(move);
    if (after) await this.tried(move, after, position);
  }

  /** Shows why no move goes from a point to another. */
  async refuse(from, to) {
    const { position } = this;
    await this.demo.look(position);
    const { lines } = await this.demo.client.answer(`why ${from} ${to}`);
    const why = lines[0]?.slice(4);
    if (position !== this.position || !why || why === "it is legal") return;
    this.answer.className = "answer wrong";
    this.answer.textContent = explain(why, this.demo.model);
  }

  /** Points at a move. */
  point(move) {
    const acts = this.choices.find((choice) => choice.move === move)?.acts;
    if (acts) this.board.arrows([{ acts, label: "!" }]);
  }
}
