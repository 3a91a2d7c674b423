/**
 * Named values over the sequence, one small line each on a shared scale. Order, never time: the moments stand
 * side by side, whatever lies between them. The table below a chart says the same, and every moment leads to its step.
 */
import { h, s } from "./dom.js";
import { say } from "./captured.js";

const HEIGHT = 30, EDGE = 5;

/** @param {number | null} value @returns {value is number} */
const isKnown = (value) => value !== null;

/** The lines of a series; `here` is the moment the review stands at, `pick(step)` goes to a moment's step.
 * @param {Wire.Series} spec
 * @param {number | null} here
 * @param {(step: number) => void} pick
 */
export function seriesChart(spec, here, pick) {
  const known = spec.lines.flatMap((line) => line.values.filter(isKnown));
  const low = Math.min(0, ...known), high = Math.max(...known, low + 1), last = spec.moments.length - 1;
  const rows = spec.lines.map((line) => chartRow(line, { low, high, last, here, pick, moments: spec.moments }));
  const ends = h("div.wb-chart-ends", h("span", spec.moments[0].label), h("span", last > 0 ? spec.moments[last].label : ""));
  return h("div.wb-chart", rows.map((row) => row.element), h("div.wb-chart-row.is-ends", h("span"), ends, h("span")));
}

/** @typedef {{ low: number, high: number, last: number, here: number | null }} Scale */

/** @param {Wire.SeriesLine} line @param {Scale & { pick: (step: number) => void, moments: Wire.Moment[] }} plan */
function chartRow(line, plan) {
  const host = h("div.wb-chart-line");
  const draw = () => host.replaceChildren(linePicture(line, { ...plan, width: Math.max(80, host.clientWidth || 300) }));
  new ResizeObserver(draw).observe(host);
  host.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = host.getBoundingClientRect(), at = Math.round(((event.clientX - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE)) * plan.last);
    const moment = plan.moments[Math.max(0, Math.min(plan.last, at))];
    if (moment && moment.step !== null) plan.pick(moment.step);
  });
  const shown = plan.here === null ? plan.last : plan.here, known = line.values.filter(isKnown);
  const low = line.values.indexOf(Math.min(...known)), high = line.values.indexOf(Math.max(...known));
  const spread = known.length ? line.words[low] + " to " + line.words[high] : "";
  return { element: h("div.wb-chart-row", h("span.wb-chart-name", say(line.name)), host,
    h("span.wb-chart-value", h("b", line.words[shown]), h("span.wb-quiet", spread))) };
}

/** @param {Wire.SeriesLine} line @param {Scale & { width: number }} scale */
function linePicture(line, { low, high, last, here, width }) {
  /** @param {number} at */
  const x = (at) => EDGE + (last ? (at / last) * (width - 2 * EDGE) : 0);
  /** @param {number | null} value */
  const y = (value) => EDGE + (1 - ((value ?? low) - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const g = s("svg", { class: "wb-line-picture", width, height: HEIGHT, "aria-hidden": "true" });
  g.append(s("path", { class: "c-base", d: `M${EDGE} ${y(Math.max(low, 0))}H${width - EDGE}` }));
  for (const part of runsOf(line.values)) {
    const points = part.map((at) => `${x(at).toFixed(1)} ${y(line.values[at]).toFixed(1)}`);
    g.append(s("path", { class: "c-ground", d: `M${x(part[0]).toFixed(1)} ${y(Math.max(low, 0)).toFixed(1)}L${points.join("L")}L${x(part[part.length - 1]).toFixed(1)} ${y(Math.max(low, 0)).toFixed(1)}Z` }));
    g.append(s("path", { class: "c-line", d: "M" + points.join("L") }));
    if (last <= 40) for (const at of part) g.append(s("circle", { class: "c-dot", cx: x(at), cy: y(line.values[at]), r: 1.8 }));
  }
  if (here !== null) {
    g.append(s("path", { class: "c-here", d: `M${x(here)} 0V${HEIGHT}` }));
    if (line.values[here] !== null) g.append(s("circle", { class: "c-dot is-here", cx: x(here), cy: y(line.values[here]), r: 3.2 }));
  }
  return g;
}

/** The positions of values that follow each other without a gap.
 * @param {(number | null)[]} values
 */
function runsOf(values) {
  /** @type {number[][]} */
  const runs = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const run = runs[runs.length - 1];
    if (run && run[run.length - 1] === at - 1) run.push(at); else runs.push([at]);
  });
  return runs;
}

/** The last moment reached at position `at`; null where none is.
 * @param {Wire.Moment[]} moments
 * @param {number} at
 */
export function momentAt(moments, at) {
  /** @type {number | null} */
  let found = null;
  moments.forEach((moment, index) => { if ((moment.step === null ? -1 : moment.step) <= at) found = index; });
  return found;
}
