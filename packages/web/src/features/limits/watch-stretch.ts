import { countOn, isReminderDue, LOOK_EVERY_MS, reminded } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";

/** So long after a press or a key, nothing may come between a person and what they are at. */
const QUIET_MS = 3_000;

/** The parts of the browser that the watch needs, named so that a test can stand in for them. */
export type StretchWorld = {
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
