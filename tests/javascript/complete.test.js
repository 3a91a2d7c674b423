import assert from "node:assert/strict";
import { test } from "node:test";
import { completions } from "../../workbench/notebook/static/complete.js";

const FIELDS = { check: ["email", "home-path"], certainty: ["proof", "strong", "weak"], tag: [] };
const texts = (value, caret = value.length) => completions(value, caret, FIELDS).options.map((option) => option.text);

test("a word is completed to the fields that have values", () => {
  assert.deepEqual(texts("ferry c"), ["check:", "certainty:"]);
  assert.deepEqual(texts("-ch"), ["-check:"]);
  assert.deepEqual(texts("ta"), []);
});

test("nothing is offered before anything is typed, or for what is no field", () => {
  assert.deepEqual(texts(""), []);
  assert.deepEqual(texts("ferry "), []);
  assert.deepEqual(texts("http://x"), []);
});

test("values are offered behind a field, each once", () => {
  assert.deepEqual(texts("check:"), ["check:email", "check:home-path"]);
  assert.deepEqual(texts("-certainty:proof,s"), ["-certainty:proof,strong"]);
  assert.deepEqual(texts("certainty:weak,"), ["certainty:weak,proof", "certainty:weak,strong"]);
});

test("the word at the caret is meant, wherever it stands", () => {
  const { start, options } = completions("boat ch ferry", 7, FIELDS);
  assert.equal(start, 5);
  assert.deepEqual(options.map((option) => option.label), ["check:"]);
});
