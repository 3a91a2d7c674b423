/** The readings of one step: plain, decoded, raw, before / after, overview. Blocks come ready; nothing is decided here. */
import { h, icon, key, mark } from "./dom.js";
import { captured, codeLines, mono, say } from "./captured.js";
import { drawPanel } from "./panels.js";

/** The tabs; arrow keys move inside them. */
export function readingTabs(spec, act) {
  const tabs = h("div.wb-tabs", { role: "tablist", "aria-label": "Reading" }, spec.kinds.map((kind) =>
    h("button.wb-tab", { type: "button", role: "tab", id: "wb-tab-" + kind.id, "aria-selected": String(kind.id === spec.kind), "aria-controls": "wb-reading", tabindex: kind.id === spec.kind ? "0" : "-1", "data-at": "tab-" + kind.id, onclick: () => act.reading(kind.id) }, kind.label)));
  tabs.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const at = spec.kinds.findIndex((kind) => kind.id === spec.kind), next = spec.kinds[(at + move + spec.kinds.length) % spec.kinds.length];
    event.preventDefault();
    act.reading(next.id, true);
  });
  const caps = act.caps("reading.other");
  return h("div.wb-tabs-row", tabs, caps.length > 0 && key(...caps));
}

/** Head, plain line and blocks of the reading. */
export function readingPane(spec, act, options = {}) {
  const body = h("div.wb-reading-body", { role: "tabpanel", id: "wb-reading", "aria-labelledby": "wb-tab-" + spec.kind, tabindex: "0", "data-at": "reading", "data-scroll": spec.kind === "overview" ? "reading-overview" : "reading-" + spec.step + "-" + spec.kind },
    spec.plain && h("p.wb-plain-line", say(spec.plain)), spec.blocks.map((block) => drawBlock(block, act, { at: spec.step, level: options.bare ? "3" : "4" })));
  const element = h("div.wb-reading", options.bare ? null : h("div.wb-reading-head", h("h3", say(spec.title)), readingTabs(spec, act)), body);
  return { element, body };
}

/** Reports the regions of a reading once their end has been on the screen. */
export function watchSeen(body, report) {
  const waiting = new Set();
  let timer = 0;
  const flush = () => { timer = 0; if (waiting.size) report([...waiting]); waiting.clear(); };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      waiting.add(entry.target.getAttribute("data-region"));
      watcher.unobserve(entry.target);
    }
    if (waiting.size && !timer) timer = setTimeout(flush, 120);
  }, { threshold: 0.5 });
  for (const end of body.querySelectorAll("[data-region]")) watcher.observe(end);
  return () => { watcher.disconnect(); clearTimeout(timer); flush(); };
}

/** `place` is the step the reading is of, and the level of the headings below its own. */
function drawBlock(block, act, place) {
  return h("section.wb-block.is-" + block.kind, { "data-block": block.id },
    block.label && h("h4.wb-label", { "aria-level": place.level }, say(block.label)), DRAW[block.kind](block, act, place),
    block.region && h("i.wb-seen", { "data-region": block.region, "aria-hidden": "true" }));
}

const DRAW = {
  code: (block, act) => [block.parts.map((part) => (part.fold ? fold(part.fold, block, act) : codeLines(part.lines, { label: block.name || "captured text" })))],
  table: (block) => h("table.wb-table.is-tight" + (block.shape ? ".is-" + block.shape : ""), { "aria-label": block.name },
    block.head && h("thead", h("tr", block.head.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", block.rows.map((row) => h("tr" + (row.tone ? ".is-" + row.tone : ""), row.cells.map((cell, index) => (index === 0 ? h("th", { scope: "row" }, drawCell(cell)) : h("td" + (cell.quiet ? ".wb-quiet" : ""), cell.span ? { colspan: cell.span } : null, drawCell(cell)))))))),
  panel: (block, act, place) => drawPanel(block.panel, act, { ...place, id: block.id }),
  line: (block) => h("p.wb-plain-line", block.icon && icon(block.icon, block.tone ? "is-" + block.tone : ""), say(block.words)),
  sentences: (block) => h("ul.wb-plain-list", block.items.map((item) => h("li", icon(item.tone || "none", "is-" + (item.tone || "none")), h("span", say(item.words))))),
  hex: (block) => codeLines(block.lines, { label: "raw bytes, escaped", classes: ".is-raw" }),
  more: (block, act) => fold({ words: block.words, from: 0 }, block, act),
};

/** A cell: words, captured runs, a mark, or a hidden value. */
function drawCell(cell) {
  if (cell.c) return h("span.wb-captured", { dir: "ltr" }, captured(cell.c));
  if (cell.mark) return mark(cell.mark.tone, cell.mark.word);
  if (cell.gone !== undefined) return h("span.wb-redacted", icon("hidden"), cell.gone);
  if (cell.key) return mono(cell.key);
  return h("span", say(cell.words));
}

function fold(spec, block, act) {
  return h("button.wb-fold", { type: "button", "aria-expanded": "false", "data-at": "fold-" + block.id + "-" + spec.from, onclick: () => act.unfold(block.id, spec.from) }, icon("right"), spec.words);
}
