/** As much of a page as the modules need to make elements: for tests without a browser. */
class Node {
  constructor(text = "") { this.text = text; this.parts = []; }
  append(...parts) { for (const part of parts) this.parts.push(typeof part === "string" ? new Node(part) : part); }
  get textContent() { return this.text + this.parts.map((part) => part.textContent).join(""); }
}

class Element extends Node {
  constructor(tag) { super(); this.tag = tag; this.className = ""; this.attributes = new Map(); this.heard = new Map(); }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  addEventListener(name, act) { this.heard.set(name, act); }
  /** Every element below, in order. */
  all() { return this.parts.flatMap((part) => (part instanceof Element ? [part, ...part.all()] : [])); }
  /** Those of one tag. */
  named(tag) { return this.all().filter((element) => element.tag === tag); }
}

Object.assign(globalThis, {
  Node,
  document: { createElement: (tag) => new Element(tag), createElementNS: (space, tag) => new Element(tag), createTextNode: (text) => new Node(text) },
});

export { Element, Node };
