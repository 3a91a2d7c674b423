/** The icon sprite: one string constant of ours. 16-unit box, 1.5 stroke, `currentColor`; gates differ in outline. */

const SYMBOLS = `
  <symbol id="wb-pass" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.25"/><path d="m5.2 8.2 2 2 3.7-4.2"/></symbol>
  <symbol id="wb-fail" viewBox="0 0 16 16"><path class="solid" d="M5.4 1.5h5.2l3.9 3.9v5.2l-3.9 3.9H5.4l-3.9-3.9V5.4z"/><path class="knock" d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6"/></symbol>
  <symbol id="wb-ask" viewBox="0 0 16 16"><path class="tint" d="M8 1 15 8 8 15 1 8z"/><path d="M6.4 6.5a1.65 1.65 0 1 1 2.5 1.4c-.6.35-.9.7-.9 1.35"/><path d="M8 11.1v.1"/></symbol>
  <symbol id="wb-idle" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.25" stroke-dasharray="2.2 2"/><path d="M5.4 8h5.2"/></symbol>
  <symbol id="wb-none" viewBox="0 0 16 16"><circle class="solid" cx="8" cy="8" r="1.6"/></symbol>
  <symbol id="wb-tick" viewBox="0 0 16 16"><path d="m3.2 8.4 3.2 3.2 6.4-7"/></symbol>
  <symbol id="wb-dash" viewBox="0 0 16 16"><path d="M4.5 8h7"/></symbol>
  <symbol id="wb-finding" viewBox="0 0 16 16"><path class="solid" d="M8 2.2 13.8 8 8 13.8 2.2 8z"/></symbol>
  <symbol id="wb-judged" viewBox="0 0 16 16"><path d="M8 2.2 13.8 8 8 13.8 2.2 8z"/><path d="m6 8.1 1.4 1.4L10.1 6.6"/></symbol>
  <symbol id="wb-flag" viewBox="0 0 16 16"><path d="M3.5 14.5v-12m0 .7c3-1.8 5.5 1.6 9 0v6.2c-3.5 1.6-6-1.8-9 0"/></symbol>
  <symbol id="wb-safe" viewBox="0 0 16 16"><path d="M8 1.6 13.2 3.5v4.2c0 3.2-2.1 5.4-5.2 6.7C4.9 13.1 2.8 10.9 2.8 7.7V3.5z"/><path d="m5.7 8 1.7 1.7 3-3.3"/></symbol>
  <symbol id="wb-key" viewBox="0 0 16 16"><circle cx="5" cy="11" r="3"/><path d="m7.2 8.8 6-6m-2.4 2.4 1.9 1.9M9 7l1.3 1.3"/></symbol>
  <symbol id="wb-unsure" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.25"/><path d="M6.3 6.4A1.75 1.75 0 1 1 9 7.9c-.7.4-1 .8-1 1.5"/><path d="M8 11.3v.1"/></symbol>
  <symbol id="wb-same" viewBox="0 0 16 16"><path d="M2.5 5.8h11m-11 4.4h11"/></symbol>
  <symbol id="wb-later" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.25"/><path d="M8 4.4V8l2.5 1.7"/></symbol>
  <symbol id="wb-undo" viewBox="0 0 16 16"><path d="M5.5 3 2.5 6l3 3M2.8 6h6.4a4 4 0 0 1 0 8H6.5"/></symbol>
  <symbol id="wb-left" viewBox="0 0 16 16"><path d="m9.8 3.5-4.5 4.5 4.5 4.5"/></symbol>
  <symbol id="wb-right" viewBox="0 0 16 16"><path d="m6.2 3.5 4.5 4.5-4.5 4.5"/></symbol>
  <symbol id="wb-down" viewBox="0 0 16 16"><path d="m3.5 6.2 4.5 4.5 4.5-4.5"/></symbol>
  <symbol id="wb-arrow" viewBox="0 0 16 16"><path d="M2.5 8h10.5M9.2 4 13.2 8l-4 4"/></symbol>
  <symbol id="wb-close" viewBox="0 0 16 16"><path d="m4 4 8 8m0-8-8 8"/></symbol>
  <symbol id="wb-search" viewBox="0 0 16 16"><circle cx="7" cy="7" r="4.5"/><path d="m10.4 10.4 3.6 3.6"/></symbol>
  <symbol id="wb-list" viewBox="0 0 16 16"><path d="M2.5 4h11m-11 4h11m-11 4h7"/></symbol>
  <symbol id="wb-log" viewBox="0 0 16 16"><path d="M2.5 3h11v8H7l-3 2.8V11H2.5z"/></symbol>
  <symbol id="wb-play" viewBox="0 0 16 16"><path d="M4.5 2.8 12.5 8l-8 5.2z"/></symbol>
  <symbol id="wb-cassette" viewBox="0 0 16 16"><path d="M2.5 5.5h9.5M9.5 3 12 5.5 9.5 8m4 2.5H4M6.5 8 4 10.5 6.5 13"/></symbol>
  <symbol id="wb-file" viewBox="0 0 16 16"><path d="M4 1.8h5l3.2 3.2v9.2H4zM9 1.8V5h3.2"/></symbol>
  <symbol id="wb-hidden" viewBox="0 0 16 16"><rect x="3.2" y="7" width="9.6" height="6.8" rx="1"/><path d="M5.3 7V5a2.7 2.7 0 0 1 5.4 0v2"/></symbol>
  <symbol id="wb-door" viewBox="0 0 16 16"><path d="M3.5 14V2.2h7V14M1.5 14h13"/><path d="M8 8v.2"/></symbol>
  <symbol id="wb-epoch" viewBox="0 0 16 16"><path d="m8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3"/></symbol>
  <symbol id="wb-issued" viewBox="0 0 16 16"><path d="M2.5 8.5V3h5.5l5.5 5.5-5.5 5.5z"/><path d="M5.6 6v.1"/></symbol>
  <symbol id="wb-proof" viewBox="0 0 16 16"><rect class="solid" x="1.5" y="9.5" width="3" height="4"/><rect class="solid" x="6.5" y="6" width="3" height="7.5"/><rect class="solid" x="11.5" y="2.5" width="3" height="11"/></symbol>
  <symbol id="wb-strong" viewBox="0 0 16 16"><rect class="solid" x="1.5" y="9.5" width="3" height="4"/><rect class="solid" x="6.5" y="6" width="3" height="7.5"/><rect x="12" y="3" width="2" height="10"/></symbol>
  <symbol id="wb-weak" viewBox="0 0 16 16"><rect class="solid" x="1.5" y="9.5" width="3" height="4"/><rect x="7" y="6.5" width="2" height="6.5"/><rect x="12" y="3" width="2" height="10"/></symbol>
  <symbol id="wb-note" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.25"/><path d="M8 7.3v3.7M8 5v.1"/></symbol>
  <symbol id="wb-tray" viewBox="0 0 64 48"><path d="M6 28 14 8h36l8 20v14H6zM6 28h14c1 5 5 8 12 8s11-3 12-8h14"/></symbol>`;

/** The sprite as an element to put into the app. Ids start with `wb-`, so they meet no one else's. */
export function sprite() {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${SYMBOLS}</defs></svg>`;
  const element = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("focusable", "false");
  element.setAttribute("class", "wb-sprite");
  return element;
}
