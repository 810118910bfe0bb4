// The linter's recommended rules for the page's modules; `make check-web` runs it from the root of the checkout.

import js from "@eslint/js";
import globals from "globals";

const UNUSED = {"no-unused-vars": ["error", {args: "after-used", caughtErrors: "all"}]};
const UNUSED_DIRECTIVES = {reportUnusedDisableDirectives: "error"};

export default [
  {...js.configs.recommended, files: ["web/**/*.js", "examples/**/*.mjs", "tests/**/*.mjs"]},
  {files: ["web/*.js"], languageOptions: {globals: globals.browser}, linterOptions: UNUSED_DIRECTIVES, rules: UNUSED},
  {files: ["web/local/*.js"], languageOptions: {globals: {...globals.browser, ...globals.worker}}, linterOptions: UNUSED_DIRECTIVES, rules: UNUSED},
  {files: ["web/local/offline.js"], languageOptions: {globals: globals.serviceworker}},
  {files: ["examples/**/*.mjs", "tests/**/*.mjs"], languageOptions: {globals: globals.node}, linterOptions: UNUSED_DIRECTIVES, rules: UNUSED},
];
