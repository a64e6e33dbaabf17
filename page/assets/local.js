// The engine in workers of this page, with the interface of a WebSocket.

import { Banco } from "./engine/banco.js";
import { Store } from "./store.js";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

const store = new Store("banco-tables", "tables", "key");

export const connectToWorkers = () => new LocalEngine({ store });

class LocalEngine extends Banco {
  readyState = /** @type {number} */ (WebSocket.CONNECTING);
  onopen = /** @type {(() => void) | null} */ (null);
  onclose = /** @type {((event: { code: number }) => void) | null} */ (null);

  constructor(/** @type {{ store: Store }} */ options) {
    super(options);
    this.ready.then(
      () => {
        if (this.readyState !== WebSocket.CONNECTING) return;
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      },
      () => this.close(),
    );
  }

  send(/** @type {string} */ text) {
    if (this.readyState === WebSocket.OPEN) this.postMessage(text);
  }

  /** A lost worker closes the connection, and the page reconnects. @param {string} why */
  fail(why) {
    if (this.readyState !== WebSocket.OPEN) return;
    console.error(`the engine failed: ${why}`);
    this.close();
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.terminate();
    setTimeout(() => this.onclose?.({ code: 0 }));
  }
}
