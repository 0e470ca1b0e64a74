import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import type { DeferredTasks } from "../platform/process/background-tasks.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** What everything about accounts works with. */
export type AccountContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sessions: Sessions;
  sealing: Sealing;
  deferred: DeferredTasks;
  /** Undefined where no e-mail can be sent. */
  mailer: Mailer | undefined;
  /** The address people use, for links in e-mails: never taken from a request. */
  siteOrigin(): string;
  /** How long withdrawals pause after a change of password or two-step sign-in. */
  withdrawalHoldHours: number;
  /** How old a proof of who somebody is may be where money moves; undefined for any age. */
  stepUpMinutes: number | undefined;
  limits: {
    registrationsPerHour: number;
    failedLoginsPerAccount: number;
    failedLoginsPerAddress: number;
    /** Right passwords in 15 minutes; a login with a second step takes two. */
    loginsPerAccount: number;
  };
};

/** From where somebody calls. */
export type Visitor = { address: string; userAgent: string | undefined };

/** Only that of a call: what is written down must not take the body along. */
export const visitorOf = ({ address, userAgent }: Visitor): Visitor => ({ address, userAgent });
