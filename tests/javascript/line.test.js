/** The line to the kernel: a kernel that stops is noticed once, a connection as often as it goes and comes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { stoppedScreen, watchLine } from "../../workbench/notebook/static/line.js";

/** A signal as hosts have them. */
function signal() {
  const heard = new Set();
  return { connect: (act) => heard.add(act), disconnect: (act) => heard.delete(act), emit: (value) => [...heard].forEach((act) => act(null, value)), heard };
}

/** A model whose host shows its kernel, and what was told of it. */
function watched() {
  const kernel = { statusChanged: signal(), connectionStatusChanged: signal() }, told = [];
  const leave = watchLine({ widget_manager: { kernel } }, { stopped: () => told.push("stopped"), cut: () => told.push("cut"), back: () => told.push("back") });
  return { kernel, told, leave };
}

for (const status of ["restarting", "autorestarting", "terminating", "dead"]) {
  test(`a kernel that is ${status} has stopped, once`, () => {
    const { kernel, told } = watched();
    kernel.statusChanged.emit("busy");
    kernel.statusChanged.emit("idle");
    assert.deepEqual(told, []);
    kernel.statusChanged.emit(status);
    kernel.statusChanged.emit("dead");
    kernel.connectionStatusChanged.emit("connecting");
    kernel.connectionStatusChanged.emit("connected");
    assert.deepEqual(told, ["stopped"]);
  });
}

test("a connection that goes and comes is told each time, and each once", () => {
  const { kernel, told } = watched();
  for (const status of ["connected", "connecting", "disconnected", "connected", "connecting", "connected"]) kernel.connectionStatusChanged.emit(status);
  assert.deepEqual(told, ["cut", "back", "cut", "back"]);
});

test("a view that is gone listens no longer", () => {
  const { kernel, told, leave } = watched();
  leave();
  kernel.statusChanged.emit("dead");
  assert.equal(kernel.statusChanged.heard.size + kernel.connectionStatusChanged.heard.size, 0);
  assert.deepEqual(told, []);
});

test("a host that shows no kernel ends the channel instead", () => {
  const heard = new Map(), told = [];
  const model = { on: (name, act) => heard.set(name, act), off: (name) => heard.delete(name) };
  watchLine(model, { stopped: () => told.push("stopped"), cut() {}, back() {} });
  heard.get("comm_live_update")();
  assert.deepEqual(told, ["stopped"]);
  assert.equal(heard.size, 0);
});

test("the screen of a stopped kernel says what it means and what can be done, and offers no key", () => {
  const { body, places } = stoppedScreen();
  assert.deepEqual(body.story.map(([name]) => name), ["Means", "You can"]);
  assert.deepEqual([...places, ...body.actions], []);
});
