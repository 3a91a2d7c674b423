/**
 * The sequence as a picture: one lane a script, a mark a step, diamonds over steps with findings.
 *
 * A second view of the list or table beside it, never the only one. SVG up to 2,000 steps; beyond that a
 * canvas with at most one mark a pixel and lane, so that the cost is bounded by the pixels.
 */
import { h, s } from "./dom.js";

const SVG_STEPS = 2000, MOST_LANES = 6;

/**
 * A host that draws itself to the width it has. `spec`: `total, lanes (Uint8Array), names, at, range,
 * marks {open, judged, rejected, epochs}, large`. `pick(step, extend)` is called on a click.
 */
export function picture(spec, pick) {
  const host = h("div.wb-picture-host" + (spec.large ? ".is-large" : ""));
  const state = { ...spec };
  const draw = () => {
    const width = Math.max(220, host.clientWidth || 540);
    host.replaceChildren(state.total > SVG_STEPS ? canvasPicture({ ...state, width }) : svgPicture({ ...state, width }));
  };
  const watch = new ResizeObserver(draw);
  watch.observe(host);
  host.addEventListener("click", (event) => {
    const box = host.getBoundingClientRect(), plan = layout({ ...state, width: box.width });
    const step = Math.floor(((event.clientX - box.left - plan.left) / plan.inner) * state.total);
    if (state.total) pick(Math.max(0, Math.min(state.total - 1, step)), event.shiftKey);
  });
  return { element: host, update(change) { Object.assign(state, change); draw(); }, close: () => watch.disconnect() };
}

function layout({ names, large, width }) {
  const lanes = Math.min(MOST_LANES, Math.max(1, names.length)), step = large ? 22 : 7, left = large ? 70 : 2, right = large ? 12 : 8, top = large ? 26 : 12;
  return { lanes, step, left, top, inner: width - left - right, width, height: top + lanes * step + (large ? 22 : 3) };
}

function sentence({ total, names, at, marks, base = 0 }) {
  const lanes = names.length === 1 ? "1 lane" : names.length + " lanes";
  return `${total} steps in ${lanes}; ${marks.open.length} with open findings, ${marks.judged.length} with judged ones; now at step ${at + base}. The list beside this picture says the same.`;
}

const laneOf = (lanes, index) => Math.min(MOST_LANES - 1, lanes[index] || 0);

function svgPicture(spec) {
  const { total, lanes, names, at, range, marks, large } = spec, plan = layout(spec), { left, top, step, inner, width, height } = plan;
  const x = (index) => left + ((index + 0.5) / Math.max(1, total)) * inner, w = Math.max(1.5, inner / Math.max(1, total) - (large ? 3 : 1.5));
  const g = s("svg", { class: "wb-picture", width, height, role: "img", "aria-label": sentence(spec) });
  if (range) g.append(s("rect", { class: "p-range", x: x(range[0]) - w / 2 - 2, y: top - (large ? 20 : 11), width: x(range[1]) - x(range[0]) + w + 4, height: height - top + (large ? 0 : 10), rx: 3 }));
  for (let lane = 0; lane < plan.lanes; lane++) {
    const y = top + lane * step;
    g.append(s("path", { class: "p-rail", d: `M${left} ${y + step / 2}H${left + inner}` }));
    if (large) g.append(s("text", { class: "p-label", x: 0, y: y + step / 2 + 4 }, shortName(names, lane)));
  }
  const rejected = new Set(marks.rejected);
  for (let index = 0; index < total; index++) {
    const y = top + laneOf(lanes, index) * step;
    g.append(s("rect", { class: "p-step" + (index === at ? " is-here" : "") + (rejected.has(index) ? " is-reject" : ""), x: x(index) - w / 2, y: y + (large ? 5 : 1.5), width: w, height: step - (large ? 10 : 3), rx: Math.min(1.5, w / 2) }));
  }
  const cy = large ? 12 : 6, r = large ? 5 : 3.6;
  const diamond = (index, name) => g.append(s("path", { class: name, d: `M${x(index)} ${cy - r}l${r} ${r}-${r} ${r}-${r}-${r}z` }));
  marks.judged.forEach((index) => diamond(index, "p-done"));
  marks.open.forEach((index) => diamond(index, "p-open"));
  marks.epochs.forEach((index) => g.append(s("path", { class: "p-epoch", d: `M${x(index)} ${large ? 4 : 1}V${height - (large ? 18 : 1)}` })));
  if (total) g.append(s("path", { class: "p-cursor", d: `M${x(at)} ${top - 3}V${top + plan.lanes * step + 2}` }));
  if (large) ticks(total, spec.base || 0).forEach((index) => g.append(s("text", { class: "p-tick", x: x(index), y: height - 4, "text-anchor": "middle" }, String(index + (spec.base || 0)))));
  return g;
}

function shortName(names, lane) {
  if (lane === MOST_LANES - 1 && names.length > MOST_LANES) return names.length - MOST_LANES + 1 + " more";
  const name = names[lane] || "";
  return name.length > 11 ? name.slice(0, 10) + "…" : name;
}

/** Round step numbers, at most about a dozen. */
function ticks(total, base) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000].find((size) => total / size <= 13) || Math.ceil(total / 12);
  const found = total ? [0] : [];
  for (let n = every; n - base < total; n += every) if (n - base > 0) found.push(n - base);
  return found;
}

function canvasPicture(spec) {
  const { total, lanes, at, range, marks } = spec, plan = layout(spec), ratio = globalThis.devicePixelRatio || 1;
  const canvas = h("canvas.wb-picture", { role: "img", "aria-label": sentence(spec), style: `inline-size:${plan.width}px;block-size:${plan.height}px` });
  canvas.width = Math.round(plan.width * ratio);
  canvas.height = Math.round(plan.height * ratio);
  const g = canvas.getContext("2d");
  g.scale(ratio, ratio);
  queueMicrotask(() => paint(g, canvas, { total, lanes, at, range, marks, names: spec.names, large: spec.large }, plan));
  return canvas;
}

function paint(g, canvas, { total, lanes, at, range, marks, names, large }, plan) {
  // The canvas knows no custom properties: read the tones from the element it stands in.
  const style = getComputedStyle(canvas), tone = (name) => resolved(canvas, style.getPropertyValue(name).trim());
  const columns = Math.ceil(plan.inner), column = (index) => Math.floor((index / total) * columns);
  if (range) { g.fillStyle = tone("--wb-accent-soft"); g.fillRect(plan.left + column(range[0]), 0, column(range[1]) - column(range[0]) + 1, plan.height); }
  g.font = style.font;
  for (let lane = 0; lane < plan.lanes; lane++) {
    const y = plan.top + lane * plan.step;
    g.fillStyle = tone("--wb-line");
    g.fillRect(plan.left, y + plan.step / 2, plan.inner, 1);
    if (large) { g.fillStyle = tone("--wb-text-2"); g.fillText(shortName(names, lane), 0, y + plan.step / 2 + 4); }
  }
  const filled = Array.from({ length: plan.lanes }, () => new Uint8Array(columns + 1));
  for (let index = 0; index < total; index++) filled[laneOf(lanes, index)][column(index)] = 1;
  g.fillStyle = tone("--wb-edge");
  filled.forEach((lane, k) => { for (let x = 0; x < columns; x++) if (lane[x]) g.fillRect(plan.left + x, plan.top + k * plan.step + (large ? 5 : 1.5), 1, plan.step - (large ? 10 : 3)); });
  const diamonds = (list, name) => {
    g.fillStyle = tone(name);
    for (const x of new Set(list.map(column))) { g.beginPath(); g.moveTo(plan.left + x, 2); g.lineTo(plan.left + x + 4, 6); g.lineTo(plan.left + x, 10); g.lineTo(plan.left + x - 4, 6); g.fill(); }
  };
  diamonds(marks.judged, "--wb-edge");
  diamonds(marks.open, "--wb-ask");
  g.fillStyle = tone("--wb-accent");
  g.fillRect(plan.left + column(at) - 1, plan.top - 3, 2, plan.lanes * plan.step + 5);
}

/** A custom property's colour with every mix and variable worked out. */
function resolved(canvas, text) {
  const probe = h("span", { style: "color:" + text + ";display:none" });
  (canvas.parentElement || document.body).append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}
