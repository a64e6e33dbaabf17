// Seats and pieces of a board by their names.

import { plain } from "./engine/model.js";

/** Returns the seat of a name, which the board has. @param {Model} model @param {string | null | undefined} name */
export const seatOf = ({ seats }, name) => /** @type {Seat} */ (seats.find((seat) => seat.name === name));

/** Returns the seats of both teams. @param {Pick<Model, "seats">} model */
export const teamsOf = ({ seats }) => [0, 1].map((team) => seats.filter((seat) => seat.team === team));

/** Returns the kind of a piece by its letters, also of a hero. @param {Model} model @param {string} letters */
export const manOf = ({ men }, letters) => /** @type {Man} */ (men.get(plain(letters)));
