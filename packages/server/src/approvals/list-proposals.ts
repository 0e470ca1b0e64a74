import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../platform/db/database.ts";
import { toProposal, withEmails } from "./proposal-row.ts";
import type { ProposalRow } from "./proposal-row.ts";

const DECIDED_SHOWN = 100;

/** Newest first: the first page holds every open proposal besides the newest others. */
export async function listProposals(database: Database, page: Page): Promise<Proposal[]> {
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
