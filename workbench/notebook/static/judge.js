/** The judge card: what, where, context, why, how sure, elsewhere, question, verdicts; always in this order. */
import { button, h, icon, iconButton, key } from "./dom.js";
import { captured, say } from "./captured.js";
import { chordOf } from "./keys.js";
import { VERDICT_SHAPE } from "./words.js";

/** "2 of 6" and its two arrows. */
export function findingPager(card, act) {
  if (!card || !card.of) return null;
  return h("span.wb-pane-extra", h("span.wb-num", card.n, h("span.wb-quiet", " of " + card.of)),
    iconButton("left", "Previous finding", { cap: act.caps("finding.previous").join(" "), act: () => act.run("finding.previous"), at: "finding-previous" }),
    iconButton("right", "Next finding", { cap: act.caps("finding.next").join(" "), act: () => act.run("finding.next"), at: "finding-next" }));
}

/** The card of one finding; `reasons` shows the five reasons in the verdicts' place. */
export function judgeCard(card, act, reasons) {
  return h("article.wb-judge-card", { "aria-labelledby": "wb-finding-title", "data-finding": card.n },
    h("h3.wb-finding-title", { id: "wb-finding-title" }, icon(card.judged ? "judged" : "finding", card.judged ? "is-idle" : card.tone), card.what),
    h("p.wb-where", say(card.where)),
    card.judged && h("p.wb-judged-line", icon(VERDICT_SHAPE[card.judged.verdict] || "judged"), h("span", "Judged: ", h("b", card.judged.words))),
    h("div.wb-context", { tabindex: "0", "aria-label": "The value in context", "data-at": "context" }, card.context.map((runs) => h("div.wb-context-line", { dir: "ltr" }, captured(runs)))),
    h("dl.wb-facts",
      h("dt", "Why"), h("dd", card.why),
      h("dt", "How sure"), h("dd", icon(card.sure, "wb-sure"), h("strong", card.sure), card.sureText && h("span.wb-quiet", " · " + card.sureText)),
      card.elsewhere.length > 0 && [h("dt", "Elsewhere"), h("dd.wb-chips", card.elsewhere.map((place, index) => h("button.wb-chip", { type: "button", "data-at": "else-" + index, onclick: () => act.jump(place) }, place.words)))],
      card.facts.map(([name, words]) => [h("dt", name), h("dd", say(words))])),
    card.region && h("i.wb-seen", { "data-region": card.region, "aria-hidden": "true" }),
    verdictGroup(card, act, reasons));
}

function verdictGroup(card, act, reasons) {
  return h("div.wb-verdicts", { role: "group", "aria-labelledby": "wb-question" },
    h("h4.wb-question", { id: "wb-question" }, card.question),
    reasons ? reasonList(card, act) : card.verdicts.map((verdict) => verdictButton(verdict, VERDICT_SHAPE[verdict.verdict], card.n, act.caps(verdict.id), () => act.verdict(verdict))));
}

/** Named by its finding: once another is on the card, focus rests on the list, and a held key decides nothing more. */
function verdictButton(verdict, shape, n, caps, press) {
  return h("button.wb-verdict" + (verdict.chosen ? ".is-chosen" : ""), { type: "button", disabled: verdict.disabled, "data-at": "verdict-" + verdict.id + "-" + n, "data-verdict": verdict.id, onclick: press },
    caps.length > 0 && key(...caps), shape && icon(shape), h("span.wb-verdict-label", verdict.label), h("span.wb-verdict-effect", verdict.effect));
}

function reasonList(card, act) {
  return h("div.wb-reasons", { role: "group", "aria-label": "Not identifying: reason" },
    h("p.wb-reasons-head", act.caps("reason.open").length > 0 && key(...act.caps("reason.open")), icon("safe"), h("strong", "Not identifying"), h("span.wb-quiet", "because it is a…"), h("span.wb-spring"),
      h("button.wb-foot-button.is-small", { type: "button", "data-at": "reasons-back", onclick: () => act.closeReasons() }, key("Esc"), h("span.wb-quiet", "back"))),
    card.reasons.map((reason) => verdictButton(reason, null, card.n, act.caps(reason.id).slice(-1), () => act.verdict(reason))));
}

/** When an item has nothing to judge: what was looked at, and where to go. */
export function quietCard(spec, act) {
  return h("div.wb-judge-card.is-quiet", h("h3.wb-finding-title", icon(spec.tone, "is-" + spec.tone), spec.title), spec.lines.map((line) => h("p.wb-where", say(line))),
    spec.notes.length > 0 && h("ul.wb-plain-list", spec.notes.map((note) => h("li", icon(note.tone, "is-" + note.tone), h("span", say(note.words))))),
    (spec.stage || spec.next) && h("div.wb-actions", spec.stage && stageButton(act), spec.next && h("button.wb-button", { type: "button", "data-at": "next-view", onclick: () => act.go(spec.next.view) }, spec.next.label, act.caps("go." + spec.next.view).length > 0 && key(...act.caps("go." + spec.next.view)))));
}

function stageButton(act) {
  const stage = button("Stage for export", { kind: "primary", caps: act.caps("item.stage"), at: "stage", act: () => act.command("item.stage") });
  stage.addEventListener("keydown", ignoreEnter);
  return stage;
}

/** Approving buttons ignore plain Enter and Space; their own key and the pointer work. */
export function ignoreEnter(event) {
  if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

/** The picker of "same as": the other findings of this item, by their place and class. */
export function samePicker(spec, act) {
  return h("div.wb-veil", h("section.wb-dialog.is-narrow", { role: "dialog", "aria-modal": "true", "aria-labelledby": "wb-same-title" },
    h("header.wb-dialog-head", h("h2", { id: "wb-same-title" }, "Same person or thing as…"), h("span.wb-spring"), iconButton("close", "Close", { cap: "Esc", act: act.close, at: "same-close" })),
    h("ul.wb-picks", spec.others.map((other, index) => h("li", h("button.wb-pick", { type: "button", "data-at": "pick-" + index, onclick: () => act.pickSame(other.key) },
      h("span.wb-num", other.n), h("span.wb-pick-main", h("b", other.what), h("span.wb-captured", { dir: "ltr" }, captured(other.value))), h("span.wb-quiet", other.where)))))));
}

/** The list of what can be undone, newest first: walked with the arrow keys, one press undoes back to before it. */
export function changesDialog(spec, act) {
  const walk = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key], picks = [...event.currentTarget.querySelectorAll("button")];
    if (!by) return;
    event.preventDefault();
    picks[Math.max(0, Math.min(picks.length - 1, picks.indexOf(event.target) + by))].focus();
  };
  return h("div.wb-veil", h("section.wb-dialog.is-narrow", { role: "dialog", "aria-modal": "true", "aria-labelledby": "wb-changes-title" },
    h("header.wb-dialog-head", h("h2", { id: "wb-changes-title" }, "What was decided, newest first"), h("span.wb-spring"), iconButton("close", "Close", { cap: "Esc", act: act.close, at: "changes-close" })),
    h("p.wb-dialog-words", "Choose one to undo it and everything after it. Redo brings each back."),
    h("ol.wb-picks", { onkeydown: walk, "aria-label": spec.total > spec.changes.length ? "The newest " + spec.changes.length + " of " + spec.total : null }, spec.changes.map((change, index) => h("li", h("button.wb-pick", { type: "button", "data-at": "change-" + change.back, "data-focus": index === 0, onclick: () => act.undoBack(change.seq) },
      h("span.wb-pick-main", h("b", say(change.words))), h("span.wb-quiet", change.back === 1 ? "undo" : "undo " + change.back)))))));
}

/** A choice that goes with a command: why an item is rejected, why a name that asks is kept. Its letters choose, as in a terminal. */
export function choiceDialog(spec, act) {
  const pressed = (event) => {
    const choice = act.letters() && !event.repeat && spec.choices.find((each) => each.key && each.key === chordOf(event));
    if (choice) { event.preventDefault(); act.choose(choice.id); }
  };
  return h("div.wb-veil", { onkeydown: pressed }, h("section.wb-dialog.is-narrow", { role: "dialog", "aria-modal": "true", "aria-labelledby": "wb-choice-title" },
    h("header.wb-dialog-head", h("h2", { id: "wb-choice-title" }, spec.title), h("span.wb-spring"), iconButton("close", "Close", { cap: "Esc", act: act.close, at: "choice-close" })),
    spec.words && h("p.wb-dialog-words", say(spec.words)),
    h("ul.wb-picks", spec.choices.map((choice, index) => h("li", h("button.wb-pick", { type: "button", "data-at": "choice-" + choice.id, onclick: () => act.choose(choice.id) },
      choice.key && act.letters() && key(choice.key), h("span.wb-pick-main", h("b", choice.label), choice.effect && h("span.wb-quiet", choice.effect))))))));
}
