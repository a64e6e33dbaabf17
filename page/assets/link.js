// The connection to the engine, with the interface of a WebSocket: to the page's server or, for static files, to
// workers of the page.

/** Whether the page is static files, written by `banco export-page`. */
export const isStatic = document.documentElement.dataset.engine === "here";

const connectToServer = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/session`);

export const connect = isStatic ? (await import("./local.js")).connectToWorkers : connectToServer;
