export { Banco } from "./banco.js";
export { Board, startingFen, validateFen } from "./board.js";
export { BancoError, Engine, Position } from "./objects.js";
export { loadRules, readGames, variants } from "./rules.js";
