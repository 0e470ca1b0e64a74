import { browserNowMs } from "../../lib/live/clock.ts";
import { readStretch } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";
import type { StretchWorld } from "./watch-stretch.ts";

const KEY = "stretch";

/** What a browser that refuses storage keeps of it: it is this tab's alone then. */
let unstored: Stretch | undefined;

function load(): Stretch | undefined {
  try {
    return readStretch(localStorage.getItem(KEY)) ?? unstored;
  } catch {
    return unstored;
  }
}

function save(stretch: Stretch | undefined): void {
  try {
    if (stretch === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(stretch));
    unstored = undefined;
  } catch {
    unstored = stretch;
  }
}

/** Nobody is here any more: whoever comes next begins anew. */
export const forgetStretch = () => save(undefined);

/** The browser as the watch needs it, save what only the page's own parts know. */
export const browserStretch: Omit<StretchWorld, "isClear"> = {
  nowMs: browserNowMs,
  isInView: () => document.visibilityState === "visible",
  load,
  save,
  every(delayMs, call) {
    const timer = setInterval(call, delayMs);
    return () => clearInterval(timer);
  },
};

const PRESSES = ["pointerdown", "keydown"] as const;
const SIGNS = ["pointermove", "wheel", "scroll", "visibilitychange"] as const;

/** Calls back when the person does something, or comes back to the tab. Returns how to stop it. */
export function onActivity(note: (isPress: boolean) => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const type of PRESSES) document.addEventListener(type, () => note(true), options);
  for (const type of SIGNS) {
    document.addEventListener(type, () => document.visibilityState === "visible" && note(false), options);
  }
  return () => listening.abort();
}
