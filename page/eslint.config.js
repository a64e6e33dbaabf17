// Rules for the page's scripts: `.ci/run` has the command.

const globals = ["window", "document", "localStorage", "sessionStorage", "location", "history", "navigator", "crypto", "performance", "fetch", "matchMedia", "addEventListener", "removeEventListener",
  "setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame", "console", "URL", "Blob", "File", "Image", "WebSocket", "Worker", "AudioContext", "DOMPoint", "DOMParser",
  "XMLSerializer", "indexedDB", "IDBKeyRange", "getComputedStyle", "scrollTo", "innerWidth", "innerHeight", "DOMMatrix", "Event", "CustomEvent", "AbortController", "TextEncoder", "TextDecoder", "CompressionStream",
  "DecompressionStream", "Response", "Request", "caches", "self", "Notification", "isSecureContext", "queueMicrotask", "structuredClone", "atob", "btoa", "scrollY", "crossOriginIsolated", "postMessage", "WebAssembly", "SharedArrayBuffer", "Atomics", "close"];

/** Names of service workers; the server writes VERSION and FILES before the script. */
const worker = ["importScripts", "oninstall", "onactivate", "onfetch", "clients", "registration", "Headers", "VERSION", "FILES"];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [{
  files: ["**/*.js"],
  languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: readonly(globals) },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    "no-undef": "error", "no-unused-vars": ["error", { ignoreRestSiblings: true }], "prefer-const": "error", "no-var": "error", eqeqeq: "error", "no-use-before-define": ["error", { functions: false, variables: false, classes: false }],
    "object-shorthand": "error", "prefer-template": "error", "no-else-return": "error", "no-useless-return": "error", "array-callback-return": "error", "no-implicit-coercion": "error",
    "no-unreachable": "error", "no-dupe-keys": "error", "no-fallthrough": "error", "no-self-compare": "error", "no-unmodified-loop-condition": "off", "no-constant-condition": ["error", { checkLoops: false }], "no-await-in-loop": "off",
    "no-import-assign": "error", "no-duplicate-imports": "error", "no-empty": "error", "consistent-return": "error", "default-case-last": "error", "no-throw-literal": "error", "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
  },
}, {
  files: ["**/sw.js"],
  languageOptions: { globals: { ...readonly(worker), oninstall: "writable", onactivate: "writable", onfetch: "writable" } },
}, {
  files: ["**/*.test.js"],
  languageOptions: { globals: readonly(["global"]) },
}, {
  files: ["tests/browser/*.js", "playwright.config.js"],
  languageOptions: { globals: readonly(["process", "Buffer", "NodeFilter", "MutationObserver", "OscillatorNode", "Navigator", "PerformanceObserver", "createImageBitmap", "OffscreenCanvas", "DataTransfer", "ClipboardEvent", "DragEvent"]) },
}];
