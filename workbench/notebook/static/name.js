/** Choosing the name: old to new, a live check in three strengths, safe proposals, what was checked. */
import { button, counts, h, icon, mark } from "./dom.js";
import { captured, mono, say } from "./captured.js";
import { ignoreEnter } from "./judge.js";

/** The name card. The check arrives later through `check(spec)`; the field is never redrawn. */
export function nameView(spec, act) {
  const field = h("input", { type: "text", value: spec.value, spellcheck: "false", autocomplete: "off", maxlength: "80", "data-focus": true, "data-at": "name-field", "aria-describedby": "wb-name-check" });
  const label = h("label.wb-field", h("span.wb-label", "New name"), field), mirror = h("span.wb-mirror", { "aria-hidden": "true" }), length = h("span");
  label.append(h("span.wb-field-foot", mirror, length));
  const checks = h("ul.wb-checks", { "aria-label": "Name check" }), told = h("div.wb-slot", { id: "wb-name-check", role: "status" }, checks);
  const approve = button("Use this name", { kind: "primary", caps: act.caps("name.approve"), at: "name-approve", act: () => act.command("name.approve") });
  approve.addEventListener("keydown", ignoreEnter);
  const word = h("span.wb-quiet");
  const proposals = spec.proposals.length > 0 && h("fieldset.wb-proposals", h("legend.wb-label", "Safe proposals, from the fixture’s own facts"),
    spec.proposals.map((proposal, index) => h("label.wb-proposal", h("input", { type: "radio", name: "wb-proposal", value: proposal, checked: proposal === spec.value, "data-at": "proposal-" + index, onchange: () => choose(proposal) }), h("span.wb-proposal-name", proposal), h("span.wb-spring"), mark("pass", "passes"))));
  field.addEventListener("input", () => { for (const radio of element.querySelectorAll("input[type=radio]")) radio.checked = radio.value === field.value; act.checkName(field.value); });

  function choose(proposal) { field.value = proposal; act.checkName(proposal); }

  const element = h("div.wb-body.is-card",
    h("section.wb-pane.wb-card-main", { "aria-label": "Name", "data-scroll": "name" }, h("div.wb-card",
      h("div.wb-card-head", h("h2", "Choose a name"), h("p", spec.blocked ? say(spec.blocked) : "The name says what the fixture is a test of. It is the one field that no replay judges, so it is checked here.")),
      h("div.wb-rename", h("div.wb-rename-from", h("span.wb-label", "Old name, removed at export"), h("div.wb-captured.wb-old-name", { dir: "ltr" }, captured(spec.old))), icon("arrow"), label),
      told, proposals,
      h("div.wb-actions", approve, word),
      h("i.wb-seen", { "data-region": "name", "aria-hidden": "true" }))),
    h("section.wb-pane.wb-card-side", { "aria-label": "What was checked" }, h("header.wb-pane-head", h("h2", "What was checked")),
      h("div.wb-pane-body.wb-stack", spec.side.map((part) => drawSide(part)))));

  /** Shows the result of the check of the text that is in the field. */
  function check(result) {
    if (result.name !== field.value) return;
    label.classList.toggle("is-fail", result.refused);
    field.setAttribute("aria-invalid", String(result.refused));
    mirror.replaceChildren(...result.pieces.map(([text, tone]) => (tone ? h("span.is-" + tone, text) : document.createTextNode(text))));
    length.textContent = result.length;
    checks.hidden = result.remarks.length === 0;
    checks.replaceChildren(...result.remarks.map((remark) => h("li.wb-check.is-" + remark.tone, icon(remark.tone, "is-" + remark.tone), h("b", remark.word), h("span", remark.sentence))));
    approve.disabled = !result.usable;
    word.textContent = result.word;
  }
  return { element, check, field, value: () => field.value, recheck: () => field.dispatchEvent(new Event("input")) };
}

function drawSide(part) {
  if (part.kind === "title") return h("h3.wb-label", part.words);
  if (part.kind === "marks") return counts(part.pairs.map(([name, tone, word]) => [name, mark(tone, word)]));
  if (part.kind === "fixed") return h("ul.wb-fixed", part.items.map((item) => h("li", h("span.wb-quiet", item.name), mono(item.value), mark(item.tone, item.word))));
  if (part.kind === "note") return h("p.wb-note", icon("note"), h("span", say(part.words)));
  return h("p", say(part.words));
}
