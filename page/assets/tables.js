// Endgame tables for the engines of this page: a worker builds missing ones beside those that play, and the browser's
// database stores them. The engine lists the tables and checks them.

import { Crew } from "./crew.js";
import { Store } from "./store.js";

const database = new Store("banco-tables", "tables", "key");
/** Loaded tables, for all engines of this page: `{ key, game, name, bytes }`. */
const tables = new Map();
/** Resolves when the stored tables are loaded. */
const loaded = database.all().then((kept) => kept.forEach((table) => tables.set(table.key, table)));

export class Tables {
  game = "";
  isWanted = false;
  isBuilding = false;
  builder = null;
  ready = loaded;

  /** `give` sends a message to all engines, `query` one to the answering engine. */
  constructor(give, query) {
    Object.assign(this, { give, query });
  }

  /** Sends all tables to a new engine, once they are `ready`. */
  handOver(crew) {
    crew.send({ tables: [...tables.values()] });
  }

  /** Handles a change of game. */
  choose(game) {
    this.game = game;
    this.ensure();
  }

  /** From now on, builds missing tables of the current game. */
  want() {
    this.isWanted = true;
    this.ensure();
  }

  ensure() {
    if (this.isWanted && this.game) this.query({ want: this.game });
  }

  /** Handles the list of a game's missing tables: builds the first, and queries again. */
  handleMissing({ game, missing }) {
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
    // Not retried before the next visit.
    this.isWanted = false;
    this.query({ failure: { game: this.building, why: String(why) } });
  }

  dismiss() {
    this.builder?.dismiss();
    this.builder = null;
    this.isBuilding = false;
  }
}
