/** The timeline: the large picture, and always the same as a table. A range narrows every other pane. */
import { button, counts, h, icon, sayTableRoles } from "./dom.js";
import { say } from "./captured.js";
import { picture } from "./picture.js";
import { rangeChip } from "./steps.js";
import { count } from "./words.js";

/** The timeline's body. */
export function timelineView(spec, act) {
  const large = picture({ ...spec.picture, base: spec.base, large: true }, (step, extend) => act.pickRange(step, extend));
  const element = h("div.wb-body.is-timeline",
    h("section.wb-pane.wb-timeline", { "aria-label": "Timeline" },
      h("header.wb-pane-head", h("h2", "Timeline"), h("span.wb-quiet", count(spec.picture.total, "step") + " in order; no clock"),
        h("span.wb-pane-extra", rangeChip(spec.range, "step", spec.base, () => act.range(null)),
          h("span.wb-legend", h("span", icon("finding", "is-ask"), "open"), h("span", icon("judged", "is-idle"), "judged"), h("span", h("i.wb-here"), "you are here")),
          button("Steps", { caps: ["Esc"], at: "timeline-close", act: () => act.go("item") }))),
      h("div.wb-picture-large", large.element)),
    h("section.wb-pane.wb-steps", { "aria-label": "The same as text" },
      h("header.wb-pane-head", h("h2", "The same as text"), h("span.wb-pane-extra.wb-quiet", spec.cover)),
      h("div.wb-scroll", { "data-scroll": "timeline", tabindex: "0", "data-focus": true, "data-at": "timeline-table" }, textTable(spec, act))),
    h("section.wb-pane.wb-judge", { "aria-label": "Range" },
      h("header.wb-pane-head", h("h2", spec.side.title), h("span.wb-pane-extra.wb-quiet", spec.side.of)),
      h("div.wb-pane-body.wb-stack",
        h("p", spec.range ? "While a range is set, the walk through findings and the search stay inside it." : "Choose a row, or click the picture and extend with Shift, to set a range."),
        counts(spec.side.pairs),
        h("div.wb-actions", spec.side.open > 0 && button("First open finding", { kind: "primary", caps: act.caps("finding.next"), at: "timeline-first", act: () => act.firstOpen() }),
          spec.range && button("Remove range", { at: "timeline-remove", act: () => act.range(null) })))));
  sayTableRoles(element);
  return { element, picture: large };
}

function textTable(spec, act) {
  return h("table.wb-table", { "aria-label": "Timeline as text" },
    h("thead", h("tr", ["Steps", "Lane", "What happened", "Findings"].map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", spec.rows.map((row, index) => h("tr" + (row.here ? ".is-current" : ""), { onclick: () => act.range([row.from, row.to]) },
      h("th", { scope: "row" }, h("button.wb-row-button", { type: "button", "data-at": "span-" + index, onclick: (event) => { event.stopPropagation(); act.range([row.from, row.to]); } }, row.steps)),
      h("td", row.lane), h("td", say(row.what)),
      h("td", row.open || row.judged ? h("span.wb-mark." + (row.open ? "is-ask" : "is-idle"), icon(row.open ? "finding" : "judged"), row.findings) : h("span.wb-quiet", "none"))))));
}
