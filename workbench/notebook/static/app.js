/** The app: one subscription to messages, the current view, teardown. It holds no rule of the review. */
import { h } from "./dom.js";
import { sprite } from "./sprite.js";
import { caps, capsOf, helpDialog, isField, listen, presses } from "./keys.js";
import { inertRest, isInside, keeping, rest, takeOnce, trap } from "./focus.js";
import { dock, footer, gateChanges, gates, header } from "./frame.js";
import { queueView } from "./queue.js";
import { itemView } from "./item.js";
import { timelineView } from "./timeline.js";
import { nameView } from "./name.js";
import { outcomeView } from "./outcome.js";
import { doorView } from "./door.js";
import { messageView, progressView } from "./message.js";
import { changesDialog, choiceDialog, samePicker } from "./judge.js";
import { sayTableRoles } from "./dom.js";
import { watchSeen } from "./reading.js";
import { CUT_WORDS, LATE, LATE_WORDS, stoppedScreen, watchLine } from "./line.js";

const WAIT = 300;     // milliseconds before work in progress is said
let apps = 0;

/** Draws one view of the widget. Returns its teardown. */
function render({ model, el }) {
  const number = ++apps;
  const root = h("section.wb-root", { tabindex: "-1", "aria-label": "Fixture review", lang: "en" });
  const slots = Object.fromEntries(["header", "gates", "body", "dock"].map((name) => [name, h("div.wb-slot.is-" + name)]));
  const end = h("span.wb-end", { tabindex: "-1" });
  const app = h("div.wb-app");
  let screen = null, view = null, commands = [], helpGroups = [], layer = null, layerElement = null, seq = 0, busy = 0, waiting = [], singleKeys = true, back = null, keysChanged = false;
  let stepAsked = null, rowAsked = null, nameTimer = 0, searchTimer = 0, findTimer = 0, waitTimer = 0, lateTimer = 0, over = false, stopSeen = () => {}, told = new Set(), missed = false, progressTold = "";

  const send = (message, buffers) => { if (!over) model.send(message, undefined, buffers); };
  const command = (id, payload = {}) => {
    const decides = id.startsWith("judge.");
    if (busy && decides) return;                       // never decide on a card that is about to change
    if (busy) { waiting.push([id, payload]); return; }
    ask({ op: "command", id, payload });
  };
  const ask = (message) => {
    if (over) return;
    busy = ++seq;
    root.dataset.busy = "";
    clearTimeout(waitTimer);
    waitTimer = setTimeout(() => progress({ words: "Working…" }), WAIT);
    waitLonger();
    send({ ...message, seq });
  };
  const waitLonger = () => { clearTimeout(lateTimer); lateTimer = setTimeout(() => busy && progress({ words: LATE_WORDS }), LATE); };
  const list = () => view && (view.list || view.table);

  const act = {
    number,
    command(id, payload) { runId(id, payload); },
    run: (id) => runId(id),
    go: (name) => ask({ op: "go", view: name }),
    gate: (name) => ask({ op: "gate", name }),
    rows: (of, start, stop) => send({ op: "rows", list: of, start, stop, version: screen.version }),
    step: (index) => moveTo(index),
    extend: (index) => { const from = view.list.current; act.range([Math.min(from, index), Math.max(from, index)]); },
    range: (range) => ask({ op: "range", range }),
    pickRange(step, extend) { const from = screen.body.range ? screen.body.range[0] : screen.body.picture.at; act.range(extend ? [Math.min(from, step), Math.max(from, step)] : [step, step]); },
    firstOpen: () => ask({ op: "first_open" }),
    lane: (lane) => ask({ op: "lane", lane }),
    reading: (kind, keep) => { ask({ op: "reading", kind }); if (keep) back = "tab-" + kind; },
    unfold: (block, from) => ask({ op: "unfold", block, from }),
    jump: (place) => ask({ op: "jump", place: place.at }),
    finding: (findingKey) => ask({ op: "finding", key: findingKey }),
    verdict: (verdict) => { if (verdict.id === "reason.open") keys.hold(reasons()); else decide(verdict.id); },
    closeReasons: () => keys.hold(""),
    filter: (id) => ask({ op: "filter", id }),
    find(text) { clearTimeout(findTimer); findTimer = setTimeout(() => ask({ op: "find", text }), 120); },
    pickRow: (index) => rowTo(index),
    openRow: (index) => { rowTo(index); runId("item.open"); },
    checkName(text) { clearTimeout(nameTimer); nameTimer = setTimeout(() => send({ op: "name", text }), 50); },
    side: (id) => ask({ op: "side", id }),
    search(text) { clearTimeout(searchTimer); searchTimer = setTimeout(() => ask({ op: "search", text }), 120); },
    walk: (by) => ask({ op: "walk", by }),
    seen(regions) { const fresh = regions.filter((region) => !told.has(region)); fresh.forEach((region) => told.add(region)); if (fresh.length) send({ op: "seen", regions: fresh, item: screen.item }); },
    exportTyped: (name) => command("door.export", { typed_name: name }),
    exportHeld: () => command("door.export", { held: true }),
    singleKeys(on) { send({ op: "single_keys", on }); },
    changeKeys(id, wanted) { send({ op: "keys", id, keys: wanted }); },
    caps: (id) => capsOf(commands, id),
    letters: () => singleKeys,
    close: () => closeLayer(),
    choose(id) { const chosen = layer; closeLayer(); command(chosen.command, { ...chosen.payload, reason: id }); },
    pickSame(key) { const chosen = layer; closeLayer(); command(chosen.command, { ...chosen.payload, other: key }); },
    undoBack(line) { closeLayer(); command("undo.back", { seq: line }); },
    cancel: () => send({ op: "cancel" }),
  };
  const foot = footer(act);
  app.append(sprite(), slots.header, slots.gates, slots.body, slots.dock, foot.element, end, h("div.wb-slot.is-layer"));
  root.append(app);

  /* ---- movement: local at once, the reading follows --------------------------------------------------------- */
  function moveTo(index) {
    if (!view || !view.list || !view.list.total) return;
    const low = screen.body.range ? screen.body.range[0] : 0, high = screen.body.range ? screen.body.range[1] : view.list.total - 1;
    const at = view.move(Math.max(low, Math.min(high, index)));
    if (stepAsked === null) { stepAsked = at; send({ op: "step", at }); }
  }
  function rowTo(index) {
    if (!view || !view.table || !view.table.total) return;
    const at = view.table.select(index);
    if (rowAsked === null) { rowAsked = at; send({ op: "row", at }); }
  }
  const shift = { "step.next": () => 1, "step.previous": () => -1, "step.page_down": () => list().page(), "step.page_up": () => -list().page(), "step.first": () => -Infinity, "step.last": () => Infinity };
  function moveBy(amount) {
    const target = list();
    if (!target) return scrollBody(amount);
    const to = amount === Infinity ? target.total - 1 : amount === -Infinity ? 0 : target.current + amount;
    if (view.table) rowTo(to); else moveTo(to);
  }
  function scrollBody(amount) {
    const part = slots.body.querySelector("[data-scroll]");
    if (part) part.scrollTop += (Number.isFinite(amount) ? amount : Math.sign(amount) * 1e6) * 26;
  }

  /* ---- commands ---------------------------------------------------------------------------------------------- */
  function runId(id, payload) {
    if (shift[id]) return moveBy(shift[id]());
    if (id === "help" || id === "help.open") return openLayer({ kind: "help" });
    if (id === "reason.open") return keys.hold(reasons());
    if (id === "search.open") return view && view.find && view.find();
    if (id.startsWith("go.")) return act.go(id.slice(3));
    if (id === "gate") return act.gate(payload.name);
    if (id.startsWith("judge.")) return decide(id);
    if (id === "name.approve") return view && view.value && command(id, { name: view.value() });
    if (id === "outcome.approve") return command(id, { digest: screen.body.digest });
    return command(id, payload);
  }
  function decide(id) {
    if (!view || !view.card) return foot.speak("No finding is on the card.");
    if (!busy) view.choose(id);
    command(id, { finding: view.card.key });
  }
  /** The press that shows the reasons; without a key for it, a name that no key has. */
  const reasons = () => { const spec = commands.find((each) => each.id === "reason.open"); return spec && spec.keys[0] ? presses(spec.keys[0]).join(" ") : "reasons"; };
  const keys = listen(root, {
    commands: () => commands,
    places: () => (screen ? (keys.held === reasons() || (view && view.reasons) ? ["reason"] : screen.places) : []),
    singleKeys: () => singleKeys,
    layer: () => layer !== null,
    stays: (text) => text === reasons(),              // a mistyped reason must not fall through to a verdict
    run: (spec) => runId(spec.id),
    prefix(text) {
      if (view && view.setReasons) keeping(root, () => view.setReasons(text === reasons() && view.card !== null));
      const following = text && text !== reasons() ? nextPresses(text) : "";
      foot.element.classList.toggle("is-held", following !== "");
      foot.hint(following && following + ". Esc stays here.");
    },
    escape() {
      if (layer) return closeLayer();
      const active = root.ownerDocument.activeElement;
      if (view && view.spec && view.spec.search) { leaveField(active); ask({ op: "search", text: null }); return; }
      if (isField(active)) { leaveField(active); return; }
      if (screen && screen.body.range && screen.body.kind === "item") { act.range(null); return; }
      if (screen && screen.body.kind === "timeline") { act.go("item"); return; }
      end.focus({ preventScroll: true });
      foot.speak("Press Tab to leave the workbench.");
    },
  });
  /** What a second press does, from the registry: "Go to: q queue, n name". */
  function nextPresses(text) {
    const found = commands.flatMap((spec) => spec.keys.filter((each) => presses(each).length > 1 && presses(each)[0] === text)
      .map((each) => ({ id: spec.id, words: caps(each).at(-1) + " " + spec.label.toLowerCase().replace("?", "") })));
    const going = found.filter((each) => each.id.startsWith("go."));
    return (going.length ? "Go to: " : "Then: ") + (going.length ? going : found).map((each) => each.words).join(", ");
  }
  function leaveField(field) {
    const place = [...slots.body.querySelectorAll("[data-focus], [tabindex='-1']")].find((part) => part !== field && !isField(part) && !part.disabled);
    (place || root).focus({ preventScroll: true });
  }

  /* ---- layers ------------------------------------------------------------------------------------------------ */
  let keysTold = {};
  function openLayer(spec) {
    if (spec.kind !== "help" || !layer) keysTold = {};
    back = (root.ownerDocument.activeElement && root.ownerDocument.activeElement.getAttribute("data-at")) || back;
    layer = spec;
    const make = { help: () => helpDialog(helpSpec(), act), choice: () => choiceDialog(spec, act), changes: () => changesDialog(spec, act), same: () => samePicker(spec, act) }[spec.kind];
    layerElement = make();
    layerElement.addEventListener("keydown", (event) => trap(layerElement, event));
    layerElement.addEventListener("pointerdown", (event) => { if (event.target === layerElement) closeLayer(); });
    app.lastElementChild.replaceChildren(layerElement);
    inertRest(app, true);
    const first = layerElement.querySelector("[data-focus]") || layerElement.querySelector(".wb-dialog");
    if (!first.hasAttribute("data-focus")) first.setAttribute("tabindex", "-1");
    first.focus({ preventScroll: true });
  }
  function closeLayer() {
    layer = null;
    if (keysChanged) { keysChanged = false; ask({ op: "redraw" }); }
    inertRest(app, false);
    app.lastElementChild.replaceChildren();
    const before = back && root.querySelector(`[data-at="${CSS.escape(back)}"]`);
    back = null;
    if (before) before.focus({ preventScroll: true }); else rest(root);
  }
  function helpSpec() {
    const places = screen ? screen.places : [];
    const active = commands.filter((spec) => (spec.keys.length || spec.changed) && spec.where.some((place) => place === "anywhere" || places.includes(place)));
    const groups = helpGroups.map((group) => ({ title: group.title, commands: active.filter((spec) => group.ids.some((start) => spec.id.startsWith(start))) }));
    groups[groups.length - 1].commands.push({ keys: ["Escape Tab"], help: "leave the workbench" });
    return { title: "Keys here" + (screen && screen.place ? ": " + screen.place : ""), groups: groups.filter((group) => group.commands.length), singleKeys, ...keysTold };
  }

  /* ---- drawing ----------------------------------------------------------------------------------------------- */
  function show(next, buffers) {
    const before = screen, fresh = !before || before.view !== next.view || before.item !== next.item;
    screen = next;
    if (!before || before.item !== next.item) told = new Set();
    keeping(root, () => {
      slots.header.replaceChildren(header(next.header, act));
      slots.gates.replaceChildren(...(next.gates ? [gates(next.gates, act)] : []));
      slots.dock.replaceChildren(...(next.dock ? [dock(next.dock, act)] : []));
      drawBody(next, buffers);
      foot.show(next.footer);
      sayTableRoles(slots.body);
    }, { fresh, take: next.take });
    if (fresh && isInside(root) && !isField(root.ownerDocument.activeElement)) rest(root);
    if (back && !layer) { const part = root.querySelector(`[data-at="${CSS.escape(back)}"]`); if (part) part.focus({ preventScroll: true }); back = null; }
    root.dataset.view = next.view;
    root.dataset.version = next.version;
    root.dataset.ready = String((Number(root.dataset.ready) || 0) + 1);
  }
  function drawBody(next, buffers) {
    const body = next.body;
    stopSeen();
    stopSeen = () => {};
    if (body.kind === "item" && view && view.update && view.lanesOf === next.lanesOf) { view.update(body); return; }
    const typed = typedIn(view, next);
    if (view && view.close) view.close();
    view = DRAW[body.kind](body, buffers);
    if (typed !== null) view.field.value = typed;
    if (body.kind === "item") view.lanesOf = next.lanesOf;
    slots.body.replaceChildren(view.element);
    if (view.table) { view.table.rows(body.start, body.rows); view.table.select(body.current); }
    if (body.kind !== "item") stopSeen = watchSeen(slots.body, act.seen);
    view.item = next.item;
    if (body.check) view.check(body.check);
    if (typed !== null && view.recheck) view.recheck();
  }
  /** What is in the field that has focus, if the same view of the same item is about to be drawn again. */
  function typedIn(old, next) {
    const field = old && old.field, same = field && root.dataset.view === next.view && old.item === next.item;
    return same && root.ownerDocument.activeElement === field ? field.value : null;
  }
  let lanes = new Uint8Array(0);
  const DRAW = {
    queue: (body) => { const drawn = queueView(body, act); return { ...drawn, close: drawn.table.close, part: (next) => drawQueuePart(next) }; },
    item: (body, buffers) => { takeLanes(buffers); return itemView(body, act, lanes); },
    timeline: (body, buffers) => { takeLanes(buffers); const drawn = timelineView({ ...body, picture: { ...body.picture, lanes } }, act); return { ...drawn, close: drawn.picture.close }; },
    name: (body) => nameView(body, act),
    outcome: (body) => ({ element: outcomeView(body, act) }),
    door: (body) => ({ element: doorView(body, act) }),
    message: (body) => ({ element: messageView(body, act) }),
  };
  function takeLanes(buffers) {
    if (!buffers || !buffers.length) return;
    const part = buffers[0];
    lanes = new Uint8Array(part.buffer ? part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) : part);
  }
  function drawQueuePart(next) {
    screen.body = { ...screen.body, ...next };
    const fresh = queueView(screen.body, act), pane = fresh.element.querySelector(".wb-judge");
    fresh.table.close();
    slots.body.querySelector(".wb-judge").replaceWith(pane);
  }
  function announce(message, changes) {
    if (message.say) foot.speak(message.say, message.loud, changes); else foot.tell(changes);
  }
  function progress(spec) {
    const bar = foot.element.querySelector(".wb-progress"), kind = spec ? String(spec.words).replace(/\d+/g, "") : "";
    if (bar) bar.remove();
    if (kind && kind !== progressTold) foot.tell(String(spec.words));      // once for each kind of work, not for each count
    progressTold = kind;
    if (spec) foot.element.insertBefore(progressView(spec, act), foot.element.querySelector(".wb-spring"));
  }
  function answered(message) {
    if (message.seq === undefined || message.seq < busy) return;
    busy = 0;
    delete root.dataset.busy;
    clearTimeout(waitTimer);
    clearTimeout(lateTimer);
    progress(null);
    if (waiting.length) command(...waiting.shift());
  }

  /* ---- messages ---------------------------------------------------------------------------------------------- */
  const HEAR = {
    hello(message) { commands = message.commands; helpGroups = message.help; singleKeys = message.single_keys; foot.caps(); },
    keys(message) {
      keysChanged = keysChanged || !message.refused;
      if (!layer || layer.kind !== "help") return;
      keysTold = { said: message.said.join(" "), refused: message.refused };
      const at = message.id ? "change-" + message.id : "help-single", kept = back;
      openLayer({ kind: "help" });
      back = kept;
      const part = layerElement.querySelector(`[data-at="${CSS.escape(at)}"]`);
      if (part) part.focus();
    },
    screen(message, buffers) {
      // What was seen while nothing could be kept is told again, after the next thing that worked.
      if (!message.loud && missed) told = new Set();
      missed = Boolean(message.loud);
      if (!(message.seq !== undefined && message.seq < busy && busy)) { const before = screen; show(message.screen, buffers); announce(message, before && before.item === screen.item ? gateChanges(before.gates, screen.gates) : ""); } else if (message.say) announce(message, "");
    },
    part(message) {
      if (message.of === "queue") { rowAsked = null; if (!view || !view.table) return; if (view.table.current !== message.at) rowTo(view.table.current); else keeping(root, () => view.part(message.part)); return; }
      stepAsked = null;
      if (!view || !view.list || !view.part) return;
      if (view.list.current !== message.at) { moveTo(view.list.current); return; }
      screen.body = { ...screen.body, ...message.part };
      keeping(root, () => view.part(message.part));
    },
    rows(message) { const target = message.list === "queue" ? view && view.table : view && view.list; if (target && screen && message.version === screen.version) target.rows(message.start, message.rows); },
    name(message) { if (view && view.check) view.check(message.check); },
    layer(message) { openLayer(message.layer); },
    say(message) { foot.speak(message.say, message.loud); },
    update(message) { if (!screen) return; foot.tell(gateChanges(screen.gates, message.gates)); screen.gates = message.gates; keeping(root, () => { slots.gates.replaceChildren(gates(message.gates, act)); if (message.dock) slots.dock.replaceChildren(dock(message.dock, act)); }); },
    progress(message) { waitLonger(); progress({ words: message.words }); },
  };
  const onMessage = (message, buffers) => {
    const hear = HEAR[message.op];
    if (!hear) return;
    answered(message);
    hear(message, buffers);
  };
  model.on("msg:custom", onMessage);
  const leaveLine = watchLine(model, { stopped, cut: () => foot.speak([CUT_WORDS], true), back: () => ask({ op: "hello" }) });
  /** Nothing is heard here any more: what was on its way is dropped, and what stood here goes. */
  function stopped() {
    if (layer) closeLayer();
    over = true;
    waiting = [];
    answered({ seq });
    commands = [];
    show(stoppedScreen());
    foot.speak([stoppedScreen().body.title + ". Run this cell again."], true);
  }
  el.append(root);
  const measure = fitHeight(root);
  send({ op: "hello" });
  takeOnce(root, () => screen !== null);
  return () => {
    model.off("msg:custom", onMessage);
    leaveLine();
    measure();
    keys.close();
    stopSeen();
    for (const timer of [nameTimer, searchTimer, findTimer, waitTimer, lateTimer]) clearTimeout(timer);
    if (view && view.close) view.close();
    root.remove();
  };
}

/** The app's height follows the part of the page that shows the notebook, within bounds (design README §3). */
function fitHeight(root) {
  const fit = () => {
    const host = root.closest(".jp-WindowedPanel-outer, .jp-Notebook"), room = host ? host.clientHeight : globalThis.innerHeight - 96;
    // Under 1,000 px the structure stands above the other panes, and the app needs the height; in one column it is free.
    const width = root.clientWidth || 1200, least = width <= 1000 ? Math.max(600, Math.min(700, room - 8)) : 560;
    const height = width <= 700 ? "auto" : Math.max(least, Math.min(760, room - 36)) + "px";
    if (root.style.getPropertyValue("--wb-height") !== height) root.style.setProperty("--wb-height", height);
  };
  fit();
  const watch = new ResizeObserver(fit);
  watch.observe(root);
  globalThis.addEventListener("resize", fit);
  return () => { watch.disconnect(); globalThis.removeEventListener("resize", fit); };
}

const widget = { render };
export default widget;
