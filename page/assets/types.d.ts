// Types of the page's modules, known in all of them: `tsc` checks them, see page/tsconfig.json.

export {};

declare global {
  /** A score as the engine reports it: centipawns, moves to a mate, or the result of a finished game. */
  type Score = { kind: string; value: number; share?: number };

  /** What is known of a position. */
  type Known = { score: Score; proven: boolean; best?: string; bestSaid?: string; isExact?: boolean };

  /** A position of a game: the move that leads to it, and its successors. */
  type TreeNode = {
    text: string;
    seat: string | null;
    throw: boolean;
    comment: string;
    mark: string;
    said?: string;
    shapes?: string[];
    glyphs?: number[];
    before?: string;
    eval?: object;
    clock?: number;
    score?: Known;
    line?: number;
    isTaken?: boolean;
    judged?: string;
    parent: TreeNode | null;
    children: TreeNode[];
  };

  /** A game tree as it is stored: nodes with the places of their parents, and the current line. */
  type TreeData = {
    nodes: (Partial<Omit<TreeNode, "parent" | "children" | "line">> & { text: string; parent: number | null })[];
    path: number[];
  };

  /** A place of the page: a mode, with a game in some modes. */
  type Place = {
    mode: string;
    id?: string;
    uid?: string;
    tab?: string;
    man?: string;
    link?: string | null;
    isNew?: boolean;
  };

  /** A seat of a game. */
  type Seat = { name: string; colour: string; team: number; side: string; names: Names };

  /** A name in both languages. */
  type Names = { en: string; vi: string };

  /** A pair of texts, English and Vietnamese. */
  type Pair = [string, string];

  /** Words of a game; see `base/words.rs`. */
  type GameWords = { name: Pair; about: Pair; levels: Pair[]; reasons: [string, string][]; options: OptionWords[] };

  type OptionWords = { name: string; label: Pair; help: Pair; values: [string, Pair][] };

  /** An error of the engine, with its place in a file. */
  type Fault = {
    command?: string;
    error: string;
    code: string;
    arguments: Record<string, string>;
    sentence: string;
    text?: string;
    number?: number;
    file?: string;
    game?: number;
    line?: number;
  };

  /** The answer to the last of some lines, null after an error in it, and all errors. */
  type Answer = { answer: any; faults: Fault[] };

  /** An option: `options`. */
  type OptionSpec = {
    name: string;
    type: string;
    help: string;
    default: boolean | number | string | null;
    range: [number, number] | null;
    vars: string[];
  };

  /** A kind of piece of a seat. */
  type Man = { letters: string; seat: string; sign: string; names: Names };

  type Spot = { x: number; y: number };

  /** The constants of a game. */
  type Model = {
    title: Names;
    width: number;
    height: number;
    style: string;
    seats: Seat[];
    men: Map<string, Man>;
    points: Map<string, Spot>;
    lines: string[][];
    zones: { kind: string; seat: string | null; points: string[] }[];
    areas: { kind: string; corners: number[] }[];
    options: string[];
    notations: { name: string; names: Names }[];
    levels: number[];
    dice: Map<number, string[]>;
    lots: boolean;
  };

  /** Counters in a pit. */
  type Heap = { count: number; stone: boolean };

  /** A small picture of a position. */
  type Picture = {
    men: Map<string, string[]>;
    counts: Map<string, Heap>;
    stores: Map<string, number>;
    sold: Map<string, number>;
    last: Act[];
    check: string[];
    covers: { seat: string; points: string[] }[];
  };

  /** A position. */
  type Scene = Picture & {
    fen: string;
    seat: string;
    result: Result;
    round: number | null;
    die: number | null;
    captives: { man: string; captor: string }[];
    joined: string[];
    steps: Step[];
  };

  /** The result of a game: the winning team, and a reason unless the game goes on. */
  type Result = { winner: number | null; reason: string | null; points: [number, number] | null; text: string };

  /** A position with its moves and its history: `state`. `raw` has the position as the engine sent it. */
  type Told = { raw: object; scene: Scene; choices: Choice[]; history: Played[]; keys: string[]; board: Model };

  /** A move that was played. */
  type Played = { seat: string; move: string; said?: string };

  /** One act of a move. */
  type Act = {
    act: string;
    men?: string;
    from: string;
    to: string;
    other?: string;
    becomes?: string;
    clockwise?: boolean;
    die?: number;
  };

  /** One step of sowing. */
  type Step = { step: string; point?: string; count?: number; seat?: string };

  /** A legal move, or one that needs the consent of a seat. */
  type Choice = { move: string; said?: string; offer?: string; acts: Act[] };

  /** A value from endgame tables. */
  type TableValue = { outcome: "win" | "draw" | "loss"; plies: number | null };

  type Valued = { move: string; value: TableValue };

  /** A move that needs the consent of a seat, and what became of it. */
  type Offer = { move: string; seat: string; word: string };
  type Offered = Offer & { answer: string | null; decide?: (answer: string) => void };

  /** A report of a search. */
  type Info = {
    depth: number;
    multipv: number;
    nodes: number;
    nps: number;
    time: number;
    tbhits: number;
    pv: string[];
    bound: string | null;
    remark: string | null;
    score: Score;
  };

  /** A throw of a seat for the first turn, and the draw. */
  type Lot = { seat: string; die: number; fen: string };
  type Lots = { rounds: Lot[][]; first: Lot };

  /** The player of a seat, as stored and as in force. */
  type Player = { engine: boolean; kind: string; amount: number; strength: string };
  type Role = { engine?: boolean; remote?: boolean; isFree?: boolean };
  type PlayerNow = Player & Role & { limit: string };

  /** The state of the shared game, as the server sends it. */
  type RoomOffer = { number: number; by: number; asked: number[]; seen: number[]; what: any };
  type ClockRule = { base: number; gain?: number; each?: boolean };
  type RoomState = {
    watching: number;
    clock: { left: number[]; running: number | null } | null;
    version: number;
    you: number;
    pages: number;
    refused?: unknown;
    seats: Record<string, { page: number; banco: boolean }>;
    game: { id: string; options: [string, string][]; setup: string | null; moves: string[]; clock?: ClockRule } | null;
    verdict?: { winner: number | null; reason: string } | null;
    offers: RoomOffer[];
  };

  /** Times of a game: the kind of clock, milliseconds left, and those after each number of moves. */
  type Times = { kind: string; left: number[]; known: number[][] };

  /** The end of a game by people, after a number of moves. */
  type Verdict = { at: number; result: { winner: number | null; reason: string } };

  /** A stored game. */
  type Kept = {
    uid: string;
    id: string;
    name: string;
    options: [string, string][];
    setup: string | null;
    at: number;
    tags: [string, string][];
    tree: TreeData;
    count: number;
    date: number;
    verdict: Verdict | null;
    times?: Times;
    picture?: Picture | null;
    seats?: (string | null)[];
    result?: number | null;
  };

  /** A game to open: stored, imported, linked or of the shared room. */
  type Opened = {
    id?: string | null;
    uid?: string;
    name?: string;
    options?: Iterable<[string, any]>;
    setup: string | null;
    tree: MoveTree;
    at?: number;
    tags?: any;
    notation?: string;
    verdict?: Verdict | null;
    times?: Times;
    free?: boolean;
    isRead?: boolean;
    removed?: Fault;
    fault?: Fault;
  };

  /** What happens at the table: see `app.js`. */
  type Events = {
    show(game: MatchGame): void;
    busy(game: MatchGame): void;
    idle(game: MatchGame): void;
    info(game: MatchGame, info: Info): void;
    refused(fault: Fault): void;
    throwing(game: MatchGame, throws: Choice[], chosen: Choice): Promise<void>;
    began(): void;
    ended(game: MatchGame): void;
    moving(game: MatchGame, text: string): void;
    moved(game: MatchGame, text: string): void;
    roomed(state: RoomState | null, before: RoomState | null): Promise<void> | void;
  };

  type Analysis = import("./analysis.js").Analysis;
  type Board = import("./board.js").Board;
  type BoardInput = import("./input.js").BoardInput;
  type Client = import("./client.js").Client;
  type Handlers = {
    greeting?: () => string[];
    closed?: (client: Client, event: { code: number }) => unknown;
    failed?: (fault: Fault) => unknown;
  };
  type Clock = import("./clock.js").Clock;
  type Demo = import("./figures.js").Demo;
  type Editor = import("./editor.js").Editor;
  type Library = import("./library.js").Library;
  type MatchGame = import("./match.js").MatchGame;
  type MoveTree = import("./tree.js").MoveTree;
  type Players = import("./players.js").Players;
  type RoomLink = import("./roomlink.js").RoomLink;
  type State = import("./state.js").State;

  /** The parts that a game is made of. */
  type GameParts = {
    client: Client;
    board: Board;
    input: BoardInput;
    players: Players;
    clock: Clock;
    link: RoomLink;
    events: Events;
  };

  /** A position to look at with a second connection. */
  type Position = { fen?: string; moves?: string[]; options?: Record<string, string> };

  /** What such a look gives. */
  type Look = { raw: object; scene: Scene; choices: Choice[]; fault: Fault | undefined };

  /** What a tab of learning is filled from. */
  type LessonParts = { at?: string; man?: string | null; mistakes: Mistake[]; leave: () => unknown };
  type Lesson = LessonParts & { demo: Demo; id: string; page: HTMLElement; go: (tab: string, at?: string) => unknown };

  /** A mistake of a game: its position, and the move in words. */
  type Mistake = { position: Position; better?: string; had: number; played: string; words: string };

  /** A search without an answer yet, and a query. */
  type Search = { oninfo: (info: Info) => void; onoffer: (move: string) => void; done: (move: string | null) => void };
  type Question = { sent: string[]; command: string; tries: number; faults: Fault[]; done: (answer: Answer) => void };

  /** The interface of a WebSocket that the page uses. */
  type Socket = {
    readyState: number;
    send(text: string): void;
    close(): void;
    onopen: any;
    onclose: any;
    onmessage: any;
  };

  /**
   * What the desk, the actions around a game and the shared game are made of: other parts of the page, and what they
   * call.
   */
  type DeskParts = {
    state: State;
    client: Client;
    board: Board;
    game: MatchGame;
    editor: Editor;
    library: Library;
    view: import("./tableview.js").TableView;
    entered: () => Promise<void>;
  };
  type TableViewParts = {
    state: State;
    game: MatchGame;
    editor: Editor;
    analysis: Analysis;
    playing: import("./playing.js").Playing;
    idNow: () => string;
    changeRule: (name: string, value: string) => unknown;
    changeRuleset: (name: string, value: string) => unknown;
  };
  type PlayingParts = {
    game: MatchGame;
    restart: () => Promise<void>;
    choose: () => void;
    review: () => Promise<void>;
    orient: () => void;
    leave: () => void;
  };
  type RoomParts = {
    state: State;
    link: RoomLink;
    game: MatchGame;
    open: (id: string, kept: Opened | null) => Promise<void>;
    agrees: (team: number) => Promise<boolean>;
    seated: () => void;
  };
  type ModesParts = {
    state: State;
    game: MatchGame;
    desk: import("./desk.js").Desk;
    library: Library;
    analysis: Analysis;
    explorer: import("./explorer.js").Explorer;
    panels: import("./panels.js").Panels;
    choose: () => void;
  };

  /** An expectation after a throw, and a judged move. */
  type Face = { face: string; score: Score; info: Info };
  type Judged = { node: TreeNode; at: number; seat: Seat; lost: number; before: Known; after: Known };

  /**
   * A puzzle: a position with its best moves, the number of moves to the win, or of those for which a draw is to be
   * held. Proven endings of a course have a goal.
   */
  type Puzzle = {
    fen: string;
    best: string[] | null;
    moves: number;
    goal?: "win" | "draw";
    names: Names & { zh: string };
  };

  /**
   * What to solve: the number of moves to a mate that the side to move forces, which the person plays or defends
   * against; or the best moves; or a move `better` than the mistake that was `played`, where the mover `had` some
   * winning chance.
   */
  type Task = {
    position: Position;
    moves: number;
    goal?: "win" | "draw";
    isDefence?: boolean;
    best?: string[] | null;
    better?: string;
    had?: number;
    played?: string;
  };

  /** What is found about a try: why it is wrong, and the move that refutes it. */
  type Judgement = { isRight: boolean; text?: string; reply?: string };

  /** A game to be written to a file; `result` is 1, 0 or -1 for a finished one. */
  type Written = {
    id: string;
    name?: string;
    tags?: Iterable<[string, string]> | null;
    seats: Seat[];
    players: string[];
    result?: number | null;
    tree: MoveTree;
    setup: string | null;
    options: Iterable<[string, any]>;
    date?: number;
  };

  /** A named opening of Xiangqi: its group in ECCO, its moves, its names in Chinese, Vietnamese and English. */
  type Family = [code: string, moves: string, chinese: string, vietnamese: string, english: string];

  /** Games with a move from a position, and those that the first team won, nobody won, the second team won. */
  type Count = {
    move: string;
    games: number;
    first: number;
    draws: number;
    second: number;
    averageRating?: number | null;
  };

  /** A game in a list: `open` puts it onto the board. */
  type Listed = { name: string; result: number; open: () => unknown };

  /** A game in the answer of the server. */
  type TopGame = {
    id: string;
    move: string;
    winner: "first" | "second" | null;
    first: { name: string };
    second: { name: string };
    year: number | null;
  };

  /** Games of a source with some rules, and what shows the progress of counting them; `about` describes them. */
  type Counts = {
    of: string;
    id: string;
    rules: [string, string][];
    openings: import("./openings.js").Openings;
    progress: HTMLElement[];
    isStopped?: boolean;
    isDone?: boolean;
    about: string;
    done: Promise<unknown>;
  };

  /**
   * What the library calls: `open` for a chosen game, `leaving` before the page is left, `named` for a game with
   * another name, `changed` for other games.
   */
  type LibraryHooks = {
    open: (id: string, kept: Opened | null) => unknown;
    leaving: () => void;
    named: (uid: string, name: string) => void;
    changed: () => void;
  };
}
