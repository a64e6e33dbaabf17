// A game shared by several pages of one server, which is its referee (src/room.rs): this page sends requests and shows the
// states that the server sends.

import { nameOf, t, youAre } from "./i18n.js";
import { drawInvitation, invitation } from "./invitation.js";
import { MoveTree } from "./tree.js";
import { by, html, pause } from "./svg.js";

const RETRY = 2000;
/** Name of the stored secret, by which the server knows this tab after a reload. */
const SECRET = "room";

const draw = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export class Room {
  /**
   * `current()` returns the game and changed rules on the board, `changed(options)` those that are not defaults; `open(id, game)` opens another; `agrees(team)` returns Banco's
   * decision on a draw; `seated()` is called when seats have changed; `report` shows a message.
   */
  constructor(game, players, { current, changed, open, agrees, seated, report }) {
    Object.assign(this, { game, players, current, changed, open, agrees, seated, report, state: null, socket: null, isWanted: false, queue: Promise.resolve() });
    /** State whose successor this page's move is, not confirmed yet. */
    this.pending = null;
  }

  get isOn() {
    return this.state !== null;
  }

  /** Whether this page was in the room before it was loaded, or comes by an invitation. */
  static get isExpected() {
    return sessionStorage.getItem(SECRET) !== null || location.hash === "#room";
  }

  /** Joins, and rejoins after a lost connection, until `leave`. */
  join() {
    this.isWanted = true;
    const secret = sessionStorage.getItem(SECRET) ?? draw();
    sessionStorage.setItem(SECRET, secret);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/room`);
    this.socket = socket;
    socket.onopen = () => this.send({ hello: { secret } });
    socket.onmessage = ({ data }) => (this.queue = this.queue.then(() => this.socket === socket && this.take(JSON.parse(data))));
    socket.onclose = async () => {
      if (this.socket !== socket) return;
      this.state = this.pending = null;
      this.draw();
      await pause(RETRY);
      if (this.isWanted && this.socket === socket) this.join();
    };
  }

  leave() {
    this.send({ bye: {} });
    sessionStorage.removeItem(SECRET);
    Object.assign(this, { isWanted: false, state: null, pending: null });
    this.socket?.close();
    this.socket = null;
    this.seated();
    this.game.hold(true);
    this.draw();
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends a request about the state at hand. */
  request(name, fields = {}) {
    if (this.state) this.send({ [name]: { ...fields, version: this.state.version } });
  }

  /** Returns the player of a seat: this page's person or Banco, or somebody at another page; nobody plays a free seat. */
  role(seat) {
    if (!this.state) return {};
    const chair = this.state.seats[seat];
    const isOwn = chair?.page === this.state.you;
    return { engine: isOwn && chair.banco, remote: !isOwn, isFree: chair === undefined };
  }

  /** Returns the seats of the people at this page. */
  get own() {
    return this.game.board.model.seats.filter(({ name }) => {
      const { engine, remote } = this.role(name);
      return !engine && !remote;
    });
  }

  /** Offers the game on the board to the others; the server starts it if nobody else plays. */
  propose() {
    if (!this.state || this.isTaking) return;
    const { id, rules } = this.current();
    const { game } = this;
    this.request("game", { record: { id, options: rules, setup: game.setup, moves: game.moves.map(({ text }) => text) } });
  }

  /** Sends a move made here. */
  moved(text) {
    if (!this.state || this.game.isReceiving) return;
    this.pending = this.state.version;
    this.request("move", { text });
  }

  /** Sends an offer to another seat; resolves when it is answered. The server makes an accepted move. */
  exchange(text) {
    this.request("exchange", { text });
    return new Promise((done) => (this.answered = done));
  }

  /** Takes a seat for one more person of this page, or lends Banco to it. */
  sit(seat, isBanco = false) {
    if (isBanco) return this.send({ banco: { seat } });
    this.send({ people: { count: this.own.length + 1 } });
    return this.send({ take: { seat } });
  }

  /** Handles the room's state. */
  async take(state) {
    const before = this.state;
    this.state = state;
    if (state.refused || state.version !== this.pending) this.pending = null;
    if (state.game === null && before === null) this.propose();
    const isSeated = !isSame(before?.seats, state.seats);
    if (isSeated) this.seated();
    this.draw();
    if (state.game !== null && this.pending === null) await this.follow(state);
    if (this.state !== state) return;
    await this.answer(before);
    if (isSeated) await this.game.hold(false);
    this.draw();
  }

  /** Shows the game of a state, unless it is on the board. */
  async follow({ game: record, verdict }) {
    const { game } = this;
    this.isTaking = true;
    try {
      while (!game.isSettled) await pause(20);
      const { id, rules } = this.current();
      const isOpen = record.id === id && record.setup === game.setup && !game.free && isSame(this.changed(record.options), rules);
      if (isOpen) await this.advance(record.moves);
      else {
        await this.open(record.id, { options: record.options, setup: record.setup, tree: new MoveTree(record.moves) });
        game.held = false;
        await game.sync();
      }
      if (verdict && !game.isEnded) await game.end(verdict);
      else if (!verdict && game.verdict) {
        game.verdict = null;
        await game.sync();
      }
    } finally {
      this.isTaking = false;
    }
  }

  /** Makes the board's line equal to the room's: plays its new moves, or takes back what the server has not. */
  async advance(moves) {
    const { game } = this;
    const own = game.moves.map(({ text }) => text);
    // A whole turn replaces its throw.
    const isTurn = own.length > 0 && own.at(-1) !== moves[own.length - 1] && own.at(-1).endsWith(":") && moves[own.length - 1]?.startsWith(own.at(-1));
    const kept = isTurn ? own.length - 1 : own.length;
    if (own.slice(0, kept).every((text, i) => moves[i] === text)) {
      if (game.at < own.length && moves.length > kept) await game.jump(own.length);
      for (const text of moves.slice(kept)) {
        while (!game.isSettled) await pause(20);
        await game.receive(text);
      }
      return;
    }
    let same = 0;
    while (own[same] === moves[same] && same < moves.length) same++;
    game.tree.cut(same);
    for (const text of moves.slice(same)) game.tree.grow(game.tree.at(game.moves.length), { text });
    Object.assign(game, { at: game.moves.length, held: false });
    await game.sync();
  }

  /** Answers offers to this page's Banco, and reports what became of this page's own. */
  async answer(before) {
    const { you, offer, version, refused } = this.state;
    const had = before?.offer;
    if (had?.by === you && offer?.number !== had.number) {
      if (version === before.version) this.report(t(had.what === "draw" ? "drawDeclined" : "offerDeclined"));
      this.answered?.();
      this.answered = null;
    } else if (refused) {
      this.answered?.();
      this.answered = null;
    }
    if (!offer || offer.number === had?.number || !offer.asked.includes(you)) return;
    const asked = this.seatsAsked(offer);
    if (asked.length === 0 || !asked.every(({ name }) => this.role(name).engine)) return;
    const isAgreed = offer.what === "draw" ? await this.agrees(asked[0].team) : await this.consents(offer.what.exchange, asked[0]);
    this.send({ answer: { offer: offer.number, accept: isAgreed } });
    await this.game.sync();
  }

  /** Returns Banco's answer for its seat to an offered move. */
  async consents(move, { name }) {
    const { game, players } = this;
    game.generation++;
    game.client.stop();
    game.client.send(game.line());
    const player = players.of(name);
    players.setStrength(player);
    return (await game.client.offer(move, player.limit)) === "accept";
  }

  /** Returns this page's seats that have to answer an offer. */
  seatsAsked({ by: owner, what }) {
    const { seats } = this.game.board.model;
    const mine = seats.filter(({ name }) => !this.role(name).remote);
    if (what.exchange) return mine.filter(({ name }) => this.game.offers.some((one) => one.move === what.exchange && one.seat === name));
    if (what !== "draw") return mine.filter(({ name }) => !this.role(name).engine);
    const teams = seats.filter(({ name }) => this.state.seats[name]?.page === owner && !this.state.seats[name].banco).map(({ team }) => team);
    return mine.filter(({ team }) => teams.some((one) => one !== team));
  }

  drawOffer() {
    const { you, offer } = this.state;
    if (!offer) return [];
    const key = offer.what === "draw" ? "drawOffered" : offer.what.undo !== undefined ? "undoOffered" : offer.what.game ? "gameOffered" : "exchangeOffered";
    const answer = (accept) => this.send({ answer: { offer: offer.number, accept } });
    const button = (word, accept) => html("button", { type: "button", class: word, onclick: () => answer(accept) }, t(word));
    const isAsked = offer.asked.includes(you) && this.seatsAsked(offer).some(({ name }) => !this.role(name).engine);
    return [html("span", { role: "status", class: "offered" }, `${t(key)}${isAsked ? "" : ` ${t("waiting")}`}`),
      ...(isAsked ? [button("accept", true), button("decline", false)] : [])];
  }

  /** Says in words which seats are this page's, and whether one of them is to move. */
  drawTurn() {
    const { own, game } = this;
    const isHere = game.scene && !game.isOver;
    const turn = isHere && own.some(({ name }) => name === game.scene.seat) ? ` ${t("yourTurn")}`
      : isHere && this.role(game.scene.seat).isFree ? ` ${t("seatWaits")} ${nameOf(game.seat)}.` : "";
    const who = own.length > 0 ? `${youAre(game.board.model, own.map(nameOf).join(" + "))}.` : t("youWatch");
    return html("b", { id: "own-turn", class: turn && own.length > 0 ? "now" : "" }, who + turn);
  }

  draw() {
    const box = by("room");
    box.hidden = by("shared").hidden = !this.isWanted;
    by("share")?.setAttribute("aria-pressed", String(this.isWanted));
    if (box.hidden) return;
    if (!this.state) {
      box.replaceChildren(html("span", {}, t("lostLink")));
      return;
    }
    // The seats are those of another game until it is on the board.
    if (this.state.game && this.state.game.id !== this.current().id) {
      box.replaceChildren();
      return;
    }
    const { you, seats, pages } = this.state;
    const hasPerson = this.own.length > 0;
    const label = (chair) => (!chair ? t("seatFree") : chair.banco ? t("engine") : chair.page === you ? t("seatMine") : t("seatTaken"));
    const rows = this.game.board.model.seats.flatMap((seat) => {
      const chair = seats[seat.name];
      const isMine = chair?.page === you;
      const act = () => (isMine ? this.send({ leave: { seat: seat.name } }) : this.sit(seat.name));
      const lend = !chair && hasPerson ? html("button", { type: "button", class: "lend", "data-lend": seat.name, onclick: () => this.sit(seat.name, true) }, t("lendBanco")) : null;
      return [html("button", { type: "button", class: "seat", "data-seat": seat.name, "aria-pressed": String(isMine), disabled: chair !== undefined && !isMine, onclick: act },
        html("span", { class: `dot ${seat.colour}`, "aria-hidden": "true" }), `${nameOf(seat)}: ${label(chair)}`), lend].filter(Boolean);
    });
    const invite = invitation ? [html("button", { type: "button", id: "invite", "aria-expanded": String(Boolean(this.isInviting)), onclick: () => {
      this.isInviting = !this.isInviting;
      this.draw();
    } }, t("invite"))] : [];
    box.replaceChildren(this.drawTurn(), html("span", {}, t("inRoom").replace("#", pages)), ...rows, ...this.drawOffer(), ...invite,
      ...(this.isInviting ? [drawInvitation()] : []));
  }
}
