import type { Waiting } from "@veritick/contract/schemas/admin-home.ts";
import type { ComponentProps } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Caption, Num } from "../../../ui/primitives.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { LoadFailedLine } from "../../../ui/states/placeholders.tsx";
import { useWaiting } from "../admin-queries.ts";
import { recordsAddress } from "../records/record-filters.ts";
import { Created } from "../times.tsx";
import styles from "./home.module.css";

/** Where each of them is worked off, the one that waits longest first. */
const QUEUES: readonly (readonly [name: keyof Waiting, href: string])[] = [
  ["withdrawals", recordsAddress("withdrawals", { status: "pending", sort: "oldest" })],
  ["attention", "/admin/attention"],
  ["proposals", "#proposals"],
  ["payouts", recordsAddress("withdrawals", { status: "processing", sort: "oldest" })],
  ["deposits", recordsAddress("deposits", { status: "open", sort: "oldest" })],
];

/** A link to another page, or to a place on this one. */
function Way({ children, ...rest }: ComponentProps<"a"> & { href: string }) {
  return rest.href.startsWith("#") ? <a {...rest}>{children}</a> : <Link {...rest}>{children}</Link>;
}

/** What waits for a decision and what is under way. Each figure leads to its queue. */
export function WaitingCard() {
  const { home: words } = useAdminText();
  const { data, isError, isFetching, refetch } = useWaiting();
  const format = useFormat();
  if (data === undefined) {
    return (
      <Card title={words.waiting}>
        {isError && !isFetching ? (
          <LoadFailedLine words={words.waitingFailed} onRetry={() => refetch()} />
        ) : (
          <Skeleton width="100%" height={92} />
        )}
      </Card>
    );
  }
  return (
    <Card title={words.waiting}>
      <ul className={styles["tiles"]}>
        {QUEUES.map(([name, href]) => (
          <li key={name}>
            <Way href={href} className={styles["tile"]} data-empty={data[name].count === 0 || undefined}>
              <Num className={styles["count"]}>{format.number(data[name].count)}</Num>
              <span className={styles["name"]}>{words.queues[name]}</span>
              <Caption as="span">
                {data[name].since === null ? (
                  words.none
                ) : (
                  <>
                    {words.oldest} <Created at={data[name].since} />
                  </>
                )}
              </Caption>
            </Way>
          </li>
        ))}
      </ul>
    </Card>
  );
}
