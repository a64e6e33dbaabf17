// Tables of endings for the engines of this page: what is missing is built by a worker beside those that play, and kept in
// the browser's database. Which tables there are and whether one is sound the engine says.

import { Crew } from "./crew.js";
import { Store } from "./store.js";

const database = new Store("banco-tables", "tables", "key");
/** The tables that are there, for all engines of this page: `{ key, game, name, bytes }`. */
const tables = new Map();
/** Resolves when what was kept is there. */
const loaded = database.all().then((kept) => kept.forEach((table) => tables.set(table.key, table)));

export class Tables {
  game = "";
  isWanted = false;
  isBuilding = false;
  builder = null;
  ready = loaded;

  /** `give` gives a message to all engines that there are, `ask` one to the engine that answers. */
  constructor(give, ask) {
    Object.assign(this, { give, ask });
  }

  /** Gives a new engine all tables, from when they are `ready`. */
  handOver(crew) {
    crew.send({ tables: [...tables.values()] });
  }

  /** The page goes over to a game. */
  choose(game) {
    this.game = game;
    this.ensure();
  }

  /** From now on the tables of whichever game is played are built if they are not there. */
  want() {
    this.isWanted = true;
    this.ensure();
  }

  ensure() {
    if (this.isWanted && this.game) this.ask({ want: this.game });
  }

  /** Hears which tables of a game are missing: the first is built, and another question follows. */
  hearMissing({ game, missing }) {
    if (this.isBuilding || game !== this.game) return;
    if (missing.length === 0) return this.dismiss();
    if (!this.builder) {
      this.builder = new Crew(1, null, (built) => this.keep(built), (why) => this.fail(why));
      this.handOver(this.builder);
    }
    Object.assign(this, { isBuilding: true, building: game });
    this.builder.send({ build: { game, name: missing[0] } });
  }

  keep({ built }) {
    const table = { key: `${built.game}-${built.name}`, ...built };
    this.isBuilding = false;
    tables.set(table.key, table);
    database.put(table);
    this.give({ tables: [table] });
    this.ensure();
  }

  fail(why) {
    this.dismiss();
    // It is not tried again before the next visit.
    this.isWanted = false;
    this.ask({ failure: { game: this.building, why: String(why) } });
  }

  dismiss() {
    this.builder?.dismiss();
    this.builder = null;
    this.isBuilding = false;
  }
}
