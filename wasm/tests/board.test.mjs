// The board without a worker, in Node: `.ci/npm` runs this in a project that has the package, and checks its types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BancoError, Board, loadRules, readGames, startingFen, validateFen, variants } from "banco-engine";

/** @param {RegExp} why */
const refused = (why) => (/** @type {unknown} */ error) => error instanceof BancoError && why.test(error.message);
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const MATE_IN_ONE = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";

test("there is no board before the rules are loaded", async () => {
  assert.throws(() => new Board(), refused(/loadRules/));
  assert.throws(() => variants(), refused(/loadRules/));
  await Promise.all([loadRules(), loadRules()]);
});

test("constructor: start position, FEN, moves", () => {
  assert.equal(new Board().fen(), START);
  assert.equal(new Board("xiangqi").fen(), START);
  assert.equal(new Board("xiangqi", MATE_IN_ONE).fen(), MATE_IN_ONE);
  assert.deepEqual(new Board("xiangqi", null, { moves: ["h3e3", "H8+7"] }).moveStack(), ["h3e3", "h10g8"]);
  const { variant, notations } = new Board();
  assert.equal(variant, "xiangqi");
  for (const name of ["wxf", "iccs", "chinese", "vietnamese"]) assert.ok(notations.includes(name), name);
});

test("legal moves, also in a notation, and their number", () => {
  const board = new Board();
  assert.equal(board.legalMoves().length, 44);
  const wxf = board.legalMoves("wxf");
  assert.ok(wxf.length === 44 && wxf.includes("C2=5") && wxf[0] === board.san(board.legalMoves()[0], "wxf"));
});

test("push, pushSan, pop, reset, setFen, moveStack", () => {
  const board = new Board();
  assert.equal(board.push("h3e3"), "h3e3");
  assert.equal(board.pushSan("H8+7"), "h10g8");
  assert.equal(board.pushSan("马二进三", "chinese"), "h1g3");
  const fen = board.fen();
  assert.equal(fen, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2");
  assert.deepEqual(board.moveStack(), ["h3e3", "h10g8", "h1g3"]);
  assert.equal(board.pop(), "h1g3");
  assert.deepEqual(board.moveStack(), ["h3e3", "h10g8"]);
  board.push("h1g3");
  assert.equal(board.fen(), fen);
  board.reset();
  assert.deepEqual([board.fen(), board.moveStack()], [START, []]);
  board.setFen(fen);
  assert.deepEqual([board.fen(), board.turn(), board.moveStack()], [fen, "Black", []]);
  assert.throws(() => board.pop(), refused(/no move/));
});

test("lists of moves, in the protocol's form and in notations", () => {
  const board = new Board();
  assert.deepEqual(board.pushMoves(["h3e3", "h10g8"]), ["h3e3", "h10g8"]);
  assert.deepEqual(board.pushMoves(["H2+3", "R9=8"], "wxf"), ["h1g3", "i10h10"]);
  const fen = board.fen();
  assert.throws(() => board.pushMoves(["i1h1", "a1a9"]), refused(/a1a9/));
  assert.deepEqual([board.fen(), board.moveStack().length], [fen, 4]);
});

test("moves in every notation, one by one and in a row; the board stays", () => {
  const board = new Board();
  const named = { wxf: "C2=5", iccs: "H2-E2", chinese: "炮二平五", vietnamese: "P2-5" };
  const said = { ...named, algebraic: "Che3", xboard: "Che2" };
  assert.deepEqual(Object.fromEntries(board.notations.map((name) => [name, board.san("h3e3", name)])), said);
  assert.equal(board.san("h3e3"), "C2=5");
  for (const [name, text] of Object.entries(said)) assert.equal(new Board().pushSan(text, name), "h3e3");
  assert.deepEqual(board.sanMoves(["h3e3", "h10g8", "h1g3"]), ["C2=5", "H8+7", "H2+3"]);
  assert.throws(() => board.sanMoves(["h3e3", "h10g7"]), refused(/h10g7/));
  assert.equal(board.fen(), START);
});

test("side to move, clocks and plies", () => {
  const board = new Board();
  assert.equal(board.turn(), "Red");
  board.pushMoves(["h3e3", "h10g8", "e3e7"]);
  assert.equal(board.turn(), "Black");
  const clocks = () => board.fen().split(" ").slice(-2).map(Number);
  assert.deepEqual([...clocks(), board.moveStack().length], [0, 2, 3]);
  board.push("b10c8");
  assert.deepEqual(clocks(), [1, 3]);
});

test("captures", () => {
  const board = new Board("xiangqi", null, { moves: ["h3e3", "h10g8"] });
  assert.ok(board.isCapture("e3e7") && board.isCapture("C5+4"));
  assert.ok(!board.isCapture("e3f3") && !board.isCapture("h1g3"));
  assert.equal(board.moveStack().length, 2);
});

test("checks and checked pieces", () => {
  const board = new Board("xiangqi", null, { moves: ["h3e3", "h10g8"] });
  assert.deepEqual([board.isCheck(), board.checkedPieces()], [false, []]);
  board.setFen("4k4/4a4/9/9/9/3C5/9/9/9/4K4 w - - 0 1");
  board.push("d5e5");
  assert.deepEqual([board.isCheck(), board.checkedPieces()], [true, ["e10"]]);
});

test("results: mate, stalemate, material, repetition", () => {
  const board = new Board("xiangqi", MATE_IN_ONE);
  assert.deepEqual([board.isGameOver(), board.result()], [false, null]);
  board.push("a1d1");
  const { winner, reason } = board.result() ?? {};
  assert.deepEqual([board.isGameOver(), winner, reason, board.legalMoves()], [true, 0, "checkmate", []]);
  const bare = new Board("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1").result();
  assert.deepEqual([bare?.winner, bare?.reason], [null, "insufficient material"]);
  // A side without moves loses.
  const still = new Board("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1", { moves: ["h1h9"] }).result();
  assert.deepEqual([still?.winner, still?.reason], [0, "stalemate"]);
  const turns = ["h1g3", "h10g8", "g3h1", "g8h10"];
  const twice = new Board("xiangqi", null, { moves: [...turns, ...turns] }).result();
  assert.deepEqual([twice?.winner, twice?.reason], [null, "threefold repetition"]);
  const rules = { Repetition: "off" };
  assert.equal(new Board("xiangqi", null, { moves: [...turns, ...turns], rules }).result(), null);
});

test("a picture in text", () => {
  assert.match(String(new Board()), /^10 +r n b a k a b n r$/m);
});

test("games, start positions, checks of a FEN", () => {
  assert.equal(variants()[0], "xiangqi");
  assert.ok(variants().includes("oanquan"));
  assert.equal(startingFen("xiangqi"), START);
  for (const variant of variants()) assert.ok(validateFen(startingFen(variant), variant), variant);
  const kingless = "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
  const stray = "3k5/9/9/4B4/9/9/9/9/9/4K4 w - - 0 1";
  for (const fen of [kingless, START.replace("9/", "8/"), stray, "", "startpos"]) {
    assert.ok(!validateFen(fen, "xiangqi"), fen);
  }
});

test("PGN: tags, main line, result, and back", () => {
  const board = new Board("xiangqi", MATE_IN_ONE, { moves: ["a1d1"], rules: { Repetition: "draw" } });
  const pgn = board.pgn({ Event: "Final", Red: "An" }, "wxf");
  assert.match(pgn, /R9=6 1-0/);
  const {
    games: [game],
    notes,
  } = readGames(pgn);
  assert.deepEqual([...game.tags.keys()], ["Event", "Red"]);
  assert.equal(game.tags.get("Red"), "An");
  assert.deepEqual([game.variant, game.fen, game.moves], ["xiangqi", MATE_IN_ONE, ["a1d1"]]);
  assert.deepEqual([game.result, game.notes, notes], ["1-0", [], []]);
  assert.equal(new Board(game.variant, game.fen, game).pgn({ Event: "Final", Red: "An" }, "wxf"), pgn);
  const read = readGames('[Variant "xiangqi"]\n\n1. C2=5 (1. H2+3) H8+7 2. C5+9 *');
  assert.deepEqual(read.games[0].moves, ["h3e3", "h10g8"]);
  assert.match(read.games[0].notes.join(), /C5\+9/);
  assert.equal(readGames(new TextEncoder().encode(pgn)).games.length, 1);
  assert.throws(() => readGames("no game"), refused(/no games/));
});

test("all games are played to an end or for 200 moves, by every notation, and taken back", () => {
  for (const variant of variants()) {
    const board = new Board(variant);
    const fens = [board.fen()];
    let captures = 0;
    for (let seed = 7; !board.isGameOver() && fens.length <= 200; seed = (seed * 48271) % 2147483647) {
      const moves = board.legalMoves();
      const move = moves[seed % moves.length];
      captures += Number(board.isCapture(move));
      for (const name of board.notations) {
        assert.equal(new Board(variant, board.fen()).pushSan(board.san(move, name), name), move, `${variant} ${name}`);
      }
      assert.equal(new Board(variant, board.fen()).pushSan(board.san(move)), move, variant);
      board.push(move);
      fens.push(board.fen());
    }
    assert.ok(captures > 0, variant);
    const {
      games: [game],
    } = readGames(board.pgn(), variant);
    assert.deepEqual([game.moves, game.notes], [board.moveStack(), []], variant);
    for (let ply = fens.length - 1; ply >= 0; ply--) {
      assert.equal(board.fen(), fens[ply], variant);
      if (ply > 0) board.pop();
    }
    board.free();
  }
});

test("what is wrong is refused with its reason, and the board stays", () => {
  const board = new Board("xiangqi", null, { moves: ["h3e3"] });
  const before = [board.fen(), board.moveStack()];
  assert.throws(() => board.push("h3h9"), refused(/^illegal move h3h9/));
  assert.throws(() => board.push("h10g8 b1c3"), refused(/a move expected/));
  assert.throws(() => board.push(""), refused(/a move expected/));
  // @ts-expect-error A move is a text.
  assert.throws(() => board.push(undefined), refused(/illegal move undefined/));
  assert.throws(() => board.pushSan("H8+7", "morse"), refused(/unknown notation morse/));
  assert.throws(() => board.san("h10g8", "morse"), refused(/unknown notation morse/));
  assert.throws(() => board.legalMoves("morse"), refused(/unknown notation morse/));
  assert.throws(() => board.isCapture("a1a9"), refused(/a1a9/));
  assert.throws(() => board.setFen("9/9/9"), refused(/^bad position/));
  assert.throws(() => board.pgn({}, "morse"), refused(/morse/));
  assert.deepEqual([board.fen(), board.moveStack()], before);
  assert.throws(() => new Board("chess"), refused(/unknown game chess/));
  assert.throws(() => validateFen(START, "chess"), refused(/unknown game chess/));
  assert.throws(() => new Board("xiangqi", "9/9/9"), refused(/^bad position/));
  assert.throws(() => new Board("xiangqi", null, { rules: { Nope: 1 } }), refused(/option Nope/));
  assert.throws(() => new Board("xiangqi", null, { rules: { Repetition: "maybe" } }), refused(/one of .* expected/));
});
