// What browsers and Node do differently: files, workers and shared memory.

const isNode = typeof Worker === "undefined";
// The names are hidden from bundlers for browsers, which have no such modules.
const node = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);
const threads = isNode ? await node("worker_threads") : null;

/** Whether engines may share memory: always in Node, and on pages isolated from other sites. */
export const canShare = isNode || Boolean(globalThis.crossOriginIsolated);

/** Number of processors. */
export const processors = isNode ? (await node("os")).availableParallelism() : navigator.hardwareConcurrency || 1;

/** Loads the file at an address; in Node also a path. */
export async function load(address) {
  if (isNode && !/^https?:/.test(address)) {
    const { readFile } = await node("fs/promises");
    const { buffer, byteOffset, byteLength } = await readFile(/^file:/.test(address) ? new URL(address) : address);
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Starts worker.js. */
export function startWorker(receive, fail) {
  if (isNode) {
    const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
    return worker;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => fail(event.message);
  return worker;
}
