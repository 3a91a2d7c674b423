/** The only place that makes elements. Every string becomes a text node or an attribute, never markup. */

/** @typedef {{ kind?: string, caps?: string[], shape?: string, act?: (event: Event) => void, disabled?: boolean, at?: string, focus?: boolean, describedBy?: string }} ButtonOptions */
/** @typedef {{ cap?: string, act?: (event: Event) => void, at?: string, disabled?: boolean }} IconButtonOptions */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element from a short spec: `h("p.wb-quiet", { id: "x" }, "text", child)`.
 * Objects are attributes; a function under `on…` is a listener; null and false are left out.
 * @param {string} spec
 * @param {...Dom.Kid} kids
 * @returns {any} an element of the tag that the spec names
 */
export function h(spec, ...kids) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  fill(element, kids);
  return element;
}

/** @param {Element} element @param {Dom.Kid[]} kids */
function fill(element, kids) {
  for (const kid of kids) {
    if (kid === null || kid === undefined || kid === false) continue;
    if (Array.isArray(kid)) fill(element, kid);
    else if (kid instanceof Node) element.append(kid);
    else if (typeof kid === "object") attributes(element, kid);
    else element.append(String(kid));
  }
}

/** @param {Element} element @param {Dom.Attributes} given */
function attributes(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/** An SVG element.
 * @param {string} tag
 * @param {{ [name: string]: string | number }} [given]
 * @param {...(Node | string)} kids
 */
export function s(tag, given = {}, ...kids) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, String(value));
  element.append(...kids);
  return element;
}

/** A decorative icon of the sprite; the word beside it is what is read aloud.
 * @param {string} name
 */
export function icon(name, classes = "") {
  const use = s("use", { href: "#wb-" + name });
  return s("svg", { class: ("wb-icon " + classes).trim(), "aria-hidden": "true", focusable: "false" }, use);
}

/** Key caps.
 * @param {...string} caps
 */
export function key(...caps) {
  return h("span.wb-key-group", caps.map((cap) => h("kbd.wb-key", cap)));
}

/** Text for speech only.
 * @param {string} text
 */
export function hidden(text) {
  return h("span.wb-sr", text);
}

/** A shape and a word in one of the five tones.
 * @param {string} tone
 * @param {string} word
 */
export function mark(tone, word, shape = tone) {
  return h("span.wb-mark.is-" + tone, icon(shape), word);
}

/** A button with an optional icon and its key on it.
 * @param {string} label
 * @param {ButtonOptions} [options]
 */
export function button(label, options = {}) {
  const { kind, caps, shape, act, disabled, at, focus, describedBy } = options;
  return h("button.wb-button" + (kind ? ".is-" + kind : ""),
    { type: "button", disabled, onclick: act, "data-at": at, "data-focus": focus, "aria-describedby": describedBy },
    shape && icon(shape), h("span", label), caps && caps.length > 0 && key(...caps));
}

/** A button that is an icon; its name says the key.
 * @param {string} shape
 * @param {string} label
 * @param {IconButtonOptions} [options]
 */
export function iconButton(shape, label, options = {}) {
  const { cap, act, at, disabled } = options;
  const name = cap ? label + " (" + cap + ")" : label;
  return h("button.wb-icon-button", { type: "button", "aria-label": name, title: name, onclick: act, "data-at": at, disabled }, icon(shape));
}

/** A pane with a head and a body.
 * @param {string} name
 * @param {string} title
 * @param {Dom.Kid} extra
 * @param {...Dom.Kid} body
 */
export function pane(name, title, extra, ...body) {
  return h("section.wb-pane.wb-" + name, { "aria-label": title },
    h("header.wb-pane-head", h("h2", title), extra), h("div.wb-pane-body", body));
}

/** Labelled counts: pairs of a word and a value that may be a node.
 * @param {[string, any][]} pairs
 * @param {(value: any) => Dom.Kid} [draw]
 */
export function counts(pairs, draw = (value) => value, classes = "") {
  return h("dl.wb-counts" + classes, pairs.map(([name, value]) => [h("dt", name), h("dd", draw(value))]));
}

/** Narrow layouts give tables `display: grid`, which drops their roles in some browsers; so say them.
 * @param {Element} root
 */
export function sayTableRoles(root) {
  for (const table of root.querySelectorAll("table.wb-table")) {
    const grid = table.hasAttribute("data-grid");
    const roles = { thead: "rowgroup", tbody: "rowgroup", tr: "row", td: grid ? "gridcell" : "cell" };
    table.setAttribute("role", grid ? "grid" : "table");
    for (const [tag, role] of Object.entries(roles)) {
      for (const part of table.querySelectorAll(tag)) if (!part.hasAttribute("role")) part.setAttribute("role", role);
    }
    for (const head of table.querySelectorAll("th")) head.setAttribute("role", head.getAttribute("scope") === "row" ? "rowheader" : "columnheader");
  }
}
