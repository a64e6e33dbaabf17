/** Where the engine finds its files. */
export interface Files {
  /** Addresses of the games' networks (in Node also paths); by default those beside this module. */
  networks?: string[];
  /** Keeps endgame tables between visits. */
  store?: { all(): Promise<object[]>; put(table: object): Promise<unknown> } | null;
}

/** The engine by its text protocol (UCI and more: protocol.md of Banco), as with the worker of stockfish.js. */
export class Banco {
  constructor(files?: Files);
  /** Receives each line of output, and whether it comes from a search. */
  onmessage: ((message: { data: string; isSearch: boolean }) => void) | null;
  /** Receives the reason of a lost worker, after which the engine is closed. */
  onerror: ((why: string) => void) | null;
  /** Resolves when the engine has been loaded; lines sent before wait for that. */
  readonly ready: Promise<void>;
  readonly isClosed: boolean;
  /** Sends lines of the protocol. */
  postMessage(lines: string): void;
  /** Ends all workers. */
  terminate(): void;
}

/** The id of a game; `variants()` returns all. */
export type Variant = string;

/** Something that the engine rejects: a position, a move, an option. The message is its reason. */
export class BancoError extends Error {}

/** Limits of a search, as `go` of the protocol names them: plies, nodes, milliseconds, moves. */
export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  mate?: number;
  infinite?: boolean;
  searchmoves?: string[];
  /** Number of lines. */
  multipv?: number;
  /** Stops the search. */
  signal?: AbortSignal;
}

/** A report of a search. */
export interface Info {
  depth: number;
  multipv: number;
  nodes: number;
  nps: number;
  time: number;
  tbhits: number;
  /** The line of play, in protocol form. */
  pv: string[];
  bound: "lower" | "upper" | null;
  /** Centipawns (`cp`) or moves to mate (`mate`) for the side to move. */
  score: { kind: "cp" | "mate"; value: number };
  remark: string | null;
}

export interface SearchResult {
  /** The best move; null if there is none. */
  bestmove: string | null;
  ponder: string | null;
  /** The last report of each line, the best first. */
  lines: Info[];
}

/** A board of points for drawing; see Hosts in protocol.md. */
export interface BoardView {
  title: Names;
  width: number;
  height: number;
  style: "lines" | "squares" | "pits";
  seats: { name: string; team: number; side: string; colour: string; names: Names }[];
  /** Kinds of pieces by their letters. */
  men: Map<string, { letters: string; seat: string; sign: string; names: Names }>;
  points: Map<string, { x: number; y: number }>;
  lines: string[][];
  zones: { kind: string; seat: string | null; points: string[] }[];
  areas: { kind: string; corners: number[] }[];
  options: string[];
  notations: { name: string; names: Names }[];
  levels: number[];
  /** The letters of the pieces that each throw moves. */
  dice: Map<number, string[]>;
  /** Whether the seats throw dice for the first turn. */
  lots: boolean;
}

export interface Names {
  en: string;
  vi: string;
}

/** The winning team, 0 or 1, and the reason; without one the game goes on. `text` is for people. */
export interface Result {
  winner: number | null;
  reason: string | null;
  points: [number, number] | null;
  text: string;
}

/**
 * A value from endgame tables, for the side that moves; without plies a rule on repetition decides, or it is a draw.
 */
export interface TableValue {
  outcome: "win" | "draw" | "loss";
  plies: number | null;
}

/** What stands on the board. */
export interface Scene {
  fen: string;
  seat: string;
  result: Result;
  /** Letters of the units on each point: a carrier, then its passengers. */
  men: Map<string, string[]>;
  /** Counters in each space of O An Quan. */
  counts: Map<string, { count: number; stone: boolean }>;
  stores: Map<string, number>;
  /** Points of pieces in check. */
  check: string[];
}

export class Engine {
  static create(
    options?: Files & { variant?: Variant; options?: Record<string, string | number | boolean> },
  ): Promise<Engine>;
  readonly variant: Variant;
  setOption(name: string, value: string | number | boolean): Promise<void>;
  position(from?: { fen?: string | null; moves?: string[] }): Promise<Position>;
  board(): Promise<BoardView>;
  /** Adds endgame tables, files of `banco tables build` by their addresses. */
  addTables(...addresses: (string | URL)[]): Promise<void>;
  search(position: Position, limits: Limits, oninfo?: (info: Info) => void): Promise<SearchResult>;
  /** Searches without a limit; leaving the loop stops the search. */
  analyse(position: Position, limits?: Limits): AsyncGenerator<Info, void, void>;
  /** Ends the running search, which resolves to what it has found. */
  stop(): void;
  /** Sends lines of the protocol to the engine that answers while another searches; resolves to its answers. */
  query(...lines: string[]): Promise<object[]>;
  terminate(): void;
}

/** A position, which never changes: `push` and `pop` return others. */
export class Position {
  private constructor();
  readonly engine: Engine;
  readonly fen: string;
  readonly moves: string[];
  /** The seat to move. */
  readonly turn: string;
  readonly result: Result;
  readonly isOver: boolean;
  readonly legalMoves: string[];
  readonly scene: Scene;
  /** Hash keys of the positions so far, in hexadecimal. */
  readonly keys: string[];
  readonly history: { seat: string; move: string }[];
  /** The position after a move, in any form that the protocol takes, such as all notations of Xiangqi. */
  push(move: string): Promise<Position>;
  /** The position before the last move; null at the start. */
  pop(): Promise<Position | null>;
  /** The legal moves, or the moves of a line from here, in a notation of the game. */
  notation(name: string, line?: string[] | null): Promise<string[]>;
  /** Values from the endgame tables; null or left out where unknown. */
  probe(): Promise<{ value: TableValue | null; moves: Map<string, TableValue> }>;
}

/** Loads the rules, before the first `Board`; no worker is started. */
export function loadRules(): Promise<void>;

/** The end of a game: the winning team, null for a draw, and the reason. */
export interface End extends Result {
  reason: string;
}

/** Options of a game's rules by the names in protocol.md: `{ Repetition: "draw" }`. */
export type Rules = Record<string, string | number | boolean>;

/** A game in progress, which answers at once. What it rejects throws a `BancoError` and changes nothing. */
export class Board {
  constructor(variant?: Variant, fen?: string | null, from?: { moves?: string[]; rules?: Rules });
  readonly variant: Variant;
  /** The notations of the game: in Xiangqi `wxf`, `iccs`, `chinese`, `vietnamese` and more; none in some games. */
  readonly notations: string[];
  fen(): string;
  /** The seat to move: `Red`. */
  turn(): string;
  /** The legal moves, in a notation if one is given; none when the game is over. */
  legalMoves(notation?: string): string[];
  /** Makes a move in any form that the protocol takes, such as all notations of Xiangqi; returns its own form. */
  push(move: string): string;
  /** Makes a move in a notation, by default that of `san`. */
  pushSan(text: string, notation?: string): string;
  /** Makes all moves, as `push` does or in a notation, or none. */
  pushMoves(moves: string[], notation?: string): string[];
  /** Takes the last move back; returns it. */
  pop(): string;
  /** Sets up the start position. */
  reset(): void;
  setFen(fen: string): void;
  /** A move in a notation: by default the first of `notations`, in games without any the protocol's form. */
  san(move: string, notation?: string): string;
  /** Moves in a row from here, in a notation. */
  sanMoves(moves: string[], notation?: string): string[];
  /** Whether a legal move takes pieces or counters. */
  isCapture(move: string): boolean;
  isCheck(): boolean;
  /** The points of pieces in check. */
  checkedPieces(): string[];
  /** The end of the game; null while it goes on. */
  result(): End | null;
  isGameOver(): boolean;
  /** The moves so far, in the protocol's form. */
  moveStack(): string[];
  /** The game as PGN, with its moves in a notation; by default in the protocol's form. */
  pgn(tags?: Record<string, string>, notation?: string): string;
  /** A picture in text. */
  toString(): string;
  /** Frees the memory at once instead of with the object. */
  free(): void;
}

/** A game of a file. */
export interface RecordedGame {
  variant: Variant;
  rules: Record<string, string>;
  /** The first position; null for the start position. */
  fen: string | null;
  tags: Map<string, string>;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** The main line, as far as it is legal. */
  moves: string[];
  /** What is odd, such as an illegal move. */
  notes: string[];
}

/** Reads a file in PGN, XQF, CBR, CBL, DhtmlXQ or WXF; `variant` is the game if the file names none. */
export function readGames(file: string | Uint8Array, variant?: Variant): { games: RecordedGame[]; notes: string[] };

/** The names of the games. */
export function variants(): Variant[];

/** The FEN of a game's start position. */
export function startingFen(variant?: Variant): string;

/** Whether a FEN is a position of a game; the error of `new Board` has the reason why not. */
export function validateFen(fen: string, variant?: Variant): boolean;
