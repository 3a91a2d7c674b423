/** Whole-body messages: nothing waits, refused, blocked, something failed. What happened, where, means, you can. */
import { button, h, icon, s } from "./dom.js";
import { say } from "./captured.js";

/** A message with its story, its list of blocks and its actions. Focus rests on the card, not on a button.
 * @param {Wire.Message} spec
 * @param {App.Act} act
 */
export function messageView(spec, act) {
  const title = h("h2", { id: "wb-message-title" }, spec.tone && icon(spec.tone, "is-" + spec.tone), spec.title);
  const card = h("section.wb-message-card" + (spec.quiet ? ".is-quiet" : "") + (spec.blocks.length ? ".is-wide" : ""), { "aria-labelledby": "wb-message-title", tabindex: "-1", "data-focus": true, "data-at": "message-card" },
    spec.quiet && s("svg", { class: "wb-tray", "aria-hidden": "true" }, s("use", { href: "#wb-tray" })),
    title, spec.words && h("p", say(spec.words)),
    spec.story.length > 0 && h("dl.wb-story", spec.story.map(([name, parts]) => [h("dt", name), h("dd", say(parts))])),
    spec.blocks.length > 0 && h("ol.wb-blocks", spec.blocks.map((block) => h("li", icon(block.tone, "is-" + block.tone), h("div", h("b", block.name), h("p", say(block.words)), block.more && h("p.wb-quiet", say(block.more))),
      block.action && actionButton(block.action, "block-" + block.name, act)))),
    h("div.wb-actions", spec.actions.map((action) => button(action.label, { kind: action.primary ? "primary" : "", caps: act.caps(action.id), at: "message-" + action.id, act: () => act.command(action.id, action.payload) }))));
  return h("div.wb-body.is-message", card);
}

/** The button that cures one block.
 * @param {Wire.Action} action
 * @param {string} at
 * @param {App.Act} act
 */
function actionButton(action, at, act) {
  return button(action.label, { at, act: () => act.command(action.id, action.payload) });
}

/** Progress in words: a count that appears late, with a way to stop.
 * @param {Wire.Progress} spec
 * @param {App.Act} act
 */
export function progressView(spec, act) {
  return h("div.wb-progress", h("span", say(spec.words)), spec.cancel && button("Cancel", { at: "progress-cancel", act: () => act.cancel() }));
}
