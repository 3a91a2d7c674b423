/**
 * A small map: ground, what stands on it, who is there and which way they go. The list beside it says the same,
 * so the picture may be left unseen. Letters of the ground: "." open, "=" a way, "z" a zone, "#" nobody walks there.
 */
import { h, s } from "./dom.js";
import { say } from "./captured.js";

const LARGEST = 40, SMALLEST = 8;

/** The map of a grid panel, drawn to the width it has. */
export function gridMap(spec) {
  if (!spec.ground) return null;
  const host = h("div.wb-map-host");
  const draw = () => {
    const size = Math.max(SMALLEST, Math.min(LARGEST, Math.floor(((host.clientWidth || 260) - 2) / Math.max(1, spec.width))));
    host.replaceChildren(mapPicture(spec, size));
  };
  new ResizeObserver(draw).observe(host);
  return host;
}

function mapPicture(spec, size) {
  const { width, height } = spec;
  const g = s("svg", { class: "wb-map", width: width * size + 2, height: height * size + 2, viewBox: `-1 -1 ${width * size + 2} ${height * size + 2}`, role: "img", "aria-label": spec.sentence + " The list beside this map says the same." });
  for (let number = 0; number < width * height; number++) ground(g, spec.ground[number], (number % width) * size, Math.floor(number / width) * size, size);
  spec.things.filter((thing) => thing.kind !== "person" && thing.kind !== "mark").forEach((thing) => g.append(...standing(thing, size)));
  spec.routes.forEach((route) => g.append(...way(route, size)));
  const marks = spec.things.filter((thing) => thing.kind === "mark");
  marks.forEach((thing) => g.append(...mark(thing, size)));
  people(g, spec.things.filter((thing) => thing.kind === "person"), size);
  return g;
}

function ground(g, letter, x, y, size) {
  g.append(s("rect", { class: "m-cell is-" + ({ "=": "way", z: "zone", "#": "shut" }[letter] || "open"), x, y, width: size, height: size }));
  if (letter === "#") g.append(s("path", { class: "m-shut", d: `M${x + 2} ${y + size - 2}L${x + size - 2} ${y + 2}M${x + 2} ${y + size / 2}L${x + size / 2} ${y + 2}M${x + size / 2} ${y + size - 2}L${x + size - 2} ${y + size / 2}` }));
  if (letter === "z" && size > 14) g.append(s("circle", { class: "m-zone", cx: x + 5, cy: y + 5, r: 1.4 }), s("circle", { class: "m-zone", cx: x + size - 5, cy: y + size - 5, r: 1.4 }));
}

function standing(thing, size) {
  const [x, y, width, height] = thing.box, inset = Math.max(1, size * 0.08);
  const box = { class: "m-thing is-" + thing.kind, x: x * size + inset, y: y * size + inset, width: width * size - 2 * inset, height: height * size - 2 * inset, rx: Math.min(5, size / 5) };
  if (thing.kind === "scenery") return [s("circle", { class: "m-thing is-scenery", cx: (x + width / 2) * size, cy: (y + height / 2) * size, r: size * 0.3 }), ...(size > 14 ? [s("circle", { class: "m-core", cx: (x + width / 2) * size, cy: (y + height / 2) * size, r: size * 0.1 })] : [])];
  return [s("rect", box), ...(size < 12 ? [] : [s("text", { class: "m-glyph", x: x * size + inset + size * 0.14, y: y * size + inset + Math.min(13, size * 0.42) }, thing.glyph)])];
}

/** Where guests come in and leave: an arrow on the edge of the cell. */
function mark(thing, size) {
  const [x, y] = thing.box, r = Math.max(2.5, size * 0.13), cx = x * size + r + 3, cy = y * size + size - r - 3;
  const into = thing.glyph === "in";
  return [s("path", { class: "m-mark", d: into ? `M${cx - r} ${cy - r}L${cx + r} ${cy}L${cx - r} ${cy + r}Z` : `M${cx - r} ${cy - r}H${cx + r}V${cy + r}H${cx - r}Z` })];
}

/** What is walked as a solid line, what is ahead as dots to the goal. */
function way({ cells, at }, size) {
  const point = ([x, y]) => `${(x + 0.5) * size} ${(y + 0.4) * size}`, last = cells[cells.length - 1], ahead = cells.slice(at);
  const made = at > 0 ? [s("path", { class: "m-walked", d: "M" + cells.slice(0, at + 1).map(point).join("L") })] : [];
  if (ahead.length > 1) made.push(s("path", { class: "m-way", d: "M" + ahead.map(point).join("L") }), s("circle", { class: "m-goal", cx: (last[0] + 0.5) * size, cy: (last[1] + 0.4) * size, r: Math.max(2, size * 0.1) }));
  return made;
}

/** Guests as round marks, staff as square ones, side by side where they share a cell. */
function people(g, things, size) {
  const taken = new Map();
  for (const thing of things) {
    const [x, y] = thing.box, key = x + ":" + y, at = taken.get(key) || 0, r = Math.max(3, Math.min(9, size * 0.24));
    taken.set(key, at + 1);
    const cx = x * size + size - r - 2 - at * (2 * r + 1), cy = y * size + size - r - 2, staff = thing.glyph[0] === "s";
    g.append(staff ? s("rect", { class: "m-person", x: cx - r, y: cy - r, width: 2 * r, height: 2 * r, rx: 2 }) : s("circle", { class: "m-person", cx, cy, r }));
    if (r > 5) g.append(s("text", { class: "m-count", x: cx, y: cy + 3.6 }, thing.glyph.slice(1)));
  }
}

/** The list beside the map: everything on it with its mark, and who goes where. */
export function gridList(spec) {
  const rows = spec.things.map((thing) => h("li", h("span.wb-glyph.is-" + thing.kind + (thing.glyph[0] === "s" ? ".is-staff" : ""), { "aria-hidden": "true" }, thing.kind === "person" ? thing.glyph.slice(1) : thing.glyph),
    h("span", say(thing.what)), h("span.wb-quiet", place(thing.box))));
  const ways = spec.routes.map((route) => h("li", h("span.wb-glyph.is-way" + (route.at < route.cells.length - 1 ? "" : ".is-walked"), { "aria-hidden": "true" }), h("span", say(route.who), " " + wayWords(route))));
  return h("ul.wb-map-list", rows, ways);
}

function wayWords({ cells, at }) {
  const said = (part) => part.map((cell) => cell.join(",")).join(" "), ahead = cells.slice(at + 1);
  return (at > 0 ? "came " : "is at ") + said(cells.slice(0, at + 1)) + (ahead.length ? " and goes " + said(ahead) : "");
}

function place([x, y, width, height]) {
  return width * height === 1 ? `${x},${y}` : `${x},${y} to ${x + width - 1},${y + height - 1}`;
}
