// A game shared by several pages of one server: the same moves for all, each seat for one page, others watch.

import { nameOf, t } from "./i18n.js";
import { writeRecord, readRecord } from "./record.js";
import { MoveTree } from "./tree.js";
import { by, html, pause } from "./svg.js";

const RETRY = 2000;

export class Room {
  /**
   * `current()` returns the game and rules on the board; `open(id, game)` opens another; `agrees(team)` returns Banco's
   * decision on a draw; `report` shows a message.
   */
  constructor(game, players, games, { current, open, agrees, report }) {
    Object.assign(this, { game, players, games, current, open, agrees, report, state: null, socket: null, isWanted: false, queue: Promise.resolve() });
  }

  get isOn() {
    return this.state !== null;
  }

  /** Joins, and rejoins after a lost connection, until `leave`. */
  join() {
    this.isWanted = true;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/room`);
    this.socket = socket;
    socket.onmessage = ({ data }) => (this.queue = this.queue.then(() => this.take(JSON.parse(data))));
    socket.onclose = async () => {
      this.state = null;
      this.draw();
      await pause(RETRY);
      if (this.isWanted && this.socket === socket) this.join();
    };
  }

  leave() {
    this.isWanted = false;
    this.state = null;
    this.socket?.close();
    this.game.hold(true);
    this.draw();
  }

  send(word) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(word));
  }

  /** Returns the player of a seat: this page's person, another page's, or the engine of the first page. */
  role(seat) {
    if (!this.state) return {};
    const { you, seats, pages } = this.state;
    const owner = seats[seat];
    if (owner === undefined) return pages[0] === you ? { engine: true, remote: false } : { engine: false, remote: true };
    return { engine: false, remote: owner !== you };
  }

  record() {
    const { id, rules } = this.current();
    const { game } = this;
    const verdict = game.isEnded ? `verdict ${game.verdict.result}\n` : "";
    return writeRecord(id, game, rules) + verdict;
  }

  /** Sends the game after a change here. */
  push() {
    if (!this.state || this.isTaking) return;
    this.known = this.record();
    this.send({ game: { record: this.known, version: this.state.version } });
    this.state.version++;
  }

  /** Handles the room's state: seats or the game may have changed. */
  async take(state) {
    const before = this.state;
    this.state = state;
    if (state.record === "" && state.pages[0] === state.you) {
      if (before === null) {
        this.state = { ...state };
        this.push();
      }
    } else if (state.record !== "" && state.record !== this.record()) {
      this.isTaking = true;
      try {
        await this.load(state.record);
      } finally {
        this.isTaking = false;
      }
    }
    await this.hearOffer(before);
    const isChanged = JSON.stringify([before?.seats, before?.pages]) !== JSON.stringify([state.seats, state.pages]);
    this.draw();
    if (isChanged) await this.game.hold(false);
  }

  /** Returns the seats that have to accept a page's draw: those against any of its own. */
  get asked() {
    const { offer, seats } = this.state;
    const all = this.game.board.model.seats;
    const own = all.filter(({ name }) => seats[name] === offer);
    return all.filter(({ name, team }) => seats[name] !== offer && own.some((one) => one.team !== team));
  }

  /** Handles an offer or its decline since the state `before`; Banco answers if it plays here against nobody else. */
  async hearOffer(before) {
    if (!this.state) return;
    const { you, offer, version } = this.state;
    if (before?.offer === you && offer === null && before.version === version) this.report(t("drawDeclined"));
    const { asked } = this;
    if (offer === (before?.offer ?? null) || asked.length === 0 || !asked.every(({ name }) => this.players.of(name).engine)) return;
    if (await this.agrees(asked[0].team)) await this.game.end("draw agreement");
    else this.send({ offer: false });
  }

  drawOffer() {
    const { you, offer, seats } = this.state;
    if (offer === null) return [];
    const button = (key, act) => html("button", { type: "button", class: key, onclick: act }, t(key));
    const answers = [button("accept", () => this.game.end("draw agreement")), button("decline", () => this.send({ offer: false }))];
    return [html("span", { role: "status" }, t("drawOffered")), ...(this.asked.some(({ name }) => seats[name] === you) ? answers : [])];
  }

  /** Applies a record: its new moves, if it continues the game; else the whole game. */
  async load(text) {
    const [, verdict] = /^verdict (.+)$/m.exec(text) ?? [];
    const record = readRecord(text, this.games);
    if (!record?.id) return;
    const { game } = this;
    const { id, rules } = this.current();
    const own = game.moves.map((move) => move.text);
    const isSame = record.id === id && record.setup === game.setup
      && [...record.options].every(([name, value]) => (rules.get(name) ?? value) === value);
    // A throw here may be a whole turn there.
    const holds = own.every((move, i) => record.moves[i] === move || (i === own.length - 1 && record.moves[i]?.startsWith(move)));
    if (isSame && holds && !game.free && record.moves.length >= own.length) {
      if (game.at < own.length) await game.jump(own.length);
      const from = own.length > 0 && record.moves[own.length - 1] !== own.at(-1) ? own.length - 1 : own.length;
      for (const move of record.moves.slice(from)) await game.play(move);
    } else {
      await this.open(record.id, { options: record.options, setup: record.setup, tree: new MoveTree(record.moves) });
      game.held = false;
      await game.sync();
    }
    if (verdict) await game.end(verdict);
  }

  draw() {
    const box = by("room");
    box.hidden = !this.isWanted;
    by("share")?.setAttribute("aria-pressed", String(this.isWanted));
    if (box.hidden) return;
    if (!this.state) {
      box.replaceChildren(html("span", {}, t("lostLink")));
      return;
    }
    const { you, seats, pages } = this.state;
    const mine = (name) => seats[name] === you;
    const label = (name) => (mine(name) ? t("seatMine") : seats[name] === undefined ? t("seatFree") : t("seatTaken"));
    box.replaceChildren(html("span", {}, `${t("inRoom")}: ${pages.length}`), ...this.game.board.model.seats.map((seat) =>
      html("button", {
        type: "button", class: "seat", "data-seat": seat.name, "aria-pressed": String(mine(seat.name)), disabled: seats[seat.name] !== undefined && !mine(seat.name),
        onclick: () => this.send(mine(seat.name) ? { leave: seat.name } : { take: seat.name }),
      }, html("span", { class: `dot ${seat.colour}`, "aria-hidden": "true" }), `${nameOf(seat)}: ${label(seat.name)}`)), ...this.drawOffer());
  }
}
