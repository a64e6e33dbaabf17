// A game as a tree of moves: the line that is looked at, variations, comments and marks.

/** The marks of moves, as chess books have them. */
export const MARKS = ["!", "?", "!?", "?!", "!!", "??"];

/** A position: the move that leads to it, who made it, and what follows; the root has no move. */
const node = (parent, fields) => ({ text: "", seat: null, throw: false, comment: "", mark: "", ...fields, parent, children: [] });

export class MoveTree {
  constructor(moves = []) {
    this.root = node(null, {});
    /** The moves that are looked at, from the first to the last. */
    this.line = [];
    for (const text of moves) this.grow(this.line.at(-1) ?? this.root, { text });
  }

  /** The position after so many moves of the line. */
  at(count) {
    return count === 0 ? this.root : this.line[count - 1];
  }

  /** Adds a move after a position, unless it is there, and looks at the line that it is on. */
  grow(parent, fields) {
    let child = parent.children.find(({ text }) => text === fields.text);
    if (!child) {
      child = node(parent, fields);
      // What was taken back gives way to what is played instead.
      const taken = parent.children.findIndex((one) => one.isTaken);
      parent.children.splice(taken < 0 ? parent.children.length : taken, 0, child);
    }
    this.look(child);
    return child;
  }

  /** Looks at the line through a position, on to the end of its main line. */
  look(to) {
    const path = pathTo(to);
    for (const step of path) step.isTaken = false;
    for (let next = to; (next = next.children.find((one) => !one.isTaken)); ) path.push(next);
    this.line = path;
  }

  /** Takes moves back: the line ends after `count` moves; what came after becomes a variation of what is played next. */
  cut(count) {
    if (count < this.line.length) this.line[count].isTaken = true;
    this.line = this.line.slice(0, count);
  }

  /** Puts the variation that a position is in before what it is a variation of. */
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

  /** All positions after moves, each after the one it comes from. */
  *nodes() {
    // Games are long: nothing here goes deeper with each move.
    const next = [...this.root.children].reverse();
    while (next.length > 0) {
      const one = next.pop();
      yield one;
      next.push(...[...one.children].reverse());
    }
  }

  /** The moves of every line to its end; one without moves where there are none. */
  paths() {
    return [this.root, ...this.nodes()].filter(({ children }) => children.length === 0).map(pathTo);
  }

  /** Plain data, to be kept: what `MoveTree.from` reads. */
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

/** The moves that lead to a position. */
export function pathTo(one) {
  const path = [];
  for (let step = one; step.parent; step = step.parent) path.unshift(step);
  return path;
}

/** Writes into moves what the engine's `history` says of them: who made each, its text, and how it is shown. */
export function nameMoves(moves, lines) {
  lines.slice(0, moves.length).forEach((line, i) => {
    const [, seat, text, said] = line.split(" ");
    Object.assign(moves[i], { seat, text, said: said ?? text });
  });
}

/** A name for a game that no other has. */
export const newId = () => Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** The number of a move's row, and whether it is the first seat's: rows begin when the seats have gone round. */
export function rowOf(seats, node) {
  const order = new Map(seats.map(({ name }, i) => [name, i]));
  const places = pathTo(node).map((step, i) => order.get(step.seat) ?? i % seats.length);
  const number = places.filter((place, i) => i === 0 || place <= places[i - 1]).length;
  return { number, isFirst: places.at(-1) === 0 };
}
