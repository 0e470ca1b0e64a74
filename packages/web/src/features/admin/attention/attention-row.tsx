import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/plain-decimal.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { Created } from "../created.tsx";
import { AwaitingSecond } from "../proposals/awaiting.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import styles from "./attention-page.module.css";
import { CreditPayment, DismissItem, MarkFailed, MarkPaid } from "./decision-dialogs.tsx";
import { EarlierDecisions, ItemAmount, Outcome, Who } from "./item-parts.tsx";
import { isOpenItem, unitOf, useItemAmount } from "./use-attention.ts";
import { whatCanBeDone } from "./what-can-be-done.ts";
import type { Deed } from "./what-can-be-done.ts";

type AttentionRowProps = {
  item: AttentionItem;
  isGone: boolean;
  /** The withdrawal that an item about a payout is about, while it is open. */
  withdrawal: AdminWithdrawal | undefined;
  /** Whether it is known which withdrawals are open. */
  isKnown: boolean;
};

/** One thing that a person has to decide: what happened, what is known of it, and what can be done. */
export function AttentionRow({ item, isGone, withdrawal, isKnown }: AttentionRowProps) {
  const { attention: words, list } = useAdminText();
  const amount = useItemAmount(item);
  const isOver = isGone || !isOpenItem(item);
  const keptFocus = useKeptFocus();
  const awaiting = item.awaiting ?? withdrawal?.awaiting ?? null;
  return (
    <li {...keptFocus} tabIndex={-1} className={styles["item"]} data-over={isOver || undefined}>
      <div className={styles["head"]}>
        <Badge tone={item.kind === "payment" ? "good" : "warn"}>{words.kinds[item.kind]}</Badge>
        <Who item={item} />
        <ItemAmount item={item} />
      </div>
      <p className={styles["reason"]}>{words.reasons[item.reason]}</p>
      <p className={styles["quiet"]}>
        {words.since} <Created at={item.createdAt} isDateFirst />
      </p>
      <AttentionFacts item={item} withdrawal={withdrawal} />
      <EarlierDecisions item={item} />
      <div className={styles["actions"]}>
        {isOver ? (
          isGone ? (
            <Badge tone="neutral">{list.gone}</Badge>
          ) : (
            <Outcome item={item} />
          )
        ) : awaiting !== null ? (
          <AwaitingSecond
            awaiting={awaiting}
            userId={item.userId}
            email={item.userEmail ?? words.nobody}
            amount={amount ?? ""}
          />
        ) : (
          <AttentionButtons item={item} withdrawal={withdrawal} isKnown={isKnown} />
        )}
      </div>
    </li>
  );
}

type AttentionButtonsProps = {
  item: AttentionItem;
  withdrawal: AdminWithdrawal | undefined;
  isKnown: boolean;
};

/** What a person can do about an item. Each asks for a reason or a proof before it is done. */
function AttentionButtons({ item, withdrawal, isKnown }: AttentionButtonsProps) {
  const { attention: words } = useAdminText();
  const amount = useItemAmount(item);
  const [opened, setOpened] = useState<Deed>();
  const close = () => setOpened(undefined);
  // Which of them it is depends on what became of the withdrawal.
  if (item.kind === "payout" && !isKnown) return null;
  const what = `${amount ?? ""} ${unitOf(item)}`.trim();
  const who = item.userEmail ?? words.nobody;
  const buttons = {
    credit: { variant: "primary", text: words.credit.button, label: words.credit.of(what, who) },
    dismiss: {
      variant: "quiet",
      text: words.dismiss.button,
      label: words.dismiss.of(`${words.kinds[item.kind]}, ${what}, ${who}`),
    },
    "mark-paid": { variant: "primary", text: words.markPaid.button, label: words.markPaid.of(what, who) },
    "mark-failed": {
      variant: "danger",
      text: words.markFailed.button,
      label: words.markFailed.of(what, who),
    },
  } as const;
  return (
    <>
      {whatCanBeDone(item, withdrawal).map((deed) => {
        const { variant, text, label } = buttons[deed];
        return (
          <Button key={deed} variant={variant} aria-label={label} onClick={() => setOpened(deed)}>
            {text}
          </Button>
        );
      })}
      {opened === "credit" && <CreditPayment item={item} onClose={close} />}
      {opened === "dismiss" && <DismissItem item={item} onClose={close} />}
      {opened === "mark-paid" && withdrawal && <MarkPaid withdrawal={withdrawal} onClose={close} />}
      {opened === "mark-failed" && withdrawal && <MarkFailed withdrawal={withdrawal} onClose={close} />}
    </>
  );
}

type AttentionFactsProps = { item: AttentionItem; withdrawal: AdminWithdrawal | undefined };

/** What may be copied somewhere is long; what is longer than this is. */
const SHORT = 20;

/** What is known of a payment or payout, ours first, then what its provider said. */
function AttentionFacts({ item, withdrawal }: AttentionFactsProps) {
  const { attention: words, withdrawals } = useAdminText();
  const format = useFormat();
  const names: Readonly<Record<string, string>> = words.details;
  const known: readonly (readonly [string, string | null])[] = [
    [words.facts.provider, item.provider],
    [words.facts.payment, item.paymentId],
    [words.facts.deposit, item.depositId],
    [words.facts.withdrawal, item.withdrawalId],
  ];
  const told = Object.entries(item.details).filter(
    ([name]) => name !== "address" || withdrawal === undefined,
  );
  const said = (name: string, value: string) => saidValue(name, value, { ...words, ...format });
  return (
    <>
      <dl className={styles["facts"]}>
        {withdrawal !== undefined && (
          <>
            <Fact name={withdrawals.address} isWide>
              <LongCode code={withdrawal.address} copyLabel={withdrawals.copyAddress(withdrawal.address)} />
            </Fact>
            <Fact name={withdrawals.net}>
              <Num>{format.exactAmount(withdrawal.netAmount)} USDT</Num>
            </Fact>
            <Fact name={withdrawals.fee}>
              <Num>{format.exactAmount(withdrawal.fee)} USDMS</Num>
            </Fact>
          </>
        )}
        {known.map(([name, value]) => value !== null && <Value key={name} name={name} value={value} />)}
      </dl>
      {told.some(([, value]) => value !== null) && (
        <>
          <p className={styles["caption"]}>{words.said}</p>
          <dl className={styles["facts"]}>
            {told.map(
              ([name, value]) =>
                value !== null && <Value key={name} name={names[name] ?? name} value={said(name, value)} />,
            )}
          </dl>
        </>
      )}
    </>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  const { attention: words } = useAdminText();
  return (
    <Fact name={name}>
      <span className={styles["value"]} translate="no">
        {value}
      </span>
      {value.length > SHORT && <CopyButton label={words.copy(value)} value={value} />}
    </Fact>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What of a provider's words is an amount even where it has no decimals. */
const AMOUNTS = new Set([
  "already_credited",
  "pay_amount",
  "actually_paid",
  "outcome_amount",
  "price_amount",
  "amount",
  "fee",
]);
const STATES = new Set(["status", "payment_status"]);

type Words = {
  readonly states: Readonly<Record<string, string>>;
  readonly exactAmount: (decimal: string) => string;
};

/**
 * What a provider said, for a person: its states in words, its amounts as amounts are written. What has more decimals than
 * those, and whatever else there are no words for, is shown as it stands, but for zeros that say nothing.
 */
export function saidValue(name: string, value: string, { states, exactAmount }: Words): string {
  if (STATES.has(name)) return states[value.toLowerCase()] ?? value;
  if (!/^-?\d{1,15}(\.\d+)?$/.test(value)) return value;
  if (!value.includes(".") && !AMOUNTS.has(name)) return value;
  const plain = plainDecimal(value);
  return /\.\d{9}/.test(plain) ? plain : exactAmount(plain);
}
