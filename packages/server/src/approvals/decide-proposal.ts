import { declinerOf } from "@veritick/contract/roles.ts";
import * as contract from "@veritick/contract/schemas/proposals.ts";
import type { Proposal, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Page } from "@veritick/contract/values.ts";
import { lockDecider } from "../accounts/public.ts";
import { recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../platform/http/idempotency.ts";
import type { RunningKeys } from "../platform/http/idempotency.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Caller, Replayed } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { decisionRequestOf } from "./context.ts";
import type { DecisionRequest } from "./context.ts";
import { closeProposal, findProposal, toProposal, withEmails } from "./proposals.ts";
import type { ProposalRow } from "./proposals.ts";

export function approvalRoutes(bind: Bind, context: ProposalContext): void {
  bind(contract.listProposals, ({ query }) => listProposals(context.database, query));
  bind(contract.agreeToProposal, (call) => agreeToProposal(context, call.params.id, decisionRequestOf(call)));
  bind(contract.declineProposal, (call) =>
    declineProposal(context, call.params.id, { ...decisionRequestOf(call), note: call.body.note }),
  );
}

const DECIDED_SHOWN = 100;

/**
 * Lists proposals, newest first: on the first page all open and the newest decided ones. With an id, lists that one alone.
 */
async function listProposals(
  database: Database,
  { id, ...page }: Page & { id?: string | undefined },
): Promise<Proposal[]> {
  if (id !== undefined) {
    const proposal = await findProposal(database, id);
    return proposal === undefined ? [] : [toProposal(proposal)];
  }
  const limit = page.limit ?? DECIDED_SHOWN;
  const { rows } =
    page.before === undefined
      ? await database.query<ProposalRow>(
          withEmails(`
            (select * from proposals where outcome is null)
            union all
            (select * from proposals where outcome is not null order by id desc limit $1)`),
          [limit],
        )
      : await database.query<ProposalRow>(
          withEmails(
            "select * from proposals where id < $1 and outcome is not null order by id desc limit $2",
          ),
          [page.before, limit],
        );
  return rows.map(toProposal);
}

/** The use case that carries out each kind of proposal. `admin/proposal-handlers.ts` holds the only such table. */
export type ProposalHandlers = {
  readonly [action in ProposalAction]: (proposal: ProposalRow, request: DecisionRequest) => Promise<object>;
};

type ProposalContext = {
  database: Database;
  clock: Clock;
  runningKeys: RunningKeys;
  handlers: ProposalHandlers;
};

/**
 * Carries out a proposal to which a second administrator agrees. It calls the use case that the first administrator called,
 * which checks everything again and closes the proposal in its transaction.
 */
function agreeToProposal(
  context: ProposalContext,
  id: string,
  { by, idempotency }: DecisionRequest,
): Promise<Proposal | Refused | Replayed> {
  const { database, clock, handlers } = context;
  return answerOnce<Proposal>(context, by.actor, idempotency, async () => {
    const found = await findProposal(database, id);
    if (found === undefined) return refuse("not_found");
    if (found.outcome !== null) return refuse("proposal_decided");
    if (found.proposed_by === by.actor) return refuse("proposal_own");
    let answer: Proposal | undefined;
    const outcome = await handlers[found.action](found, {
      by,
      idempotency: undefined,
      agreement: {
        proposalId: found.id,
        async keep(connection) {
          answer = toProposal((await findProposal(connection, found.id))!);
          // The stored answer outlives the proposer's account, so it does not hold their e-mail.
          const stored: Proposal = { ...answer, proposedByEmail: null };
          await recordAnswer(connection, by.actor, idempotency, stored, dateOf(clock), found.subject);
        },
      },
    });
    if (isRefused(outcome)) return outcome;
    return answer!;
  });
}

/**
 * Closes a proposal that an administrator declines, or withdraws if it is their own. Locks only the administrator and the
 * proposal. If another administrator agrees at the same moment, the second of the two calls is refused as already decided.
 */
function declineProposal(
  context: ProposalContext,
  id: string,
  { by, idempotency, note }: DecisionRequest & { note: string | undefined },
): Promise<Proposal | Refused | Replayed> {
  return answerOnce<Proposal>(context, by.actor, idempotency, () =>
    transaction(context.database, async (connection) => {
      const about = await findProposal(connection, id);
      const needed = about === undefined ? "viewer" : declinerOf(about.action, about.effective_at !== null);
      const found = (await lockDecider(connection, by, null, needed)) ?? (await lockOpen(connection, id));
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
      const stored = withoutOthers(answer, by);
      await recordAnswer(connection, by.actor, idempotency, stored, at, found.subject);
      return answer;
    }),
  );
}

/** Removes data that identifies other people: the account of the proposal may be deleted at this very moment. */
const withoutOthers = (answer: Proposal, { actor }: Caller): Proposal => ({
  ...answer,
  subjectEmail: null,
  note: null,
  ...(answer.proposedBy === actor ? {} : { proposedByEmail: null }),
});

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
