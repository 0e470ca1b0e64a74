import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { useEffect } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useLive } from "../../lib/live/live.ts";
import { useStore } from "../../lib/live/store.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ProfileMenu } from "../profile/public.ts";
import { BreakCard } from "./break-card.tsx";
import { HelpCard } from "./help-card.tsx";
import { IntervalCard } from "./interval-card.tsx";
import { nextChangeMs } from "./limit-change.ts";
import styles from "./limits-page.module.css";
import { refreshLimits, useFreshLimits } from "./limits-query.ts";
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
        <div className={styles["head"]}>
          <h1 className={styles["title"]}>{text.title}</h1>
          <p className={styles["intro"]}>{text.intro}</p>
        </div>
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
          <Banner
            tone="warn"
            live
            action={
              <Button variant="quiet" onClick={() => void refetch()}>
                {common.retry}
              </Button>
            }
          >
            {text.loadFailed}
          </Banner>
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
