import type { Language } from "@veritick/contract/errors.ts";
import type { Registration } from "@veritick/contract/settings.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Notifier } from "../notifications/public.ts";
import type { Sessions } from "./sessions/sessions.ts";

export type AccountContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  sessions: Sessions;
  sealing: Sealing;
  notifier: Notifier;
  /** Returns the site's address for links in e-mails. It comes from the configuration, never from a request. */
  siteOrigin(): string;
  /** The hours for which withdrawals pause after the password or two-step sign-in changes. */
  withdrawalHoldHours: number;
  /** True if a withdrawal needs a confirmed address (CONFIRM_EMAIL_BEFORE). */
  confirmBeforeWithdrawal: boolean;
  /** True if an administrator without a second factor may do nothing but set one up. */
  adminsNeedSecondFactor: boolean;
  /** The minutes for which a proof of identity allows moving money; undefined for any time. */
  stepUpMinutes: number | undefined;
  /** Returns who may register at this moment, as the database says. */
  registration(connection: Queryable): Promise<Registration>;
  /** Read at each use, so that administrators can change it. */
  settings: { readonly termsVersion: string | undefined };
  limits: {
    registrationsPerHour: number;
    failedLoginsPerAccount: number;
    failedLoginsPerAddress: number;
    /** The most correct passwords in 15 minutes. A login with a second step uses two. */
    loginsPerAccount: number;
  };
};

export type Visitor = {
  address: string;
  userAgent: string | undefined;
  /** The token that this device got at an earlier sign-in to any account. */
  device?: string | undefined;
  language?: Language | undefined;
};

/** Picks the visitor's fields only, so that a stored visitor never holds the body of the call. */
export const visitorOf = ({ address, userAgent, device, language }: Visitor): Visitor => ({
  address,
  userAgent,
  device,
  language,
});
