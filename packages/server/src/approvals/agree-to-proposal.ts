import type { Proposal, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../platform/db/idempotency.ts";
import type { RunningKeys } from "../platform/db/idempotency.ts";
import type { Replayed } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Deciding } from "./deciding.ts";
import { findProposal, toProposal } from "./proposal-row.ts";
import type { ProposalRow } from "./proposal-row.ts";

/** For each action the use case that does it, with what was proposed. */
export type CarryOut = {
  readonly [action in ProposalAction]: (proposal: ProposalRow, deciding: Deciding) => Promise<object>;
};

export type CarryOutPayments = Omit<CarryOut, "balance_adjusted" | "rights_changed">;

export type ProposalContext = {
  database: Database;
  clock: Clock;
  runningKeys: RunningKeys;
  carryOut: CarryOut;
};

/**
 * A second administrator agrees: what was proposed is done by the very use case that would have done it, which asks
 * everything anew and closes the proposal in its transaction.
 */
export function agreeToProposal(
  context: ProposalContext,
  id: string,
  { by, idempotency }: Deciding,
): Promise<Proposal | Refused | Replayed> {
  const { database, clock, carryOut } = context;
  return answerOnce<Proposal>(context, by.actor, idempotency, async () => {
    const found = await findProposal(database, id);
    if (found === undefined) return refuse("not_found");
    if (found.outcome !== null) return refuse("proposal_decided");
    if (found.proposed_by === by.actor) return refuse("proposal_own");
    let answer: Proposal | undefined;
    const outcome = await carryOut[found.action](found, {
      by,
      idempotency: undefined,
      agreement: {
        proposalId: found.id,
        async keep(connection) {
          answer = toProposal((await findProposal(connection, found.id))!);
          await recordAnswer(connection, by.actor, idempotency, kept(answer), dateOf(clock), found.subject);
        },
      },
    });
    if (isRefused(outcome)) return outcome;
    return answer!;
  });
}

/** E-mails go with their accounts: kept answers name nobody but whoever asked and whom it was about. */
const kept = (answer: Proposal): Proposal => ({ ...answer, proposedByEmail: null });
