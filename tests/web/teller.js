/**
 * What a browser tells of what pytest lets happen. Reads `{ language, texts, me, updates }`
 * from standard input, and writes the lines for each update; cards stay as they are written.
 */

import { readFileSync } from "node:fs";

import { decode } from "../../peer/web/protocol.js";
import { People, changes, tell } from "../../peer/web/story.js";
import { speak } from "../../peer/web/words.js";

const { language, texts, me, updates } = JSON.parse(readFileSync(0, "utf8"));
speak(language, texts);
let before = null;
const told = [];
for (const text of updates) {
  const { table, events } = /** @type {any} */ (decode(text));
  const people = new People(table.seats, me, table.game === "rummikub");
  const lines = before ? changes(before, table, people) : [];
  told.push([...lines, ...events.flatMap((/** @type {any} */ event) => tell(event, people, table, String))]);
  before = table;
}
console.log(JSON.stringify(told));
