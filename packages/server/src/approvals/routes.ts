import * as contract from "@veritick/contract/schemas/proposals.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { decisionRequestOf } from "./context.ts";
import { agreeToProposal, declineProposal } from "./decide-proposal.ts";
import type { ProposalContext } from "./decide-proposal.ts";
import { findProposal, toProposal, withEmails } from "./proposals.ts";
import type { ProposalRow } from "./proposals.ts";

export function approvalRoutes(bind: Bind, context: ProposalContext): void {
  bind(contract.listProposals, ({ query }) => listProposals(context.database, query));
  bind(contract.agreeToProposal, (call) => agreeToProposal(context, call.params.id, decisionRequestOf(call)));
  bind(contract.declineProposal, (call) =>
    declineProposal(context, call.params.id, { ...decisionRequestOf(call), note: call.body.note }),
  );
}

const DECIDED_SHOWN = 100;

/** Newest first. The first page holds every open proposal and the newest decided ones. With an id, that one alone. */
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
