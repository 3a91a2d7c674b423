/** Words and names that are made in the browser: numbers with nouns, gate strips, unseen characters. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { boxName } from "../../workbench/notebook/static/captured.js";
import { count, LETTERS, MINI_SHAPE, STATUS_WORDS, stripWords } from "../../workbench/notebook/static/words.js";

test("a number agrees with its noun", () => {
  assert.equal(count(1, "finding"), "1 finding");
  assert.equal(count(0, "finding"), "0 findings");
  assert.equal(count(4112, "body", "bodies"), "4,112 bodies");
});

test("a strip of gates is read out as counts", () => {
  assert.equal(stripWords("ppppaa"), "4 pass, 2 needs you");
  assert.equal(stripWords("fin"), "1 fail, 1 not run, 1 not for this kind");
  assert.equal(stripWords(""), "");
});

test("every gate letter has its word and its shape", () => {
  for (const status of Object.values(LETTERS)) {
    assert.ok(STATUS_WORDS[status]);
    assert.ok(MINI_SHAPE[status]);
  }
});

test("characters that cannot be seen have names", () => {
  assert.equal(boxName("\u200B"), "ZWSP");
  assert.equal(boxName("\u202E"), "RLO");
  assert.equal(boxName("\uFE01"), "VS2");
  assert.equal(boxName("\u{E0101}"), "VS18");
  assert.equal(boxName("\u{E0041}"), "TAG");
  assert.equal(boxName("\u2003"), "SP 2003");
  assert.equal(boxName("\u{1D173}"), "U+1D173");
});
