import { useQuery } from "@tanstack/react-query";
import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { shownFee } from "../../../lib/amount.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { TextLink } from "../../../ui/button.tsx";
import { Fact, Facts, FigureTable } from "../../../ui/facts.tsx";
import { CopyButton, LongCode } from "../../../ui/copy-button.tsx";
import {
  Badge,
  Caption,
  Lines,
  Medium,
  Note,
  Num,
  Panel,
  Quiet,
  Stack,
  Strong,
  Time,
} from "../../../ui/primitives.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { live, read } from "../admin-queries.ts";
import {
  compareDetails,
  isSame,
  meaningOfAmount,
  saidValue,
  unitOf,
  useItemAmount,
} from "./attention-items.ts";
import type { Compared } from "./attention-items.ts";

/** Names the subject of an item and links to it. */
export function Who({ item }: { item: AttentionItem }) {
  const { attention: words } = useTextOf("admin");
  if (item.kind === "webhook") {
    return <TextLink href="/admin/webhooks">{words.endpoints}</TextLink>;
  }
  if (item.userId !== null && item.userEmail !== null) {
    return <TextLink href={`/admin/users/${item.userId}`}>{item.userEmail}</TextLink>;
  }
  return <Quiet as="span">{item.userId === null ? words.nobody : words.closed}</Quiet>;
}

/** The amount of an item. Two decimals of another asset may say nothing, so only ours are cut. */
export function ItemAmount({ item }: { item: AttentionItem }) {
  const { attention: words } = useTextOf("admin");
  const exact = useItemAmount(item);
  const unit = unitOf(item);
  const meaning = meaningOfAmount(item);
  if (item.kind === "webhook") return null;
  if (item.amount === null) return <Caption as="span">{words.noAmount}</Caption>;
  return (
    <span>
      {meaning !== undefined && <Caption as="span">{words[meaning]} </Caption>}
      {unit === "USDT" || unit === "USDMS" ? (
        <Amount tone="strong" of={item.amount} unit={unit} />
      ) : (
        <Num tone="strong">
          {exact} {unit}
        </Num>
      )}
    </span>
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
  const records: readonly (readonly [string, string | null])[] = [
    [words.facts.provider, isOurs(item) || item.kind === "screening" ? null : item.provider],
    [words.facts.payment, item.paymentId],
    [words.facts.deposit, item.depositId],
    [words.facts.withdrawal, item.withdrawalId],
  ];
  const known = records.filter((record): record is readonly [string, string] => record[1] !== null);
  const { compared, others } = compareDetails(item);
  const told = others.filter(([name]) => name !== "address" || withdrawal === undefined);
  const said = (name: string, value: string) => saidValue(name, value, { ...words, ...format });
  return (
    <>
      {known.length > 0 && (
        <Facts look="inline">
          {known.map(([name, value]) => (
            <Value key={name} name={name} value={value} />
          ))}
        </Facts>
      )}
      {withdrawal !== undefined && (
        <Panel>
          <Facts look="columns">
            <Fact name={withdrawals.address} isWhole>
              <LongCode code={withdrawal.address} copyLabel={withdrawals.copyAddress(withdrawal.address)} />
            </Fact>
            <Fact name={withdrawals.net}>
              <Amount of={withdrawal.netAmount} unit="USDT" />
            </Fact>
            <Fact name={withdrawals.fee}>
              <Amount of={withdrawal.fee} shown={shownFee(withdrawal)} unit="USDMS" />
            </Fact>
          </Facts>
        </Panel>
      )}
      {compared.length > 0 && <Comparison compared={compared} />}
      {told.length > 0 && (
        <Panel>
          <Stack gap={2}>
            {!isOurs(item) && <Caption>{item.kind === "screening" ? words.screened : words.said}</Caption>}
            <Facts look="columns">
              {told.map(([name, value]) => (
                <Value
                  key={name}
                  name={names[name] ?? name}
                  value={said(name, value)}
                  isAddress={name.endsWith("address")}
                />
              ))}
            </Facts>
          </Stack>
        </Panel>
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
    <FigureTable isOfWords>
      <thead>
        <tr>
          {[words.field, words.askedFor, words.said].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {compared.map(({ name, asked, said }) => (
          <tr key={name}>
            <th scope="row">{names[name] ?? name}</th>
            <td>{written(name, asked)}</td>
            <td>
              {said === undefined ? (
                words.notSaid
              ) : isSame(asked, said) ? (
                written(name, said)
              ) : (
                <Strong>{written(name, said)}</Strong>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

type ValueProps = { name: string; value: string; isAddress?: boolean };

function Value({ name, value, isAddress = false }: ValueProps) {
  const { attention: words } = useTextOf("admin");
  const isLong = value.length > SHORT;
  return (
    <Fact name={name} isWhole={isAddress || isLong}>
      {isAddress ? (
        <LongCode code={value} copyLabel={words.copy(value)} />
      ) : (
        <>
          <span translate="no">{value}</span>
          {isLong && <CopyButton label={words.copy(value)} value={value} />}
        </>
      )}
    </Fact>
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
            <Panel>
              <Caption>{words.title}</Caption>
              <p>{words.said(words.states[state ?? "unknown"])}</p>
              <Facts look="columns">
                {Object.entries(details).map(
                  ([name, value]) =>
                    value !== null && (
                      <Fact key={name} name={names[name] ?? name}>
                        <span translate="no">{saidValue(name, value, { ...attention, ...format })}</span>
                      </Fact>
                    ),
                )}
                {transactionHash !== null && (
                  <Fact name={attention.transaction} isWhole>
                    <LongCode code={transactionHash} copyLabel={attention.copy(transactionHash)} />
                  </Fact>
                )}
              </Facts>
            </Panel>
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
      <Caption>{words.history}</Caption>
      <Lines>
        {history.toReversed().map(({ reason, resolution, note, resolvedBy, resolvedAt }) => (
          <li key={resolvedAt}>
            <p>
              <Medium>{outcome(resolution)}</Medium> ·{" "}
              <Time dateTime={resolvedAt}>{format.moment(resolvedAt)}</Time> ·{" "}
              {resolvedBy === null ? (
                words.byPlatform
              ) : (
                <TextLink href={`/admin/users/${resolvedBy}`}>{words.byAdministrator}</TextLink>
              )}
            </p>
            <Caption>{words.reasons[reason]}</Caption>
            {note !== null && <Note>{note}</Note>}
          </li>
        ))}
      </Lines>
    </>
  );
}
