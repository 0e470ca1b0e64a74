import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { AutoApprovalLimits } from "@veritick/domain/auto-approval.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { FourEyesSettings } from "../approvals/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { RunningKeys } from "../platform/http/idempotency.ts";
import type { Identity } from "../platform/http/call.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Notifier } from "../notifications/public.ts";
import type { PaymentProvider } from "./provider.ts";
import type { Screening } from "./screening/ask-screening.ts";

/** The dependencies and settings of the use cases of payments. */
export type PaymentContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  notifier: Notifier;
  provider: PaymentProvider;
  /** The screening service, asked before money is credited or paid out; undefined if none is configured. */
  screening: Screening | undefined;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  /** One queue for each user, for work that locks the user's row longer than one statement takes. */
  userQueue: KeyedQueue;
  /** True if a withdrawal needs a confirmed e-mail address. */
  confirmBeforeWithdrawal: boolean;
  limits: { depositsPerUser: number; depositsPerAddress: number };
  settings: PaymentSettings;
  /** Returns the settings that hold in the database, and keeps them from changing until the transaction ends. */
  lockSettings(connection: Queryable): Promise<AutoApprovalLimits>;
};

type PaymentSettings = FourEyesSettings & AutoApprovalLimits;

/** The checks of a withdrawing user by accounts. They return undefined if the user passes. */
export type WithdrawalProofs = {
  /** Returns true if the session of a call still exists. Call it with the user's row locked. */
  isSessionAlive(connection: Queryable, identity: Identity): Promise<boolean>;
  /** Returns the stored form of the right code. */
  proveWithdrawalCode(
    identity: Identity,
    address: string,
    code: string,
  ): Promise<{ readonly stored: string } | Refused>;
  /** Checks a passkey's answer to a challenge for exactly this withdrawal. */
  provePasskey(
    identity: Identity,
    withdrawal: { amount: Minor; address: string },
    passkey: PasskeyAssertion,
  ): Promise<unknown>;
  proveSecondStep(
    identity: Identity,
    address: string,
    code: string | undefined,
  ): Promise<Refused | undefined>;
};

/** The administrator who decided a deposit or withdrawal, with their current e-mail, or the rule, and the time. */
export type DecisionRow = {
  decided_by: string | null;
  decided_by_email: string | null;
  decided_at: Date | null;
};

export const toDecision = (row: DecisionRow) => ({
  decidedBy: row.decided_by,
  decidedByEmail: row.decided_by_email,
  decidedAt: row.decided_at?.toISOString() ?? null,
});
