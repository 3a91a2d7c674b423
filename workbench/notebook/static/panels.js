/**
 * What a family shows of a step or of the whole, in six shapes: facts, table, difference, series, links, grid.
 * No shape knows a family. A title, then the sentence that says it all, then the shape.
 */
import { h, hidden, icon } from "./dom.js";
import { say } from "./captured.js";
import { momentAt, seriesChart } from "./charts.js";
import { gridList, gridMap } from "./maps.js";

/** One panel. `place` says where the review stands: `at`, a position of the list, `id`, unique in the reading, and `level` of its title. */
export function drawPanel(panel, act, place) {
  return h("div.wb-panel.is-" + panel.shape + (panel.ask ? ".is-ask" : ""),
    h("div.wb-panel-head", h("h4.wb-panel-title", { "aria-level": place.level }, panel.ask && icon("ask", "is-ask"), panel.title), h("p.wb-panel-sentence", panel.sentence)),
    DRAW[panel.shape](panel, act, place), panel.more && h("p.wb-panel-more.wb-quiet", panel.more));
}

const DRAW = {
  facts: (panel, act, place) => panel.rows.length > 0 && h("dl.wb-panel-facts" + (panel.rows.every(isShort) ? ".is-short" : ""), panel.rows.map((row, index) => h("div",
    h("dt", row.cells[0] && say(row.cells[0].words)), h("dd", row.cells.slice(1).map((cell, at) => drawCell(cell, act, place.id + "-" + index + "-" + at)))))),
  table: (panel, act, place) => drawTable(panel, act, place),
  difference: (panel) => h("table.wb-table.is-tight.is-difference", { "aria-label": panel.title },
    h("thead", h("tr", [h("th", { scope: "col" }, hidden("what")), h("th", { scope: "col" }, panel.before), h("th", { scope: "col" }, panel.after)])),
    h("tbody", panel.changes.map(drawChange))),
  series: (panel, act, place) => {
    const here = momentAt(panel.moments, place.at);
    return [panel.moments.length > 0 && panel.lines.length > 0 && seriesChart(panel, here, act.step), seriesTable(panel, here, act, place)];
  },
  links: (panel, act, place) => h("ul.wb-panel-links", panel.links.map((link, index) => h("li", stepButton(link, act, place.id + "-" + index), h("span", say(link.words), link.what.length > 0 && " ", say(link.what))))),
  grid: (panel) => h("div.wb-panel-grid", gridMap(panel), gridList(panel)),
};

/** Facts whose values are short share a line. */
const isShort = (row) => row.cells.slice(1).every((cell) => length(cell.words) <= 26 && cell.step === undefined);
const length = (words) => words.reduce((sum, part) => sum + (typeof part === "string" ? part.length : part.c.reduce((all, run) => all + run[0].length, 0)), 0);

function drawTable(panel, act, place) {
  return h("div.wb-panel-scroll", h("table.wb-table.is-tight.is-panel", { "aria-label": panel.title },
    h("thead", h("tr", panel.columns.map((word) => h("th", { scope: "col" }, word || hidden("what"))))),
    h("tbody", panel.rows.map((row, index) => {
      const here = row.here || (row.step !== null && row.step === place.at);
      return h("tr" + (row.tone ? ".is-" + row.tone : "") + (here ? ".is-here" : ""), { "aria-current": here ? "step" : null },
        row.cells.map((cell, at) => {
          const inner = at === 0 && row.step !== null && cell.step === undefined ? rowButton(cell, row.step, act, place.id + "-" + index) : drawCell(cell, act, place.id + "-" + index + "-" + at);
          return at === 0 ? h("th" + widthOf(cell), { scope: "row" }, inner) : h("td" + widthOf(cell), inner);
        }));
    }))));
}

/** Short cells stay on one line; words that are too long for any column may break anywhere. */
function widthOf(cell) {
  if (length(cell.words) <= 22) return ".is-short";
  return cell.words.some((part) => typeof part !== "string" && part.c.some((run) => /\S{31}/.test(run[0]))) ? ".is-long" : "";
}

/** The first cell of a row that is about a step leads there. */
function rowButton(cell, step, act, id) {
  return h("button.wb-step-link", { type: "button", "data-at": "row-" + id, onclick: () => act.step(step) }, say(cell.words));
}

function drawCell(cell, act, id) {
  const inner = cell.tone ? h("span.wb-tone.is-" + cell.tone, icon(cell.tone), h("span", say(cell.words))) : h("span", say(cell.words));
  if (cell.step === undefined || cell.step === null) return inner;
  const bare = cell.words.length === 1 && cell.words[0] === String(cell.number);
  return bare ? stepButton(cell, act, id, inner) : [inner, " ", stepButton(cell, act, id)];
}

/** A button that goes to a step. */
function stepButton(target, act, id, inner = null) {
  return h("button.wb-step-link", { type: "button", "data-at": "step-" + id, "aria-label": "Go to step " + target.number, onclick: () => act.step(target.step) }, inner || "step " + target.number);
}

function drawChange(change) {
  const empty = () => h("span.wb-quiet", "–");
  const side = (parts) => (parts.length ? say(parts) : empty());
  return h("tr" + (change.same ? ".is-same" : ""), h("th", { scope: "row" }, say(change.name), change.aside && h("span.wb-aside", change.aside)),
    change.same ? h("td", { colspan: 2 }, side(change.before), h("span.wb-aside", "the same on both sides"))
      : [h("td", h("span.wb-was", side(change.before))), h("td", h("span.wb-now", side(change.after)))]);
}

function seriesTable(panel, here, act, place) {
  const columns = [panel.unit, ...panel.lines.map((line) => line.name)];
  return h("div.wb-panel-scroll.is-series", h("table.wb-table.is-tight.is-panel.is-numbers", { "aria-label": panel.title + ", as a table" },
    h("thead", h("tr", columns.map((name, at) => h("th", { scope: "col" }, at ? say(name) : name)))),
    h("tbody", panel.moments.map((moment, index) => h("tr" + (index === here ? ".is-here" : ""), { "aria-current": index === here ? "step" : null },
      h("th", { scope: "row" }, moment.step === null ? moment.label : h("button.wb-step-link", { type: "button", "data-at": "moment-" + place.id + "-" + index, onclick: () => act.step(moment.step) }, moment.label)),
      panel.lines.map((line) => h("td", line.words[index])))))));
}

