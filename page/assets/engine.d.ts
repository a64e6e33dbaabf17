// Types of the engine's scripts that the page uses: `wasm/js`, served under `engine/`.

declare module "*/engine/model.js" {
  export function readBoard(lines: string[]): Model;
  export function readScene(lines: string[]): Scene;
  export function readAct(text: string): Act;
  export function readChoices(lines: string[]): Choice[];
  export function readLots(lines: string[]): Lot[];
  export function readInfo(line: string): Info;
  export function plain(letters: string): string;
}

declare module "*/engine/banco.js" {
  export class Banco {
    constructor(options: { network: string; store: import("./store.js").Store });
    ready: Promise<void>;
    postMessage(text: string): void;
    terminate(): void;
    fail(why: string): void;
  }
}

interface Window { banco: object }
