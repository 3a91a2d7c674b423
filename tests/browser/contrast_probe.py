"""Finds drawn text of too little contrast or size, in the page itself: 4.5 to 1, and 11 pixels."""

from __future__ import annotations

POOR = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ground = (part) => { for (let at = part; at; at = at.parentElement) { const color = rgba(getComputedStyle(at).backgroundColor); if (color[3] > 250) return color; } return [255, 255, 255, 255]; };
  const poor = [];
  const walk = document.createTreeWalker(document.querySelector(".wb-root"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const part = node.parentElement;
    if (!node.textContent.trim() || !part.offsetParent || part.closest("svg, .wb-sr, style")) continue;
    const a = light(rgba(getComputedStyle(part).color)), b = light(ground(part));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), size = parseFloat(getComputedStyle(part).fontSize);
    if (ratio < 4.5 || size < 11) poor.push(part.className + " " + part.tagName + " " + ratio.toFixed(2) + " at " + size);
  }
  return [...new Set(poor)];
}
"""
