/** The frame that never scrolls: header, gates, dock, footer with the live region. */
import { h, hidden, icon, iconButton, key, mark } from "./dom.js";
import { say } from "./captured.js";
import { FAMILY_SHAPE, LETTERS, MINI_SHAPE, STATUS_WORDS, stripWords } from "./words.js";

/** Back, pager, the capture's name, tallies, days left. */
export function header(spec, act) {
  return h("header.wb-header",
    spec.queue ? h("span.wb-back.is-here", icon("list"))
      : h("button.wb-back", { type: "button", "aria-label": named("Queue", act.caps("go.queue")), "data-at": "back", onclick: () => act.go("queue") }, icon("list"), h("span", "Queue")),
    spec.place && h("span.wb-pager", iconButton("left", "Previous item", { cap: act.caps("item.previous").join(" "), act: () => act.run("item.previous"), at: "item-previous" }),
      h("span.wb-num", spec.place.n, h("span.wb-quiet", " of " + spec.place.of)),
      iconButton("right", "Next item", { cap: act.caps("item.next").join(" "), act: () => act.run("item.next"), at: "item-next" })),
    h("h1.wb-item", spec.family && icon(FAMILY_SHAPE[spec.family] || "file"), say(spec.title), spec.detail && h("span.wb-quiet.wb-detail", spec.detail)),
    h("span.wb-spring"),
    spec.tallies.length > 0 && h("span.wb-tally", spec.tallies.map((tally) => mark(tally.tone, tally.word, tally.shape))),
    spec.days && h("span.wb-days" + (spec.days.soon ? ".is-soon" : ""), icon("later"), spec.days.word));
}

/** A button's name with its key. */
const named = (label, caps) => (caps.length ? label + " (" + caps.join(" then ") + ")" : label);
/** Caps to put on a button; nothing where there is no key. */
const capsHere = (caps) => (caps.length ? [key(...caps)] : []);

/** Ten gates, each a button that goes to what it is about. */
export function gates(list, act) {
  return h("ol.wb-gates", { "aria-label": "Gates" }, list.map((gate) =>
    h("li", h("button.wb-gate.is-" + gate.status, { type: "button", title: gate.name + ": " + gate.sentence, "data-at": "gate-" + gate.name, onclick: () => act.gate(gate.name) },
      icon(gate.status), h("span.wb-gate-name", gate.name), h("span.wb-gate-word", gate.word || STATUS_WORDS[gate.status])))));
}

/** What changed among the gates of one item, in words: "Contents: pass." Nothing where nothing did. */
export function gateChanges(before, next) {
  if (!before || !next) return "";
  const old = new Map(before.map((gate) => [gate.name, gate.status]));
  return next.filter((gate) => old.has(gate.name) && old.get(gate.name) !== gate.status).map((gate) => gate.name + ": " + STATUS_WORDS[gate.status] + ".").join(" ");
}

/** The ten gates as small shapes, for a row of the queue. */
export function strip(code) {
  return h("span.wb-mini", { role: "img", "aria-label": stripWords(code) },
    [...code].map((letter) => icon(MINI_SHAPE[LETTERS[letter]], "is-" + LETTERS[letter])));
}

/** Name, outcome, export. */
export function dock(cells, act) {
  return h("nav.wb-dock", { "aria-label": "Name, outcome and export" }, cells.map((cell) =>
    h("button.wb-dock-cell" + (cell.here ? ".is-here" : ""), { type: "button", "aria-current": cell.here ? "true" : null, "data-at": "dock-" + cell.id, onclick: () => act.go(cell.id) },
      icon(cell.status, "is-" + cell.status), h("span.wb-dock-title", cell.title), h("span.wb-dock-text", say(cell.text)), ...capsHere(act.caps("go." + cell.id)))));
}

/**
 * Undo, what was last decided, keys. What is seen there is no live region, since it also comes back when a
 * hint ends or a screen is drawn again; each sentence is said once, by one of two regions that stay.
 */
export function footer(act) {
  const undo = h("button.wb-foot-button", { type: "button", "data-at": "undo", onclick: () => act.run("undo") }, icon("undo"), h("span.wb-undo-word", "Undo"));
  const said = h("p.wb-last"), told = h("p.wb-told.wb-sr", { role: "status" }), alarm = h("p.wb-alarm.wb-sr", { role: "alert" });
  const keys = h("button.wb-foot-button", { type: "button", "data-at": "keys", onclick: () => act.run("help") }, "Keys");
  const element = h("footer.wb-footer", undo, said, told, alarm, h("span.wb-spring"), keys);
  let before = null;
  return {
    element,
    /** The keys as they are now. */
    caps() {
      for (const [button, id] of [[undo, "undo"], [keys, "help.open"]]) {
        const old = button.querySelector(".wb-key-group");
        if (old) old.remove();
        button.append(...capsHere(act.caps(id)));
      }
    },
    show(spec) {
      undo.disabled = !spec.undo;
      undo.title = spec.undo || "Nothing to undo";
      before = null;
      said.classList.remove("is-loud");
      said.replaceChildren(...say(spec.last || []));
    },
    /** Shows a passing hint; without one, what was said before comes back. */
    hint(words) {
      if (words && before === null) before = [...said.childNodes];
      if (words) { said.replaceChildren(words); told.replaceChildren(words); }
      else if (before !== null) { said.replaceChildren(...before); before = null; }
    },
    /** Says a sentence; the assertive form is for failures. `more` is for the ear only: gates that changed. */
    speak(parts, loud = false, more = "") {
      before = null;
      said.replaceChildren(...say(parts));
      said.classList.toggle("is-loud", loud);
      (loud ? told : alarm).replaceChildren();
      (loud ? alarm : told).replaceChildren([said.textContent, more].filter(Boolean).join(" "));
    },
    /** For the ear only. */
    tell(words) { if (words) told.replaceChildren(words); },
  };
}

/** Open and judged findings of a row. */
export function findingMarks(open, judged) {
  return h("span.wb-row-marks",
    open ? h("span.wb-mark.is-ask", icon("finding"), open, hidden(open === 1 ? " open finding" : " open findings")) : null,
    judged ? h("span.wb-mark.is-idle", icon("judged"), judged, hidden(judged === 1 ? " judged finding" : " judged findings")) : null);
}
