import { browserNowMs } from "../../../api/live/clock.ts";

/**
 * One stretch of use, shared by all tabs of a browser. Times are in milliseconds of the browser's clock. Only time in which
 * a tab is in view counts, and each second once, however many are.
 */
export type Stretch = {
  readonly userId: string;
  readonly beganMs: number;
  /** When the person last did something. */
  readonly activeMs: number;
  /** Up to when time has been counted, and how much of it. */
  readonly countedMs: number;
  readonly spentMs: number;
  /** What had been spent when the person was last reminded. */
  readonly remindedMs: number;
};

/** How often a tab in view looks at the time. */
export const LOOK_EVERY_MS = 10_000;

/** After so long without anything being done, the stretch is over. */
export const OVER_AFTER_MS = 30 * 60_000;

/** What a tab in view knows: who is signed in, the time, and when something was last done in it. */
type Sight = { readonly userId: string; readonly nowMs: number; readonly activeMs: number };

/**
 * The stretch with the time since the last look added, a new one where it was over, or none where nobody does anything. A
 * look that comes much later than the one before, in whichever tab, says that none was in view meanwhile.
 */
export function countOn(known: Stretch | undefined, { userId, nowMs, activeMs }: Sight): Stretch | undefined {
  if (nowMs - activeMs >= OVER_AFTER_MS && (known === undefined || nowMs - known.activeMs >= OVER_AFTER_MS)) {
    return undefined;
  }
  const isOver =
    known === undefined ||
    known.userId !== userId ||
    activeMs - known.activeMs >= OVER_AFTER_MS ||
    // The clock was put back, by more than a little.
    known.countedMs - nowMs >= OVER_AFTER_MS;
  if (isOver) {
    return {
      userId,
      beganMs: activeMs,
      activeMs,
      countedMs: nowMs,
      spentMs: nowMs - activeMs,
      remindedMs: 0,
    };
  }
  const passedMs = nowMs - known.countedMs;
  return {
    ...known,
    activeMs: Math.max(known.activeMs, activeMs),
    countedMs: Math.max(known.countedMs, nowMs),
    spentMs: known.spentMs + (passedMs > 0 && passedMs < 2 * LOOK_EVERY_MS ? passedMs : 0),
  };
}

export function isReminderDue({ spentMs, remindedMs }: Stretch, everyMinutes: number): boolean {
  return spentMs - remindedMs >= everyMinutes * 60_000;
}

/** From now on the person counts as reminded, in every tab. */
export function reminded(stretch: Stretch): Stretch {
  return { ...stretch, remindedMs: stretch.spentMs };
}

/** The stretch as a tab has stored it; undefined for what is none. */
export function readStretch(text: string | null): Stretch | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { userId, ...times } = value as Record<string, unknown>;
  const names = ["beganMs", "activeMs", "countedMs", "spentMs", "remindedMs"];
  const isWhole = typeof userId === "string" && names.every((name) => Number.isSafeInteger(times[name]));
  return isWhole ? (value as Stretch) : undefined;
}

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
