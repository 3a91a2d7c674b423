/**
 * Keys. The core sends one registry of commands; handlers, captions and the key list all come from it.
 *
 * Keys act only inside the app's element and never in a text field. Every key press that starts inside
 * stops at the app's edge, so the notebook around it never acts on one.
 */
import { h, icon, iconButton, key } from "./dom.js";

const CAPTIONS = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", PageDown: "PgDn", PageUp: "PgUp", " ": "Space" };
const SPELLINGS = { "↓": "ArrowDown", "↑": "ArrowUp", Down: "ArrowDown", Up: "ArrowUp", Left: "ArrowLeft", Right: "ArrowRight", Esc: "Escape", PgDn: "PageDown", PgUp: "PageUp", Space: " " };
const FIELD_TYPES = new Set(["text", "search", "email", "url", "number", "password"]);

/** Whether keys belong to this element: it takes text. */
export function isField(element) {
  if (!element || element.nodeType !== 1) return false;
  if (element.tagName === "TEXTAREA" || element.tagName === "SELECT" || element.isContentEditable) return true;
  return element.tagName === "INPUT" && FIELD_TYPES.has(element.type);
}

/** One press as the registry spells it: "j", "?", "Ctrl+Enter", "Ctrl+Shift+Z". */
export function chordOf(event) {
  const modifiers = [];
  if (event.ctrlKey || event.metaKey) modifiers.push("Ctrl");
  if (event.altKey) modifiers.push("Alt");
  // Alt writes other characters on some keyboards: the letter on the key is meant.
  const pressed = event.altKey && /^Key[A-Z]$/.test(event.code || "") ? event.code.slice(3) : event.key;
  const letter = pressed.length === 1;
  // Shift is part of a printed character ("?"), and said only where it is not.
  if (event.shiftKey && (!letter || modifiers.length)) modifiers.push("Shift");
  return [...modifiers, letter && modifiers.length ? pressed.toUpperCase() : pressed].join("+");
}

/** A registry key as a list of presses: "g q" is two, "Ctrl+Enter" one. */
export function presses(text) {
  return text.split(" ").map((press) => press.split("+").map((part, index, parts) => {
    const name = SPELLINGS[part] || part;
    return index === parts.length - 1 && parts.length > 1 && name.length === 1 ? name.toUpperCase() : name;
  }).join("+"));
}

/** Caps to print for a registry key. */
export function caps(text) {
  return presses(text).flatMap((press) => (press === "+" ? ["+"] : press.split("+"))).map((part) => CAPTIONS[part] || part);
}

/** What keys do in some places: path → `{ command, prefix }`, where a path may be both ("s" opens, "s w" decides). */
export function keymap(commands, places) {
  const map = new Map();
  const entry = (path) => { if (!map.has(path)) map.set(path, { command: null, prefix: false }); return map.get(path); };
  for (const command of commands) {
    if (!command.where.some((place) => place === "anywhere" || places.includes(place))) continue;
    for (const text of command.keys) {
      const parts = presses(text), last = entry(parts.join(" "));
      last.command = last.command || command;
      for (let n = 1; n < parts.length; n++) entry(parts.slice(0, n).join(" ")).prefix = true;
    }
  }
  return map;
}

/**
 * Listens at the app's edge. `host` answers: `commands()`, `places()`, `singleKeys()`, `run(command)`,
 * `escape()`, `prefix(text)` (called when a prefix starts and when it ends), `layer()` (whether one is open),
 * `stays(text)` (whether a prefix stays where a key after it means nothing).
 */
export function listen(root, host) {
  let held = "";
  const setHeld = (text) => { if (held !== text) { held = text; host.prefix(text); } };

  function onKey(event) {
    if (isSave(event)) return;                       // the host's own save is harmless and wanted
    event.stopPropagation();
    if (event.isComposing || event.defaultPrevented || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const chord = chordOf(event), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (chord === "Escape") { event.preventDefault(); if (held) setHeld(""); else host.escape(); return; }
    if (chord === "Ctrl+Enter" || chord === "Shift+Enter" || chord === "Alt+Enter") event.preventDefault();
    if (host.layer() || (plain && isField(event.target)) || (plain && event.key === "Tab")) return;
    if (plain && event.key.length === 1 && event.key !== " " && !host.singleKeys()) return;
    if (plain && takesItself(event)) return;
    const path = held ? held + " " + chord : chord, found = keymap(host.commands(), host.places()).get(path);
    if (!found) {
      if (held) event.preventDefault();
      if (held && !host.stays(held)) setHeld("");
      return;
    }
    event.preventDefault();
    if (!found.command || found.prefix) setHeld(path); else setHeld("");
    if (found.command && (!event.repeat || isMove(found.command))) host.run(found.command);
  }

  const stop = (event) => { if (!isSave(event)) event.stopPropagation(); };
  /** Some hosts take keys on their way down, before anything here hears them: this mark on what has focus tells them not to. */
  const own = (event) => { if (root.contains(event.target)) event.target.toggleAttribute("data-lm-suppress-shortcuts", !isSave(event)); };
  const page = root.ownerDocument.defaultView;
  page.addEventListener("keydown", own, true);
  root.addEventListener("keydown", onKey);
  root.addEventListener("keyup", stop);
  root.addEventListener("keypress", stop);
  return {
    /** Starts a prefix as if its key had been pressed: the reasons opened with the pointer. */
    hold: (text) => setHeld(text),
    get held() { return held; },
    close() { page.removeEventListener("keydown", own, true); root.removeEventListener("keydown", onKey); root.removeEventListener("keyup", stop); root.removeEventListener("keypress", stop); },
  };
}

const isMove = (command) => command.id.startsWith("step.") || command.id.startsWith("finding.");
const isSave = (event) => (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "s";

/** Enter and Space work a control that was reached on purpose; arrows move inside tabs and radios. */
function takesItself(event) {
  if (event.key === "Enter" || event.key === " ") return event.target.closest("button, summary, input") !== null;
  return event.key.startsWith("Arrow") && event.target.closest("[role=tablist], input[type=radio]") !== null;
}

/** The first key of a command as caps, none where it has no key that works. */
export function capsOf(commands, id) {
  const command = commands.find((spec) => spec.id === id), first = command && command.keys[0];
  return first ? caps(first) : [];
}

/** The key list: a dialog made from the registry. `close` is called by its button. */
export function helpDialog(spec, act) {
  const body = h("div.wb-dialog-body", spec.groups.map((group) => h("section", h("h3.wb-label", group.title),
    h("dl.wb-keys", group.commands.map((command) => [h("dt", command.id ? changeButton(command, act) : keysOf(command)), h("dd", command.help, command.changed && h("span.wb-quiet", " · yours"))])))));
  const find = h("input", { type: "search", placeholder: "Find a command", "aria-label": "Find a command", "data-focus": true, "data-at": "help-find",
    oninput: (event) => sift(body, event.target.value) });
  const single = h("input", { type: "checkbox", role: "switch", "data-at": "help-single", onchange: (event) => act.singleKeys(event.target.checked) });
  single.checked = spec.singleKeys;
  return h("div.wb-veil", h("section.wb-dialog", { role: "dialog", "aria-modal": "true", "aria-labelledby": "wb-help-title" },
    h("header.wb-dialog-head", h("h2", { id: "wb-help-title" }, spec.title), h("span.wb-spring"), h("label.wb-search", icon("search"), find), iconButton("close", "Close", { cap: "Esc", act: act.close, at: "help-close" })),
    h("p.wb-keys-said" + (spec.refused ? ".is-refused" : ""), { role: "status" }, spec.said || ""),
    body,
    h("footer.wb-dialog-foot", h("label.wb-switch", single, h("span.wb-switch-track", { "aria-hidden": "true" }), "Single-letter keys"),
      h("span.wb-spring"), h("span.wb-quiet", "Choose a key to change it. Every key has a button, and none edits the notebook."))));
}

function keysOf(command) {
  if (!command.keys.length) return h("span.wb-quiet", "no key");
  return command.keys.map((text, index) => [index ? h("span.wb-quiet", "or") : null, thenCaps(text)]);
}

function changeButton(command, act) {
  const said = command.keys.map((text) => caps(text).join(" ")).join(" or ") || "no key";
  const open = () => { const place = button.closest("dt").nextSibling; if (!place.querySelector("input")) place.append(changeForm(command, act)); };
  const button = h("button.wb-keys-change", { type: "button", "data-at": "change-" + command.id, "aria-label": said + ": " + command.help + ". Change this key", title: "Change this key", onclick: open }, keysOf(command));
  return button;
}

/** A field for another key. A chord that is no plain character is written into it as it is pressed. */
function changeForm(command, act) {
  const field = h("input", { type: "text", maxlength: "24", spellcheck: "false", autocomplete: "off", "aria-label": "New key of " + command.help, placeholder: "such as h, g h, Alt+H", "data-at": "change-field" });
  const use = () => { const text = field.value.trim(); act.changeKeys(command.id, text ? [text] : []); };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); use(); return; }
    if (!event.altKey || event.ctrlKey || event.metaKey || event.key === "Alt") return;
    event.preventDefault();
    field.value = chordOf(event);
  });
  queueMicrotask(() => field.focus());
  return h("span.wb-keys-form", field,
    h("button.wb-foot-button.is-small", { type: "button", "data-at": "change-use", onclick: use }, "Use"),
    h("button.wb-foot-button.is-small", { type: "button", "data-at": "change-none", onclick: () => act.changeKeys(command.id, []) }, "No key"),
    command.changed && h("button.wb-foot-button.is-small", { type: "button", "data-at": "change-usual", onclick: () => act.changeKeys(command.id, null) }, "Usual key"));
}

function thenCaps(text) {
  const parts = presses(text);
  return parts.map((press, index) => [index ? h("span.wb-quiet", "then") : null, key(...caps(press === "+" ? "+" : press))]);
}

function sift(body, wanted) {
  const needle = wanted.trim().toLowerCase();
  for (const list of body.querySelectorAll("dl")) {
    for (const head of list.querySelectorAll("dt")) {
      const gone = needle !== "" && !(head.textContent + " " + head.nextSibling.textContent).toLowerCase().includes(needle);
      head.hidden = gone;
      head.nextSibling.hidden = gone;
    }
  }
}
