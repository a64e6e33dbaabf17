// Endgame tables for the engines of this page: a worker builds missing ones beside those that play, and the browser's
// store, if there is one, keeps them. The engine lists the tables and checks them.

import { Crew } from "./crew.js";

export class Tables {
  game = "";
  isWanted = false;
  isBuilding = false;
  builder = null;
  /** Tables by key, for all engines: `{ key, game, name, bytes }`. */
  tables = new Map();

  /** `give` sends a message to all engines, `query` one to the answering engine; `store` keeps built tables. */
  constructor({ give, query, store }) {
    Object.assign(this, { give, query, store });
    /** Resolves when the stored tables are loaded. */
    this.ready = Promise.resolve(store?.all() ?? []).then((kept) =>
      kept.forEach((table) => this.tables.set(table.key, table)),
    );
  }

  /** Adds a table to all engines. */
  add({ game, name, bytes }) {
    const table = { key: `${game}-${name}`, game, name, bytes };
    this.tables.set(table.key, table);
    this.give({ tables: [table] });
    return table;
  }

  /** Sends all tables to a new engine, once they are `ready`. */
  handOver(crew) {
    crew.send({ tables: [...this.tables.values()] });
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
      this.builder = new Crew(
        { threads: 1, networks: [], flag: null },
        (built) => this.keep(built),
        (why) => this.fail(why),
      );
      this.handOver(this.builder);
    }
    Object.assign(this, { isBuilding: true, building: game });
    this.builder.send({ build: { game, name: missing[0] } });
  }

  keep({ built }) {
    this.isBuilding = false;
    this.store?.put(this.add(built));
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
