import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Identity } from "../platform/http/call.ts";
import type { AccountContext } from "./context.ts";
import { provePasskey, withdrawalBy } from "./passkeys/prove-passkey.ts";
import { isSessionAlive } from "./sessions/recheck-caller.ts";
import { proveSecondStep } from "./two-step/prove-second-step.ts";
import { proveWithdrawalCode } from "./withdrawal-code.ts";

/** The checks that payments ask for of a person who withdraws. */
export const withdrawalProofs = (context: AccountContext) => ({
  isSessionAlive: (connection: Queryable, { sessionHash }: Identity) =>
    isSessionAlive(connection, sessionHash),
  proveWithdrawalCode: (identity: Identity, address: string, code: string) =>
    proveWithdrawalCode(context, identity, address, code),
  proveSecondStep: ({ userId, sessionId }: Identity, address: string, code: string | undefined) =>
    proveSecondStep(context, userId, { sessionId, address }, code),
  provePasskey: (
    identity: Identity,
    withdrawal: { amount: Minor; address: string },
    passkey: PasskeyAssertion,
  ) => provePasskey(context, withdrawalBy(identity, withdrawal), passkey, identity.userId),
});
