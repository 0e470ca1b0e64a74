import { useQuery } from "@tanstack/react-query";
import type { PartHealth } from "@veritick/contract/schemas/admin-home.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { tickOf, useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Badge, Caption, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { LoadFailedLine } from "../../../ui/states/placeholders.tsx";
import { live, read } from "../admin-queries.ts";
import styles from "./home.module.css";

const REFRESH_MS = 15_000;
const TONES: Record<PartHealth["state"], BadgeTone> = {
  good: "good",
  warn: "warn",
  bad: "bad",
  unknown: "neutral",
};

/** How the parts of the installation are, by the figures that the alerts go by. */
export function HealthCard() {
  const { home: words } = useAdminText();
  const { data, isError, isFetching, refetch } = useQuery({
    ...live,
    refetchInterval: REFRESH_MS,
    ...read("adminHealth"),
  });
  return (
    <Card title={words.health}>
      {data !== undefined ? (
        <ul className={styles["parts"]}>
          {data.map((part) => (
            <Part key={part.name} part={part} />
          ))}
        </ul>
      ) : isError && !isFetching ? (
        <LoadFailedLine words={words.healthFailed} onRetry={() => refetch()} />
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Card>
  );
}

const REFRESH_SECONDS = 30;

function Part({ part }: { part: PartHealth }) {
  const { home: words } = useAdminText();
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

/** What a part's figure says, where it has one. */
function useSaid({ name, value }: PartHealth): string | undefined {
  const { details } = useAdminText().home;
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
