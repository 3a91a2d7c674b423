/**
 * Where focus rests. After a redraw it goes back to the same control if that is still there, else to the
 * view's resting place (`data-focus`): a list, a change, a field; never a verdict or an approving button.
 */

/** Whether focus is inside the app. */
export function isInside(root) {
  return root.contains(root.ownerDocument.activeElement);
}

/** Redraws and puts focus, the caret and scroll positions back. */
export function keeping(root, redraw, options = {}) {
  const active = root.ownerDocument.activeElement;
  const inside = root.contains(active) && active !== root;
  const at = inside && !options.fresh ? active.getAttribute("data-at") : null;
  const caret = at && "selectionStart" in active ? safeCaret(active) : null;
  const scrolls = options.fresh ? [] : [...root.querySelectorAll("[data-scroll]")].map((part) => [part.getAttribute("data-scroll"), part.scrollTop]);
  redraw();
  for (const [name, top] of scrolls) {
    const part = root.querySelector(`[data-scroll="${name}"]`);
    if (part) part.scrollTop = top;
  }
  if (!inside && !options.take) return;
  // What was not redrawn keeps its focus: a list that stayed, or the end of the app on the way out.
  if (active.isConnected && root.ownerDocument.activeElement === active && !active.disabled && !options.fresh) return;
  const same = at && root.querySelector(`[data-at="${CSS.escape(at)}"]`);
  if (same && !same.disabled) {
    same.focus({ preventScroll: true });
    if (caret) same.setSelectionRange(...caret);
  } else rest(root);
}

function safeCaret(field) {
  try { return [field.selectionStart, field.selectionEnd]; } catch { return null; }
}

/** Moves focus to the view's resting place. */
export function rest(root) {
  const marks = [...root.querySelectorAll("[data-focus]")].filter((part) => !part.disabled && !part.closest("[inert]"));
  const place = marks.pop() || root;
  place.focus({ preventScroll: true });
  reveal(place);
}

/** Scrolls the pane of a control, never the page, until the control is in it. */
function reveal(part) {
  const pane = part.parentElement && part.parentElement.closest("[data-scroll]");
  if (!pane) return;
  const outer = pane.getBoundingClientRect(), inner = part.getBoundingClientRect();
  if (inner.height < outer.height && inner.bottom + 72 > outer.bottom) pane.scrollTop += inner.bottom + 72 - outer.bottom;
}

/** Makes everything but the last child inert while a layer is open, and undoes it. */
export function inertRest(app, open) {
  const parts = [...app.children];
  parts.forEach((part, index) => { part.inert = open && index < parts.length - 1; });
}

/** Keeps Tab inside a modal layer. */
export function trap(layer, event) {
  if (event.key !== "Tab") return;
  const stops = [...layer.querySelectorAll("button, input, select, textarea, [tabindex='0']")].filter((part) => !part.disabled && part.offsetParent !== null);
  if (!stops.length) return;
  const first = stops[0], last = stops[stops.length - 1], active = layer.ownerDocument.activeElement;
  if (event.shiftKey && active === first) { event.preventDefault(); last.focus(); }
  else if (!event.shiftKey && active === last) { event.preventDefault(); first.focus(); }
}

/**
 * Takes focus once, when the app is first on screen, so that its keys work at once. Not if the person has
 * gone on to write elsewhere in the meantime, and never again later.
 */
export function takeOnce(root, ready) {
  const page = root.ownerDocument;
  let typed = false, tries = 0;
  const onKey = (event) => { if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !root.contains(event.target)) typed = true; };
  page.addEventListener("keydown", onKey, true);
  const attempt = () => {
    tries += 1;
    if (tries > 120 || typed) return done();
    if (!root.isConnected || root.offsetParent === null || !ready()) return void requestAnimationFrame(attempt);
    if (!isWriting(root, page.activeElement)) { bringIntoView(root); rest(root); }
    done();
  };
  const done = () => page.removeEventListener("keydown", onKey, true);
  requestAnimationFrame(attempt);
}

/** Once, when it takes focus: the whole app where it fits, else from its top. */
function bringIntoView(root) {
  const host = root.closest(".jp-WindowedPanel-outer, .jp-Notebook"), room = host ? host.clientHeight : globalThis.innerHeight;
  root.scrollIntoView({ block: root.offsetHeight <= room ? "nearest" : "start", behavior: "instant" });
}

/** Someone is in the middle of a text somewhere else. */
function isWriting(root, active) {
  if (!active || active === root.ownerDocument.body) return false;
  const cell = root.closest(".jp-Cell");
  if (cell && cell.contains(active)) return false;
  if (active.isContentEditable) return active.textContent.trim() !== "";
  return (active.tagName === "INPUT" || active.tagName === "TEXTAREA") && active.value !== "";
}
