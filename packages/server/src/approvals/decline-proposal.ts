import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { refuseDecider } from "../accounts/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Caller, Replayed } from "../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../platform/db/idempotency.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { ProposalContext } from "./agree-to-proposal.ts";
import type { Deciding } from "./deciding.ts";
import { closeProposal } from "./open-proposal.ts";
import { findProposal, toProposal } from "./proposal-row.ts";

/**
 * An administrator says no to a proposal, or takes their own back. Nothing but the decider and the proposal is locked:
 * of this and of agreeing to it at the same moment, the second finds it decided.
 */
export function declineProposal(
  context: ProposalContext,
  id: string,
  { by, idempotency, note }: Deciding & { note: string | undefined },
): Promise<Proposal | Refused | Replayed> {
  return answerOnce<Proposal>(context, by.actor, idempotency, () =>
    transaction(context.database, async (connection) => {
      const found = (await lockAdministrator(connection, by)) ?? (await lockOpen(connection, id));
      if (isRefused(found)) return found;
      const at = dateOf(context.clock);
      await closeProposal(connection, { id: found.id, outcome: "declined", by: by.actor }, at);
      await recordAudit(
        connection,
        {
          action: "proposal_declined",
          by,
          subject: found.subject,
          target: found.id,
          before: { outcome: null },
          after: { outcome: "declined" },
          reason: note,
          proposedBy: found.proposed_by,
        },
        at,
      );
      const answer = toProposal((await findProposal(connection, found.id))!);
      await recordAnswer(connection, by.actor, idempotency, kept(answer, by), at, found.subject);
      return answer;
    }),
  );
}

/**
 * What is said of others goes with their accounts, and nothing keeps the account that it is about from being deleted at
 * this moment.
 */
const kept = (answer: Proposal, { actor }: Caller): Proposal => ({
  ...answer,
  subjectEmail: null,
  note: null,
  ...(answer.proposedBy === actor ? {} : { proposedByEmail: null }),
});

/** The answer's key refers to them. */
async function lockAdministrator(connection: Queryable, by: Caller): Promise<Refused | undefined> {
  const { rows } = await connection.query<{ is_admin: boolean }>(
    "select is_admin from users where id = $1 for no key update",
    [by.actor],
  );
  return refuseDecider(connection, by, rows[0]);
}

type LockedRow = { id: string; subject: string | null; proposed_by: string; outcome: string | null };

async function lockOpen(connection: Queryable, id: string): Promise<LockedRow | Refused> {
  const { rows } = await connection.query<LockedRow>(
    "select id, subject, proposed_by, outcome from proposals where id = $1 for update",
    [id],
  );
  const found = rows[0];
  if (found === undefined) return refuse("not_found");
  return found.outcome === null ? found : refuse("proposal_decided");
}
