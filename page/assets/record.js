// Records: a game as lines of the protocol, also valid for `banco < record.txt`.

/** Returns the lines that set options. @param {Iterable<[string, unknown]>} options */
export const settings = (options) => [...options].map(([name, value]) => `setoption name ${name} value ${value}`);

/**
 * Returns a position after some moves in the words of the protocol; `setup` is null for the start.
 * @param {string | null | undefined} setup
 * @param {string[]} moves
 */
export const placeOf = (setup, moves) =>
  `${setup ? `fen ${setup}` : "startpos"}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`;
/** Returns the line that sets it. @param {string | null | undefined} setup @param {string[]} moves */
export const positionLine = (setup, moves) => `position ${placeOf(setup, moves)}`;

/** Formats a game. @param {string} id @param {any} game @param {Iterable<[string, unknown]>} options */
export function writeRecord(id, game, options) {
  const rules = settings(options);
  return [`setoption name UCI_Variant value ${id}`, ...rules, game.line(game.moves.length), "result", ""].join("\n");
}

/** Parses a record, or a position text alone; null if it is neither. @param {string} text @param {string[]} games */
export function readRecord(text, games) {
  /**
   * @type {{ id: string | null, options: Map<string, string>, setup: string | null, moves: string[], found: boolean,
   * isRecord: boolean }}
   */
  const record = { id: null, options: new Map(), setup: null, moves: [], found: false, isRecord: false };
  for (const line of text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)) {
    const option = /^setoption name (.+) value (.+)$/.exec(line);
    const position = /^position (?:startpos|fen (.+?))(?: moves (.+))?$/.exec(line);
    if (option?.[1] === "UCI_Variant") record.id = games.includes(option[2]) ? option[2] : null;
    else if (option) record.options.set(option[1], option[2]);
    else if (position) {
      Object.assign(record, {
        setup: position[1] ?? null,
        moves: position[2]?.split(/\s+/) ?? [],
        found: true,
        isRecord: true,
      });
    } else if (!record.found && line.includes("/")) Object.assign(record, { setup: line, found: true });
  }
  return record.found ? record : null;
}

export const download = (/** @type {string} */ name, /** @type {BlobPart} */ text, type = "text/plain") =>
  save(name, new Blob([text], { type }));

/** Downloads a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
