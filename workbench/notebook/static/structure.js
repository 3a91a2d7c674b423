/** The structure pane: scripts, submissions or exchanges in one shape of labelled sections. */
import { counts, h, icon, mark, pane } from "./dom.js";
import { mono, say } from "./captured.js";
import { findingMarks } from "./frame.js";
import { count } from "./words.js";

/** `spec.sections` in order; each has a `kind`. `list` is a windowed list to put on top (exchanges).
 * @param {{ element: HTMLElement } | null} list
 */
export function structurePane(spec, act, list = null) {
  const body = pane("structure", "Structure", h("span.wb-pane-extra.wb-quiet", spec.extra),
    list && list.element, spec.sections.map((section) => DRAW[section.kind](section, act)));
  body.querySelector(".wb-pane-body").setAttribute("data-scroll", "structure");
  return body;
}

const titled = (section, ...body) => [section.title && h("h3.wb-label", section.title), ...body];

const DRAW = {
  scripts: (section, act) => titled(section, h("ul.wb-scripts", section.scripts.map((script) =>
    h("li", h("button.wb-script" + (script.here ? ".is-current" : "") + (script.child ? ".is-child" : ""), { type: "button", "aria-pressed": String(script.here), "data-at": "script-" + script.lane, "data-lane": script.lane, onclick: () => act.lane(script.lane) },
      h("span.wb-script-top", h("b", script.name), h("span.wb-spring"), script.open ? findingMarks(script.open, 0) : null),
      script.file && h("span.wb-script-file", mono(script.file)),
      h("span.wb-script-use", script.part === null ? null : h("span.wb-meter", { "aria-hidden": "true" }, h("span", { style: `inline-size:${Math.round(script.part * 100)}%` })), script.use),
      script.notes.map((note) => h("span.wb-quiet", note))))))),
  counts: (section) => titled(section, counts(section.pairs.map(([name, value]) => [name, say(value)]), undefined, section.first ? ".is-first" : "")),
  marks: (section) => titled(section, section.region && h("i.wb-seen", { "data-region": section.region, "aria-hidden": "true" }), h("ul.wb-plain-list", section.items.map((item) => h("li", icon(item.tone, "is-" + item.tone), h("span", say(item.words)))))),
  carried: (section, act) => titled(section, h("ul.wb-plain-list", section.items.map((item, index) => h("li", icon("judged", "is-idle"),
    h("span", h("button.wb-step-link", { type: "button", "data-at": "carried-" + index, onclick: () => act.finding(item.key) }, item.words), h("span.wb-quiet", " " + item.what)))),
    section.more > section.items.length && h("li", count(section.more - section.items.length, "more", "more")))),
  epochs: (section) => titled(section, h("ol.wb-epochs", section.items.map((item) => h("li", icon("epoch"), h("b", say(item.name)), h("span.wb-quiet", item.steps))))),
  note: (section) => h("p.wb-note.is-" + section.tone, icon(section.tone === "ask" ? "ask" : "note", "is-" + section.tone), h("span", say(section.words))),
  state: (section) => titled(section, mark(section.tone, section.word)),
};
