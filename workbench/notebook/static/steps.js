/**
 * The windowed list: only the rows on screen exist, whatever the number. Rows are asked for in windows and
 * forgotten when they are far away. Above 30 million pixels the scroll position is mapped, because browsers
 * cap the height of an element.
 */
import { completing } from "./complete.js";
import { h, icon, mark, s } from "./dom.js";
import { mono, say } from "./captured.js";
import { findingMarks } from "./frame.js";

const MOST_PIXELS = 30_000_000, AROUND = 12, KEPT = 4000;

/**
 * A list box over `total` rows. `draw(row, index, isCurrent)` makes the inside of an option;
 * `ask(start, stop)` requests rows; `pick(index, extend)` is a click on one.
 */
export function windowedList(options) {
  const { label, draw, ask, pick, classes = "", id, at = "steps", base = 0 } = options;
  let total = options.total, current = options.current, cache = new Map(), range = options.range || null, wanted = "", frame = 0;
  const pad = h("div.wb-list-pad", { role: "presentation" });
  const list = h("div.wb-steps-list" + classes, { role: "listbox", "aria-label": label, tabindex: "0", "data-focus": options.focus !== false, "data-at": at, "data-total": total, style: `--wb-list-total:${Math.max(3, total)}` }, pad);

  const rowHeight = () => parseFloat(getComputedStyle(list).getPropertyValue("--wb-list-row")) || 26;
  const full = () => total * rowHeight();
  const drawn = () => Math.min(full(), MOST_PIXELS);
  const scale = () => { const room = drawn() - list.clientHeight; return room > 0 && full() > MOST_PIXELS ? (full() - list.clientHeight) / room : 1; };

  function paint() {
    frame = 0;
    const row = rowHeight(), factor = scale(), top = list.scrollTop * factor, seen = list.clientHeight || 7 * row;
    pad.style.blockSize = drawn() + "px";
    const start = Math.max(0, Math.floor(top / row) - AROUND), stop = Math.min(total, Math.ceil((top + seen) / row) + AROUND);
    const made = [];
    let missing = false;
    for (let index = start; index < stop; index++) {
      const data = cache.get(index);
      if (!data) missing = true;
      made.push(option(data, index, index * row - top + list.scrollTop, row));
    }
    pad.replaceChildren(...made);
    list.setAttribute("aria-activedescendant", total ? id(current) : "");
    if (missing && wanted !== start + ":" + stop) {
      wanted = start + ":" + stop;
      ask(start, stop);
    }
  }

  function option(data, index, top, row) {
    const here = index === current, inside = range && index >= range[0] && index <= range[1];
    const element = h("div.wb-option" + (here ? ".is-current" : "") + (inside ? ".is-inside" : "") + (data ? "" : ".is-waiting"), {
      role: "option", id: id(index), "aria-selected": String(here), "aria-posinset": index + 1, "aria-setsize": total, "data-index": index,
      style: `inset-block-start:${top}px;block-size:${row}px`,
    }, data ? draw(data, index, here) : h("div.wb-step", h("span.wb-step-n", index + base), h("span.wb-quiet", "…")));
    return element;
  }

  const later = () => { if (!frame) frame = requestAnimationFrame(paint); };
  list.addEventListener("scroll", later, { passive: true });
  pad.addEventListener("click", (event) => {
    const row = event.target.closest("[data-index]");
    if (row) { list.focus({ preventScroll: true }); pick(Number(row.getAttribute("data-index")), event.shiftKey); }
  });
  const watch = new ResizeObserver(() => { if (list.isConnected) center(); });
  watch.observe(list);

  /** Keeps the current row in the middle; nothing animates. */
  function center() {
    const row = rowHeight(), wantedTop = current * row - (list.clientHeight - row) / 2;
    list.scrollTop = Math.max(0, wantedTop) / scale();
    paint();
  }

  return {
    element: list,
    get current() { return current; },
    get total() { return total; },
    select(index) { current = Math.max(0, Math.min(total - 1, index)); center(); return current; },
    setRange(next) { range = next; paint(); },
    rows(start, rows) {
      if (cache.size > KEPT) cache = new Map([...cache].slice(-KEPT / 2));
      rows.forEach((row, k) => cache.set(start + k, row));
      wanted = "";
      later();
    },
    reset(next) { total = next.total; current = next.current; cache = new Map(); wanted = ""; list.setAttribute("data-total", total); center(); },
    stale() { wanted = ""; cache = new Map(); paint(); },
    page: () => Math.max(1, Math.floor(list.clientHeight / rowHeight()) - 1),
    paint,
    close() { watch.disconnect(); cancelAnimationFrame(frame); },
  };
}

const LANE = 14, ROW = 26, MOST_LANES = 6;
const laneX = (lane) => 9 + Math.min(MOST_LANES - 1, lane) * LANE;

/** First and last step of every lane, from one pass over the lane numbers. */
export function laneSpans(lanes, many) {
  const spans = Array.from({ length: many }, () => [Infinity, -1]);
  lanes.forEach((lane, index) => { const span = spans[lane]; if (span) { if (index < span[0]) span[0] = index; span[1] = index; } });
  return spans;
}

/** The lanes of one row, drawn so that neighbouring rows join up. */
export function laneCell(index, lane, spans, total, here) {
  const mid = ROW / 2, shown = Math.min(MOST_LANES, spans.length);
  const g = s("svg", { class: "wb-lanes", width: 9 + Math.max(1, shown) * LANE, height: ROW, "aria-hidden": "true" });
  g.append(s("path", { d: `M${laneX(0)} ${index === 0 ? mid : 0}V${index === total - 1 ? mid : ROW}` }));
  for (let k = 1; k < shown; k++) {
    const opened = spans[k][0] - 1, closed = spans[k][1] + 1, x = laneX(k), from = laneX(0);
    if (spans[k][1] < 0) continue;
    if (index > opened && index < closed) g.append(s("path", { d: `M${x} ${index === 0 ? mid : 0}V${index === total - 1 ? mid : ROW}` }));
    if (index === opened) g.append(s("path", { d: `M${from} ${mid}H${x - 6}Q${x} ${mid} ${x} ${mid + 6}V${ROW}` }));
    if (index === closed) g.append(s("path", { d: `M${x} 0V${mid - 6}Q${x} ${mid} ${x - 6} ${mid}H${from}` }));
  }
  g.append(s("circle", { cx: laneX(lane), cy: mid, r: here ? 4.5 : 3.5, class: here ? "is-here" : "" }));
  return g;
}

/** A call of a session log, or any step without columns of its own. */
export function callRow(row, index, here, lanes) {
  return h("div.wb-step", h("span.wb-step-n", row.n), lanes && lanes.spans.length > 1 && laneCell(index, row.lane, lanes.spans, lanes.total, here),
    h("span.wb-step-who", row.who), h("span.wb-step-what", row.what, row.detail && [" ", mono(row.detail)]),
    row.tags.map((tag) => h("span.wb-tag", tag)), findingMarks(row.open, row.judged));
}

/** A submission of a play: number, decision, id and reason, node, issuer. */
export function submissionRow(row) {
  if (row.epoch) return h("div.wb-epoch", h("span.wb-step-n", row.n), icon("epoch"), h("b", row.what), h("span", mono(row.detail)), h("span.wb-quiet", row.tags.join(" · ")));
  const nobody = row.issuer && row.issuer.tone === "fail";
  return h("div.wb-step.is-play", h("span.wb-step-n", row.n), row.decision ? mark(row.decision.tone, row.decision.word) : h("span.wb-quiet", "not run"),
    h("span.wb-step-what", mono(row.detail), row.reason && h("span.wb-reason", row.reason)), h("span.wb-node", row.node ? mono(row.node) : h("span.wb-quiet", row.tags.join(" · "))),
    row.issuer ? (nobody ? h("span.wb-mark.is-fail", icon("issued"), row.issuer.word) : h("span.wb-issuer", icon("issued"), h("span.wb-issuer-word", row.issuer.word))) : h("span"),
    findingMarks(row.open, row.judged));
}

/** An exchange of a cassette: method and path, status and body, findings. */
export function exchangeRow(row) {
  return h("div.wb-exchange", h("span.wb-step-n", row.n),
    h("span.wb-exchange-main", h("span.wb-exchange-line", row.detail ? mono(row.detail, ".is-strong") : h("b", row.who)), h("span.wb-quiet", row.what)),
    row.open ? findingMarks(row.open, 0) : findingMarks(0, row.judged));
}

/** The chip that says and removes a range. */
export function rangeChip(range, noun, base, remove) {
  if (!range) return null;
  const words = noun + "s " + (range[0] + base) + "–" + (range[1] + base);
  return h("button.wb-chip.is-range", { type: "button", "data-at": "range", "aria-label": "Range: " + words + ". Remove", onclick: remove }, words, icon("close"));
}

/** A search field for this item, with its count; `n` and `p` walk the matches until it is closed. */
export function searchField(spec, act) {
  const field = h("input", { type: "search", placeholder: "Search or filter", "aria-label": "Search in this item, or filter by check, certainty, verdict, role, kind or tag", "data-at": "search", "data-focus": true, value: spec.text, oninput: (event) => act.search(event.target.value) });
  const list = completing(field, spec.fields, act.search);          // before the walk: Enter on a completion takes it
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); act.walk(event.shiftKey ? -1 : 1); } });
  return h("label.wb-search.is-item", icon("search"), field, h("span.wb-count", say(spec.words)), list);
}
