import { useQuery } from "@tanstack/react-query";
import type { PartHealth } from "@veritick/contract/schemas/admin-home.ts";
import type { UnsentNotice } from "@veritick/contract/schemas/notices.ts";
import { useState } from "react";
import { useNowTick } from "../../../api/live/live.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, LinkButton, TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Caption, Grid, Medium, Quiet, Row, Skeleton, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { adminCall, live, read, refreshAdministration } from "../admin-queries.ts";
import { Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { Created } from "../times.tsx";

/** The state of a part changes as time passes, when nothing happens that a push could tell of. */
const REFRESH_MS = 15_000;
const TONES: Record<PartHealth["state"], BadgeTone> = {
  good: "good",
  warn: "warn",
  bad: "bad",
  unknown: "neutral",
};

export const useHealth = () => useQuery({ ...live, refetchInterval: REFRESH_MS, ...read("adminHealth") });

/** The state of each part of the installation, by the figures that the alerts use; one line while all is well. */
export function HealthCard() {
  const { home: words } = useTextOf("admin");
  const query = useHealth();
  const [isUnfolded, setUnfolded] = useState(false);
  const isWell = query.data?.every(({ state }) => state === "good" || state === "unknown") === true;
  return (
    <Card
      title={words.health}
      aside={
        isWell && (
          <Row gap={3} align="center">
            <Badge tone="good">{words.allWell}</Badge>
            <LinkButton aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? words.hideParts : words.showParts}
            </LinkButton>
          </Row>
        )
      }
    >
      <Loaded
        query={query}
        look="line"
        failed={words.healthFailed}
        loading={<Skeleton width="100%" height={28} />}
      >
        {(parts) =>
          (!isWell || isUnfolded) && (
            <Grid as="ul" gap={[2, 6]} min={210}>
              {parts.map((part) => (
                <Part key={part.name} part={part} />
              ))}
            </Grid>
          )
        }
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
    <li>
      <Row gap={2} align="center">
        <Medium>{words.parts[name]}</Medium>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </Row>
      <Caption loose>
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
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  if (data.length === 0) return null;
  return (
    <Card title={words.title}>
      <Quiet pretty>{words.intro}</Quiet>
      <div {...keptFocus} tabIndex={-1}>
        <Rows table={UNSENT} rows={data.slice(0, SHOWN).map((item) => ({ item, isGone: false }))} />
      </div>
      {data.length > SHOWN && <Quiet>{words.more(data.length - SHOWN)}</Quiet>}
    </Card>
  );
}

const UNSENT: RecordTable<UnsentNotice> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Unsent, phone: "line" },
    { width: "auto", Cell: SendAgain, isEnd: true, phone: "buttons" },
  ],
  from: "medium",
};

const useNoticeName = ({ kind }: UnsentNotice): string => {
  const kinds: Readonly<Record<string, string>> = useTextOf("admin").unsent.kinds;
  return kinds[kind] ?? kind;
};

function Unsent({ item: notice }: Cell<UnsentNotice>) {
  const { unsent: words } = useTextOf("admin");
  const format = useFormat();
  const { channel, userId, givenUp, tries, reason, queuedAt, nextTryAt } = notice;
  return (
    <>
      <Row gap={2} align="center">
        <span>{useNoticeName(notice)}</span>
        <Badge tone={givenUp ? "bad" : "warn"}>{givenUp ? words.givenUp : words.waiting}</Badge>
        {userId !== null && <TextLink href={`/admin/users/${userId}`}>{words.user}</TextLink>}
      </Row>
      <Caption loose>
        {words.channels[channel]} · <Created at={queuedAt} /> · {words.tries(tries)}
        {nextTryAt !== null && (
          <>
            {" · "}
            {words.next} <Time dateTime={nextTryAt}>{format.moment(nextTryAt)}</Time>
          </>
        )}
      </Caption>
      {reason !== null && <Caption anywhere>{words.reason(reason)}</Caption>}
    </>
  );
}

function SendAgain({ item: notice }: Cell<UnsentNotice>) {
  const { unsent: words } = useTextOf("admin");
  const { id, userId } = notice;
  const name = useNoticeName(notice);
  const maySend = useMay()("support");
  const tellFailure = useTellFailure();
  const { mutate, isPending } = useSubmit({
    mutationFn: () => adminCall("sendNoticeAgain", { params: { id } }),
    onSuccess: () => notify({ title: words.sentAgain, body: name }),
    onError: (error) => void tellFailure(error, words.failed),
    onSettled: () => refreshAdministration(userId ?? ""),
  });
  if (!maySend) return null;
  return (
    <Button variant="quiet" aria-label={words.sendAgainOf(name)} pending={isPending} onClick={() => mutate()}>
      {words.sendAgain}
    </Button>
  );
}
