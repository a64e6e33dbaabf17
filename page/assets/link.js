// The way to the engine, in the manner of a WebSocket: to the server that the page comes from or, where the page is
// static files, to workers of its own.

/** Whether the page is static files; `banco export-page` says so. */
export const isStatic = document.documentElement.dataset.engine === "here";

const connectToServer = () =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/session`);

export const connect = isStatic ? (await import("./local.js")).connectToWorkers : connectToServer;
