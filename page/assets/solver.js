// A position to solve on a board of its own: a puzzle, an endgame, or a mistake of a game. The engine proves every move right or
// wrong, refutes the wrong ones, defends as long as possible, and plays the solution.

import { t } from "./i18n.js";
import { notationOf } from "./list.js";
import { seatOf } from "./pieces.js";
import { share } from "./score.js";
import { html, pause } from "./svg.js";
import { Trainer, after } from "./trainer.js";

/** Time for a proof, for an answer, and for the value of a move, in milliseconds. */
const PROOF = 4000;
const ANSWER = 300;
const VALUE = 800;
/** Number of moves by which a longer win is searched. */
const MORE = 3;
/** Loss of winning chances that is no mistake. */
const SLIGHT = 0.1;

/** Formats a number of moves. @param {number} count */
export const moveCount = (count) => `${count} ${t(count === 1 ? "puzzleMove" : "puzzleMoves")}`;

export class Solver {
  task = /** @type {Task} */ ({});
  /** The positions so far, with the attacker's moves to the mate, and the last move in words. @type {{ position: Position, left: number, said: string }[]} */
  line = [];
  at = 0;
  /** Whether a try was wrong or helped, and whether the solution was shown. */
  isFailed = false;
  isShown = false;
  steps = html("p", { class: "solver-line", "aria-label": t("moves") });

  /**
   * `name` begins the ids of buttons; `failed()` is called at the first wrong try or help, `solved(isFirst, isShown)` at the end.
   * @param {Demo} demo @param {string} id @param {string} name
   * @param {{ failed: () => void, solved: (isFirst: boolean, isShown: boolean) => void, next: () => unknown }} hooks
   */
  constructor(demo, id, name, hooks) {
    this.demo = demo;
    this.id = id;
    this.hooks = hooks;
    this.trainer = new Trainer(demo, name, (move, look, position) => this.judge(move, look, position), hooks.next);
    this.buttons = [html("button", { id: `${name}-hint`, onclick: () => this.hint() }, t("hint")),
      html("button", { id: `${name}-solution`, onclick: () => this.solution() }, t("puzzleSolution")), this.trainer.next];
  }

  /** Begins a task; resolves to the name of the person's side. @param {Task} task */
  async begin(task) {
    Object.assign(this, { task, at: 0, isFailed: false, isShown: false, line: [{ position: task.position, left: task.moves, said: "" }] });
    this.drawLine();
    const side = await this.trainer.begin(task.position, task.isDefence);
    if (task.isDefence) this.reply();
    return side;
  }

  /** The position on the board, with the moves to the mate. */
  get here() {
    return this.line[this.at];
  }

  /** Whether the person moves after a number of moves. @param {number} at */
  isOwn(at) {
    return (at % 2 === 0) !== Boolean(this.task.isDefence);
  }

  /** Searches a win within some moves, by one of `moves` if there are any. @param {Position} position @param {number} within @param {string[]} moves */
  async mate(position, within, moves = []) {
    const found = await this.demo.search(position, `go mate ${within} movetime ${PROOF}${moves.length > 0 ? ` searchmoves ${moves.join(" ")}` : ""}`);
    const length = found.score?.kind === "mate" ? found.score.value : 0;
    return { ...found, length, isWithin: length > 0 && length <= within };
  }

  /** Judges a move that is on the board. @param {string} move @param {Look} look @param {Position} position */
  async judge(move, look, position) {
    const { task, trainer, here: { left } } = this;
    const isOver = look.scene.result.reason !== null;
    const verdict = await (task.best ? { isRight: task.best.includes(move) } : task.had !== undefined ? this.value(move, position)
      : task.isDefence ? this.delay(move, position, left) : isOver ? { isRight: this.isWon(look) } : this.proof(move, position, left));
    if (position !== trainer.position) return;
    if (!verdict.isRight) {
      await this.miss(move, position, verdict);
      return;
    }
    const isDone = isOver || Boolean(task.best) || task.had !== undefined || this.demo.model.dice.size > 0;
    trainer.report("right", t("puzzleOn"));
    await this.push(move, position, isDone);
    if (isDone) this.succeed();
    else await this.reply();
  }

  /** Returns whether the side that just moved has won. @param {Look} look */
  isWon({ scene }) {
    const { model } = this.demo;
    return scene.result.winner === seatOf(model, this.trainer.scene.seat).team;
  }

  /** An attacker's move has to keep the length of the mate. @param {string} move @param {Position} position @param {number} left @returns {Promise<Judgement>} */
  async proof(move, position, left) {
    const found = await this.mate(position, left, [move]);
    if (found.isWithin || position !== this.trainer.position) return { isRight: found.isWithin };
    this.trainer.report("wrong", t("notThis"));
    let more = await this.mate(position, left + MORE, [move]);
    while (more.isWithin && more.length > left + 1) {
      const sooner = await this.mate(position, more.length - 1, [move]);
      if (!sooner.isWithin) break;
      more = sooner;
    }
    const [words, count] = more.length > 0 ? ["onlyLonger", more.length] : more.length < 0 ? ["evenLoses", -more.length]
      : more.isRefuted ? ["thrownAway", left + MORE] : [found.isRefuted ? "thrownAway" : "noWin", left];
    return { isRight: false, text: `${t(words)} ${moveCount(count)}.`, reply: more.pv[1] };
  }

  /** A defender's move has to delay the mate as long as possible. @param {string} move @param {Position} position @param {number} left @returns {Promise<Judgement>} */
  async delay(move, position, left) {
    const sooner = left > 1 && await this.mate(after(position, move), left - 1);
    return sooner && sooner.isWithin ? { isRight: false, text: `${t("losesSooner")} ${moveCount(sooner.length)}.`, reply: sooner.pv[0] } : { isRight: true };
  }

  /** A move instead of a mistake has to keep the chances. @param {string} move @param {Position} position @returns {Promise<Judgement>} */
  async value(move, position) {
    if (move === this.task.better) return { isRight: true };
    const { score, pv } = await this.demo.search(position, `go movetime ${VALUE} searchmoves ${move}`);
    return { isRight: move !== this.task.played && Boolean(score) && (this.task.had ?? 0) - share(/** @type {Score} */ (score), this.demo.model.style) < SLIGHT, reply: pv[1] };
  }

  /** Refutes a wrong move on the board, then restores the position. @param {string} move @param {Position} position @param {Judgement} judgement */
  async miss(move, position, { text = "", reply }) {
    const { demo, trainer } = this;
    const words = `${t("notThis")} ${text}`.trim();
    this.fail();
    trainer.report("wrong", words);
    const next = after(position, move);
    const best = reply ?? (await demo.search(next, `go movetime ${ANSWER}`)).best;
    const { choices = [] } = await demo.look(next);
    const answer = choices.find((one) => one.move === best);
    if (position !== trainer.position) return;
    if (answer) {
      const said = await this.said(best, next);
      if (position !== trainer.position) return;
      trainer.board.arrows([{ acts: answer.acts, label: "" }]);
      trainer.report("wrong", `${words} ${t("refutedBy")} ${said}`);
      await pause(900);
    }
    await trainer.retry(position, 900);
  }

  /** Formats a move in the notation of the page. @param {string} move @param {Position} position */
  async said(move, position) {
    await this.demo.look(position);
    return (await this.demo.client.said([move], notationOf(this.id)))[0];
  }

  /** Adds a move to the line, and shows the position after it. @param {string} move @param {Position} position @param {boolean} [isDone] */
  async push(move, position, isDone = false) {
    const said = await this.said(move, position);
    if (position !== this.trainer.position) return false;
    const left = this.here.left - Number(this.at % 2 === 0);
    this.line = [...this.line.slice(0, this.at + 1), { position: after(position, move), left, said }];
    await this.go(this.at + 1, isDone);
    return true;
  }

  /** Shows a position of the line; at the person's turn it waits for a move. @param {number} at */
  async go(at, isDone = false) {
    this.at = at;
    this.drawLine();
    // Another object, so that pending answers know that they are late.
    this.here.position = { ...this.here.position };
    await this.trainer.set(this.here.position, !isDone && this.isOwn(at));
  }

  drawLine() {
    const button = (/** @type {string} */ text, /** @type {number} */ at) => html("button", { "aria-current": at === this.at ? "step" : null, onclick: () => {
      this.trainer.report("", "");
      return this.go(at);
    } }, text);
    this.steps.replaceChildren(...(this.line.length > 1 ? this.line.map(({ said }, at) => button(at === 0 ? "↺" : at % 2 === 1 ? `${(at + 1) / 2}. ${said}` : said, at)) : []));
    this.steps.dataset.moves = (this.line.at(-1)?.position.moves ?? []).join(" ");
    this.steps.firstElementChild?.setAttribute("aria-label", t("againTask"));
  }

  /** The next move of the solution: the shortest win, or the longest defence. */
  async best() {
    const { task, at, here: { position, left } } = this;
    if (task.best) return task.best[0];
    if (task.better) return task.better;
    return at % 2 === 0 ? (await this.mate(position, left)).best : this.defence(position, left);
  }

  /** Returns a move after which there is no shorter mate than in `left` moves. @param {Position} position @param {number} left */
  async defence(position, left) {
    const { best } = await this.demo.search(position, `go movetime ${ANSWER}`);
    const { choices = [] } = await this.demo.look(position);
    const others = choices.map(({ move }) => move).filter((move) => move !== best);
    for (const move of left > 1 && others.length > 0 ? [best, ...others] : []) {
      if (!(await this.mate(after(position, move), left - 1)).isWithin) return move;
    }
    return best;
  }

  /** Plays the engine's move. */
  async reply() {
    const { trainer, here: { position } } = this;
    const move = await this.best();
    await pause(400);
    if (position !== trainer.position || !await this.push(move, position)) return;
    if (trainer.scene.result.reason !== null) this.succeed();
  }

  succeed() {
    this.trainer.solve(t(this.task.isDefence ? "heldOut" : "puzzleRight"));
    this.hooks.solved(!this.isFailed, this.isShown);
    this.isFailed = true;
  }

  /** Ends the first try. */
  fail() {
    if (!this.isFailed) this.hooks.failed();
    this.isFailed = true;
  }

  /** Marks the piece to move. */
  async hint() {
    const { trainer, here: { position } } = this;
    if (trainer.choices.length === 0 || !this.isOwn(this.at)) return;
    this.fail();
    const move = await this.best();
    if (position === trainer.position) trainer.mark(move);
  }

  /** Shows the best move; a forced win is played to its end. */
  async solution() {
    const { trainer, task } = this;
    this.fail();
    this.isShown = true;
    while (trainer.choices.length > 0 && trainer.scene.result.reason === null) {
      const { position } = this.here;
      const move = await this.best();
      if (position !== trainer.position) return;
      trainer.point(move);
      if (task.best || task.better || this.demo.model.dice.size > 0) return;
      await pause(900);
      if (position !== trainer.position || !await this.push(move, position, true)) return;
    }
  }
}
