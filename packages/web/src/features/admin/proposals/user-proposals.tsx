import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useProposals } from "../admin-queries.ts";

/** What awaits a second administrator about a user themselves: a change of their balance, their administration. */
export function UserProposals({ userId }: { userId: string }) {
  const { proposals: words } = useAdminText();
  const format = useFormat();
  const { data = [] } = useProposals();
  const whatOf = ({ action, amount }: Proposal) =>
    action === "balance_adjusted" ? `${format.signedExactAmount(amount)} USDMS` : words.what[action];
  return data
    .filter(({ outcome, target }) => outcome === null && target === userId)
    .map((proposal) => (
      <span key={proposal.id} data-tip={words.badge}>
        <Badge tone="warn">{words.awaiting(whatOf(proposal))}</Badge>
      </span>
    ));
}
