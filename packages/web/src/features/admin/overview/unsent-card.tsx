import type { UnsentNotice } from "@veritick/contract/schemas/notices.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge, Quiet, Time } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { live, read } from "../admin-queries.ts";
import { Created } from "../times.tsx";
import styles from "./admin-page.module.css";

/** They are tried again over hours, so nobody needs to know by the second. */
const REFRESH_MS = 60_000;
const SHOWN = 20;

/** E-mails and notifications that could not be sent. There is no card while there are none. */
export function UnsentCard() {
  const { unsent: words } = useAdminText();
  const { data = [] } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    ...read("listUnsentNotices"),
  });
  if (data.length === 0) return null;
  return (
    <Card title={words.title}>
      <Quiet pretty>{words.intro}</Quiet>
      <ul className={styles["unsent"]}>
        {data.slice(0, SHOWN).map((notice) => (
          <Unsent key={notice.id} notice={notice} />
        ))}
      </ul>
      {data.length > SHOWN && <Quiet>{words.more(data.length - SHOWN)}</Quiet>}
    </Card>
  );
}

function Unsent({ notice }: { notice: UnsentNotice }) {
  const { unsent: words } = useAdminText();
  const format = useFormat();
  const kinds: Readonly<Record<string, string>> = words.kinds;
  const { channel, kind, userId, givenUp, tries, reason, queuedAt, nextTryAt } = notice;
  return (
    <li>
      <p className={styles["notice"]}>
        <span>{kinds[kind] ?? kind}</span>
        <Badge tone={givenUp ? "bad" : "warn"}>{givenUp ? words.givenUp : words.waiting}</Badge>
        {userId !== null && <Link href={`/admin/users/${userId}`}>{words.user}</Link>}
      </p>
      <p className={styles["quiet"]}>
        {words.channels[channel]} · <Created at={queuedAt} /> · {words.tries(tries)}
        {nextTryAt !== null && (
          <>
            {" · "}
            {words.next} <Time dateTime={nextTryAt}>{format.moment(nextTryAt)}</Time>
          </>
        )}
      </p>
      {reason !== null && <p className={styles["quiet"]}>{words.reason(reason)}</p>}
    </li>
  );
}
