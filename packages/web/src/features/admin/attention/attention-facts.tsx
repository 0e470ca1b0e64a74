import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/format.ts";
import { plainDecimal } from "../../../lib/plain-decimal.ts";
import { useAdminText } from "../../../locales/text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Num } from "../../../ui/num.tsx";
import styles from "./attention-page.module.css";

type AttentionFactsProps = { item: AttentionItem; withdrawal: AdminWithdrawal | undefined };

/** What may be copied somewhere is long; what is longer than this is. */
const SHORT = 20;

/** What is known of a payment or payout, ours first, then what its provider said. */
export function AttentionFacts({ item, withdrawal }: AttentionFactsProps) {
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
