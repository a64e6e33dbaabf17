/** Where the engine finds its files. */
export interface Files {
  /** Address of the Xiangqi network (in Node also a path); by default `xiangqi.nnue` beside this module. */
  network?: string;
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

export type Variant = "xiangqi" | "commander" | "namdinh" | "dicechess" | "oanquan";

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
export interface Board {
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

/** A value from endgame tables, for the side that moves; without plies a rule on repetition decides, or it is a draw. */
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
  static create(options?: Files & { variant?: Variant; options?: Record<string, string | number | boolean> }): Promise<Engine>;
  readonly variant: Variant;
  setOption(name: string, value: string | number | boolean): Promise<void>;
  position(from?: { fen?: string | null; moves?: string[] }): Promise<Position>;
  board(): Promise<Board>;
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
  /** The position after a move, in protocol form or any notation of the game. */
  push(move: string): Promise<Position>;
  /** The position before the last move; null at the start. */
  pop(): Promise<Position | null>;
  /** The legal moves, or the moves of a line from here, in a notation of the game. */
  notation(name: string, line?: string[] | null): Promise<string[]>;
  /** Values from the endgame tables; null or left out where unknown. */
  probe(): Promise<{ value: TableValue | null; moves: Map<string, TableValue> }>;
}
