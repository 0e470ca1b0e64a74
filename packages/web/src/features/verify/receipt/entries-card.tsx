import type { LedgerEntry, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useExactTime, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import type { LaterMessages } from "../../../locales/messages.ts";
import styles from "./entries-card.module.css";
import { Card } from "../../../ui/card.tsx";
import { Caption, Num, Time, VisuallyHidden } from "../../../ui/primitives.tsx";

type EntriesCardProps = { receipt: PositionReceipt; className?: string | undefined };

const COLUMNS = ["kind", "account", "time", "transaction", "amount", "balance"] as const;

export function EntriesCard({ receipt, className }: EntriesCardProps) {
  const { entries: text } = useTextOf("later").receipt;
  const { position, entries } = receipt;
  const isOwn = useCurrentUser()?.id === position.userId;
  return (
    <Card title={text.title} className={className}>
      <Caption>
        {text.intro} {position.status === "lost" && (isOwn ? text.lost : text.lostByUser)}
      </Caption>
      <div role="table" aria-label={text.title}>
        <VisuallyHidden as="div" role="rowgroup" className={styles["head"]}>
          <div role="row" className={styles["row"]}>
            {COLUMNS.map((column) => (
              <Caption as="span" key={column} role="columnheader" data-column={column}>
                {text[column]}
              </Caption>
            ))}
          </div>
        </VisuallyHidden>
        <div role="rowgroup">
          {entries.map((entry, index) => (
            <EntryRow key={index} entry={entry} userId={position.userId} isOwn={isOwn} />
          ))}
        </div>
      </div>
    </Card>
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
    <div role="row" className={styles["row"]} data-yours={isUsers || undefined}>
      <Caption as="span" role="cell" data-column="kind">
        {kindIn(text, kind)}
      </Caption>
      <Caption as="span" role="cell" data-column="account">
        {isUsers ? text.accounts[isOwn ? "yours" : "theirs"] : accountIn(text, account)}
      </Caption>
      <Caption as="span" role="cell" data-column="time">
        <Time dateTime={createdAt}>{ofInstant(createdAt)}</Time>
      </Caption>
      <Caption as="span" role="cell" data-column="transaction">
        <span className={styles["name"]}>{text.transaction} </span>
        <Num translate="no">{transactionId}</Num>
      </Caption>
      <Caption as="span" role="cell" data-column="amount">
        <Num>{format.signedExactAmount(amount)}</Num>
      </Caption>
      <Caption as="span" role="cell" data-column="balance">
        {balanceAfter === null ? (
          <Caption as="span">{text.noBalance}</Caption>
        ) : (
          <>
            <span className={styles["name"]}>{text.balance} </span>
            <Num>{format.exactAmount(balanceAfter)}</Num>
          </>
        )}
      </Caption>
    </div>
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
