/** The three panes of one item: structure, steps with their reading, judge. */
import { h, iconButton, pane } from "./dom.js";
import { say } from "./captured.js";
import { picture } from "./picture.js";
import { callRow, exchangeRow, laneSpans, rangeChip, searchField, submissionRow, windowedList } from "./steps.js";
import { structurePane } from "./structure.js";
import { readingPane, readingTabs, watchSeen } from "./reading.js";
import { findingPager, judgeCard, quietCard } from "./judge.js";

/**
 * Draws an item and keeps its list through redraws, so that nothing above the current row moves.
 * `spec` is the body the back end sent; `lanes` are its lane numbers, one byte a step.
 */
export function itemView(first, act, lanes) {
  let spec = first, searching = null, reasons = false, stopSeen = () => {}, readingBody = null;
  const spans = { spans: laneSpans(lanes, Math.max(1, spec.lanes.length)), total: spec.steps.total };
  const rowOf = { session_logs: callRow, plays: submissionRow, cassettes: exchangeRow }[spec.layout] || callRow;
  const list = windowedList({
    label: spec.steps.title, total: spec.steps.total, current: spec.steps.at, range: spec.range, at: "steps", base: spec.steps.base,
    classes: spec.layout === "plays" ? ".is-play" : spec.layout === "cassettes" ? ".is-exchanges" : "",
    id: (index) => "wb-step-" + act.number + "-" + index,
    draw: (row, index, here) => rowOf(row, index, here, spans),
    ask: (start, stop) => act.rows("steps", start, stop), pick: (index, extend) => (extend ? act.extend(index) : act.step(index)),
  });
  const strip = picture({ total: spec.steps.total, lanes, names: spec.lanes, base: spec.steps.base, at: spec.steps.at, range: spec.range, marks: spec.marks }, (step, extend) => (extend ? act.extend(step) : act.step(step)));
  const structureSlot = h("div.wb-slot"), stepsHead = h("header.wb-pane-head"), readingSlot = h("div.wb-slot.is-reading"), judgeSlot = h("div.wb-slot");
  const inStructure = spec.layout === "cassettes";
  const stepsBody = h("section.wb-pane.wb-steps", { "aria-label": spec.steps.title }, stepsHead,
    h("div.wb-picture-strip", { hidden: inStructure || spec.steps.total < 2 }, strip.element),
    spec.layout === "plays" && h("div.wb-columns.is-play", { "aria-hidden": "true" }, ["No.", "Decision", "Submitted id", "At node", "Issued by"].map((word) => h("span", word))),
    inStructure ? null : list.element, readingSlot);
  const element = h("div.wb-body.is-item", structureSlot, stepsBody, judgeSlot);

  function drawStructure() {
    structureSlot.replaceChildren(structurePane(spec.structure, act, inStructure ? list : null));
  }

  function drawHead() {
    searching = spec.search ? searching || searchField({ ...spec.search, fields: spec.fields }, act) : null;      // kept, with what was typed while an answer was on its way
    if (searching) searching.querySelector(".wb-count").replaceChildren(...say(spec.search.words));
    const search = searching || iconButton("search", "Search in this item", { cap: act.caps("search.open").join(" "), act: () => act.run("search.open"), at: "search-open" });
    const timeline = spec.steps.total > 1 && iconButton("list", "Timeline: all steps as a picture and a table", { act: () => act.go("timeline"), at: "timeline-open" });
    stepsHead.replaceChildren(h("h2", say(inStructure ? spec.reading.title : spec.steps.title)),
      h("span.wb-pane-extra", rangeChip(spec.range, spec.steps.noun, spec.steps.base, () => act.range(null)), spec.steps.words && !inStructure && !spec.search && !spec.range && h("span.wb-quiet", spec.steps.words), timeline, search, inStructure && readingTabs(spec.reading, act)));
  }

  function drawReading() {
    stopSeen();
    const drawn = readingPane(spec.reading, act, { bare: inStructure });
    readingBody = drawn.body;
    readingSlot.replaceChildren(drawn.element);
    const mark = drawn.body.querySelector(".wb-value.is-here, .wb-value:not(.is-judged)");
    if (mark && spec.card && spec.card.step === spec.reading.step) showMark(drawn.body, mark);
    watchJudge();
  }

  function drawJudge() {
    const card = spec.card;
    judgeSlot.replaceChildren(pane("judge", "Judge", findingPager(card, act), card ? judgeCard(card, act, reasons) : quietCard(spec.quiet, act)));
    judgeSlot.querySelector(".wb-pane-body").setAttribute("data-scroll", "judge");
    watchJudge();
  }

  function watchJudge() {
    stopSeen();
    const stops = [readingBody, judgeSlot].filter(Boolean).map((part) => watchSeen(part, act.seen));
    stopSeen = () => stops.forEach((stop) => stop());
  }

  function all() {
    drawStructure();
    drawHead();
    drawReading();
    drawJudge();
    list.rows(spec.steps.start, spec.steps.rows);
    queueMicrotask(() => list.select(spec.steps.at));
    strip.update({ at: spec.steps.at, range: spec.range, marks: spec.marks });
  }
  all();

  return {
    element, list,
    get spec() { return spec; },
    get card() { return spec.card; },
    get reasons() { return reasons; },
    /** A new body of the same item. */
    update(next) {
      // A field that someone types in stays, or the next letters would be commands; Esc leaves it first.
      const typing = searching && searching.contains(document.activeElement);
      spec = typing && !next.search ? { ...next, search: { text: "", words: [] } } : next;
      list.setRange(spec.range);
      all();
    },
    /** The reading, card and lane after a move. */
    part(next) {
      const tabs = spec.reading.kind !== next.reading.kind, cardChanged = next.card !== undefined;
      spec = { ...spec, ...next, steps: { ...spec.steps, at: next.reading.step } };
      if (inStructure || tabs) drawHead();
      drawReading();
      if (cardChanged) drawJudge();
      follow(next.reading.step);
    },
    /** Before the answer comes: the row and the picture follow the key at once. */
    move(index) { const at = list.select(index); follow(at); return at; },
    /** The field opens at once: what is typed next must never be read as commands. */
    find() {
      if (!spec.search) { spec = { ...spec, search: { text: "", words: [] } }; drawHead(); }
      const field = stepsHead.querySelector("input[type=search]");
      field.focus({ preventScroll: true });
      field.select();
    },
    setReasons(open) { if (reasons !== open) { reasons = open; drawJudge(); } },
    choose(id) { const chosen = judgeSlot.querySelector(`[data-verdict="${CSS.escape(id)}"]`); if (chosen) chosen.classList.add("is-chosen"); },
    close() { stopSeen(); list.close(); strip.close(); },
  };

  function follow(at) {
    strip.update({ at });
    for (const script of structureSlot.querySelectorAll("[data-lane]")) {
      const here = Number(script.getAttribute("data-lane")) === lanes[at];
      script.classList.toggle("is-current", here);
      script.setAttribute("aria-pressed", String(here));
    }
  }
}

/** Brings the marked value into the reading's own view; the page itself never scrolls. */
function showMark(body, mark) {
  queueMicrotask(() => {
    const outer = body.getBoundingClientRect(), inner = mark.getBoundingClientRect();
    if (inner.bottom > outer.bottom || inner.top < outer.top) body.scrollTop += inner.top - outer.top - outer.height / 3;
  });
}
