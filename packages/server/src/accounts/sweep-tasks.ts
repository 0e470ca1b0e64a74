import { sweepAttempts } from "../platform/db/attempts.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { sweepAnswers } from "../platform/db/idempotency.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import { sweepKnownPlaces } from "./passwords/known-places.ts";
import { sweepChallenges } from "./passkeys/passkey-challenge.ts";
import { sweepResetTokens } from "./passwords/forgotten-password.ts";
import type { Sessions } from "./sessions/sessions.ts";

const EVERY_TICKS = 600;

/** Removes expired rows. Each table has its own task, so that one failure does not stop the others. */
export function sweepTasks(options: {
  database: Database;
  clock: Clock;
  log: Log;
  sessions: Sessions;
}): PeriodicTask[] {
  const { database, clock, log, sessions } = options;
  return [
    periodically(EVERY_TICKS, "sweep of sessions", log, sessions.sweep),
    periodically(EVERY_TICKS, "sweep of API keys", log, sessions.keys.sweep),
    periodically(EVERY_TICKS, "sweep of live-connection tokens", log, sessions.sweepWsTokens),
    periodically(EVERY_TICKS, "sweep of idempotency keys", log, () => sweepAnswers(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of counters", log, () => sweepAttempts(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of known places", log, () => sweepKnownPlaces(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of passkey challenges", log, () => sweepChallenges(database, { clock })),
    periodically(EVERY_TICKS, "sweep of reset links", log, () => sweepResetTokens(database, dateOf(clock))),
  ];
}
