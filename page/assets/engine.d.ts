// Types of the engine's scripts that the page uses: `wasm/js`, served under `engine/`.

declare module "*/engine/model.js" {
  export function decodeBoard(board: any): Model;
  export function decodeScene(shown: any): Scene;
  export function decodeInfo(info: any): Info;
  export function plain(letters: string): string;
}

declare module "*/engine/banco.js" {
  export class Banco {
    constructor(options: { store: import("./store.js").Store });
    ready: Promise<void>;
    postMessage(text: string): void;
    terminate(): void;
    fail(why: string): void;
  }
}

interface Window {
  banco: object;
}
