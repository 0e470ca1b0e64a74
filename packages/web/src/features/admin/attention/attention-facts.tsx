import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LongCode } from "../../../ui/long-code.tsx";
import { Num } from "../../../ui/num.tsx";
import styles from "./attention-page.module.css";
import { saidValue } from "./said-value.ts";

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
