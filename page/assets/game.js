// The game being played or viewed: its set-up, its moves, and the current position.

import { drawLots, wanted } from "./lots.js";
import { sow } from "./mancala.js";
import { placeOf, positionLine } from "./record.js";
import { MoveTree, nameMoves, newId, pathTo } from "./tree.js";
import { afterBest } from "./score.js";
import { Turns, isThrow } from "./turns.js";

const textsOf = (/** @type {TreeNode[]} */ moves) => moves.map(({ text }) => text);

/** What a small picture of a position needs. @param {Scene} scene @returns {Picture} */
const pictureOf = ({ men, counts, stores, sold, last }) => ({ men, counts, stores, sold, last, check: [], covers: [] });

export class Game extends Turns {
  /** The position before the first move, null for the start. @type {string | null} */
  setup = null;
  tree = new MoveTree();
  /** Number of moves before the position on the board. */
  at = 0;
  uid = "";
  name = "";
  /** Tags of an imported game. @type {Iterable<[string, string]> | null} */
  tags = null;
  /** Whether the game is being analysed, and how it was left for that. */
  isStudy = false;
  left = /** @type {{ uid: string, end: TreeNode, free: boolean, held: boolean } | null} */ (null);
  /** Notation of the shown moves; empty for the protocol's own. */
  notation = "";
  /** The draw of the first turn. @type {Lots | null} */
  lots = null;
  /** The picture of the position. @type {Picture | null} */
  picture = null;
  /** Whether the next position follows a move, which is animated, and the position before the last one. */
  stepped = false;
  before = /** @type {Scene | null} */ (null);

  /** The current line, from the first move to the last. */
  get moves() {
    return this.tree.line;
  }

  /** The position on the board, as a node of the tree. */
  get node() {
    return this.tree.at(this.at);
  }

  /** Cached data of the line's positions, by the number of moves before them. */
  get scores() {
    return [this.tree.root, ...this.moves].map(({ score }) => score);
  }

  /** Starts a new game: from the start position, with the first turn drawn if chosen. */
  async start() {
    const generation = ++this.generation;
    const lots = wanted.lots ? await drawLots(this.client) : null;
    if (generation !== this.generation) return null;
    this.lots = lots;
    return this.begin(lots?.first.fen ?? null);
  }

  /**
   * Opens a game: from a position (the start position if null), with moves, as texts or as a tree.
   * @param {string | null} setup
   * @param {MoveTree | string[]} moves
   * @param {Partial<Opened>} details
   */
  async begin(setup, moves = [], details = {}) {
    const { at, uid = newId(), name = "", free = false, tags = null, verdict = null } = details;
    const tree = moves instanceof MoveTree ? moves : new MoveTree(moves);
    const held = free || this.isStudy || tree.root.children.length > 0;
    const next = {
      setup,
      tree,
      at: at ?? tree.line.length,
      held,
      free: free || this.isStudy,
      uid,
      name,
      tags,
      verdict,
      position: null,
    };
    const before = Object.fromEntries(Object.keys(next).map((key) => [key, this[/** @type {keyof this} */ (key)]]));
    Object.assign(this, next);
    const faults = await this.sync();
    if (faults.length > 0 && uid === this.uid) {
      Object.assign(this, before);
      if (this.scene) await this.sync();
    }
    return faults[0] ?? null;
  }

  /** Leaves the game for analysis, in which nobody plays, until `resume`. */
  async study() {
    if (this.isStudy) return;
    Object.assign(this, {
      isStudy: true,
      left: { uid: this.uid, end: this.moves.at(-1) ?? this.tree.root, free: this.free, held: this.held },
      free: true,
      held: true,
    });
    await this.sync();
  }

  /**
   * Returns to the game as it was left; moves of the analysis stay as variations. A game opened in analysis can be
   * played.
   */
  async resume() {
    const { left } = this;
    Object.assign(this, { isStudy: false, left: null });
    const isSame = left?.uid === this.uid && [this.tree.root, ...this.tree.nodes()].includes(left.end);
    if (isSame) {
      this.tree.look(left.end);
      this.tree.cut(pathTo(left.end).length);
    }
    Object.assign(this, {
      free: isSame && left.free,
      held: isSame ? left.held : this.moves.length > 0,
      at: this.moves.length,
    });
    await this.sync();
  }

  /** Invalidates pending work of this game before another one. */
  leave() {
    this.generation++;
    this.client.stop();
  }

  /**
   * Has the engine parse every line of a tree, after the lines `before`; replaces the texts by the engine's own,
   * written
   * after the lines `after`. Returns the first fault with the moves of its line. The engine's position is restored.
   * @param {string | null} setup @param {MoveTree} tree @param {string[]} before @param {string[]} after
   */
  async read(setup, tree, before = [], after = [], notation = this.notation) {
    this.leave();
    const results = /** @type {[TreeNode[], Played[]][]} */ ([]);
    for (const path of tree.paths()) {
      const { state, faults } = await this.client.state(
        ...before,
        positionLine(setup, textsOf(path)),
        ...after,
        `state ${notation}`,
      );
      if (!state || faults.length > 0) return { fault: faults[0], path };
      results.push([path, state.history]);
    }
    for (const [path, history] of results) nameMoves(path, history);
    return { fault: null };
  }

  /**
   * The same for a stored game: removes illegal moves and what follows them. Returns the first fault that remains.
   * @param {Opened} kept
   * @param {string} notation
   * @param {string[]} before
   */
  async readKept(kept, before, notation) {
    const { setup, tree } = kept;
    for (;;) {
      const { fault, path } = await this.read(setup, tree, before, [], notation);
      if (!path || path.length === 0) return fault;
      const { faults } = await this.client.ask(
        ...before,
        positionLine(setup, []),
        `read moves ${textsOf(path).join(" ")}`,
      );
      const wrong = path[(faults[0]?.number ?? 0) - 1];
      if (!wrong) return fault;
      tree.remove(wrong);
      Object.assign(kept, {
        removed: kept.removed ?? fault,
        at: Math.min(kept.at ?? 0, tree.line.length),
        verdict: null,
      });
    }
  }

  /**
   * Converts the moves of an imported tree to the engine's own texts, with the first notation that parses all of them.
   * Returns the fault of the notation that got furthest, and its path.
   * @param {string | null} setup @param {MoveTree} tree @param {string[]} before @param {string[]} notations
   */
  async translate(setup, tree, before, notations) {
    this.leave();
    let worst = /** @type {{ fault: Fault, path: TreeNode[], reached: number } | null} */ (null);
    for (const notation of notations) {
      const results = /** @type {[TreeNode[], string[]][]} */ ([]);
      let fault = /** @type {typeof worst} */ (null);
      for (const path of tree.paths().filter((path) => path.length > 0)) {
        const { answer, faults } = await this.client.ask(
          ...before,
          positionLine(setup, []),
          `read ${notation} moves ${textsOf(path).join(" ")}`,
        );
        if (faults.length > 0) {
          fault = { fault: faults[0], path, reached: faults[0].number ?? 0 };
          break;
        }
        results.push([path, answer]);
      }
      if (!fault) {
        for (const [path, texts] of results) path.forEach((node, i) => (node.text = texts[i]));
        return null;
      }
      if (!worst || fault.reached > worst.reached) worst = fault;
    }
    return worst;
  }

  /** Formats moves from the engine's position in the notation of the list. @param {string[]} moves */
  said(moves) {
    return this.client.said(moves, this.notation);
  }

  /** Sets the notation of all lines. @param {string} notation */
  async setNotation(notation) {
    this.notation = notation;
    await this.read(this.setup, this.tree);
    await this.sync();
  }

  /** Returns the line that sets the position after `count` moves, with `more`. @param {string[]} more */
  line(count = this.at, more = []) {
    return positionLine(this.setup, [...textsOf(this.moves.slice(0, count)), ...more]);
  }

  /**
   * Sends the position after `count` moves of the line; resolves to its scene, null without a connection.
   * @param {number} count
   */
  async look(count) {
    const { state } = await this.client.state(this.line(count), "state");
    return state && state.scene;
  }

  /** Shows the position `at`, then lets the side to move play. */
  async sync() {
    const generation = ++this.generation;
    const isCurrent = () => generation === this.generation;
    this.client.stop();
    this.input.withdraw();
    const place = placeOf(this.setup, textsOf(this.moves.slice(0, this.at)));
    const { state, faults } = await this.client.state(`state ${this.notation} ${place}`);
    if (!isCurrent() || !state) return faults;
    const before = this.scene;
    this.position = this.self.judged(state.scene);
    this.before = this.stepped ? before : null;
    this.picture = pictureOf(this.position);
    nameMoves(this.moves, state.history);
    if (this.self.isDecided)
      this.node.score = { score: { kind: "over", value: this.winner?.value ?? 0 }, proven: true };
    this.choices = state.choices.filter(({ offer }) => !offer);
    this.offers = state.choices.flatMap(({ move, acts, offer }) =>
      offer ? [{ move, seat: offer, word: acts[0].act }] : [],
    );
    this.offered = null;
    // The engine starts before the picture is drawn.
    const best = this.isEngine ? this.think(isCurrent) : null;
    this.busy = best !== null;
    if (this.stepped && this.scene.steps.length > 0)
      await sow(this.board, before, this.scene, this.scene.steps, isCurrent);
    this.stepped = false;
    if (!isCurrent()) return [];
    this.board.show(this.scene);
    this.input.offer(this.isHuman ? this.choices : [], this.scene, this.planners);
    this.events.show(this.self);
    this.shown = generation;
    this.go(isCurrent, best);
    return [];
  }

  /** Whether the position on the board is the current one: no move or game is on its way. */
  get isSettled() {
    return this.shown === this.generation;
  }

  /**
   * Plays a move; if another follows already, it starts a variation. A move that the engine rejects is removed, and its
   * fault returned.
   * @param {string} text
   */
  async play(text) {
    if (!this.isSettled) return null;
    const { at, free } = this;
    const from = this.node;
    const { seat } = this.scene;
    const isLive = at === this.moves.length && !free;
    // A variation of a finished line is analysis, not play.
    if (this.at < this.moves.length && from.children.every((child) => child.text !== text))
      Object.assign(this, { free: true });
    if (!this.free && !this.players.of(seat).engine) this.held = false;
    const choice = this.choices.find(({ move }) => move === text);
    // A whole turn replaces its throw.
    const isTurn = from.throw && text.startsWith(from.text);
    const child = this.tree.grow((isTurn && from.parent) || from, {
      text,
      seat,
      throw: choice !== undefined && isThrow(choice),
    });
    if (isTurn && from.children.length === 0) this.tree.drop(from);
    if (!child.score && from.score?.best === text) child.score = afterBest(from.score, this.seat.team);
    this.at = pathTo(child).length;
    // Moves that were taken back do not answer when the one before them is played again.
    if (isLive) this.tree.cut(this.at);
    this.stepped = true;
    const [fault] = await this.sync();
    if (!fault || this.node !== child) return null;
    this.tree.remove(child);
    if (isTurn && from.parent) this.tree.grow(from.parent, from);
    Object.assign(this, { at, free, stepped: false });
    await this.sync();
    this.events.refused(fault);
    return fault;
  }

  /** The number of moves that remain without the last one, and those back to a person's if engines play too. */
  get undone() {
    const isPerson = (/** @type {TreeNode} */ { seat }) => !seat || !this.players.of(seat).engine;
    let left = this.moves.length - 1;
    if (this.moves.some(isPerson)) while (left > 0 && !isPerson(this.moves[left])) left--;
    return left;
  }

  /** Takes moves back, out of the record unless the game is analysed. */
  async undo() {
    if (this.moves.length === 0) return;
    const left = this.undone;
    this.tree.cut(left);
    this.at = left;
    if (!this.free) this.tree.prune(this.node);
    this.held = true;
    await this.sync();
    if (this.free || this.players.of(this.scene.seat).engine) return;
    this.held = false;
    this.events.show(this.self);
  }

  /** Plays a line from here, for viewing. @param {string[]} texts */
  async playLine(texts) {
    if (!this.isSettled) return;
    let { node } = this;
    const thrown = node.throw && texts[0].startsWith(node.text) ? node : null;
    if (thrown?.parent) node = thrown.parent;
    for (const text of texts) node = this.tree.grow(node, { text });
    if (thrown && thrown.children.length === 0) this.tree.drop(thrown);
    Object.assign(this, { free: true, held: true, at: pathTo(node).length });
    await this.sync();
  }

  async jump(/** @type {number} */ at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    if (this.at < this.moves.length) this.held = true;
    await this.sync();
  }

  /** Goes to a position of the tree. @param {TreeNode} node */
  async jumpTo(node) {
    this.tree.look(node);
    this.held = true;
    await this.jump(pathTo(node).length);
  }

  /** Starts or pauses the engines. @param {boolean} held */
  async hold(held) {
    this.held = held;
    if (!held) {
      this.free = false;
      this.at = this.moves.length;
    }
    await this.sync();
  }

  /** Promotes the variation's line to the main line. @param {TreeNode} node */
  promote(node) {
    this.tree.promote(node);
    this.events.show(this.self);
  }

  /** Deletes a move with all that follows. @param {TreeNode} node */
  async remove(node) {
    const isHere = pathTo(this.node).includes(node);
    const parent = this.tree.remove(node);
    if (isHere) await this.jumpTo(parent);
    else this.events.show(this.self);
  }
}
