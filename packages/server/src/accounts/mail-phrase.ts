import type { Identity } from "../platform/http/call.ts";
import type { Refused } from "../platform/refusal.ts";
import { changeOwnAccount } from "./change-account.ts";
import { visitorOf } from "./context.ts";
import type { AccountContext, Visitor } from "./context.ts";

type PhraseCall = Visitor & { identity: Identity; body: { phrase: string | null } };

/**
 * Sets, changes or removes the words by which the owner tells our mails from forged ones. Somebody who replaced them could
 * make the owner distrust the mails about a theft, so the owner gets an e-mail, with the new words.
 */
export function setMailPhrase(context: AccountContext, call: PhraseCall): Promise<Refused | undefined> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      "update users set mail_phrase = $2 where id = $1 and mail_phrase is distinct from $2",
      [userId, body.phrase],
    );
    if (rowCount === 1) await record("mail_phrase_changed", { ...visitorOf(call), sessionId });
    return undefined;
  });
}
