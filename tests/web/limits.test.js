/** What a link, a name or a line may not do to a reader. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { MAX_FILE, unfolded } from "../../peer/web/rerun.js";
import { People, ownName } from "../../peer/web/story.js";
import "./house.js";

/** A link of one line that long. @param {number} length */
const folded = (length) => deflateRawSync(JSON.stringify(["match", "x".repeat(length)])).toString("base64url");

test("a link may unfold to a long match and to nothing without end", async () => {
  const long = await unfolded(folded(MAX_FILE - 20));
  assert.ok(long.length > MAX_FILE - 20);
  await assert.rejects(unfolded(folded(MAX_FILE)), {
    message: "this link holds no transcript; perhaps it was cut off on its way",
  });
});

test("a name has no characters that steer a screen", () => {
  const names = ["\u202eBen\u0007", "A\u2028n\u2029n", "\u200b\u0000", "Zo\u00eb \u2660", "\u2066\ufeffBo\u00ad"];
  assert.deepEqual(
    names.map((name, at) => ownName({ name }, at)),
    ["Ben", "Ann", "Player 3", "Zo\u00eb \u2660", "Bo"],
  );
  const people = new People(names.map((name) => ({ name })), null, false);
  assert.deepEqual(people.names, ["Ben", "Ann", "Player 3", "Zo\u00eb \u2660", "Bo"]);
});
