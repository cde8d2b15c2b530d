/**
 * The reader's language. The page loads this before all else (index.html), so that the
 * catalogue is on its way while the rest is.
 */

import { loadSettings } from "./settings.js";
import { learn, say, speak } from "./words.js";

/** By the names that their speakers give them. */
export const LANGUAGES = { en: "English", fr: "Français", hi: "हिन्दी" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @param {string} tag @returns {tag is Language} */
const isLanguage = (tag) => Object.hasOwn(LANGUAGES, tag);

/**
 * The language of a reader who has chosen one, or whose browser wants some.
 * @param {string} kept @param {readonly string[]} wanted tags like fr-CA, best first
 * @returns {Language}
 */
function chosenLanguage(kept, wanted) {
  const tags = [kept, ...wanted.map((tag) => tag.toLowerCase().split("-")[0])];
  return tags.find(isLanguage) ?? "en";
}

/** @param {string} name */
async function load(name) {
  const answer = await fetch(new URL(`${name}.json`, import.meta.url));
  if (!answer.ok) throw TypeError(`no catalogue ${name}`);
  return answer.json();
}

/** What only the page says on which a match is watched again. */
export const learnRerun = async () => learn(await load(`${document.documentElement.lang}.rerun`));

/**
 * Speak to this reader from now on; English is for when there is nothing else.
 * @param {string} kept what was chosen in the menu; empty: as the browser wants
 */
export async function settle(kept) {
  let language = chosenLanguage(kept, navigator.languages);
  let texts;
  try {
    texts = await load(language);
  } catch {
    language = "en";
    texts = await load(language);
  }
  speak(language, texts);
  document.documentElement.lang = language;
}

/** What of the page itself is in a language: its manifest, and the name of its live region. */
export function dress() {
  const { lang } = document.documentElement;
  const manifest = document.querySelector("link[rel=manifest]");
  manifest?.setAttribute("href", `manifest.${lang === "en" ? "" : `${lang}.`}webmanifest`);
  document.getElementById("teller")?.setAttribute("aria-label", say("story"));
}

/** The texts of this page are there. */
export const settled = settle(loadSettings().language);
