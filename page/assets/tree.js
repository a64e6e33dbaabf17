// A game as a tree of moves: the current line, variations, comments and marks.

/** Marks of moves, as in chess books. */
export const MARKS = ["!", "?", "!?", "?!", "!!", "??"];

/** The most moves of an imported game, and the longest of its lines: more would exhaust the page. */
const MOST = 112000;
export const DEEPEST = 1000;

/** An error that `desk.js` reports in the page's language. @param {string} key */
export const fault = (key) => Object.assign(new Error(key), { key });

/**
 * A position: the move that leads to it, its seat, and its successors; the root has no move.
 * @type {(parent: TreeNode | null, fields: Partial<TreeNode>) => TreeNode}
 */
const node = (parent, fields) => ({
  text: "",
  seat: null,
  throw: false,
  comment: "",
  mark: "",
  ...fields,
  parent,
  children: [],
});

export class MoveTree {
  /** @param {string[]} moves */
  constructor(moves = []) {
    this.root = node(null, {});
    /** @type {TreeNode[]} The current line, from the first move to the last. */
    this.line = [];
    this.added = 0;
    for (const text of moves) this.grow(this.line.at(-1) ?? this.root, { text });
  }

  /** Returns the position after a number of moves of the line. @param {number} count */
  at(count) {
    return count === 0 ? this.root : this.line[count - 1];
  }

  /**
   * Adds a move after a position, unless it exists, and selects its line.
   * @param {TreeNode} parent
   * @param {Partial<TreeNode>} fields
   */
  grow(parent, fields) {
    const child = this.add(parent, fields);
    this.look(child);
    return child;
  }

  /** The same, but the line stays. @param {TreeNode} parent @param {Partial<TreeNode>} fields */
  add(parent, fields) {
    let child = parent.children.find(({ text }) => text === fields.text);
    if (!child) {
      if (++this.added > MOST) throw fault("tooLarge");
      child = node(parent, fields);
      // A move that was taken back becomes a variation of the new one.
      const taken = parent.children.findIndex((one) => one.isTaken);
      parent.children.splice(taken < 0 ? parent.children.length : taken, 0, child);
    }
    return child;
  }

  /** Selects the line through a position, to the end of its main line. @param {TreeNode} to */
  look(to) {
    const path = pathTo(to);
    for (const step of path) step.isTaken = false;
    const next = (/** @type {TreeNode} */ { children }) => children.find((one) => !one.isTaken);
    for (let child = next(to); child; child = next(child)) path.push(child);
    this.line = path;
  }

  /** Ends the line after `count` moves; later ones become a variation of the next move played. @param {number} count */
  cut(count) {
    if (count < this.line.length) this.line[count].isTaken = true;
    this.line = this.line.slice(0, count);
  }

  /** Deletes what was cut off behind a position. @param {TreeNode} one */
  prune(one) {
    one.children = one.children.filter(({ isTaken }) => !isTaken);
  }

  /** Promotes the variation of a position above its parent line. @param {TreeNode} one */
  promote(one) {
    for (let child = one; child.parent; child = child.parent) {
      const { children } = child.parent;
      if (children[0] === child) continue;
      children.splice(children.indexOf(child), 1);
      children.unshift(child);
      child.isTaken = false;
      break;
    }
  }

  /** Deletes a move and all that follows; returns the position before it. @param {TreeNode} one */
  remove(one) {
    const parent = one.parent ?? this.root;
    this.drop(one);
    if (this.line.includes(one)) this.look(parent);
    return parent;
  }

  /** Removes a move alone. @param {TreeNode} one */
  drop(one) {
    const { children } = one.parent ?? this.root;
    children.splice(children.indexOf(one), 1);
  }

  /** The moves of the main line, whichever line is selected. */
  get main() {
    const moves = [];
    for (let next = this.root.children[0]; next; next = next.children[0]) moves.push(next);
    return moves;
  }

  /** Whether a move is not on the main line. @param {TreeNode} one */
  isVariation(one) {
    return pathTo(one).some((step) => step.parent?.children[0] !== step);
  }

  /** Returns all positions after moves, each after its parent. */
  *nodes() {
    // Iterative, since games are too long for recursion.
    const next = [...this.root.children].reverse();
    while (next.length > 0) {
      const one = /** @type {TreeNode} */ (next.pop());
      yield one;
      next.push(...[...one.children].reverse());
    }
  }

  /** Returns the moves of every line to its end; one empty line without moves. */
  paths() {
    return [this.root, ...this.nodes()].filter(({ children }) => children.length === 0).map(pathTo);
  }

  /** Selects the main line of an imported game; throws if the game is too large. */
  settle() {
    const depths = new Map([[this.root, 0]]);
    for (const one of this.nodes()) {
      const depth = 1 + (depths.get(/** @type {TreeNode} */ (one.parent)) ?? 0);
      if (depth > DEEPEST) throw fault("tooLarge");
      depths.set(one, depth);
    }
    this.look(this.root);
    return this;
  }

  /** Returns plain data to store: the input of `MoveTree.from`. @returns {TreeData} */
  toData() {
    const all = [this.root, ...this.nodes()];
    const places = new Map(all.map((one, i) => /** @type {[TreeNode | null, number]} */ ([one, i])));
    const full = (/** @type {object} */ fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    const nodes = all.map(({ parent, children, line, ...fields }) => ({
      ...full(fields),
      text: fields.text,
      parent: places.get(parent) ?? null,
    }));
    return { nodes, path: this.line.map((one) => places.get(one) ?? 0) };
  }

  /** @param {TreeData} data */
  static from({ nodes, path }) {
    const tree = new MoveTree();
    const all = /** @type {TreeNode[]} */ ([]);
    for (const { parent, ...fields } of nodes) {
      const one = node(parent === null ? null : all[parent], fields);
      one.parent?.children.push(one);
      all.push(one);
    }
    tree.root = all[0];
    tree.line = path.map((i) => all[i]);
    return tree;
  }
}

/** Returns the moves that lead to a position. @param {TreeNode} one */
export function pathTo(one) {
  const path = /** @type {TreeNode[]} */ ([]);
  for (let step = one; step.parent; step = step.parent) path.push(step);
  return path.reverse();
}

/**
 * Stores the engine's history in the moves: seat, text and display.
 * @param {TreeNode[]} moves
 * @param {Played[]} history
 */
export function nameMoves(moves, history) {
  history
    .slice(0, moves.length)
    .forEach(({ seat, move, said = move }, i) => Object.assign(moves[i], { seat, text: move, said }));
}

/** Returns a unique name for a game. */
export const newId = () => Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/**
 * Returns the number of a move's row, and whether it starts the row: rows start with the first seat.
 * @param {Seat[]} seats
 * @param {TreeNode} node
 */
export function rowOf(seats, node) {
  const order = new Map(seats.map(({ name }, i) => /** @type {[string | null, number]} */ ([name, i])));
  const places = pathTo(node).map((step, i) => order.get(step.seat) ?? i % seats.length);
  const number = places.filter((place, i) => i === 0 || place <= places[i - 1]).length;
  return { number, isFirst: places.at(-1) === 0 };
}

/**
 * Returns the number of a move as the list shows it: `3.`, or `3…` within a row.
 * @param {Seat[]} seats
 * @param {TreeNode} node
 */
export function rowText(seats, node) {
  const { number, isFirst } = rowOf(seats, node);
  return `${number}${isFirst ? "." : "…"}`;
}
