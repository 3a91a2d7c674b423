/** Captured text: text nodes, marks and boxes, and never anything else. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Element } from "./page.js";
import { boxed, captured, codeLines, mono, say } from "../../workbench/notebook/static/captured.js";

/** Nodes as text, with what stands in a box between brackets. */
const drawn = (nodes) => nodes.map((node) => (node instanceof Element ? "[" + node.textContent + "]" : node.textContent)).join("");

test("markup stays the text that it is", () => {
  const nodes = boxed("<img src=x onerror=alert(1)> [a](b) &amp;");
  assert.equal(nodes.length, 1);
  assert.ok(!(nodes[0] instanceof Element));
  assert.equal(nodes[0].textContent, "<img src=x onerror=alert(1)> [a](b) &amp;");
});

test("what cannot be seen, or turns the direction, stands in a box with its name", () => {
  assert.equal(drawn(boxed("a\u200Bb\u202Ec\u0000")), "a[ZWSP]b[RLO]c[NUL]");
  assert.equal(boxed("\u202E")[0].attributes.get("aria-label"), "invisible character RLO, U+202E");
});

test("a word that mixes scripts to look like another is marked, and no other is", () => {
  const nodes = boxed("from p\u0430ypal, \u041F\u0430\u0432\u0435\u043B and \u0394x in \u03BCm");
  assert.deepEqual(nodes.map((node) => [node.className || "", node.textContent]), [
    ["", "from "], ["wb-mixed", "p\u0430ypal (letters of several scripts)"], ["", ", \u041F\u0430\u0432\u0435\u043B and \u0394x in \u03BCm"],
  ]);
  assert.equal(boxed("\u03BF\u03C1c")[0].className, "wb-mixed");
  assert.equal(boxed("\u65E5\u672CABC\u3067\u3059").length, 1);
});

test("joiners and selectors that a script or an emoji needs are no boxes", () => {
  const family = "\u{1F469}\u200D\u{1F467}", persian = "\u0645\u06CC\u200C\u062E", heart = "\u2764\uFE0F";
  for (const text of [family, persian, heart]) assert.equal(drawn(boxed(text)), text);
  assert.equal(drawn(boxed("a\u200Db\u200Cc\uFE0F")), "a[ZWJ]b[ZWNJ]c[VS16]");
});

test("tabs that indent a line are room, tabs inside it are boxes", () => {
  assert.equal(drawn(boxed("\tif\n\t\tx\ty")), "\tif\n\t\tx[TAB]y");
});

test("runs of one finding share a mark, and those of two do not", () => {
  const nodes = captured([["to ", ""], ["ann", "open", 1], ["@x", "open", 1], ["ben", "open", 2], ["!", "judged", 2], ["m", "match"]]);
  assert.deepEqual(nodes.map((node) => [node.className || "", node.textContent]), [
    ["", "to "], ["wb-value", "ann@x"], ["wb-value", "ben"], ["wb-value is-judged", "!"], ["wb-value is-match", "m"],
  ]);
});

test("a sentence keeps our own words and captured ones apart", () => {
  const [own, strong, quoted, quiet, text] = say(["3 of ", { b: "all" }, { q: "said" }, { i: "more" }, { c: [["<b>", ""]] }]);
  assert.deepEqual([own.textContent, strong.tag, quoted.tag, quiet.className], ["3 of ", "b", "q", "wb-quiet"]);
  assert.deepEqual([text.tag, text.className, text.textContent, text.attributes.get("dir")], ["code", "wb-captured", "<b>", "ltr"]);
  assert.deepEqual(say(null), []);
  assert.equal(mono("plain").textContent, "plain");
});

test("a line has its number for the eye only, and its place for a keyboard", () => {
  const list = codeLines([{ n: 7, runs: [["x", ""]], here: true, tone: "add" }], { label: "Request" });
  const [row, number] = list.all();
  assert.deepEqual([list.attributes.get("aria-label"), list.attributes.get("tabindex")], ["Request", "0"]);
  assert.equal(row.className, "is-current is-add");
  assert.deepEqual([number.textContent, number.attributes.get("aria-hidden")], ["7", "true"]);
});
