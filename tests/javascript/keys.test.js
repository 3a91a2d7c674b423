/** Keys: one press as the registry spells it, and what keys do in some places. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { caps, chordOf, isField, keymap, listen, presses } from "../../workbench/notebook/static/keys.js";

const press = (key, held = {}) => chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("a printed character is said as it is printed, whatever was held for it", () => {
  assert.equal(press("j"), "j");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("J", { shiftKey: true }), "J");
});

test("modifiers stand in one order, and the command key counts as Ctrl", () => {
  assert.equal(press("Enter", { ctrlKey: true }), "Ctrl+Enter");
  assert.equal(press("z", { metaKey: true, shiftKey: true }), "Ctrl+Shift+Z");
  assert.equal(press("Enter", { altKey: true, ctrlKey: true }), "Ctrl+Alt+Enter");
  assert.equal(press("Tab", { shiftKey: true }), "Shift+Tab");
});

test("a registry key is the presses that it is made of", () => {
  assert.deepEqual(presses("g q"), ["g", "q"]);
  assert.deepEqual(presses("Ctrl+Enter"), ["Ctrl+Enter"]);
  assert.deepEqual(presses("ctrl+z".replace("ctrl", "Ctrl")), ["Ctrl+Z"]);
  assert.deepEqual(presses("↓"), ["ArrowDown"]);
  assert.deepEqual(presses("Esc"), ["Escape"]);
});

test("caps are what a person finds on the keyboard", () => {
  assert.deepEqual(caps("ArrowDown"), ["↓"]);
  assert.deepEqual(caps("Ctrl+Enter"), ["Ctrl", "Enter"]);
  assert.deepEqual(caps("g q"), ["g", "q"]);
});

const COMMANDS = [
  { id: "step.next", keys: ["j", "ArrowDown"], where: ["steps"] },
  { id: "judge.safe", keys: ["s"], where: ["judge"] },
  { id: "reason.word", keys: ["s w"], where: ["judge"] },
  { id: "help", keys: ["?"], where: ["anywhere"] },
];

test("a key acts only in its places, and everywhere if it says so", () => {
  const steps = keymap(COMMANDS, ["steps"]);
  assert.equal(steps.get("j").command.id, "step.next");
  assert.equal(steps.get("ArrowDown").command.id, "step.next");
  assert.equal(steps.get("s"), undefined);
  assert.equal(steps.get("?").command.id, "help");
});

test("a key may be a command and begin a longer one", () => {
  const judge = keymap(COMMANDS, ["judge"]);
  assert.deepEqual([judge.get("s").command.id, judge.get("s").prefix], ["judge.safe", true]);
  assert.deepEqual([judge.get("s w").command.id, judge.get("s w").prefix], ["reason.word", false]);
});

test("the first command of a key wins, so that no later one is decided by accident", () => {
  const map = keymap([...COMMANDS, { id: "other", keys: ["j"], where: ["steps"] }], ["steps"]);
  assert.equal(map.get("j").command.id, "step.next");
});

test("text belongs to whoever takes text", () => {
  const element = (tagName, more = {}) => ({ nodeType: 1, tagName, isContentEditable: false, ...more });
  assert.equal(isField(element("INPUT", { type: "text" })), true);
  assert.equal(isField(element("INPUT", { type: "checkbox" })), false);
  assert.equal(isField(element("TEXTAREA")), true);
  assert.equal(isField(element("DIV", { isContentEditable: true })), true);
  assert.equal(isField(element("BUTTON")), false);
  assert.equal(isField(null), false);
});

test("a host that takes keys on their way down is told that they are not its own, but for saving", () => {
  const heard = new Map(), marks = new Map();
  const part = { toggleAttribute: (name, on) => marks.set(name, on) }, other = { toggleAttribute: () => assert.fail("not ours") };
  const page = { addEventListener: (name, act, down) => { assert.equal(down, true); heard.set(name, act); }, removeEventListener: (name) => heard.delete(name) };
  const root = { ownerDocument: { defaultView: page }, contains: (target) => target === part, addEventListener() {}, removeEventListener() {} };
  const keys = listen(root, {});
  heard.get("keydown")({ target: part, key: "a" });
  assert.equal(marks.get("data-lm-suppress-shortcuts"), true);
  heard.get("keydown")({ target: part, key: "s", ctrlKey: true });
  assert.equal(marks.get("data-lm-suppress-shortcuts"), false);
  heard.get("keydown")({ target: other, key: "a" });
  keys.close();
  assert.equal(heard.size, 0);
});
