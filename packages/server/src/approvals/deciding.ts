import type { Queryable } from "../platform/db/database.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller, IdempotencyClaim, Identity } from "../platform/http/call.ts";

/** Who decides, the key of their call, and the proposal where they decide by agreeing to one. */
export type Deciding = {
  by: Caller;
  idempotency: IdempotencyClaim | undefined;
  agreement?: Agreement | undefined;
};

export type Agreement = {
  proposalId: string;
  /** Keeps the answer of whoever agrees, in the transaction that does what was proposed. */
  keep(connection: Queryable): Promise<void>;
};

export const decidingOf = (call: {
  identity: Identity;
  address: string;
  idempotency: IdempotencyClaim | undefined;
}): Deciding => ({ by: callerOf(call), idempotency: call.idempotency });
