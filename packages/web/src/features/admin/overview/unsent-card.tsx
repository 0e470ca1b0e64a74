import type { UnsentNotice } from "@veritick/contract/schemas/notices.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Quiet, Time } from "../../../ui/primitives.tsx";
import { Card } from "../../../ui/card.tsx";
import { adminCall, live, read, refreshAdministration } from "../admin-queries.ts";
import { useMay } from "../roles.tsx";
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
  const keptFocus = useKeptFocus<HTMLUListElement>("button");
  if (data.length === 0) return null;
  return (
    <Card title={words.title}>
      <Quiet pretty>{words.intro}</Quiet>
      <ul {...keptFocus} tabIndex={-1} className={styles["unsent"]}>
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
  const { id, channel, kind, userId, givenUp, tries, reason, queuedAt, nextTryAt } = notice;
  const name = kinds[kind] ?? kind;
  const maySend = useMay()("support");
  const tellFailure = useTellFailure();
  const { mutate, isPending } = useSubmit({
    mutationFn: () => adminCall("sendNoticeAgain", { params: { id } }),
    onSuccess: () => notify({ title: words.sentAgain, body: name }),
    onError: (error) => void tellFailure(error, words.failed),
    onSettled: () => refreshAdministration(userId ?? ""),
  });
  return (
    <li>
      <div>
        <p className={styles["notice"]}>
          <span>{name}</span>
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
      </div>
      {maySend && (
        <Button
          variant="quiet"
          aria-label={words.sendAgainOf(name)}
          pending={isPending}
          onClick={() => mutate()}
        >
          {words.sendAgain}
        </Button>
      )}
    </li>
  );
}
