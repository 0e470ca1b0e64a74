import type { Identity } from "../platform/http/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeOwnAccount } from "./change-account.ts";
import type { AccountContext } from "./context.ts";
import type { Visitor } from "./visitor.ts";

/** Signs out one of the user's own sessions, its live connections included. */
export async function endSession(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  endedId: string,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    const announce = await context.sessions.endById(connection, userId, endedId);
    if (announce === undefined) return refuse("not_found");
    onCommit(announce);
    await record("session_ended", { ...visitor, sessionId });
    return undefined;
  });
}

/** Ends every session of the user's, the one that asks for it included. */
export async function signOutEverywhere(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    await context.sessions.endAll(connection, userId);
    onCommit(() => context.sessions.announceEnd(userId));
    await record("signed_out_everywhere", { ...visitor, sessionId });
    return undefined;
  });
}
