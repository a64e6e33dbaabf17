// The connection to the shared game of several pages, whose referee is the server (src/room.rs): requests go out,
// states come in.

import { session } from "./store.js";
import { pause } from "./svg.js";

const RETRY = 2000;
/** Name of the stored secret, by which the server knows this tab after a reload. */
const SECRET = "room";

const draw = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class RoomLink {
  state = /** @type {RoomState | null} */ (null);
  socket = /** @type {WebSocket | null} */ (null);
  isWanted = false;
  queue = /** @type {Promise<unknown>} */ (Promise.resolve());
  /** Resolves the offer of an exchange that this page has made. @type {((value?: unknown) => void) | null} */
  answered = null;

  /** `roomed(state, before)` handles every state, and null after a lost connection. */
  constructor(/** @type {Pick<Events, "roomed">} */ { roomed }) {
    this.roomed = roomed;
  }

  get isOn() {
    return this.state !== null;
  }

  /** Whether this page was in the room before it was loaded, or comes by an invitation. */
  static get isExpected() {
    return session.get(SECRET) !== null || location.hash === "#room";
  }

  /** Joins, and rejoins after a lost connection, until `leave`. */
  join() {
    this.isWanted = true;
    const secret = session.get(SECRET, draw());
    session.set(SECRET, secret);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/room`);
    this.socket = socket;
    socket.onopen = () => this.send({ hello: { secret } });
    socket.onmessage = ({ data }) =>
      (this.queue = this.queue.then(() => this.socket === socket && this.take(JSON.parse(data))));
    socket.onclose = async () => {
      if (this.socket !== socket) return;
      await this.take(null);
      await pause(RETRY);
      if (this.isWanted && this.socket === socket) this.join();
    };
  }

  leave() {
    this.send({ bye: {} });
    session.set(SECRET, null);
    Object.assign(this, { isWanted: false, state: null });
    this.socket?.close();
    this.socket = null;
  }

  take(/** @type {RoomState | null} */ state) {
    const before = this.state;
    this.state = state;
    return this.roomed(state, before);
  }

  send(/** @type {object} */ message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends a request about the state at hand. @param {string} name */
  request(name, fields = {}) {
    if (this.state) this.send({ [name]: { ...fields, version: this.state.version } });
  }

  /**
   * Sends an offer to another seat; resolves when it is answered. The server makes an accepted move.
   * @param {string} text
   */
  exchange(text) {
    this.request("exchange", { text });
    return new Promise((done) => (this.answered = done));
  }

  /** The offer of an exchange has been answered. */
  settle() {
    this.answered?.();
    this.answered = null;
  }

  /**
   * Returns the player of a seat: this page's person or Banco, or somebody at another page; nobody plays a free seat.
   * @param {string} seat
   */
  role(seat) {
    if (!this.state) return {};
    const chair = this.state.seats[seat];
    const isOwn = chair?.page === this.state.you;
    return { engine: isOwn && chair.banco, remote: !isOwn, isFree: chair === undefined };
  }
}
