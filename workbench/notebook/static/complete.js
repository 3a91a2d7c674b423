/**
 * Completing a filter as it is typed: a combobox with a list, after the ARIA pattern. The fields and their values
 * come from the core; nothing here knows what they mean. The list decides nothing and holds no captured text.
 */
import { h } from "./dom.js";

const MOST = 8;
let lists = 0;

/**
 * What the word before the caret could become, and where that word begins.
 * @param {string} value @param {number} caret @param {Record<string, string[]>} fields
 * @returns {{ start: number, options: { text: string, label: string }[] }}
 */
export function completions(value, caret, fields) {
  const start = value.lastIndexOf(" ", caret - 1) + 1, word = value.slice(start, caret), minus = word.startsWith("-") ? "-" : "";
  const [, name, typed] = /^-?([a-z]*)(?::(.*))?$/i.exec(word) || [null, null, undefined];
  if (name === null) return { start, options: [] };
  if (typed === undefined) {
    if (!word || (minus && !name)) return { start, options: [] };
    const names = Object.keys(fields).filter((field) => field.startsWith(name.toLowerCase()) && fields[field].length);
    return { start, options: names.map((field) => ({ text: minus + field + ":", label: field + ":" })) };
  }
  const values = fields[name.toLowerCase()] || [], before = typed.slice(0, typed.lastIndexOf(",") + 1), last = typed.slice(before.length).toLowerCase();
  const taken = before.split(",");
  const left = values.filter((each) => each.startsWith(last) && each !== last && !taken.includes(each));
  return { start, options: left.slice(0, MOST).map((each) => ({ text: minus + name + ":" + before + each, label: each })) };
}

/** Gives a text field its list. Returns the list's element, to stand beside the field; `changed` is called when a completion was taken. */
export function completing(field, fields, changed) {
  const id = "wb-complete-" + ++lists;
  const list = h("ul.wb-complete", { id, role: "listbox", "aria-label": "Completions", hidden: true });
  /** @type {ReturnType<typeof completions>} */
  let found = { start: 0, options: [] };
  let at = -1;
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false", autocomplete: "off", spellcheck: "false" })) field.setAttribute(name, value);

  function draw() {
    list.replaceChildren(...found.options.map((option, index) => h("li.wb-completion" + (index === at ? ".is-current" : ""), { id: id + "-" + index, role: "option", "aria-selected": String(index === at), onpointerdown: (event) => { event.preventDefault(); take(index); } }, option.label)));
    list.hidden = found.options.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    if (at >= 0) field.setAttribute("aria-activedescendant", id + "-" + at); else field.removeAttribute("aria-activedescendant");
  }
  function look() { found = completions(field.value, field.selectionStart === null ? field.value.length : field.selectionStart, fields); at = -1; draw(); }
  function hide() { found = { start: 0, options: [] }; at = -1; draw(); }
  function take(index) {
    const option = found.options[index], caret = field.selectionStart === null ? field.value.length : field.selectionStart;
    const end = option.text.endsWith(":") ? "" : " ";
    field.value = field.value.slice(0, found.start) + option.text + end + field.value.slice(caret).trimStart();
    const to = found.start + option.text.length + end.length;
    field.setSelectionRange(to, to);
    changed(field.value);
    if (end) hide(); else look();
  }
  field.addEventListener("input", look);
  // A field is moved when its pane is drawn anew, and focused again: the list comes back with the focus.
  let kept = { found, at };
  field.addEventListener("blur", () => { kept = { found, at }; hide(); });
  field.addEventListener("focus", () => { ({ found, at } = kept); draw(); });
  field.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) at = (at + by + found.options.length + (at < 0 && by < 0 ? 1 : 0)) % found.options.length;
    else if (event.key === "Escape") hide();
    else if ((event.key === "Enter" || event.key === "Tab") && at >= 0) take(at);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (by) draw();
  });
  return list;
}
