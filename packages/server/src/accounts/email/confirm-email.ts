import { dateOf } from "../../platform/clock.ts";
import { violatedConstraint } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { hashToken } from "../../platform/tokens.ts";
import { changeAccount, changeOwnAccount } from "../change-account.ts";
import { visitorOf } from "../context.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { findUser } from "../users.ts";
import { changeEmailTo } from "./change-email.ts";
import { countLinkMail, refuseLink } from "./count-links.ts";
import { EmailReservedError, findLinkUser, mailLink, markConfirmed } from "./links.ts";
import type { LinkContext, LinkKind } from "./links.ts";

/** Mails the link that confirms an account's address, if it is not confirmed. Registration and requests for another mail do so. */
export async function askToConfirm(
  context: LinkContext,
  connection: Queryable,
  row: { id: string; email: string; email_confirmed_at: Date | null },
  visitor: Parameters<typeof mailLink>[3],
): Promise<void> {
  if (row.email_confirmed_at !== null || !context.notifier.sendsMails) return;
  await mailLink(context, connection, { kind: "confirm", userId: row.id, email: row.email }, visitor);
}

/** Mails the caller's link again. The answer is the same if another device has confirmed the address meanwhile. */
export async function sendConfirmation(
  context: AccountContext,
  call: Visitor & { identity: Identity },
): Promise<Refused | undefined> {
  const { identity, address } = call;
  if (!context.notifier.sendsMails) return refuse("not_found");
  const refused = await countLinkMail(context, context.database, identity.userId, address);
  if (refused !== undefined) return refused;
  return changeOwnAccount(context, identity, async ({ connection }) => {
    const row = await findUser(connection, identity.userId);
    await askToConfirm(context, connection, row!, call);
    return undefined;
  });
}

const FOLLOWED: readonly LinkKind[] = ["confirm", "change"];

/**
 * Confirms the address that a link was sent to, once: the account's own, or the one that it changes to. Nobody has to be
 * signed in. Only a holder of the mailbox learns that another account has the address.
 */
export async function followEmailLink(
  context: AccountContext,
  token: string,
  visitor: Visitor,
): Promise<{ changed: boolean } | Refused> {
  const { database, clock } = context;
  const now = dateOf(clock);
  const userId = await findLinkUser(database, token, FOLLOWED, now);
  if (userId === undefined) return refuseLink(context, visitor);
  try {
    const followed = await changeAccount<{ changed: boolean } | Refused>(context, userId, async (account) => {
      const { connection, record } = account;
      const { rows } = await connection.query<{ kind: LinkKind; email: string }>(
        "delete from email_links where token_hash = $1 and kind = any ($2) and expires_at > $3 returning kind, email",
        [hashToken(token), FOLLOWED, now],
      );
      const link = rows[0];
      if (link === undefined) return refuse("email_link_invalid");
      if (link.kind === "change") {
        await changeEmailTo(context, account, { userId, email: link.email }, visitor);
        return { changed: true };
      }
      const { email } = (await findUser(connection, userId))!;
      if (email !== link.email) return refuse("email_link_invalid");
      await markConfirmed(connection, userId, now);
      await record("email_confirmed", visitorOf(visitor));
      return { changed: false };
    });
    // A deleted account's links are deleted too.
    return isRefused(followed) ? refuse("email_link_invalid") : followed;
  } catch (error) {
    if (error instanceof EmailReservedError || violatedConstraint(error) === "users_email_taken")
      return refuse("email_taken");
    throw error;
  }
}
