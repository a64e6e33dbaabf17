// A host of static files in a sub-path, without MIME types of its own for WebAssembly.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Path of the page on its host. */
export const BASE = "/games/banco/";
const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  html: "text/html",
});

/** Serves a folder; resolves to the address of the page, and a function that ends it. @param {string} folder */
export async function host(folder) {
  const server = createServer(async ({ url = "" }, answer) => {
    const path = url.split("?")[0];
    const name = path.startsWith(BASE) ? path.slice(BASE.length) || "index.html" : null;
    const content = name && (await readFile(`${folder}/${name}`).catch(() => null));
    answer
      .writeHead(content ? 200 : 404, {
        "Content-Type": TYPES[name?.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      })
      .end(content);
  });
  await new Promise((/** @type {(value?: unknown) => void} */ done) => server.listen(0, "127.0.0.1", done));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${BASE}`, stop };
}
