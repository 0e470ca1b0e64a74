import { useMutation } from "@tanstack/react-query";
import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useGet } from "../../../api/query.ts";
import { useTellFailure } from "../../../api/use-submit.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { ArrowUpRightIcon } from "../../../ui/icons.tsx";
import { Spinner } from "../../../ui/states/loading.tsx";
import { BackLink, PageHeader } from "../../../ui/page-header.tsx";
import { PageTitle, Quiet, Stack } from "../../../ui/primitives.tsx";
import { LoadFailed } from "../../../ui/states/placeholders.tsx";
import { ProfileMenu } from "../profile/profile-menu.tsx";
import { BreakCard } from "./break-card.tsx";
import { nextChangeMs } from "./rules.ts";
import styles from "./limits-page.module.css";
import { refreshLimits, rememberLimits, useFreshLimits } from "./limits-query.ts";
import { TodayCard } from "./today-card.tsx";

/** What a person may hold themselves to, and what of it today has taken. */
export function LimitsPage() {
  const { common } = useText();
  const { limits: text } = useLaterText();
  const user = useCurrentUser();
  const { data, isFetching, refetch } = useFreshLimits();
  useRefreshWhenOver(data);
  useTitle(`${text.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" asChild>
            <BackLink label={text.back}>{common.dashboard}</BackLink>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <Stack gap={2}>
          <PageTitle>{text.title}</PageTitle>
          <Quiet pretty>{text.intro}</Quiet>
        </Stack>
        {data ? (
          <>
            <TodayCard limits={data} />
            <BreakCard pause={data.pause} />
            <IntervalCard minutes={data.reminderMinutes} />
          </>
        ) : isFetching ? (
          <div className={styles["loading"]}>
            <Spinner size={28} label={common.loading} />
          </div>
        ) : (
          <LoadFailed title={text.loadFailed} onRetry={() => refetch()} />
        )}
        {/* Not before what stands above it, which would push it down. */}
        {(data !== undefined || !isFetching) && <HelpCard />}
      </main>
    </>
  );
}

/** At the end of a day, of a wait or of a break what is shown no longer holds. */
function useRefreshWhenOver(limits: Limits | undefined) {
  const { price } = useLive();
  const endsMs = limits === undefined ? Infinity : nextChangeMs(limits);
  const isOver = useStore(price, ({ tick }) => tick !== undefined && tick * 1000 > endsMs);
  useEffect(() => {
    if (isOver) refreshLimits();
  }, [isOver, endsMs]);
}

/** Where people find help with gambling, as the installation names it; nothing where it names nobody. */
export function HelpCard() {
  const { help } = useLaterText().limits;
  const links = useGet("settings").data?.helpLinks ?? [];
  if (links.length === 0) return null;
  return (
    <Card title={help.title}>
      <Quiet pretty>{help.text}</Quiet>
      <ul>
        {links.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" data-tip={help.newTab} className={styles["link"]}>
              {title}
              <ArrowUpRightIcon size={16} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MINUTES = [15, 30, 60, 120] as const;
const MINUTES_OF_HOUR = 60;
const OFF = 0;

/** After how long the person is reminded of the time. A choice holds as soon as it is made. */
export function IntervalCard({ minutes }: { minutes: Limits["reminderMinutes"] }) {
  const tellFailure = useTellFailure();
  const { interval } = useLaterText().limits;
  const [wanted, setWanted] = useState<number>();

  const set = useMutation({
    mutationFn: (value: number) => call("setReminder", { body: { minutes: value === OFF ? null : value } }),
    // The keys go through the choices one by one: the last must be the last to arrive.
    scope: { id: "reminder" },
    onSuccess: rememberLimits,
    onError: (error) => void tellFailure(error, interval.failed),
    onSettled: (_, __, value) => setWanted((newest) => (newest === value ? undefined : newest)),
  });

  function choose(value: number) {
    setWanted(value);
    set.mutate(value);
  }

  const option = (value: number) => {
    const hours = value / MINUTES_OF_HOUR;
    return hours < 1
      ? { value, label: value, detail: interval.minutes }
      : { value, label: hours, detail: interval.hours(hours) };
  };

  return (
    <Card title={interval.title}>
      <Quiet pretty>{interval.text}</Quiet>
      <Segmented
        label={interval.label}
        value={wanted ?? minutes ?? OFF}
        onChange={choose}
        options={[...MINUTES.map(option), { value: OFF, label: interval.off }]}
      />
    </Card>
  );
}
