/** CPace, the hashes and the curve on the vectors that pytest uses too. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { hex, unhex, utf8 } from "../../peer/web/bytes.js";
import { ProtocolError } from "../../peer/web/errors.js";
import * as pake from "../../peer/web/pake.js";
import { hmacSha256, hmacSha512, ownSha256, ownSha512, sha256, sha512 } from "../../peer/web/sha.js";
import { elligator2, multiply, ownMultiply } from "../../peer/web/x25519.js";
import { overPlainHttp, vectors } from "./house.js";

const cpace = vectors("cpace_vectors.json");
const LENGTHS = [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 129, 300];

for (const [name, ours, browsers] of /** @type {const} */ ([
  ["sha256", ownSha256, sha256],
  ["sha512", ownSha512, sha512],
])) {
  test(`${name} agrees with node for every kind of padding`, async () => {
    for (const length of LENGTHS) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
      const expected = createHash(name).update(bytes).digest("hex");
      assert.equal(hex(ours(bytes)), expected);
      assert.equal(hex(await browsers(bytes)), expected);
    }
  });
}

test("FIPS 180-4: abc", () => {
  assert.equal(
    hex(ownSha256(utf8("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  assert.match(hex(ownSha512(utf8("abc"))), /^ddaf35a193617abacc417349ae204131/);
});

test("hmac agrees with node, also for long keys", async () => {
  for (const size of [1, 64, 65, 128, 129, 200]) {
    const key = new Uint8Array(size).fill(3);
    const node = (/** @type {string} */ name) =>
      createHmac(name, key).update("hands").digest("hex");
    assert.equal(hex(await hmacSha256(key, utf8("hands"))), node("sha256"));
    assert.equal(hex(await hmacSha512(key, utf8("hands"))), node("sha512"));
  }
});

test("RFC 7748 section 5.2, with our own code and the browser's", async () => {
  for (const [scalar, point, product] of [
    [
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ],
    [
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ],
  ]) {
    assert.equal(hex(ownMultiply(unhex(scalar), unhex(point))), product);
    assert.equal(hex(await multiply(unhex(scalar), unhex(point))), product);
  }
});

test("RFC 7748 section 5.2, a thousand times", () => {
  let k = unhex("09".padEnd(64, "0"));
  let u = k;
  for (let n = 0; n < 1000; n++) [k, u] = [ownMultiply(k, u), k];
  assert.equal(hex(k), "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
});

/** The draft's exchange, with its numbers. */
async function exchange() {
  const { exchange } = cpace;
  const bytes = (/** @type {string} */ name) => unhex(exchange[name]);
  const start = await pake.generator(bytes("PRS"), bytes("CI"), bytes("sid"), unhex("05".padEnd(64, "0")));
  assert.equal(hex(start), exchange.g);
  assert.equal(hex(await multiply(bytes("ya"), start)), exchange.Ya);
  assert.equal(hex(await multiply(bytes("yb"), start)), exchange.Yb);
  assert.equal(hex(await multiply(bytes("ya"), bytes("Yb"))), exchange.K);
  const key = await pake.sessionKey(
    bytes("sid"),
    bytes("K"),
    { share: bytes("Ya"), data: bytes("ADa") },
    { share: bytes("Yb"), data: bytes("ADb") },
  );
  assert.equal(hex(key), exchange.ISK_IR);
}

test("the exchange of the CPace draft", exchange);
test("the exchange of the CPace draft without crypto.subtle", () => overPlainHttp(exchange));

test("the draft's points of low order are refused, the others multiplied", async () => {
  const { s, points, must_abort } = cpace.low_order;
  const refusal = new ProtocolError("the share is a point of low order");
  const check = async () => {
    for (const [at, [point, expected]] of points.entries()) {
      const product = multiply(unhex(s), unhex(point));
      if (must_abort.includes(at)) await assert.rejects(product, refusal);
      else assert.equal(hex(await product), expected);
    }
  };
  await check();
  await overPlainHttp(check);
});

test("the map to the curve does not depend on the blind", () => {
  const field = unhex("0b".repeat(32));
  const points = ["01", "33", "fe"].map((byte) => hex(elligator2(field, unhex(byte.repeat(32)))));
  assert.equal(new Set(points).size, 1);
});
