/** The door: files with sizes and digests, what staging will do, residue, audit record, the typed name. */
import { button, counts, h, icon, mark } from "./dom.js";
import { say } from "./captured.js";

const HOLD = 2000;   // milliseconds; the typed name does the same without holding

/** The export card. `act.exportTyped(name)` and `act.exportHeld()` are its only two ways through. */
export function doorView(spec, act) {
  return h("div.wb-body.is-door",
    h("section.wb-pane.wb-card-main", { "aria-label": "Export", "data-scroll": "door", tabindex: "-1", "data-focus": true, "data-at": "door-card" }, h("div.wb-card",
      h("div.wb-card-head", h("h2", icon("door"), spec.title), h("p", say(spec.sentence))),
      spec.needs.length > 0 && h("ol.wb-blocks", { "aria-label": "What is still needed" }, spec.needs.map((need) => h("li", icon(need.tone, "is-" + need.tone), h("div", h("b", need.name), h("p", need.words)), button("Go there", { at: "need-" + need.name, act: () => act.gate(need.name) })))),
      spec.files.length > 0 && fileTable(spec.files),
      spec.steps.length > 0 && h("ol.wb-staged", { "aria-label": "Staging" }, spec.steps.map((step) => h("li" + (step.tone === "idle" ? ".is-next" : ""), icon(step.tone, "is-" + step.tone), step.words))),
      spec.door && threshold(spec.door, act),
      spec.actions.length > 0 && h("div.wb-actions", spec.actions.map((action) => button(action.label, { kind: action.primary ? "primary" : "", caps: act.caps(action.id), at: "door-" + action.id, act: () => act.command(action.id) }))))),
    h("section.wb-pane.wb-card-side", { "aria-label": "Residue and audit record" },
      h("header.wb-pane-head", h("h2", "Residue sweep"), spec.residue && h("span.wb-pane-extra", mark(spec.residue.tone, spec.residue.word))),
      h("div.wb-pane-body.wb-stack", h("p", say(spec.searched)),
        spec.audit && [h("h3.wb-label", "Audit record, as it will be written"), h("pre.wb-audit", { tabindex: "0", "aria-label": "Audit record" }, spec.audit)],
        spec.counts && counts(spec.counts),
        spec.audit && h("p.wb-quiet", "No names, dates, captured values or hashes of removed values."))));
}

function fileTable(files) {
  return h("table.wb-table.is-files", { "aria-label": "Files that will be written" },
    h("thead", h("tr", ["File", "What it is", "Bytes", "Digest, first 12"].map((word, index) => h("th" + (index > 1 ? ".is-number" : ""), { scope: "col" }, word)))),
    h("tbody", files.map((file) => h("tr", h("th", { scope: "row" }, h("span.wb-name", icon("file"), file.name)), h("td.wb-quiet", file.what), h("td.is-number", file.size), h("td.is-number", file.digest)))));
}

function threshold(door, act) {
  const left = h("span.wb-field-foot", { id: "wb-door-left", role: "status" });
  const go = button("Export", { kind: "primary", disabled: true, at: "door-export", act: () => act.exportTyped(field.value) });
  go.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  const field = h("input", { type: "text", spellcheck: "false", autocomplete: "off", "data-focus": true, "data-at": "door-name", "aria-describedby": "wb-door-left",
    oninput: () => follow(), onkeydown: (event) => { if (event.key === "Enter") event.preventDefault(); } });
  function follow() {
    const right = door.name.startsWith(field.value), missing = door.name.length - field.value.length;
    go.disabled = field.value !== door.name;
    left.textContent = field.value === door.name ? "The name is typed. Tab to Export, then Space." : !right ? "This differs from the new name." : missing === 1 ? "1 character to go" : missing + " characters to go";
  }
  follow();
  return h("div.wb-door", h("p.wb-door-sentence", door.sentence),
    h("div.wb-door-row", h("label.wb-field", h("span.wb-label", "Type the new name: " + door.name), field, left),
      h("div.wb-door-buttons", go, h("span.wb-quiet", "or"), holdButton(act))),
    h("p.wb-quiet", door.note));
}

/** Held for two seconds by key or pointer; letting go early does nothing. */
function holdButton(act) {
  const word = h("span", { role: "status" }, "Hold for 2 seconds"), bar = h("span.wb-hold-bar", { "aria-hidden": "true" });
  const element = h("button.wb-button.is-hold", { type: "button", "data-at": "door-hold" }, word, bar);
  let began = 0, frame = 0;
  const still = globalThis.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;
  const tick = () => {
    const part = Math.min(1, (performance.now() - began) / HOLD);
    if (!still) bar.style.inlineSize = part * 100 + "%";
    word.textContent = part < 0.5 ? "Held, 2 seconds left" : part < 1 ? "Held, 1 second left" : "Exporting";
    if (part >= 1) { frame = 0; act.exportHeld(); } else frame = requestAnimationFrame(tick);
  };
  const start = () => { if (!frame) { began = performance.now(); frame = requestAnimationFrame(tick); } };
  const stop = () => { cancelAnimationFrame(frame); frame = 0; bar.style.inlineSize = "0"; word.textContent = "Hold for 2 seconds"; };
  element.addEventListener("pointerdown", start);
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) element.addEventListener(name, stop);
  element.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); start(); } });
  return element;
}
