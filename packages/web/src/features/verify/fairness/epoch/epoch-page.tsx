import { Link } from "wouter";
import { newestTick, useRecentPrices } from "../../../../api/market/recent-prices.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { buttonClass } from "../../../../ui/button.tsx";
import { EmptyState, Loaded } from "../../../../ui/states.tsx";
import { BeaconNote } from "../../beacon-notes.tsx";
import { PublicPage } from "../public-page.tsx";
import { EpochSkeleton, EpochView } from "./epoch-view.tsx";
import { knownEpochs, useHourWords, usePublished } from "./use-epoch.ts";

/** An hour of the price: its published data, the path computed from its seed, and whether the two agree. */
export function EpochPage({ epoch: text }: { epoch: string }) {
  const { pages } = useTextOf("fairness");
  const hourOf = useHourWords();
  const { recent } = useRecentPrices();
  const published = usePublished(recent && newestTick(recent));
  const epoch = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return (
    <PublicPage
      back={{ href: "/fairness", name: pages.title, label: pages.epochPage.back }}
      title={epoch === undefined ? pages.epochPage.none.title : pages.epoch(epoch)}
      lead={epoch !== undefined && hourOf(epoch)}
      head={<BeaconNote />}
    >
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
    </PublicPage>
  );
}

function NotThere({ hint }: { hint: string }) {
  const { none, toFairness } = useTextOf("fairness").pages.epochPage;
  const back = (
    <Link href="/fairness" className={buttonClass("quiet")}>
      {toFairness}
    </Link>
  );
  return <EmptyState title={none.title} hint={hint} action={back} />;
}
