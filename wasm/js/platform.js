// What browsers and Node do differently: files, workers and shared memory.

const isNode = typeof Worker === "undefined";
/**
 * A module of Node. Neither bundlers for browsers see it, nor does it wait: `require` loads no module that waits at its
 * top.
 */
const node = (name) => process.getBuiltinModule(`node:${name}`);

/** Whether engines may share memory: always in Node, and on pages isolated from other sites. */
export const canShare = isNode || Boolean(globalThis.crossOriginIsolated);

/** Number of processors. */
export const processors = isNode ? node("os").availableParallelism() : navigator.hardwareConcurrency || 1;

/** Loads the file at an address; in Node also a path. */
export async function load(address) {
  if (isNode && !/^https?:/.test(address)) {
    const { readFile } = node("fs/promises");
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
    // Options of the command line, such as --input-type, need not fit a worker.
    const worker = new (node("worker_threads").Worker)(new URL("./worker.js", import.meta.url), { execArgv: [] });
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
    return worker;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => fail(event.message);
  return worker;
}
