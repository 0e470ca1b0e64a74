import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { FourEyesSettings } from "../approvals/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { KeyedQueue } from "../platform/concurrency.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import type { Identity } from "../platform/http/call.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Tell } from "../told/public.ts";
import type { PaymentProvider } from "./provider.ts";
import type { Screening } from "./screening/ask-screening.ts";

/** What every use case of payments works with. */
export type PaymentContext = {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  tell: Tell;
  provider: PaymentProvider;
  /** Asked before money is credited or paid out; undefined where no screening service is set. */
  screening: Screening | undefined;
  /** The house stripe of this process. */
  stripe: number;
  runningKeys: RunningKeys;
  /** One queue for each user, for work that locks the user's row longer than one statement takes. */
  userQueue: KeyedQueue;
  limits: { depositsPerUser: number; depositsPerAddress: number };
  settings: FourEyesSettings;
};

/** The checks that accounts make of a person who withdraws. Undefined means that the person passed. */
export type WithdrawalProofs = {
  /** Whether the session of a call is still open. Call it with the user's row locked. */
  isSessionAlive(connection: Queryable, identity: Identity): Promise<boolean>;
  proveWithdrawalCode(identity: Identity, address: string, code: string): Promise<Refused | undefined>;
  /** Checks a passkey that was asked about this very withdrawal. */
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

/** Who decided a deposit or withdrawal, and when. The e-mail is that of today. */
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
