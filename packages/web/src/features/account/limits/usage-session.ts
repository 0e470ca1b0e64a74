import { browserNowMs } from "../../../api/live/live.ts";

/**
 * One usage session, shared by all tabs of a browser. Times are in milliseconds of the browser's clock. Time counts only
 * while a tab is in view, and only once however many tabs are.
 */
export type UsageSession = {
  readonly userId: string;
  readonly beganMs: number;
  readonly activeMs: number;
  /** The time has been counted up to here, and comes to `spentMs`. */
  readonly countedMs: number;
  readonly spentMs: number;
  /** The value of `spentMs` when the person was last reminded. */
  readonly remindedMs: number;
};

/** How often a tab in view looks at the time. */
export const LOOK_EVERY_MS = 10_000;

/** A usage session ends when the person does nothing for this long. */
export const OVER_AFTER_MS = 30 * 60_000;

/** A tab in view knows who is signed in, the time, and when the person last did something in it. */
type Sight = { readonly userId: string; readonly nowMs: number; readonly activeMs: number };

/**
 * Adds the time since the last look to the usage session. Begins a new one if it was over, and returns undefined if the
 * person has done nothing for `OVER_AFTER_MS`. If the last look of any tab was long ago, no tab was in view meanwhile, and
 * that time does not count.
 */
export function countOn(
  known: UsageSession | undefined,
  { userId, nowMs, activeMs }: Sight,
): UsageSession | undefined {
  if (nowMs - activeMs >= OVER_AFTER_MS && (known === undefined || nowMs - known.activeMs >= OVER_AFTER_MS)) {
    return undefined;
  }
  const isOver =
    known === undefined ||
    known.userId !== userId ||
    activeMs - known.activeMs >= OVER_AFTER_MS ||
    // The clock was put back by a long time.
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

export function isReminderDue({ spentMs, remindedMs }: UsageSession, everyMinutes: number): boolean {
  return spentMs - remindedMs >= everyMinutes * 60_000;
}

/** Marks the person as reminded, in every tab. */
export function reminded(usage: UsageSession): UsageSession {
  return { ...usage, remindedMs: usage.spentMs };
}

/** Reads the usage session that a tab has stored. Undefined for anything else. */
export function readUsageSession(text: string | null): UsageSession | undefined {
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
  return isWhole ? (value as UsageSession) : undefined;
}

/** A reminder waits this long after a press or a key, so that it does not interrupt the person. */
const QUIET_MS = 3_000;

/** The parts of the browser that the watch needs, named so that a test can stand in for them. */
type UsageWorld = {
  readonly nowMs: () => number;
  readonly isInView: () => boolean;
  /** True while nothing is open that a dialog would cover or interrupt. */
  readonly isClear: () => boolean;
  readonly load: () => UsageSession | undefined;
  readonly save: (usage: UsageSession | undefined) => void;
  /** Calls back at this interval. Returns a function that stops it. */
  readonly every: (delayMs: number, call: () => void) => () => void;
};

type Watch = {
  /** Reports an activity. After a press or a key, more may follow at once. */
  readonly noteActivity: (isPress: boolean) => void;
  readonly stop: () => void;
};

/**
 * Counts a person's time and calls back when a reminder is due and nothing is in the way. The first tab marks the
 * reminder as given before it shows it, so that no other tab shows it too.
 */
export function watchUsage(
  world: UsageWorld,
  { userId, everyMinutes }: { userId: string; everyMinutes: number },
  onDue: (usage: UsageSession) => void,
): Watch {
  let activeMs = world.nowMs();
  let pressedMs = -Infinity;

  function look() {
    if (!world.isInView()) return;
    const nowMs = world.nowMs();
    const usage = countOn(world.load(), { userId, nowMs, activeMs });
    const isFree = nowMs - pressedMs >= QUIET_MS && world.isClear();
    const isDue = usage !== undefined && isFree && isReminderDue(usage, everyMinutes);
    world.save(isDue ? reminded(usage) : usage);
    if (isDue) onDue(usage);
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

/** The usage session of this tab alone, in a browser that refuses storage. */
let unstored: UsageSession | undefined;

function load(): UsageSession | undefined {
  try {
    return readUsageSession(localStorage.getItem(KEY)) ?? unstored;
  } catch {
    return unstored;
  }
}

function save(usage: UsageSession | undefined): void {
  try {
    if (usage === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(usage));
    unstored = undefined;
  } catch {
    unstored = usage;
  }
}

/** Forgets the usage session, so that the next person begins a new one. */
export const forgetUsage = () => save(undefined);

/** The functions of the real browser. Only the page can tell whether anything is in the way. */
export const browserUsage: Omit<UsageWorld, "isClear"> = {
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

/** Calls back when the person does something or returns to the tab. Returns a function that stops it. */
export function onActivity(note: (isPress: boolean) => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const type of PRESSES) document.addEventListener(type, () => note(true), options);
  for (const type of SIGNS) {
    document.addEventListener(type, () => document.visibilityState === "visible" && note(false), options);
  }
  return () => listening.abort();
}
