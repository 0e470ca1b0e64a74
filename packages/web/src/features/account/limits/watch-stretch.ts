import { browserNowMs } from "../../../api/live/clock.ts";
import { countOn, isReminderDue, LOOK_EVERY_MS, readStretch, reminded } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";

/** So long after a press or a key, nothing may come between a person and what they are at. */
const QUIET_MS = 3_000;

/** The parts of the browser that the watch needs, named so that a test can stand in for them. */
type StretchWorld = {
  readonly nowMs: () => number;
  readonly isInView: () => boolean;
  /** Whether nothing is open that a dialog would cover or come between. */
  readonly isClear: () => boolean;
  readonly load: () => Stretch | undefined;
  readonly save: (stretch: Stretch | undefined) => void;
  /** Calls back again and again; the answer stops it. */
  readonly every: (delayMs: number, call: () => void) => () => void;
};

type Watch = {
  /** Something was done; `isPress` where more of it may follow at once. */
  readonly noteActivity: (isPress: boolean) => void;
  readonly stop: () => void;
};

/**
 * Counts a person's time and calls back when it is time to be reminded and nothing is in the way. Whichever tab is first
 * marks the reminder as given before it shows it, so that no other does.
 */
export function watchStretch(
  world: StretchWorld,
  { userId, everyMinutes }: { userId: string; everyMinutes: number },
  onDue: (stretch: Stretch) => void,
): Watch {
  let activeMs = world.nowMs();
  let pressedMs = -Infinity;

  function look() {
    if (!world.isInView()) return;
    const nowMs = world.nowMs();
    const stretch = countOn(world.load(), { userId, nowMs, activeMs });
    const isFree = nowMs - pressedMs >= QUIET_MS && world.isClear();
    const isDue = stretch !== undefined && isFree && isReminderDue(stretch, everyMinutes);
    world.save(isDue ? reminded(stretch) : stretch);
    if (isDue) onDue(stretch);
  }

  look();
  return {
    noteActivity(isPress) {
      activeMs = world.nowMs();
      if (isPress) pressedMs = activeMs;
    },
    stop: world.every(LOOK_EVERY_MS, look),
  };
}

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
