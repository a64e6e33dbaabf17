// A game as a tree of moves: the current line, variations, comments and marks.

/** Marks of moves, as in chess books. */
export const MARKS = ["!", "?", "!?", "?!", "!!", "??"];

/** A position: the move that leads to it, its seat, and its successors; the root has no move. */
const node = (parent, fields) => ({ text: "", seat: null, throw: false, comment: "", mark: "", ...fields, parent, children: [] });

export class MoveTree {
  constructor(moves = []) {
    this.root = node(null, {});
    /** The current line, from the first move to the last. */
    this.line = [];
    for (const text of moves) this.grow(this.line.at(-1) ?? this.root, { text });
  }

  /** Returns the position after a number of moves of the line. */
  at(count) {
    return count === 0 ? this.root : this.line[count - 1];
  }

  /** Adds a move after a position, unless it exists, and selects its line. */
  grow(parent, fields) {
    let child = parent.children.find(({ text }) => text === fields.text);
    if (!child) {
      child = node(parent, fields);
      // A move that was taken back becomes a variation of the new one.
      const taken = parent.children.findIndex((one) => one.isTaken);
      parent.children.splice(taken < 0 ? parent.children.length : taken, 0, child);
    }
    this.look(child);
    return child;
  }

  /** Selects the line through a position, to the end of its main line. */
  look(to) {
    const path = pathTo(to);
    for (const step of path) step.isTaken = false;
    for (let next = to; (next = next.children.find((one) => !one.isTaken)); ) path.push(next);
    this.line = path;
  }

  /** Takes moves back: the line ends after `count` moves; later ones become a variation of the next move played. */
  cut(count) {
    if (count < this.line.length) this.line[count].isTaken = true;
    this.line = this.line.slice(0, count);
  }

  /** Promotes the variation of a position above its parent line. */
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

  /** Deletes a move and all that follows; returns the position before it. */
  remove(one) {
    const { parent } = one;
    this.drop(one);
    if (this.line.includes(one)) this.look(parent);
    return parent;
  }

  drop(one) {
    const { children } = one.parent;
    children.splice(children.indexOf(one), 1);
  }

  /** Whether a move is not on the main line. */
  isVariation(one) {
    return pathTo(one).some((step) => step.parent.children[0] !== step);
  }

  /** Returns all positions after moves, each after its parent. */
  *nodes() {
    // Iterative, since games are too long for recursion.
    const next = [...this.root.children].reverse();
    while (next.length > 0) {
      const one = next.pop();
      yield one;
      next.push(...[...one.children].reverse());
    }
  }

  /** Returns the moves of every line to its end; one empty line without moves. */
  paths() {
    return [this.root, ...this.nodes()].filter(({ children }) => children.length === 0).map(pathTo);
  }

  /** Returns plain data to store: the input of `MoveTree.from`. */
  toData() {
    const all = [this.root, ...this.nodes()];
    const places = new Map(all.map((one, i) => [one, i]));
    const nodes = all.map(({ parent, children, line, ...fields }) => ({ ...fields, parent: places.get(parent) ?? null }));
    return { nodes, path: this.line.map((one) => places.get(one)) };
  }

  static from({ nodes, path }) {
    const tree = new MoveTree();
    const all = [];
    for (const { parent, ...fields } of nodes) {
      const one = node(all[parent] ?? null, fields);
      one.parent?.children.push(one);
      all.push(one);
    }
    tree.root = all[0];
    tree.line = path.map((i) => all[i]);
    return tree;
  }
}

/** Returns the moves that lead to a position. */
export function pathTo(one) {
  const path = [];
  for (let step = one; step.parent; step = step.parent) path.unshift(step);
  return path;
}

/** Stores the engine's `history` in the moves: seat, text and display. */
export function nameMoves(moves, lines) {
  lines.slice(0, moves.length).forEach((line, i) => {
    const [, seat, text, said] = line.split(" ");
    Object.assign(moves[i], { seat, text, said: said ?? text });
  });
}

/** Returns a unique name for a game. */
export const newId = () => Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** Returns the number of a move's row, and whether it starts the row: rows start with the first seat. */
export function rowOf(seats, node) {
  const order = new Map(seats.map(({ name }, i) => [name, i]));
  const places = pathTo(node).map((step, i) => order.get(step.seat) ?? i % seats.length);
  const number = places.filter((place, i) => i === 0 || place <= places[i - 1]).length;
  return { number, isFirst: places.at(-1) === 0 };
}

/** Returns the number of a move as the list shows it: `3.`, or `3…` within a row. */
export function rowText(seats, node) {
  const { number, isFirst } = rowOf(seats, node);
  return `${number}${isFirst ? "." : "…"}`;
}
