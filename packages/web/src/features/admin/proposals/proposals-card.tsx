import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useMemo } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { useProposals, useWithdrawals } from "../admin-queries.ts";
import { NewCount } from "../list-card.tsx";
import { FailedList } from "../list-states.tsx";
import { ScrollList } from "../scroll-list.tsx";
import { useSteadyList } from "../use-steady-list.ts";
import { ProposalRow } from "./proposal-row.tsx";

const NONE: readonly Proposal[] = [];

/** What one administrator has decided and another one must agree to; nothing where there is none. */
export function ProposalsCard() {
  const { proposals: words, list } = useAdminText();
  const query = useProposals();
  const known = query.data ?? NONE;
  const withdrawals = useWithdrawals().data;
  const open = useMemo(() => known.filter(({ outcome }) => outcome === null), [known]);
  const { rows, newCount, holding } = useSteadyList(open, known);
  if (query.isError && query.data === undefined && !query.isFetching) {
    return (
      <Card title={words.title}>
        <FailedList onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  if (rows.length === 0) return null;
  return (
    <Card title={`${words.title} (${open.length})`} aside={<NewCount count={newCount} />}>
      <div {...holding}>
        <ScrollList label={list.rows(words.title)} columns="withdrawals">
          {rows.map(({ item, isGone }) => (
            <ProposalRow
              key={item.id}
              item={item}
              isGone={isGone}
              withdrawal={withdrawals?.find(({ id }) => id === item.target)}
            />
          ))}
        </ScrollList>
      </div>
    </Card>
  );
}
