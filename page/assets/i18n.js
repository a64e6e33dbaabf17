// Texts of the page in English and Vietnamese.

const WORDS = {
  game: ["Game", "Trò chơi"],
  board: ["Board", "Bàn cờ"],
  language: ["Tiếng Việt", "English"],
  theme: ["Light or dark", "Sáng hoặc tối"],
  players: ["Players", "Người chơi"],
  person: ["Person", "Người"],
  engine: ["Banco", "Banco"],
  seconds: ["seconds", "giây"],
  depth: ["depth", "độ sâu"],
  nodes: ["nodes", "số nút"],
  limitOf: ["Limit of Banco for", "Giới hạn suy nghĩ của"],
  amountOf: ["Amount for", "Mức giới hạn của"],
  whoPlays: ["Who plays", "Ai chơi"],
  strengthOf: ["Strength of", "Trình độ của"],
  fullStrength: ["full", "mạnh nhất"],
  analysis: ["Analysis", "Phân tích"],
  analyse: ["Analyse", "Phân tích"],
  wholeGame: ["Whole game", "Phân tích cả ván"],
  lines: ["Lines", "Số phương án"],
  moves: ["Moves", "Nước đi"],
  noMoves: ["No moves yet.", "Chưa có nước đi."],
  position: ["Position and record", "Thế cờ và biên bản"],
  rules: ["Rules", "Luật"],
  look: ["Look", "Hiển thị"],
  letters: ["Letters instead of characters", "Chữ cái thay cho chữ Hán"],
  zones: ["Show air defence", "Hiện vùng phòng không"],
  newGame: ["New game", "Ván mới"],
  undo: ["Undo", "Đi lại"],
  flip: ["Flip the board", "Xoay bàn cờ"],
  first: ["To the start", "Về đầu"],
  previous: ["One move back", "Lùi một nước"],
  next: ["One move forward", "Tiến một nước"],
  last: ["To the end", "Về cuối"],
  goOn: ["Resume", "Chơi tiếp"],
  pause: ["Pause", "Tạm dừng"],
  copyFen: ["Copy position", "Sao chép thế cờ"],
  copyGame: ["Copy game", "Sao chép ván cờ"],
  setUp: ["Set up", "Bày thế cờ"],
  save: ["Save as PGN", "Lưu PGN"],
  copyPgn: ["Copy PGN", "Sao chép PGN"],
  copyLink: ["Copy link", "Sao chép liên kết"],
  picturePng: ["Picture (PNG)", "Ảnh (PNG)"],
  pictureSvg: ["Picture (SVG)", "Ảnh (SVG)"],
  notation: ["Notation of moves", "Cách ghi nước đi"],
  line: ["Line", "Dòng"],
  openComment: ["comment { without an end", "lời bình { chưa đóng"],
  openVariation: ["variation ( without an end", "biến ( chưa đóng"],
  closedTwice: [") without a variation", "thừa dấu )"],
  noMoveBefore: ["a variation needs a move before it", "trước biến phải có nước đi"],
  moveList: ["The list of moves", "Danh sách nước đi"],
  digitsGiven: ["digits, not four for each move", "chữ số, không đủ bốn cho mỗi nước"],
  gamesKept: ["games are saved under Games; the first is on the board.", "ván đã được lưu trong mục Các ván cờ; ván đầu tiên đang ở trên bàn."],
  load: ["Load", "Mở tệp"],
  fenHelp: ["Position (FEN), PGN, DhtmlXQ or Banco's record: change or paste it, then set it up.",
    "Thế cờ (FEN), PGN, DhtmlXQ hoặc biên bản của Banco: dán hoặc sửa tại đây rồi bấm Bày thế cờ."],
  badLink: ["This link contains no valid game.", "Liên kết này không chứa ván cờ hợp lệ."],
  copied: ["Copied.", "Đã sao chép."],
  copyByHand: ["Copy it from the field.", "Hãy sao chép từ ô này."],
  toMove: ["to move", "đi"],
  thinking: ["is thinking …", "đang nghĩ …"],
  throwDie: ["Throw the die", "Tung xúc xắc"],
  thrown: ["threw", "tung được"],
  lost: ["has no move and loses the turn", "không có nước đi: mất lượt"],
  demand: ["Demand the king back", "Đòi lại vua"],
  exchange: ["Exchange the captive kings", "Đổi vua bị bắt"],
  accept: ["Accept", "Đồng ý"],
  decline: ["Decline", "Từ chối"],
  accepted: ["accepted", "đã đồng ý"],
  declined: ["declined", "đã từ chối"],
  lots: ["Throws for the first turn", "Tung xúc xắc giành lượt đầu"],
  again: ["again", "tung lại"],
  begins: ["begins with", "đi trước với số"],
  drawLots: ["Throw for the first turn", "Tung xúc xắc giành lượt đầu"],
  captiveOf: ["captive of", "bị bắt bởi"],
  joined: ["joined", "hợp quân"],
  check: ["check", "chiếu"],
  wins: ["wins", "thắng"],
  draw: ["Draw", "Hòa"],
  round: ["Round", "Vòng"],
  store: ["store", "kho"],
  sold: ["sold", "đã bán"],
  halfSold: ["half sold", "bán một nửa"],
  empty: ["empty", "trống"],
  counters: ["counters", "quân"],
  proven: ["proven", "đã chứng minh"],
  expectation: ["Expectation by throw", "Kỳ vọng theo mặt xúc xắc"],
  whole: ["All", "Cả khối"],
  done: ["Done", "Xong"],
  cancel: ["Cancel", "Hủy"],
  goes: ["goes there", "đi đến"],
  shoots: ["takes it, stays", "ăn tại chỗ"],
  rams: ["sacrifices itself", "cảm tử"],
  lifts: ["drops its passenger, returns", "thả quân rồi về"],
  andTakes: ["and takes", "và ăn"],
  becomes: ["becomes", "phong"],
  anticlockwise: ["anticlockwise", "ngược chiều kim đồng hồ"],
  clockwise: ["clockwise", "theo chiều kim đồng hồ"],
  whichMove: ["Which one?", "Nước nào?"],
  hero: ["heroic", "anh hùng"],
  lostLink: ["Connection to Banco lost. Reconnecting …", "Mất kết nối với Banco. Đang kết nối lại …"],
  noRoom: ["Banco does not answer. Are too many pages open?", "Banco không trả lời. Có lẽ đang mở quá nhiều trang?"],
  keys: ["Arrow keys move the focus, Enter selects and plays, Escape cancels.",
    "Phím mũi tên di chuyển trên bàn cờ, Enter chọn và đi, Escape bỏ chọn."],
  library: ["Games", "Các ván cờ"],
  gameName: ["Name of the game", "Tên ván cờ"],
  saveGame: ["Save under this name", "Lưu với tên này"],
  saved: ["Named games", "Ván đã đặt tên"],
  recent: ["Recent games", "Ván gần đây"],
  noGames: ["None yet.", "Chưa có ván nào."],
  plies: ["moves", "nước"],
  rename: ["Rename", "Đổi tên"],
  delete: ["Delete", "Xóa"],
  deleted: ["Game deleted.", "Đã xóa ván cờ."],
  undoDelete: ["Undo", "Hoàn tác"],
  gameKept: ["The previous game is saved.", "Ván trước đã được lưu."],
  backToIt: ["Back to it", "Quay lại ván đó"],
  marks: ["Mark the move", "Đánh dấu nước đi"],
  comment: ["Comment on the move", "Lời bình nước đi"],
  promote: ["Main line", "Đưa thành biến chính"],
  deleteMove: ["Delete from here", "Xóa từ nước này"],
  writeMove: ["Write a move", "Nhập nước đi"],
  playMove: ["Play", "Đi"],
  moveNumber: ["move", "nước thứ"],
  badPosition: ["Bad position", "Thế cờ sai"],
  notYourTurn: ["It is not your turn.", "Chưa đến lượt bạn."],
  edit: ["Set up by hand", "Tự bày quân"],
  palette: ["Pieces to place", "Quân để đặt"],
  eraser: ["Remove", "Bỏ quân"],
  turnOf: ["To move", "Bên đi trước"],
  stack: ["stack", "xếp chồng"],
  clear: ["Clear", "Xóa hết"],
  startPosition: ["Start position", "Thế ban đầu"],
  mirror: ["Mirror", "Đối xứng"],
  swapColours: ["Swap colours", "Đổi màu quân"],
  playFromHere: ["Play from here", "Chơi từ đây"],
  analyseIt: ["Analyse", "Phân tích"],
  exact: ["Exact values, in moves of both sides", "Kết quả chính xác, tính nước của cả hai bên"],
  inPlies: ["in", "sau"],
  win: ["wins", "thắng"],
  loss: ["loses", "thua"],
  byRepetition: ["by the rules on repetition", "theo luật lặp nước"],
  tablesBuilding: ["Endgame tables are being built:", "Đang dựng bảng cờ tàn:"],
  tablesBuild: ["Build endgame tables", "Dựng bảng cờ tàn"],
  tablesFailed: ["There are no endgame tables:", "Không có bảng cờ tàn:"],
  hint: ["Hint", "Gợi ý"],
  whyNot: ["Why not this move?", "Vì sao không nên đi nước này?"],
  isBest: ["is also Banco's choice:", "cũng là nước Banco chọn:"],
  leadsTo: ["leads to", "dẫn đến"],
  wouldLeadTo: ["would lead to", "sẽ dẫn đến"],
  answer: ["The answer", "Đáp lại"],
  better: ["better:", "tốt hơn:"],
  accuracy: ["Accuracy", "Độ chính xác"],
  moments: ["Key moments", "Thời điểm then chốt"],
  effort: ["Threads, memory, limit", "Luồng, bộ nhớ, giới hạn"],
  threads: ["Threads", "Luồng"],
  hash: ["Memory (MiB)", "Bộ nhớ (MiB)"],
  until: ["Until", "Giới hạn"],
  noLimit: ["stopped", "không"],
  amount: ["Amount", "Mức giới hạn"],
  noScore: ["Not evaluated yet", "Chưa đánh giá"],
  graph: ["Course of the game", "Diễn biến ván cờ"],
};

/** Reasons of results, by the engine's texts. */
const REASONS = {
  "checkmate": "chiếu hết",
  "stalemate": "hết nước đi",
  "no legal move": "không còn nước đi",
  "threefold repetition": "lặp lại ba lần",
  "perpetual check": "chiếu mãi",
  "perpetual chase": "đuổi mãi",
  "move limit": "quá lâu không ăn quân",
  "insufficient material": "không đủ quân để thắng",
};

/** Words of games by their ids; see `base/words.rs`. */
let games = {};

export let language = localStorage.getItem("language") ?? (navigator.language.startsWith("vi") ? "vi" : "en");

export function changeLanguage() {
  language = language === "en" ? "vi" : "en";
  localStorage.setItem("language", language);
  translate();
}

/** Returns the text of a key. */
export const t = (key) => WORDS[key][language === "en" ? 0 : 1];

/** Returns the text in the page's language. */
export const pick = (pair) => pair[language === "en" ? 0 : 1];

/** Loads the words of all games. */
export async function loadGameWords() {
  const answer = await fetch("guide/words");
  if (answer.ok) games = await answer.json();
  for (const { reasons } of Object.values(games)) addReasons(Object.fromEntries(reasons));
}

export const gameWords = (id) => games[id];

/** Returns the words of all options of all games. */
export const optionsOfGames = () => Object.values(games).flatMap(({ options }) => options);

export const gameName = (id) => (games[id] && pick(games[id].name)) || id;

/** Returns a name in the page's language. */
export const nameOf = (thing) => thing.names[language];

/** Names the seats that a person plays; in games of pits people sit at a side and have no colour. */
export const youAre = ({ style }, who) => (language === "vi" && style === "pits" ? `Bạn ngồi phía ${who}` : `${t("youAre")}: ${who}`);

/** Formats a number as the page's language does. */
export const number = (value) => value.toLocaleString(language === "vi" ? "vi-VN" : "en-GB");

/** Translates a reason; points after it stay unchanged. */
export function reason(text) {
  const [why, points] = text.split(/ points /);
  const said = (language === "vi" && REASONS[why]) || why;
  return points ? `${said} (${points})` : said;
}

/** Adds the texts of a part of the page. */
export const addWords = (words) => Object.assign(WORDS, words);

/** Adds the page's own reasons of results. */
export const addReasons = (reasons) => Object.assign(REASONS, reasons);

/** Writes the texts of all elements with a key. */
export function translate(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-i18n]")) element.textContent = t(element.dataset.i18n);
  for (const element of root.querySelectorAll("[data-place]")) element.placeholder = t(element.dataset.place);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    element.title = t(element.dataset.label);
  }
}
