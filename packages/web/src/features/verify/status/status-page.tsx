import { useQuery } from "@tanstack/react-query";
import type { Status } from "@veritick/contract/schemas/status.ts";
import { call } from "../../../api/client.ts";
import { keyOf } from "../../../api/query.ts";
import { LOCALES, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { Caption, Num, Quiet, Skeleton, Stack, Strong, Time } from "../../../ui/primitives.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { PublicPage } from "../fairness/public-page.tsx";

/** Visitors have no live connection. */
const REFRESH_MS = 30_000;

/** The state of each part of the platform, and the times of failures. */
export function StatusPage() {
  const { status: text, pages } = useTextOf("fairness");
  const query = useQuery({
    queryKey: keyOf("status"),
    queryFn: ({ signal }) => call("status", { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return (
    <PublicPage
      back={{ href: "/", name: pages.start, label: pages.back.start }}
      title={text.title}
      lead={text.lead}
      head={query.data && <Whole status={query.data} isOld={query.isError} />}
    >
      <Loaded query={query} failed={text.failed} loading={<Skeleton width="100%" height={320} />}>
        {(status) => (
          <>
            <Card title={text.now}>
              <Parts status={status} />
            </Card>
            <Incidents status={status} />
          </>
        )}
      </Loaded>
    </PublicPage>
  );
}

/** The one sentence that most people look for. */
function Whole({ status, isOld }: { status: Status; isOld: boolean }) {
  const { status: text } = useTextOf("fairness");
  const format = useFormat();
  const down = status.parts.filter(({ isUp }) => !isUp).length;
  return (
    <Stack gap={2}>
      <Banner tone={isOld || down > 0 ? "warn" : "info"} live>
        {isOld ? text.failed : down === 0 ? text.allUp : text.someDown(down)}
      </Banner>
      <Caption>
        {text.asOf} <Time dateTime={status.at}>{format.moment(status.at)}</Time>
      </Caption>
    </Stack>
  );
}

function Parts({ status: { parts, recordedSince } }: { status: Status }) {
  const { status: text } = useTextOf("fairness");
  const format = useFormat();
  const language = useLanguage();
  // The share is never rounded up: 100 % means no interruption at all.
  const share = new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    maximumFractionDigits: 2,
    roundingMode: "floor",
  });
  return (
    <Stack gap={4}>
      <CheckList label={text.now}>
        {parts.map(({ name, isUp, reason, since, uptime }) => (
          <CheckItem
            key={name}
            outcome={isUp ? "right" : "wrong"}
            spoken={isUp ? text.up : text.down}
            words={
              <>
                <Strong>{text.parts[name]}</Strong>
                {uptime !== null && (
                  <>
                    {" · "}
                    <Quiet as="span">
                      {text.uptime} <Num>{share.format(uptime)}</Num>
                    </Quiet>
                  </>
                )}
              </>
            }
          >
            {reason !== null && (
              <Caption>
                {text.reasons[reason]}
                {since !== null && (
                  <>
                    {" "}
                    {text.since} <Time dateTime={since}>{format.moment(since)}</Time>.
                  </>
                )}
              </Caption>
            )}
          </CheckItem>
        ))}
      </CheckList>
      <Caption>{recordedSince === null ? text.unread : text.recorded(format.moment(recordedSince))}</Caption>
    </Stack>
  );
}

function Incidents({ status: { incidents, recordedSince } }: { status: Status }) {
  const { status: text } = useTextOf("fairness");
  const format = useFormat();
  return (
    <Card title={text.incidents}>
      {recordedSince === null ? (
        <Quiet>{text.unread}</Quiet>
      ) : incidents.length === 0 ? (
        <Quiet>{text.noIncidents}</Quiet>
      ) : (
        <CheckList label={text.incidents}>
          {incidents.map(({ part, reason, beganAt, endedAt }) => (
            <CheckItem
              key={part + beganAt}
              outcome={endedAt === null ? "wrong" : "note"}
              spoken={endedAt === null ? text.lasts : text.over}
              words={<Strong>{text.parts[part]}</Strong>}
            >
              <Caption>
                <Time dateTime={beganAt}>{format.moment(beganAt)}</Time>
                {" – "}
                {endedAt === null ? text.lasts : <Time dateTime={endedAt}>{format.moment(endedAt)}</Time>}
              </Caption>
              <Caption>{text.reasons[reason]}</Caption>
            </CheckItem>
          ))}
        </CheckList>
      )}
    </Card>
  );
}
