// A position to solve on a board of its own: a puzzle, an endgame, or a mistake of a game. The engine or its tables
// prove moves right or wrong, refute the wrong ones, defend as long as possible, and play the solution.

import { POLL, valueText } from "./exact.js";
import { t } from "./i18n.js";
import { notationOf } from "./list.js";
import { seatOf } from "./pieces.js";
import { share } from "./score.js";
import { html, pause } from "./svg.js";
import { Trainer, after } from "./trainer.js";

/** Time for an answer, and for the value of a move, in milliseconds. */
const ANSWER = 300;
const VALUE = 800;
/** Number of moves by which a longer win is searched. */
const MORE = 3;
/** Loss of winning chances that is no mistake. */
const SLIGHT = 0.1;

/** Formats a number of moves. @param {number} count */
export const moveCount = (count) => `${count} ${t(count === 1 ? "puzzleMove" : "puzzleMoves")}`;

/**
 * Resolves to the values of moves in endgame tables, the best first. Builds missing tables; `wait` receives the
 * progress.
 * @param {Demo} demo @param {Position} position @param {(text: string) => void} wait @returns {Promise<Valued[]>}
 */
export async function valuesOf(demo, position, wait = () => {}) {
  for (;;) {
    const { answer: tables } = await demo.client.ask("tables");
    const { state = "none", percent = 0, why = "" } = tables ?? {};
    if (state === "failed") throw new Error(`${t("tablesFailed")} ${why}`);
    if (state === "none" || state === "ready") break;
    if (state === "unwanted") demo.client.set("TablePath", "small");
    wait(`${t("tablesBuilding")} ${percent} %`);
    await pause(POLL);
  }
  await demo.look(position);
  const { answer } = await demo.client.ask("probe");
  if (!answer?.value) throw new Error(t("noExact"));
  return answer.moves;
}

export class Solver {
  task = /** @type {Task} */ ({});
  /**
   * The positions so far, with the attacker's moves to the mate, and the last move in words.
   * @type {{ position: Position, left: number, said: string }[]}
   */
  line = [];
  at = 0;
  /** Whether a try was wrong or helped, and whether the solution was shown. */
  isFailed = false;
  isShown = false;
  steps = html("p", { class: "solver-line", "aria-label": t("moves") });

  /**
   * `name` begins the ids of buttons; `failed()` is called at the first wrong try or help, `solved(isFirst, isShown)`
   * at the end.
   * @param {Demo} demo @param {string} id @param {string} name
   * @param {{ failed: () => void, solved: (isFirst: boolean, isShown: boolean) => void, next: () => unknown }} hooks
   */
  constructor(demo, id, name, hooks) {
    this.demo = demo;
    this.id = id;
    this.hooks = hooks;
    this.trainer = new Trainer(demo, name, (move, look, position) => this.judge(move, look, position), hooks.next);
    this.buttons = [
      html("button", { id: `${name}-hint`, onclick: () => this.here && this.hint() }, t("hint")),
      html("button", { id: `${name}-solution`, onclick: () => this.here && this.solution() }, t("puzzleSolution")),
      this.trainer.next,
    ];
  }

  /** Begins a task; resolves to the name of the person's side. @param {Task} task */
  async begin(task) {
    Object.assign(this, {
      task,
      at: 0,
      isFailed: false,
      isShown: false,
      line: [{ position: task.position, left: task.moves, said: "" }],
    });
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

  /** Judges a move that is on the board. @param {string} move @param {Look} look @param {Position} position */
  async judge(move, look, position) {
    const {
      task,
      trainer,
      here: { left },
    } = this;
    const isOver = look.scene.result.reason !== null;
    /** @type {Judgement} */
    const verdict = await (task.goal
      ? this.exact(move, position, look)
      : task.best
        ? { isRight: task.best.includes(move) }
        : task.had !== undefined
          ? this.value(move, position)
          : task.isDefence
            ? this.delay(move, position, left)
            : isOver
              ? { isRight: this.isWon(look) }
              : this.proof(move, position, left));
    if (position !== trainer.position) return;
    if (!verdict.isRight) {
      await this.miss(move, position, verdict);
      return;
    }
    const isOne = Boolean(task.best) || task.had !== undefined || this.demo.model.dice.size > 0;
    const isDone = isOver || isOne || this.isHeld;
    trainer.report("right", `${t("puzzleOn")} ${verdict.text ?? ""}`.trim());
    await this.push(move, position, isDone);
    if (isDone) this.succeed();
    else await this.reply();
  }

  /** Whether the person's move is the last one of a draw to hold. */
  get isHeld() {
    return this.task.goal === "draw" && this.at >= 2 * this.task.moves - 2;
  }

  /** A move of a proven ending has to keep the win or the draw. @param {string} move @param {Position} position */
  async exact(move, position, /** @type {Look} */ look) {
    const {
      demo,
      task: { goal },
    } = this;
    const { reason, winner } = look.scene.result;
    const isWon = reason !== null && this.isWon(look);
    if (isWon || (reason !== null && winner === null)) return { isRight: isWon || goal === "draw" };
    const values = await valuesOf(demo, position);
    const value = values.find((one) => one.move === move)?.value ?? values[values.length - 1].value;
    const { outcome, plies } = value;
    if ([goal, "win"].includes(outcome)) return { isRight: true, text: goal === "win" ? `(${valueText(value)})` : "" };
    const words = t(goal === "draw" ? "drawThrown" : outcome === "draw" ? "onlyDraw" : "winThrown");
    const length = plies ? ` ${t("inMoves")} ${moveCount(Math.ceil(plies / 2))}` : "";
    const [reply] = reason === null ? await valuesOf(demo, after(position, move)) : [];
    return { isRight: false, text: `${words}${length}.`, reply: reply?.move };
  }

  /** Returns whether the side that just moved has won. @param {Look} look */
  isWon({ scene }) {
    const { model } = this.demo;
    return scene.result.winner === seatOf(model, this.trainer.scene.seat).team;
  }

  /**
   * An attacker's move has to keep the length of the mate.
   * @param {string} move
   * @param {Position} position
   * @param {number} left
   * @returns {Promise<Judgement>}
   */
  async proof(move, position, left) {
    const found = await this.demo.mate(position, left, [move]);
    if (found.isWithin || position !== this.trainer.position) return { isRight: found.isWithin };
    this.trainer.report("wrong", t("notThis"));
    let more = await this.demo.mate(position, left + MORE, [move]);
    while (more.isWithin && more.length > left + 1) {
      const sooner = await this.demo.mate(position, more.length - 1, [move]);
      if (!sooner.isWithin) break;
      more = sooner;
    }
    const [words, count] =
      more.length > 0
        ? ["onlyLonger", more.length]
        : more.length < 0
          ? ["evenLoses", -more.length]
          : more.isRefuted
            ? ["thrownAway", left + MORE]
            : [found.isRefuted ? "thrownAway" : "noWin", left];
    return { isRight: false, text: `${t(words)} ${moveCount(count)}.`, reply: more.pv[1] };
  }

  /**
   * A defender's move has to delay the mate as long as possible.
   * @param {string} move
   * @param {Position} position
   * @param {number} left
   * @returns {Promise<Judgement>}
   */
  async delay(move, position, left) {
    const sooner = left > 1 && (await this.demo.mate(after(position, move), left - 1));
    return sooner && sooner.isWithin
      ? { isRight: false, text: `${t("losesSooner")} ${moveCount(sooner.length)}.`, reply: sooner.pv[0] }
      : { isRight: true };
  }

  /**
   * A move instead of a mistake has to keep the chances.
   * @param {string} move
   * @param {Position} position
   * @returns {Promise<Judgement>}
   */
  async value(move, position) {
    if (move === this.task.better) return { isRight: true };
    const { score, pv } = await this.demo.search(position, `go movetime ${VALUE} searchmoves ${move}`);
    return {
      isRight:
        move !== this.task.played &&
        Boolean(score) &&
        (this.task.had ?? 0) - share(/** @type {Score} */ (score), this.demo.model.style) < SLIGHT,
      reply: pv[1],
    };
  }

  /**
   * Refutes a wrong move on the board, then restores the position.
   * @param {string} move
   * @param {Position} position
   * @param {Judgement} judgement
   */
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

  /**
   * Adds a move to the line, and shows the position after it.
   * @param {string} move
   * @param {Position} position
   * @param {boolean} [isDone]
   */
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
    const button = (/** @type {string} */ text, /** @type {number} */ at) =>
      html(
        "button",
        {
          "aria-current": at === this.at ? "step" : null,
          onclick: () => {
            this.trainer.report("", "");
            return this.go(at);
          },
        },
        text,
      );
    this.steps.replaceChildren(
      ...(this.line.length > 1
        ? this.line.map(({ said }, at) => button(at === 0 ? "↺" : at % 2 === 1 ? `${(at + 1) / 2}. ${said}` : said, at))
        : []),
    );
    this.steps.dataset.moves = (this.line.at(-1)?.position.moves ?? []).join(" ");
    this.steps.firstElementChild?.setAttribute("aria-label", t("againTask"));
  }

  /** The next move of the solution: the shortest win, or the longest defence. */
  async best() {
    const {
      task,
      at,
      here: { position, left },
    } = this;
    if (task.goal) {
      const moves = await valuesOf(this.demo, position);
      return task.goal === "draw" && !this.isOwn(at) ? this.trap(position, moves) : moves[0].move;
    }
    if (task.best) return task.best[0];
    if (task.better) return task.better;
    return at % 2 === 0 ? (await this.demo.mate(position, left)).best : this.defence(position, left);
  }

  /** A draw is hardest to hold where the fewest moves do. Moves are not repeated. @param {Position} position */
  async trap(position, /** @type {Valued[]} */ moves) {
    let best = { move: "", safe: Infinity };
    for (const { move } of moves.filter(({ value }) => value.outcome === moves[0].value.outcome)) {
      const next = after(position, move);
      const { scene } = await this.demo.look(next);
      const replies = scene.result.reason === null ? await valuesOf(this.demo, next) : [];
      const held = replies.filter(({ value }) => value.outcome !== "loss").length;
      const safe = position.moves?.includes(move) ? 2 : held / replies.length || 1;
      if (safe < best.safe) best = { move, safe };
    }
    return best.move;
  }

  /**
   * Returns a move after which there is no shorter mate than in `left` moves.
   * @param {Position} position
   * @param {number} left
   */
  async defence(position, left) {
    const { best } = await this.demo.search(position, `go movetime ${ANSWER}`);
    const { choices = [] } = await this.demo.look(position);
    const others = choices.map(({ move }) => move).filter((move) => move !== best);
    for (const move of left > 1 && others.length > 0 ? [best, ...others] : []) {
      if (!(await this.demo.mate(after(position, move), left - 1)).isWithin) return move;
    }
    return best;
  }

  /** Plays the engine's move. */
  async reply() {
    const {
      trainer,
      here: { position },
    } = this;
    const move = await this.best();
    await pause(400);
    if (position !== trainer.position || !(await this.push(move, position))) return;
    if (trainer.scene.result.reason === null) return;
    if (this.task.goal && (this.task.goal === "win" || trainer.scene.result.winner !== null)) {
      // The defender was let into a draw by repetition, or the attacker wins.
      this.fail();
      trainer.report("wrong", t("notThis"));
    } else this.succeed();
  }

  succeed() {
    this.trainer.solve(t(this.task.goal === "draw" ? "drawHeld" : this.task.isDefence ? "heldOut" : "puzzleRight"));
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
    const {
      trainer,
      here: { position },
    } = this;
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
    while (trainer.choices.length > 0 && trainer.scene.result.reason === null && !(this.isHeld && this.at % 2 === 1)) {
      const { position } = this.here;
      const move = await this.best();
      if (position !== trainer.position) return;
      trainer.point(move);
      if (task.best || task.better || this.demo.model.dice.size > 0) return;
      await pause(900);
      if (position !== trainer.position || !(await this.push(move, position, true))) return;
    }
  }
}
