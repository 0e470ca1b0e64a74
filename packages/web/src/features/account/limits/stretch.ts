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
export type Sight = { readonly userId: string; readonly nowMs: number; readonly activeMs: number };

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
