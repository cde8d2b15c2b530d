/** What the tests of the browser client have in common. */

import { readFileSync } from "node:fs";

import { speak } from "../../peer/web/words.js";

/** All texts of a language. @param {string} language @returns {Record<string, string>} */
export const catalogue = (language) =>
  JSON.parse(readFileSync(new URL(`../../shared/locale/${language}.json`, import.meta.url), "utf8"));

speak("en", catalogue("en"));

/** The vectors and samples that pytest reads too. @param {string} name */
export const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

/** Run something in a world without `crypto.subtle`. @param {() => unknown} work */
export async function overPlainHttp(work) {
  const { crypto } = globalThis;
  const poorer = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  Object.defineProperty(globalThis, "crypto", { value: poorer, configurable: true });
  try {
    await work();
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
  }
}
