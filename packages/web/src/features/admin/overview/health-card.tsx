import { useQuery } from "@tanstack/react-query";
import type { PartHealth } from "@veritick/contract/schemas/admin-home.ts";
import type { UnsentNotice } from "@veritick/contract/schemas/notices.ts";
import { Link } from "wouter";
import { useNowTick } from "../../../api/live/live.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Quiet, Skeleton, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { adminCall, live, read, refreshAdministration } from "../admin-queries.ts";
import { useMay } from "../roles.tsx";
import { Created } from "../times.tsx";
import styles from "./admin-page.module.css";

/** The state of a part changes as time passes, when nothing happens that a push could tell of. */
const REFRESH_MS = 15_000;
const TONES: Record<PartHealth["state"], BadgeTone> = {
  good: "good",
  warn: "warn",
  bad: "bad",
  unknown: "neutral",
};

export const useHealth = () => useQuery({ ...live, refetchInterval: REFRESH_MS, ...read("adminHealth") });

/** The state of each part of the installation, by the figures that the alerts use. */
export function HealthCard() {
  const { home: words } = useTextOf("admin");
  const query = useHealth();
  return (
    <Card title={words.health}>
      <Loaded
        query={query}
        look="line"
        failed={words.healthFailed}
        loading={<Skeleton width="100%" height={120} />}
      >
        {(parts) => (
          <ul className={styles["parts"]}>
            {parts.map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const REFRESH_SECONDS = 30;

function Part({ part }: { part: PartHealth }) {
  const { home: words } = useTextOf("admin");
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const { name, state, at } = part;
  const { details } = words;
  const said = useSaid(part);
  return (
    <li className={styles["part"]}>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <span className={styles["name"]}>{words.parts[name]}</span>
      <Caption as="span">
        {name === "backup" && at === null && state !== "unknown" && details.noBackup}
        {at !== null && (
          <Time dateTime={at} isRelative={now !== undefined}>
            {now === undefined ? format.moment(at) : format.ago(tickOf(at), now)}
          </Time>
        )}
        {at !== null && said !== undefined && " · "}
        {said}
      </Caption>
    </li>
  );
}

/** Returns the words for a part's figure, if it has one. */
function useSaid({ name, value }: PartHealth): string | undefined {
  const { details } = useTextOf("admin").home;
  const format = useFormat();
  if (value === null) return undefined;
  switch (name) {
    case "ledger":
      return value === 0 ? details.noFaults : details.faults(value);
    case "clock":
      return details.clock(format.number(Math.abs(Math.round(value))));
    case "settlement":
      return value === 0 ? details.onTime : details.late(value);
    case "disk":
      return details.free(format.chance(value));
    case "provider":
    case "backup":
    case "beacon":
    case "database":
      return undefined;
  }
}

/** The server retries them for hours, so this card need not be current to the second. */
const UNSENT_REFRESH_MS = 60_000;
const SHOWN = 20;

/** The e-mails and notifications that could not be sent. The card is hidden while there are none. */
export function UnsentCard() {
  const { unsent: words } = useTextOf("admin");
  const { data = [] } = useQuery({
    ...live,
    refetchInterval: UNSENT_REFRESH_MS,
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
  const { unsent: words } = useTextOf("admin");
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
        <Caption className={styles["caption"]}>
          {words.channels[channel]} · <Created at={queuedAt} /> · {words.tries(tries)}
          {nextTryAt !== null && (
            <>
              {" · "}
              {words.next} <Time dateTime={nextTryAt}>{format.moment(nextTryAt)}</Time>
            </>
          )}
        </Caption>
        {reason !== null && <Caption className={styles["caption"]}>{words.reason(reason)}</Caption>}
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
