import type { DepositRecord, WithdrawalRecord } from "@veritick/contract/schemas/admin-records.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Code, Time } from "../../../ui/primitives.tsx";
import { actorName } from "../actor-name.ts";
import styles from "./records.module.css";

/** The decision on a deposit, and the ids under which others know it. */
export function DepositFacts({ item }: { item: DepositRecord }) {
  const { records: words } = useTextOf("admin");
  return (
    <Facts look="inline" className={styles["facts"]}>
      <Decision {...item} />
      {item.rejectionReason !== null && <Fact name={words.reason}>{item.rejectionReason}</Fact>}
      {item.credited !== null && (
        <Fact name={words.credited}>
          <Amount of={item.credited} unit="USDMS" />
        </Fact>
      )}
      <CodeFact name={words.id} value={item.id} />
      <CodeFact name={words.payAddress} value={item.payAddress} />
    </Facts>
  );
}

/** The same facts of a withdrawal. */
export function WithdrawalFacts({ item }: { item: WithdrawalRecord }) {
  const { records: words } = useTextOf("admin");
  return (
    <Facts look="inline" className={styles["facts"]}>
      <Decision {...item} />
      {item.rejectionReason !== null && <Fact name={words.reason}>{item.rejectionReason}</Fact>}
      <CodeFact name={words.id} value={item.id} />
      <CodeFact name={words.payout} value={item.payoutId} />
      <CodeFact name={words.transaction} value={item.transactionHash} />
    </Facts>
  );
}

/** A long code, by which a record can be searched for. */
function CodeFact({ name, value }: { name: string; value: string | null | undefined }) {
  const { records: words } = useTextOf("admin");
  if (value == null) return null;
  return (
    <Fact name={name}>
      <Code translate="no">{value}</Code>
      <CopyButton label={words.copy(name, value)} value={value} />
    </Fact>
  );
}

/** The reply to a decision lacks these fields, so a record decided a moment ago has none of them. */
type DecisionProps = Partial<Pick<DepositRecord, "decidedBy" | "decidedByEmail" | "decidedAt">>;

function Decision({ decidedBy, decidedByEmail, decidedAt }: DecisionProps) {
  const { records: words, audit } = useTextOf("admin");
  const format = useFormat();
  if (decidedBy == null) return null;
  return (
    <Fact name={words.decided}>
      <span>
        {decidedByEmail ?? actorName(decidedBy, audit)}
        {decidedAt != null && (
          <>
            {" · "}
            <Time dateTime={decidedAt}>{format.moment(decidedAt)}</Time>
          </>
        )}
      </span>
    </Fact>
  );
}
