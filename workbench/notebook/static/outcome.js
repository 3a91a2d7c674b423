/** The outcome: a sentence, changes by meaning, each change as a sentence, structure and raw beside it. */
import { button, counts, h, icon, mark } from "./dom.js";
import { codeLines, mono, say } from "./captured.js";
import { ignoreEnter } from "./judge.js";

/** The outcome card with its side. */
export function outcomeView(spec, act) {
  const approve = spec.approve && button(spec.approve.label, { kind: "primary", caps: act.caps("outcome.approve"), disabled: spec.approve.disabled, at: "outcome-approve", act: () => act.command("outcome.approve") });
  if (approve) approve.addEventListener("keydown", ignoreEnter);
  return h("div.wb-body.is-card",
    h("section.wb-pane.wb-card-main", { "aria-label": "Outcome", "data-scroll": "outcome", tabindex: "-1", "data-focus": true, "data-at": "outcome-card" }, h("div.wb-card",
      h("div.wb-card-head", h("h2", say(spec.title)), h("p", say(spec.sentence))),
      spec.classes.length > 0 && h("ol.wb-classes", { "aria-label": "Changes by meaning" }, spec.classes.map((part) => h("li.is-" + part.tone, h("b", part.many), h("span", part.label), part.tone === "ask" ? mark("ask", "needs you") : null))),
      spec.changes.length > 0 && h("ol.wb-changes", { "aria-label": spec.changesName }, spec.changes.map((change) => changeRow(change))),
      spec.records.length > 0 && h("section.wb-records", h("h3.wb-label", "What it records"), counts(spec.records)),
      spec.facts.length > 0 && h("ul.wb-plain-list.is-large", spec.facts.map((fact) => h("li", icon(fact.tone, "is-" + fact.tone), h("span", say(fact.words))))),
      h("div.wb-actions", approve, spec.actions.map((action) => button(action.label, { at: "outcome-" + action.id, act: () => act.command(action.id, action.payload) })), spec.writes && h("span.wb-quiet", spec.writes)),
      h("i.wb-seen", { "data-region": "outcome", "aria-hidden": "true" }))),
    sidePane(spec, act));
}

function changeRow(change) {
  return h("li.wb-change.is-" + change.tone, h("span.wb-step-n", change.step), h("div", h("p.wb-change-text", say(change.words)),
    change.was !== undefined && h("p.wb-change-pair", h("del", "was ", mono(change.was)), icon("arrow"), h("ins", "now ", mono(change.now)))),
  mark(change.tone === "ask" ? "ask" : "none", change.tone === "ask" ? "needs you" : "no decision"));
}

function sidePane(spec, act) {
  return h("section.wb-pane.wb-card-side", { "aria-label": "Structure and raw" },
    h("header.wb-pane-head", h("h2", "Outcome"), h("span.wb-pane-extra", spec.sides.length > 1 && h("div.wb-tabs", { role: "tablist", "aria-label": "Reading" }, spec.sides.map((side) =>
      h("button.wb-tab", { type: "button", role: "tab", "aria-selected": String(side.id === spec.side), "data-at": "side-" + side.id, onclick: () => act.side(side.id) }, side.label))))),
    h("div.wb-pane-body", { "data-scroll": "outcome-side" },
      spec.lines && codeLines(spec.lines, { label: "Outcome, as it will be written", classes: ".is-diff" }),
      spec.counts && counts(spec.counts)));
}
