// The page in a real browser. `npx playwright test --project page` is part of `.ci/run`; the other projects are specs
// of their own: `static`, `package` and `element` need WebAssembly, `pictures` and `measure` run on demand.
// SHOTS=DIR keeps pictures.

import { defineConfig } from "@playwright/test";

const target = process.env.CARGO_TARGET_DIR ?? "../target";
const apart = ["static", "package", "element", "pictures", "measure"];

export default defineConfig({
  testDir: "tests/browser",
  outputDir: `${target}/browser`,
  preserveOutput: "failures-only",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" },
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: "reduce" },
    permissions: ["clipboard-read", "clipboard-write"],
    // Pictures of every moment would double the time.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
  projects: [
    { name: "page", testIgnore: apart.map((name) => `${name}.spec.js`) },
    ...apart.map((name) => ({ name, testMatch: `${name}.spec.js`, workers: 1 })),
  ],
});
