import { useQuery } from "@tanstack/react-query";
import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { shownFee } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Badge, Caption, Num, Time } from "../../../ui/primitives.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { live, read } from "../admin-queries.ts";
import { ItemEnd, ItemLink, ItemNote } from "../lists/item.tsx";
import {
  compareDetails,
  isSame,
  meaningOfAmount,
  saidValue,
  unitOf,
  useItemAmount,
} from "./attention-items.ts";
import type { Compared } from "./attention-items.ts";
import styles from "./attention.module.css";

export function Who({ item }: { item: AttentionItem }) {
  const { attention: words } = useTextOf("admin");
  if (item.kind === "webhook") {
    return <ItemLink href="/admin/webhooks">{words.endpoints}</ItemLink>;
  }
  if (item.userId !== null && item.userEmail !== null) {
    return <ItemLink href={`/admin/users/${item.userId}`}>{item.userEmail}</ItemLink>;
  }
  return <span className={styles["nobody"]}>{item.userId === null ? words.nobody : words.closed}</span>;
}

/** The amount of an item. Two decimals of another asset may say nothing, so only ours are cut. */
export function ItemAmount({ item }: { item: AttentionItem }) {
  const { attention: words } = useTextOf("admin");
  const exact = useItemAmount(item);
  const unit = unitOf(item);
  const meaning = meaningOfAmount(item);
  if (item.kind === "webhook") return null;
  return (
    <ItemEnd>
      {item.amount === null ? (
        <Caption as="span" className={styles["quiet"]}>
          {words.noAmount}
        </Caption>
      ) : (
        <>
          {meaning !== undefined && (
            <Caption as="span" className={styles["quiet"]}>
              {words[meaning]}{" "}
            </Caption>
          )}
          {unit === "USDT" || unit === "USDMS" ? (
            <Amount of={item.amount} unit={unit} />
          ) : (
            <Num>
              {exact} {unit}
            </Num>
          )}
        </>
      )}
    </ItemEnd>
  );
}

/** Tells whether an item comes from the platform itself, so that no provider has reported on it. */
const isOurs = ({ kind }: AttentionItem) => kind === "position" || kind === "webhook";

type AttentionFactsProps = { item: AttentionItem; withdrawal: AdminWithdrawal | undefined };

/** Values longer than this get a copy button. */
const SHORT = 20;

/** The facts of an item: our own records first, then the provider's. */
export function AttentionFacts({ item, withdrawal }: AttentionFactsProps) {
  const { attention: words, withdrawals } = useTextOf("admin");
  const format = useFormat();
  const names: Readonly<Record<string, string>> = words.details;
  const known: readonly (readonly [string, string | null])[] = [
    [words.facts.provider, isOurs(item) || item.kind === "screening" ? null : item.provider],
    [words.facts.payment, item.paymentId],
    [words.facts.deposit, item.depositId],
    [words.facts.withdrawal, item.withdrawalId],
  ];
  const { compared, others } = compareDetails(item);
  const told = others.filter(([name]) => name !== "address" || withdrawal === undefined);
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
              <Amount of={withdrawal.netAmount} unit="USDT" />
            </Fact>
            <Fact name={withdrawals.fee}>
              <Amount of={withdrawal.fee} shown={shownFee(withdrawal)} unit="USDMS" />
            </Fact>
          </>
        )}
        {known.map(([name, value]) => value !== null && <Value key={name} name={name} value={value} />)}
      </dl>
      {compared.length > 0 && <Comparison compared={compared} />}
      {told.length > 0 && (
        <>
          {!isOurs(item) && (
            <Caption className={styles["caption"]}>
              {item.kind === "screening" ? words.screened : words.said}
            </Caption>
          )}
          <dl className={styles["facts"]}>
            {told.map(([name, value]) => (
              <Value
                key={name}
                name={names[name] ?? name}
                value={said(name, value)}
                isAddress={name.endsWith("address")}
              />
            ))}
          </dl>
        </>
      )}
    </>
  );
}

/** What was asked of the provider, beside its answer. An answer that differs is written in bold. */
function Comparison({ compared }: { compared: readonly Compared[] }) {
  const { attention: words } = useTextOf("admin");
  const format = useFormat();
  const names: Readonly<Record<string, string>> = words.details;
  const written = (name: string, value: string) =>
    name === "address" ? (
      <LongCode code={value} />
    ) : (
      <span translate="no">{saidValue(name, value, { ...words, ...format })}</span>
    );
  return (
    <table className={styles["comparison"]}>
      <thead>
        <tr>
          {[words.field, words.askedFor, words.said].map((heading) => (
            <Caption key={heading} as="th" scope="col">
              {heading}
            </Caption>
          ))}
        </tr>
      </thead>
      <tbody>
        {compared.map(({ name, asked, said }) => (
          <tr key={name} data-differs={(said !== undefined && !isSame(asked, said)) || undefined}>
            <Caption as="th" scope="row">
              {names[name] ?? name}
            </Caption>
            <td>{written(name, asked)}</td>
            <td>{said === undefined ? words.notSaid : written(name, said)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ValueProps = { name: string; value: string; isAddress?: boolean };

function Value({ name, value, isAddress = false }: ValueProps) {
  const { attention: words } = useTextOf("admin");
  if (isAddress) {
    return (
      <Fact name={name} isWide>
        <LongCode code={value} copyLabel={words.copy(value)} />
      </Fact>
    );
  }
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
      <Caption as="dt">{name}</Caption>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * The provider's present answer about a payout, beside the decision about it. It is asked for once, when the dialog opens.
 * If it cannot be had, the text explains how to look it up instead.
 */
export function PayoutWord({ withdrawalId }: { withdrawalId: string }) {
  const { payoutWord: words, attention } = useTextOf("admin");
  const format = useFormat();
  const query = useQuery({
    ...live,
    ...read("askPayout", { id: withdrawalId }),
  });
  const names: Readonly<Record<string, string>> = attention.details;
  return (
    <Loaded query={query} look="banner" failed={words.failed} loading={<p role="status">{words.asking}</p>}>
      {({ outcome, state, details, transactionHash }) =>
        outcome !== "answered" ? (
          <Banner tone="warn">{words[outcome]}</Banner>
        ) : (
          <section aria-label={words.title}>
            <Caption className={styles["caption"]}>{words.title}</Caption>
            <p>{words.said(words.states[state ?? "unknown"])}</p>
            <dl className={styles["facts"]}>
              {Object.entries(details).map(
                ([name, value]) =>
                  value !== null && (
                    <div key={name}>
                      <Caption as="dt">{names[name] ?? name}</Caption>
                      <dd>
                        <span className={styles["value"]} translate="no">
                          {saidValue(name, value, { ...attention, ...format })}
                        </span>
                      </dd>
                    </div>
                  ),
              )}
            </dl>
            {transactionHash !== null && (
              <div className={styles["transaction"]}>
                <Caption as="span">{attention.transaction}</Caption>
                <LongCode code={transactionHash} copyLabel={attention.copy(transactionHash)} />
              </div>
            )}
          </section>
        )
      }
    </Loaded>
  );
}

/** The decision on an item. */
export function Outcome({ item: { kind, resolution } }: { item: AttentionItem }) {
  const { closedPlainly } = useTextOf("admin").attention;
  const words = useOutcome();
  if (kind === "webhook") return <Badge tone="neutral">{closedPlainly}</Badge>;
  return resolution !== null && <Badge tone="neutral">{words(resolution)}</Badge>;
}

/** Returns the words for a resolution. A resolution unknown to this version of the page is shown as it is. */
function useOutcome(): (resolution: string) => string {
  const outcomes: Readonly<Record<string, string>> = useTextOf("admin").attention.outcomes;
  return (resolution) => outcomes[resolution] ?? resolution;
}

/** The decisions on an item before it was opened again, newest first. */
export function EarlierDecisions({ item: { history } }: { item: AttentionItem }) {
  const { attention: words } = useTextOf("admin");
  const format = useFormat();
  const outcome = useOutcome();
  if (history.length === 0) return null;
  return (
    <>
      <Caption className={styles["caption"]}>{words.history}</Caption>
      <ul className={styles["history"]}>
        {history.toReversed().map(({ reason, resolution, note, resolvedBy, resolvedAt }) => (
          <li key={resolvedAt}>
            <p>
              <strong>{outcome(resolution)}</strong> ·{" "}
              <Time dateTime={resolvedAt}>{format.moment(resolvedAt)}</Time> ·{" "}
              {resolvedBy === null ? (
                words.byPlatform
              ) : (
                <Link href={`/admin/users/${resolvedBy}`}>{words.byAdministrator}</Link>
              )}
            </p>
            <Caption>{words.reasons[reason]}</Caption>
            {note !== null && <ItemNote>{note}</ItemNote>}
          </li>
        ))}
      </ul>
    </>
  );
}
