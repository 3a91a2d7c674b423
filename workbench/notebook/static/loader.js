/**
 * The only text that a saved notebook could ever hold of this app: it asks for the rest over the widget's
 * own channel, so that no synced state carries it and none is fetched from a network.
 * @param {{ model: Host.Model, el: HTMLElement }} view
 */
async function render({ model, el }) {
  /** @type {Wire.Code} */
  const code = await new Promise((resolve) => {
    /** @param {Wire.Code} message */
    const hear = (message) => { if (message.op === "code") { model.off("msg:custom", hear); resolve(message); } };
    model.on("msg:custom", hear);
    model.send({ op: "code" });
  });
  const style = document.createElement("style");
  style.textContent = code.css;
  el.append(style);
  const address = URL.createObjectURL(new Blob([code.esm], { type: "text/javascript" }));
  const app = await import(address);
  URL.revokeObjectURL(address);
  return app.default.render({ model, el });
}

export default { render };
