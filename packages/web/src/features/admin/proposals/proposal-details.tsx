import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { useAdminText } from "../../../locales/text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import styles from "./proposal-details.module.css";

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
