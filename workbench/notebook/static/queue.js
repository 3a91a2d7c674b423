/** The queue: filters, a windowed table, and the next item with what needs a person. */
import { button, h, icon, mark, pane, sayTableRoles } from "./dom.js";
import { mono, say } from "./captured.js";
import { completing } from "./complete.js";
import { strip } from "./frame.js";
import { FAMILY_SHAPE } from "./words.js";

const AROUND = 10;

/** The queue's body. Returns the element and what the app may ask of it. */
export function queueView(spec, act) {
  const table = queueTable(spec, act);
  const find = h("input", { type: "search", placeholder: "Search or filter", "aria-label": "Search names, or filter by family, state or gate", "data-at": "queue-find", value: spec.find, oninput: (event) => act.find(event.target.value) });
  const segments = h("div.wb-segments", { role: "group", "aria-label": "Show" }, spec.filters.map((filter) =>
    h("button.wb-segment", { type: "button", "aria-pressed": String(filter.here), "data-at": "filter-" + filter.id, onclick: () => act.filter(filter.id) }, filter.label, h("span.wb-count", filter.many.toLocaleString("en")))));
  const element = h("div.wb-body.is-queue",
    h("section.wb-pane.wb-queue", { "aria-label": "Queue" },
      h("div.wb-toolbar", segments, h("span.wb-spring"), h("label.wb-search", icon("search"), find, completing(find, spec.fields, act.find))),
      table.element, h("p.wb-under", spec.under)),
    pane("judge", "Next item", spec.next && h("span.wb-pane-extra.wb-quiet", spec.next.place), nextItem(spec.next, act)));
  return { element, table, field: find };
}

/** What the selected capture needs, before it is opened. */
function nextItem(next, act) {
  if (!next) return h("div.wb-stack", h("p.wb-where", "No capture is shown here. Choose another filter, or clear the search."));
  return h("div.wb-stack",
    h("h3.wb-finding-title", next.family && icon(FAMILY_SHAPE[next.family] || "file"), mono(next.label)),
    h("p.wb-where", next.facts),
    next.sections.map((section) => [h("h4.wb-label", section.title),
      h("ul.wb-plain-list", section.items.map((item) => h("li", icon(item.tone, "is-" + item.tone), h("span", item.name && h("b", item.name), item.name ? " " : null, say(item.words)))))]),
    next.note && h("p.wb-note", icon(next.note.shape || "later"), h("span", next.note.words)),
    h("div.wb-actions", next.actions.map((action) => button(action.label, { kind: action.primary ? "primary" : "", caps: act.caps(action.id), at: "next-" + action.id, act: () => act.command(action.id) }))));
}

/** A table that only holds the rows on screen, with a spacer row above and below. */
function queueTable(spec, act) {
  let cache = new Map(), wanted = "", current = spec.current, frame = 0;
  const total = spec.total;
  const body = h("tbody");
  const table = h("table.wb-table.is-captures", { "aria-label": spec.name, "data-grid": "", "aria-rowcount": total + 1, tabindex: "0", "data-focus": true, "data-at": "queue-table" },
    h("thead", h("tr", spec.head.map((word, index) => h("th" + (index === 0 || index > 3 ? ".is-number" : ""), { scope: "col" }, word)))), body);
  const scroll = h("div.wb-scroll.is-queue", { "data-scroll": "queue" }, table);
  const rowHeight = () => parseFloat(getComputedStyle(scroll).getPropertyValue("--wb-queue-row")) || 32;

  function paint() {
    frame = 0;
    const row = rowHeight(), seen = scroll.clientHeight || 480;
    const start = Math.max(0, Math.floor(scroll.scrollTop / row) - AROUND), stop = Math.min(total, Math.ceil((scroll.scrollTop + seen) / row) + AROUND);
    let missing = false;
    const rows = [];
    for (let index = start; index < stop; index++) { const data = cache.get(index); if (!data) missing = true; rows.push(drawRow(data, index, index === current, spec, act)); }
    body.replaceChildren(spacer(start * row), ...rows, spacer((total - stop) * row));
    sayTableRoles(scroll);
    table.setAttribute("aria-activedescendant", total ? "wb-queue-" + current : "");
    if (missing && wanted !== start + ":" + stop) { wanted = start + ":" + stop; act.rows("queue", start, stop); }
  }
  const later = () => { if (!frame) frame = requestAnimationFrame(paint); };
  scroll.addEventListener("scroll", later, { passive: true });
  const watch = new ResizeObserver(later);
  watch.observe(scroll);
  return {
    element: scroll, total,
    get current() { return current; },
    page: () => Math.max(1, Math.floor(scroll.clientHeight / rowHeight()) - 2),
    rows(start, rows) { rows.forEach((row, k) => cache.set(start + k, row)); wanted = ""; later(); },
    select(index) {
      current = Math.max(0, Math.min(total - 1, index));
      const row = rowHeight(), head = 30, top = current * row;
      if (scroll.clientHeight < head + row) { paint(); return current; }     // not laid out yet
      if (top < scroll.scrollTop) scroll.scrollTop = top;
      else if (top + row + head > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + row + head - scroll.clientHeight;
      paint();
      return current;
    },
    paint,
    close() { watch.disconnect(); cancelAnimationFrame(frame); },
  };
}

const spacer = (height) => h("tr.wb-spacer", { "aria-hidden": "true", role: "presentation", style: `block-size:${Math.max(0, height)}px` });

function drawRow(row, index, here, spec, act) {
  const id = "wb-queue-" + index;
  if (!row) return h("tr.is-waiting", { id, "aria-rowindex": index + 2 }, h("td.is-number.wb-quiet", "…"), spec.head.slice(1).map(() => h("td")));
  return h("tr" + (here ? ".is-current" : ""), { id, "aria-selected": String(here), "aria-rowindex": index + 2, onclick: () => act.pickRow(index), ondblclick: () => act.openRow(index) },
    h("td.is-number.wb-quiet", row.number),
    h("th", { scope: "row" }, h("span.wb-name", icon(FAMILY_SHAPE[row.family] || "file"), mono(row.label))),
    h("td", mark(row.state.tone, row.state.word, row.state.shape)),
    h("td", strip(row.gates)),
    h("td.is-number", row.open === null ? h("span.wb-quiet", "–") : row.open ? h("span.wb-mark.is-ask", icon("finding"), row.open) : h("span.wb-quiet", "0")),
    spec.head.length > 5 && h("td.is-number", row.days === null ? h("span.wb-quiet", "–") : h("span.wb-left" + (row.days <= 3 ? ".is-soon" : ""), h("span.wb-meter", { "aria-hidden": "true" }, h("span", { style: `inline-size:${Math.min(100, (row.days / 30) * 100)}%` })), row.days)));
}
