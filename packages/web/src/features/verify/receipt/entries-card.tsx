import type { LedgerEntry, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useExactTime, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import type { LaterMessages } from "../../../locales/messages.ts";
import { FigureTable } from "../../../ui/facts.tsx";
import { Caption, Num, Row, Strong } from "../../../ui/primitives.tsx";
import { EvidenceCard } from "../evidence.tsx";
import styles from "./receipt.module.css";

export function EntriesCard({ receipt: { position, entries } }: { receipt: PositionReceipt }) {
  const { entries: text } = useTextOf("later").receipt;
  const isOwn = useCurrentUser()?.id === position.userId;
  const lost = position.status === "lost" && (isOwn ? text.lost : text.lostByUser);
  return (
    <EvidenceCard title={text.title} says={lost ? `${text.intro} ${lost}` : text.intro}>
      <FigureTable aria-label={text.title} className={styles["entries"]}>
        <thead>
          <tr>
            <th scope="col">{text.kind}</th>
            <th scope="col">{text.amount}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <EntryRow key={index} entry={entry} userId={position.userId} isOwn={isOwn} />
          ))}
        </tbody>
      </FigureTable>
    </EvidenceCard>
  );
}

type EntryRowProps = { entry: LedgerEntry; userId: string; isOwn: boolean };

function EntryRow({ entry, userId, isOwn }: EntryRowProps) {
  const { entries: text } = useTextOf("later").receipt;
  const format = useFormat();
  const { ofInstant } = useExactTime();
  const { kind, account, amount, balanceAfter, createdAt, transactionId } = entry;
  const isUsers = account === `user:${userId}`;
  return (
    <tr>
      <td>
        {isUsers ? <Strong>{kindIn(text, kind)}</Strong> : kindIn(text, kind)}
        <Row gap={[0, 3]}>
          <Caption as="span">
            {isUsers ? text.accounts[isOwn ? "yours" : "theirs"] : accountIn(text, account)}
          </Caption>
          <Caption as="time" dateTime={createdAt}>
            {ofInstant(createdAt)}
          </Caption>
        </Row>
      </td>
      <td>
        <Num tone={isUsers ? "strong" : undefined}>{format.signedExactAmount(amount)}</Num>
        <Row gap={[0, 3]} justify="end">
          <Caption as="span">
            {text.transaction} <span translate="no">{transactionId}</span>
          </Caption>
          <Caption as="span">
            {balanceAfter === null ? text.noBalance : `${text.balance} ${format.exactAmount(balanceAfter)}`}
          </Caption>
        </Row>
      </td>
    </tr>
  );
}

type Words = LaterMessages["receipt"]["entries"];

/** Returns the words for a kind of entry. A kind or an account without words is shown as the ledger writes it. */
function kindIn({ kinds }: Words, kind: string): string {
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind;
}

function accountIn({ accounts }: Words, account: string): string {
  return Object.hasOwn(accounts, account) ? accounts[account as keyof typeof accounts] : account;
}
