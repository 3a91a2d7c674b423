/**
 * Captured text to nodes: the only module that may touch it.
 *
 * Text arrives as runs `[text, tone]`, where tone is "", "open" or "judged". It leaves as text nodes, as
 * `mark` elements round values, and as labelled boxes in place of characters that cannot be seen or that
 * change the direction of what follows. Nothing of it ever becomes markup, a link, a title or an attribute.
 */
import { h } from "./dom.js";

const NAMES = new Map(Object.entries({
  "00AD": "SHY", "00A0": "NBSP", "034F": "CGJ", "061C": "ALM", "115F": "HCF", "1160": "HJF", "17B4": "KIV", "17B5": "KIV",
  "180E": "MVS", "200B": "ZWSP", "200C": "ZWNJ", "200D": "ZWJ", "200E": "LRM", "200F": "RLM", "2028": "LSEP", "2029": "PSEP",
  "202A": "LRE", "202B": "RLE", "202C": "PDF", "202D": "LRO", "202E": "RLO", "202F": "NNBSP", "205F": "MMSP", "2060": "WJ",
  "2061": "FA", "2062": "IT", "2063": "IS", "2064": "IP", "2066": "LRI", "2067": "RLI", "2068": "FSI", "2069": "PDI",
  "2800": "BLANK", "3000": "IDSP", "3164": "HF", "FEFF": "BOM", "FFA0": "HHF", "FFFD": "FFFD", "FFFC": "OBJ",
  "0000": "NUL", "0007": "BEL", "0008": "BS", "0009": "TAB", "000B": "VT", "000C": "FF", "000D": "CR", "001B": "ESC", "007F": "DEL", "0085": "NEL",
}));
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\u00A0\u034F\u115F\u1160\u17B4\u17B5\u180E\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFFA0\uFFFC\uFFFD\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const PICTOGRAM = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}]/u;
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const KEYCAP = /[#*0-9\p{Extended_Pictographic}]/u;

// A word with Latin letters and others that are drawn like them. Letters of a science (Δx, μm) look like none.
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}αορνικυτωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;

/** Nodes for runs of captured text. Adjacent runs of one tone and one number share a `mark`.
 * @param {Wire.Run[]} runs
 */
export function captured(runs) {
  /** @type {Node[]} */
  const nodes = [];
  let holder = null, held = "";
  for (const [text, tone, number] of runs) {
    const group = tone ? tone + ":" + (number === undefined ? "" : number) : "";
    if (group !== held || !group) {
      holder = tone ? h("mark.wb-value" + (tone === "judged" ? ".is-judged" : tone === "match" ? ".is-match" : "")) : null;
      held = group;
      if (holder) nodes.push(holder);
    }
    const parts = boxed(text);
    if (holder) holder.append(...parts);
    else nodes.push(...parts);
  }
  return nodes;
}

/** A captured name or value in the capture typeface.
 * @param {Wire.Run[] | string} runs
 */
export function mono(runs, classes = "") {
  return h("code.wb-captured" + classes, { dir: "ltr" }, captured(typeof runs === "string" ? [[runs, ""]] : runs));
}

/**
 * A sentence made of parts: strings are the workbench's own words, `{ c: runs }` captured text,
 * `{ b: words }` strong, `{ q: words }` quoted, `{ i: words }` quiet.
 * @param {Wire.Words | undefined} parts
 * @returns {Node[]}
 */
export function say(parts) {
  if (parts === null || parts === undefined) return [];
  return (Array.isArray(parts) ? parts : [parts]).map((part) => {
    if (typeof part !== "object") return document.createTextNode(String(part));
    if (part.c !== undefined) return mono(part.c);
    if (part.b !== undefined) return h("b", part.b);
    if (part.q !== undefined) return h("q", part.q);
    return h("span.wb-quiet", part.i);
  });
}

/** Numbered lines of captured text.
 * @param {Wire.Line[]} lines
 * @param {{ label?: string, classes?: string }} [options]
 */
export function codeLines(lines, options = {}) {
  return h("ol.wb-code" + (options.classes || ""), { tabindex: "0", "aria-label": options.label || "captured text" },
    lines.map((line) => h("li" + (line.here ? ".is-current" : "") + (line.tone ? ".is-" + line.tone : ""),
      h("span.wb-line-n", { "aria-hidden": "true" }, line.n),
      h("span.wb-line", { dir: "ltr" }, captured(line.runs)))));
}

/** Text nodes and boxes for one string. Exported for the hostile-string tests.
 * @param {string} text
 */
export function boxed(text) {
  const characters = Array.from(text), nodes = [];
  let plain = "", indenting = true;
  characters.forEach((character, index) => {
    const indent = character === "\t" && indenting;
    if (character === "\n") indenting = true;
    else if (character !== " " && character !== "\t") indenting = false;
    if (indent || !needsBox(characters, index)) plain += character;
    else {
      if (plain) nodes.push(...words(plain));
      plain = "";
      nodes.push(box(character));
    }
  });
  if (plain) nodes.push(...words(plain));
  return nodes;
}

/** Text nodes, with a mark round every word that mixes scripts to look like another.
 * @param {string} text
 */
function words(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of LOOKALIKE.test(text) ? text.matchAll(WORD) : []) {
    if (!LATIN.test(match[0]) || !LOOKALIKE.test(match[0])) continue;
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(h("span.wb-mixed", { title: "Letters of several scripts in one word" }, match[0], h("span.wb-sr", " (letters of several scripts)")));
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/** The name shown for a character that cannot be seen.
 * @param {string} character  one code point
 */
export function boxName(character) {
  const point = pointOf(character);
  const hex = point.toString(16).toUpperCase().padStart(4, "0");
  if (point >= 0xFE00 && point <= 0xFE0F) return "VS" + (point - 0xFE00 + 1);
  if (point >= 0xE0100 && point <= 0xE01EF) return "VS" + (point - 0xE0100 + 17);
  if (point >= 0xE0000 && point <= 0xE007F) return "TAG";
  if (point >= 0x2000 && point <= 0x200A) return "SP " + hex;
  return NAMES.get(hex) || "U+" + hex;
}

/** @param {string} character */
const pointOf = (character) => character.codePointAt(0) ?? 0;

/** @param {string} character */
function box(character) {
  const code = "U+" + pointOf(character).toString(16).toUpperCase().padStart(4, "0");
  const name = boxName(character);
  return h("span.wb-box", { role: "img", "aria-label": "invisible character " + (name === code ? code : name + ", " + code) }, name);
}

/** @param {string[]} characters @param {number} index */
function needsBox(characters, index) {
  const character = characters[index];
  if (character === "\n" || !UNSEEN.test(character)) return false;
  return !isWanted(characters, index);
}

/** Joiners and selectors that a script or an emoji needs are text like any other.
 * @param {string[]} characters
 * @param {number} index
 */
function isWanted(characters, index) {
  const character = characters[index], before = characters[index - 1] || "", after = characters[index + 1] || "";
  if (character === "\u200D") return (PICTOGRAM.test(before) && PICTOGRAM.test(after)) || (JOINING.test(before) && JOINING.test(after));
  if (character === "\u200C") return JOINING.test(before) && JOINING.test(after);
  if (character === "\uFE0F" || character === "\uFE0E") return KEYCAP.test(before);
  if (character === "\u3000") return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before);
  return false;
}
