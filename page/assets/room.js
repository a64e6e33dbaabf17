// A game shared by several pages of one server, which is its referee (src/room.rs): this page sends requests and shows
// the states that the server sends.

import { CLOCKS } from "./clock.js";
import { nameOf, t } from "./i18n.js";
import { drawInvitation, invitation, loadInvitation } from "./invitation.js";
import { report } from "./messages.js";
import { MoveTree } from "./tree.js";
import { by, dot, html, pause } from "./svg.js";

const isSame = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) === JSON.stringify(b);

export class Room {
  /** State whose successor this page's move is, not confirmed yet. */
  pending = /** @type {number | null} */ (null);
  isTaking = false;
  /** The last offer that a person here has seen. */
  seen = 0;
  isInviting = false;

  /**
   * `open(id, game)` opens another game; `agrees(team)` returns Banco's decision on a draw; `seated()` is called when
   * seats have changed.
   */
  constructor(/** @type {RoomParts} */ parts) {
    this.parts = parts;
    this.link = parts.link;
    this.game = parts.game;
    this.state = parts.state;
  }

  leave() {
    this.link.leave();
    this.pending = null;
    this.parts.seated();
    this.game.hold(true);
    this.draw();
  }

  /** Offers the game on the board to the others; the server starts it if nobody else plays. */
  propose() {
    if (!this.link.state || this.isTaking) return;
    const {
      game,
      state: {
        current: { id, rules },
      },
    } = this;
    const moves = game.moves.map(({ text }) => text);
    const record = { id, options: rules, setup: game.setup, moves, clock: CLOCKS[game.clock.kind] };
    this.link.request("game", { record });
  }

  /** Sends a move made here. @param {string} text */
  moved(text) {
    if (!this.link.state || this.game.isReceiving) return;
    this.pending = this.link.state.version;
    this.link.request("move", { text });
  }

  /** Takes a seat for one more person of this page, or lends Banco to it. @param {string} seat */
  sit(seat, isBanco = false) {
    if (isBanco) return this.link.send({ banco: { seat } });
    this.link.send({ people: { count: this.game.players.people.length + 1 } });
    return this.link.send({ take: { seat } });
  }

  /**
   * Handles the room's state, null after a lost connection.
   * @param {RoomState | null} state
   * @param {RoomState | null} before
   */
  async take(state, before) {
    await loadInvitation();
    if (state === null) {
      this.pending = null;
      this.draw();
      return;
    }
    if (state.refused || state.version !== this.pending) this.pending = null;
    if (state.game === null && before === null) this.propose();
    const isSeated = !isSame(before?.seats, state.seats);
    if (isSeated) this.parts.seated();
    this.draw();
    if (state.game !== null && this.pending === null) await this.follow(state);
    if (this.link.state !== state) return;
    await this.answer(before);
    if (isSeated) await this.game.hold(false);
    this.draw();
  }

  /** Shows the game of a state, unless it is on the board. */
  async follow(/** @type {RoomState} */ { game: record, verdict }) {
    const { game } = this;
    if (!record) return;
    this.isTaking = true;
    try {
      while (!game.isSettled) await pause(20);
      const { id, rules } = this.state.current;
      const isOpen =
        record.id === id &&
        record.setup === game.setup &&
        !game.free &&
        isSame(this.state.changed(record.options), rules);
      if (isOpen) await this.advance(record.moves);
      else {
        await this.parts.open(record.id, {
          options: record.options,
          setup: record.setup,
          tree: new MoveTree(record.moves),
        });
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

  /**
   * Makes the board's line equal to the room's: plays its new moves, or takes back what the server has not.
   * @param {string[]} moves
   */
  async advance(moves) {
    const { game } = this;
    const own = game.moves.map(({ text }) => text);
    const last = own.at(-1) ?? "";
    // A whole turn replaces its throw.
    const isTurn =
      own.length > 0 && last !== moves[own.length - 1] && last.endsWith(":") && moves[own.length - 1]?.startsWith(last);
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

  /**
   * Answers offers to this page's Banco, and reports what became of this page's own.
   * @param {RoomState | null} before
   */
  async answer(before) {
    if (!this.link.state) return;
    const { you, offers, seats, version, refused } = this.link.state;
    const own = (/** @type {RoomState | null} */ state) => state?.offers.find(({ by: owner }) => owner === you);
    const had = own(before);
    if (had && own(this.link.state)?.number !== had.number) {
      const isSeated = had.what.seat && seats[had.what.seat.seat]?.page === you;
      if (version === before?.version && !own(this.link.state) && !isSeated)
        report(t(had.what === "draw" ? "drawDeclined" : "offerDeclined"));
      this.link.settle();
    } else if (refused) this.link.settle();
    for (const offer of offers) {
      if (
        !offer.asked.includes(you) ||
        before?.offers.some(({ number, asked }) => number === offer.number && asked.includes(you))
      )
        continue;
      const asked = this.seatsAsked(offer);
      if (asked.length === 0 || !asked.every(({ name }) => this.link.role(name).engine)) continue;
      const isAgreed =
        offer.what === "draw"
          ? await this.parts.agrees(asked[0].team)
          : await this.consents(offer.what.exchange, asked[0]);
      this.link.send({ answer: { offer: offer.number, accept: isAgreed } });
      await this.game.sync();
    }
  }

  /** Returns Banco's answer for its seat to an offered move. @param {string} move */
  async consents(move, /** @type {Seat} */ { name }) {
    const {
      game,
      game: { players },
    } = this;
    game.generation++;
    game.client.stop();
    game.client.send(game.line());
    const player = players.of(name);
    players.setStrength(player);
    return (await game.client.offer(move, player.limit)) === "accept";
  }

  /** Returns this page's seats that have to answer an offer. */
  seatsAsked(/** @type {RoomOffer} */ { by: owner, what }) {
    const { seats } = this.game.board.model;
    const mine = seats.filter(({ name }) => !this.link.role(name).remote);
    if (what.exchange)
      return mine.filter(({ name }) => this.game.offers.some((one) => one.move === what.exchange && one.seat === name));
    const isPerson = (/** @type {Seat} */ { name }) => !this.link.role(name).engine;
    if (what !== "draw") return mine.filter(isPerson);
    const { you, seats: chairs } = /** @type {RoomState} */ (this.link.state);
    const teams = seats
      .filter(({ name }) => chairs[name]?.page === owner && !chairs[name].banco)
      .map(({ team }) => team);
    return mine.filter((seat) => teams.some((team) => team !== seat.team) || (owner !== you && isPerson(seat)));
  }

  /** Shows the offer that this page has to answer, or else another. */
  drawOffer() {
    const { you, offers } = this.link.state ?? { you: 0, offers: [] };
    const isForPeople = (/** @type {RoomOffer} */ offer) =>
      offer.asked.includes(you) && this.seatsAsked(offer).some(({ name }) => !this.link.role(name).engine);
    const offer = offers.find(isForPeople) ?? offers.find(({ by: owner }) => owner === you) ?? offers[0];
    if (!offer) return [];
    const { what, number } = offer;
    const key =
      what === "draw"
        ? "drawOffered"
        : what.undo !== undefined
          ? "undoOffered"
          : what.game
            ? "gameOffered"
            : what.resign
              ? "resignOffered"
              : what.seat
                ? "seatOffered"
                : "exchangeOffered";
    /** @param {string} word @param {boolean} accept */
    const button = (word, accept) =>
      html("button", { class: word, onclick: () => this.link.send({ answer: { offer: number, accept } }) }, t(word));
    const isAsked = isForPeople(offer);
    if (isAsked && !document.hidden && number > this.seen) {
      this.seen = number;
      this.link.send({ seen: { offer: number } });
    }
    const news = isAsked ? "" : ` ${t("waiting")}${offer.seen.length > 0 ? ` ✓ ${t("offerSeen")}` : ""}`;
    return [
      html("span", { role: "status", class: "offered" }, t(key) + news),
      ...(isAsked ? [button("accept", true), button("decline", false)] : []),
    ];
  }

  draw() {
    const box = by("room");
    box.hidden = by("shared").hidden = !this.link.isWanted;
    by("share")?.setAttribute("aria-pressed", String(this.link.isWanted));
    by("offers").replaceChildren(...(box.hidden ? [] : this.drawOffer()));
    if (box.hidden) return;
    if (!this.link.state) {
      box.replaceChildren(html("span", {}, t("lostLink")));
      return;
    }
    // The seats are those of another game until it is on the board.
    if (this.link.state.game && this.link.state.game.id !== this.state.id) {
      box.replaceChildren();
      return;
    }
    const { you, seats, pages, watching } = this.link.state;
    const hasPerson = this.game.players.people.length > 0;
    /** @param {RoomState["seats"][string] | undefined} chair */
    const label = (chair) =>
      !chair ? t("seatFree") : chair.banco ? t("engine") : chair.page === you ? t("seatMine") : t("seatTaken");
    const rows = this.game.board.model.seats.map((seat) => {
      const chair = seats[seat.name];
      const isMine = chair?.page === you;
      const act = () => (isMine ? this.link.send({ leave: { seat: seat.name } }) : this.sit(seat.name));
      const lend =
        !chair && hasPerson
          ? html(
              "button",
              { class: "lend", "data-lend": seat.name, onclick: () => this.sit(seat.name, true) },
              t("lendBanco"),
            )
          : null;
      return html(
        "div",
        { "data-side": seat.side },
        html(
          "button",
          {
            class: "seat",
            "data-seat": seat.name,
            "aria-pressed": String(isMine),
            disabled: chair !== undefined && !isMine,
            onclick: act,
          },
          dot(seat),
          `${nameOf(seat)}: ${label(chair)}`,
        ),
        lend,
      );
    });
    const invite = invitation
      ? [
          html(
            "button",
            {
              id: "invite",
              "aria-expanded": String(Boolean(this.isInviting)),
              onclick: () => {
                this.isInviting = !this.isInviting;
                this.draw();
              },
            },
            t("invite"),
          ),
        ]
      : [];
    const watches = hasPerson ? "" : html("span", {}, t("youWatch"));
    const counted = (/** @type {string} */ key, /** @type {number} */ count) => t(key).replace("#", String(count));
    const present = counted("inRoom", pages) + (watching > 0 ? ` · ${counted("watching", watching)}` : "");
    box.replaceChildren(
      watches,
      html("span", {}, present),
      html("div", { class: "lobby", "data-turns": this.game.board.turns }, ...rows),
      ...invite,
      ...(this.isInviting ? [drawInvitation()] : []),
    );
  }
}
