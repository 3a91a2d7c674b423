/** Shapes that go with the words of the core. The words themselves arrive with the data. */

/** Gate letters of a row, as the back end packs them.
 * @type {Record<string, Wire.Tone>}
 */
export const LETTERS = { p: "pass", f: "fail", a: "ask", i: "idle", n: "none" };

/** Words for a gate's state where a gate says nothing more precise. */
export const STATUS_WORDS = { pass: "pass", fail: "fail", ask: "needs you", idle: "not run", none: "not for this kind" };

/** The family's icon. */
export const FAMILY_SHAPE = { session_logs: "log", plays: "play", cassettes: "cassette" };

/** The icon of a verdict. */
export const VERDICT_SHAPE = { identifies: "flag", not_identifying: "safe", secret: "key", unsure: "unsure", same_as: "same" };

/** In the mini strip a pass is a bare tick and a gate that did not run a dash. */
export const MINI_SHAPE = { pass: "tick", idle: "dash", fail: "fail", ask: "ask", none: "none" };

/** "4 pass, 4 needs you": the strip in words.
 * @param {string} code
 */
export function stripWords(code) {
  const tally = new Map();
  for (const letter of code) tally.set(letter, (tally.get(letter) || 0) + 1);
  return [...tally].map(([letter, many]) => many + " " + STATUS_WORDS[LETTERS[letter]]).join(", ");
}

/** A number with its noun: `count(1, "finding")`.
 * @param {number} many
 * @param {string} noun
 */
export function count(many, noun, plural = noun + "s") {
  return many.toLocaleString("en") + " " + (many === 1 ? noun : plural);
}
