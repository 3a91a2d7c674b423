/** Messages: what happened, where, means, you can; every button runs the command it names. */
import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { h, button, iconButton, mark } from "../../workbench/notebook/static/dom.js";
import { messageView, progressView } from "../../workbench/notebook/static/message.js";
import { momentAt } from "../../workbench/notebook/static/charts.js";

/** What a view may do, and what it did. */
function acts() {
  const done = [];
  return { done, caps: (id) => (id === "item.next" ? ["]"] : []), command: (id, payload) => done.push([id, payload]), cancel: () => done.push(["cancel"]) };
}

const REFUSED = {
  kind: "message", title: "Refused", tone: "fail", quiet: false, words: ["Line 14 is not valid JSON."],
  story: [["Where", ["line 14"]], ["You can", ["record it again"]]],
  blocks: [{ tone: "fail", name: "Seed", words: ["It holds the old name."], action: { id: "item.reject", label: "Reject", payload: { reason: "fixed_string" } } }, { tone: "ask", name: "Name", words: ["To choose."] }],
  actions: [{ id: "item.next", label: "Next item", primary: true }],
};

test("a message has its words, its story and its blocks in order, and rests on the card", () => {
  const view = messageView(REFUSED, acts());
  const [card] = view.named("section");
  assert.ok(card.attributes.has("data-focus"));
  assert.deepEqual(view.named("dt").map((element) => element.textContent), ["Where", "You can"]);
  assert.deepEqual(view.named("b").map((element) => element.textContent), ["Seed", "Name"]);
});

test("each button runs its own command with its own payload", () => {
  const act = acts(), buttons = messageView(REFUSED, act).named("button");
  assert.deepEqual(buttons.map((element) => element.textContent), ["Reject", "Next item]"]);
  buttons.forEach((element) => element.heard.get("click")());
  assert.deepEqual(act.done, [["item.reject", { reason: "fixed_string" }], ["item.next", undefined]]);
});

test("progress is words, and can be stopped where it may be", () => {
  const act = acts();
  assert.equal(progressView({ words: ["reading 3 of 60"] }, act).named("button").length, 0);
  const [cancel] = progressView({ words: ["reading 3 of 60"], cancel: true }, act).named("button");
  cancel.heard.get("click")();
  assert.deepEqual(act.done, [["cancel"]]);
});

test("strings become text or attributes, whatever they hold, and nothing is left of what is not there", () => {
  const element = h("p.wb-a.wb-b", { title: "<b>", hidden: true, lang: null, id: false }, "<i>", null, undefined, false, 0, ["x", ["y"]]);
  assert.equal(element.className, "wb-a wb-b");
  assert.deepEqual([...element.attributes], [["title", "<b>"], ["hidden", ""]]);
  assert.equal(element.textContent, "<i>0xy");
  assert.deepEqual(element.all(), []);
});

test("a button carries its keys, an icon its name with the key, a status a word beside its shape", () => {
  assert.deepEqual(button("Stage", { caps: ["Ctrl", "Enter"] }).named("kbd").map((cap) => cap.textContent), ["Ctrl", "Enter"]);
  assert.equal(iconButton("left", "Previous finding", { cap: "p" }).attributes.get("aria-label"), "Previous finding (p)");
  assert.equal(mark("fail", "refused").textContent, "refused");
});

test("the moment of a chart is the last one reached", () => {
  const moments = [{ step: null }, { step: 2 }, { step: 5 }];
  assert.deepEqual([-2, 0, 2, 4, 9].map((at) => momentAt(moments, at)), [null, 0, 1, 1, 2]);
});
