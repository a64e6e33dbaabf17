// Rules for the page's scripts: `.ci/run` has the command.

import globals from "globals";

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // The formatter leaves comments and texts as they are.
      "max-len": ["error", { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "no-undef": "error",
      "no-restricted-globals": ["error", "event", "length", "name", "open", "parent", "status", "top"],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "prefer-const": "error",
      "no-var": "error",
      eqeqeq: "error",
      "no-use-before-define": ["error", { functions: false, variables: false, classes: false }],
      "object-shorthand": "error",
      "prefer-template": "error",
      "no-else-return": "error",
      "no-useless-return": "error",
      "array-callback-return": "error",
      "no-implicit-coercion": "error",
      "no-unreachable": "error",
      "no-dupe-keys": "error",
      "no-fallthrough": "error",
      "no-self-compare": "error",
      "no-unmodified-loop-condition": "off",
      "no-constant-condition": ["error", { checkLoops: false }],
      "no-await-in-loop": "off",
      "no-import-assign": "error",
      "no-duplicate-imports": "error",
      "no-empty": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      "no-throw-literal": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    files: ["**/sw.js"],
    languageOptions: {
      globals: { ...globals.serviceworker, VERSION: "readonly", FILES: "readonly" },
    },
  },
  {
    files: ["**/*.test.js"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["tests/browser/*.js", "playwright.config.js"],
    languageOptions: {
      globals: globals.node,
    },
  },
];
