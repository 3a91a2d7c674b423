/**
 * The line to the kernel. A kernel that stops says nothing itself, so its host is asked where it can tell;
 * elsewhere a long silence is put into words. What was decided is in the journal and never hangs on this.
 */

/** Milliseconds without an answer after which that is said. */
export const LATE = 20_000;
export const LATE_WORDS = "No answer for 20 seconds: the kernel is busy or has stopped. What was decided is kept. If nothing comes, run the cell again.";
export const CUT_WORDS = "No connection to the server. What was decided is kept; keys wait until it is back.";

const STOPPED = ["restarting", "autorestarting", "terminating", "dead"];

/**
 * Watches the kernel of a widget's model: `stopped` is called once, `cut` and `back` as often as the
 * connection goes and comes. Returns what ends the watching.
 * @param {Host.Model} model
 * @param {{ stopped(): void, cut(): void, back(): void }} told
 */
export function watchLine(model, { stopped, cut, back }) {
  const kernel = model.widget_manager && model.widget_manager.kernel;
  const status = kernel && kernel.statusChanged, connection = kernel && kernel.connectionStatusChanged;
  if (!status || !connection) return watchComm(model, stopped);
  let over = false, lost = false;
  /** @param {unknown} _ @param {string} now */
  const onStatus = (_, now) => { if (!over && STOPPED.includes(now)) { over = true; stopped(); } };
  /** @param {unknown} _ @param {string} now */
  const onConnection = (_, now) => {
    if (over) return;
    if (now === "connected" && lost) { lost = false; back(); }
    else if (now !== "connected" && !lost) { lost = true; cut(); }
  };
  status.connect(onStatus);
  connection.connect(onConnection);
  return () => { status.disconnect(onStatus); connection.disconnect(onConnection); };
}

/** Hosts that show no kernel to a widget still end its channel when they start another.
 * @param {Host.Model} model
 * @param {() => void} stopped
 */
function watchComm(model, stopped) {
  const once = () => { model.off("comm_live_update", once); stopped(); };
  model.on("comm_live_update", once);
  return () => model.off("comm_live_update", once);
}

/** The screen of an app whose kernel is gone: nothing captured stays on it. */
export function stoppedScreen() {
  return {
    view: "message", item: "", lanesOf: "", version: "stopped", places: [], place: "", gates: null, dock: null, take: false,
    header: { queue: true, title: ["Fixture review"], detail: "", tallies: [] },
    footer: { undo: "" },
    body: {
      kind: "message", quiet: false, tone: "fail", title: "The kernel of this notebook stopped or was started again", words: null, blocks: [], actions: [],
      story: [
        ["Means", ["This view hears no key any more. Everything that it showed as decided is kept."]],
        ["You can", ["Run this cell again. The review goes on at the same place, and says what was decided last."]],
      ],
    },
  };
}
