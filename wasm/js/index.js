export { Banco } from "./banco.js";
export { BancoError, Engine, Position } from "./objects.js";
