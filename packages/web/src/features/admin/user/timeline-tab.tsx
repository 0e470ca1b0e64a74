import type { TimelineEvent } from "@veritick/contract/schemas/admin-search.ts";
import { memo } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText, useLaterText, useText } from "../../../locales/text.ts";
import { Badge, Num, Time } from "../../../ui/primitives.tsx";
import { adminCall, adminKeyOf } from "../admin-queries.ts";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { addressOf } from "../search.tsx";
import styles from "./user-tabs.module.css";

/** Whatever happened to a user, in one list. */
export function TimelineTab({ userId: id }: { userId: string }) {
  const { timeline: words } = useAdminText();
  const pages = usePages<TimelineEvent>({
    queryKey: adminKeyOf("adminUserTimeline", { id }),
    fetchPage: (page, signal) => adminCall("adminUserTimeline", { params: { id }, query: page, signal }),
  });
  return (
    <EndlessList
      label={words.label}
      pages={pages}
      empty={words.empty}
      className={styles["timeline"]}
      row={({ item }) => <EventRow key={item.id} event={item} />}
    />
  );
}

const EventRow = memo(function EventRow({ event }: { event: TimelineEvent }) {
  const { timeline: words } = useAdminText();
  const format = useFormat();
  const { kind, at, amount, text, by } = event;
  const what = useWhat(event);
  const result = useResult(event);
  const isRecord = kind === "position" || kind === "deposit" || kind === "withdrawal";
  return (
    <li className={styles["row"]}>
      <span className={styles["quiet"]}>
        <Time dateTime={at}>{format.moment(at)}</Time>
      </span>
      <span>
        <Badge tone="neutral">{words.kinds[kind]}</Badge>
      </span>
      <span className={styles["what"]}>
        {isRecord ? (
          <Link href={addressOf({ kind, id: event.id })} className={styles["event"]}>
            {what}
          </Link>
        ) : (
          <span>{what}</span>
        )}
        {text !== null && kind !== "note" && <span className={styles["quiet"]}>{text}</span>}
        {by !== null && (
          <span className={styles["quiet"]}>{kind === "security" ? words.from(by) : words.by(by)}</span>
        )}
      </span>
      <span className={styles["sums"]}>
        {amount !== null && <Num>{format.exactAmount(amount)} USDMS</Num>}
        {result !== undefined && <Num className={styles["quiet"]}>{result}</Num>}
      </span>
    </li>
  );
});

/** What happened, in the words of the list that it is in besides. */
function useWhat({ kind, detail, side, duration, text }: TimelineEvent): string {
  const { history, wallet } = useText();
  const { audit } = useAdminText();
  const { security } = useLaterText();
  const said = (words: Readonly<Record<string, string>>) =>
    detail === null ? "" : (words[detail] ?? detail);
  switch (kind) {
    case "position":
      return `${history[side ?? "buy"]} ${history.minutes(duration ?? 0)} · ${said(history.status)}`;
    case "deposit":
      return said(wallet.depositStatus);
    case "withdrawal":
      return said(wallet.withdrawalStatus);
    case "security":
      return said(security.events);
    case "note":
      return text ?? "";
    case "audit":
      return said(audit.actions);
  }
}

/** What came of the money, where that says more than the amount. */
function useResult({ kind, detail, result }: TimelineEvent): string | undefined {
  const { timeline: words } = useAdminText();
  const format = useFormat();
  if (result === null) return undefined;
  if (kind === "position" || kind === "audit") return `${format.signedMoney(result)} USDMS`;
  if (kind === "deposit") return words.credited(format.exactAmount(result));
  return detail === "failed" ? undefined : words.net(format.exactAmount(result));
}
