import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { newestTick, useRecentPrices } from "../../../../api/market/recent-prices.ts";
import { useTitle } from "../../../../lib/browser.ts";
import { useTextOf, useText } from "../../../../locales/text.ts";
import { buttonClass } from "../../../../ui/button.tsx";
import { EmptyState, Loaded } from "../../../../ui/states.tsx";
import { BackLink } from "../../../../ui/page-header.tsx";
import { Num, PageTitle } from "../../../../ui/primitives.tsx";
import styles from "./epoch-page.module.css";
import { EpochSkeleton, EpochView } from "./epoch-view.tsx";
import { BeaconNote } from "../../beacon-notes.tsx";
import { PublicHeader } from "../public-page.tsx";
import { knownEpochs, useHourWords, usePublished } from "./use-epoch.ts";

/** An hour of the price: its published data, the path computed from its seed, and whether the two agree. */
export function EpochPage({ epoch: text }: { epoch: string }) {
  const { common } = useText();
  const { pages } = useTextOf("fairness");
  const hourOf = useHourWords();
  const { recent } = useRecentPrices();
  const published = usePublished(recent && newestTick(recent));
  const epoch = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const title = epoch === undefined ? pages.epochPage.none.title : pages.epoch(epoch);
  useTitle(`${title} · ${common.product}`);

  // The link to another hour disappears with the old page, so the focus moves to the new heading.
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    heading.current?.focus({ preventScroll: true });
  }, [text]);

  return (
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["head"]}>
          <Link href="/fairness" asChild>
            <BackLink label={pages.epochPage.back}>{pages.title}</BackLink>
          </Link>
          <PageTitle ref={heading} tabIndex={-1}>
            {title}
          </PageTitle>
          {epoch !== undefined && <Num tone="quiet">{hourOf(epoch)}</Num>}
          <BeaconNote />
        </div>
        {epoch === undefined ? (
          <NotThere hint={pages.epochPage.invalid} />
        ) : (
          <Loaded query={published} loading={<EpochSkeleton />}>
            {(fairness) => {
              const { first, last } = knownEpochs(fairness);
              return epoch >= first && epoch <= last ? (
                <EpochView key={epoch} epoch={epoch} fairness={fairness} recent={recent} />
              ) : (
                <NotThere hint={pages.epochPage.none.hint(first, last)} />
              );
            }}
          </Loaded>
        )}
      </main>
    </>
  );
}

function NotThere({ hint }: { hint: string }) {
  const { none, toFairness } = useTextOf("fairness").pages.epochPage;
  return (
    <EmptyState
      title={none.title}
      hint={hint}
      action={
        <Link href="/fairness" className={`${buttonClass("quiet")} ${styles["way"]}`}>
          {toFairness}
        </Link>
      }
    />
  );
}
