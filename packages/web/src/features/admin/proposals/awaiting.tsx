import type { Awaiting, Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Time } from "../../../ui/num.tsx";
import { useProposals } from "../admin-queries.ts";
import styles from "./awaiting.module.css";
import { ProposalButtons } from "./proposal-buttons.tsx";

type AwaitingSecondProps = {
  awaiting: NonNullable<Awaiting>;
  /** Whose money it is about. */
  userId: string | null;
  email: string;
  /** Formatted, in USDMS. */
  amount: string;
};

/** In the place of a row's buttons while another administrator must agree: what to, who asks and since when. */
export function AwaitingSecond({ awaiting, userId, email, amount }: AwaitingSecondProps) {
  const { proposals: words } = useAdminText();
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === awaiting.proposedBy;
  // The list of proposals knows what was noted with it.
  const { data } = useProposals();
  const proposal = data?.find(({ id }) => id === awaiting.proposalId);
  return (
    <div className={styles["place"]}>
      <Badge tone="warn">{words.badge}</Badge>
      <p className={styles["who"]}>
        {words.what[awaiting.action]}
        {". "}
        {isOwn ? words.byYou : words.by(awaiting.proposedByEmail ?? words.nobody)}
        {" · "}
        <Time dateTime={awaiting.proposedAt} isRelative>
          {format.moment(awaiting.proposedAt)}
        </Time>
      </p>
      {proposal && <ProposalDetails proposal={proposal} />}
      <div className={styles["buttons"]}>
        <ProposalButtons
          id={awaiting.proposalId}
          action={awaiting.action}
          subject={userId}
          email={email}
          amount={amount}
          isOwn={isOwn}
        />
      </div>
    </div>
  );
}

/** What was given with a proposal: words, a transaction. Nothing where there is neither. */
export function ProposalDetails({ proposal: { note, transactionId } }: { proposal: Proposal }) {
  const { proposals: words } = useAdminText();
  if (note === null && transactionId === null) return null;
  return (
    <dl className={styles["details"]}>
      {note !== null && (
        <div>
          <dt>{words.note}</dt>
          <dd>{note}</dd>
        </div>
      )}
      {transactionId !== null && (
        <div>
          <dt>{words.transaction}</dt>
          <dd className={styles["code"]}>
            <LongCode code={transactionId} />
            <CopyButton label={words.copyTransaction(transactionId)} value={transactionId} />
          </dd>
        </div>
      )}
    </dl>
  );
}
