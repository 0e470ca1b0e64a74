import { useQuery } from "@tanstack/react-query";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { polled, read } from "../admin-queries.ts";
import { Freshness } from "../freshness.tsx";
import { ExpiryCard } from "./expiry-card.tsx";
import styles from "./exposure-page.module.css";
import { FundsCard } from "./funds-card.tsx";
import { OpenCard } from "./open-card.tsx";
import { ResultsCard } from "./results-card.tsx";

const REFRESH_MS = 5_000;

/** What the house stands to pay, and how it has fared against what its terms promise. */
export function ExposurePage() {
  const { exposure: words } = useAdminText();
  const query = useQuery({ ...polled, ...read("getExposure"), refetchInterval: REFRESH_MS });
  const { data, isError, isFetching, refetch } = query;
  return (
    <AdminFrame title={words.title} aside={<Freshness isKnown={data !== undefined} />}>
      {data !== undefined ? (
        <>
          <FundsCard exposure={data} />
          <ExpiryCard exposure={data} />
          <OpenCard exposure={data} />
          <ResultsCard exposure={data} />
        </>
      ) : isError && !isFetching ? (
        <Failed onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AdminFrame>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  const { exposure: words } = useAdminText();
  const retry = (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
  return (
    <Card>
      <EmptyState {...words.failed} action={retry} />
    </Card>
  );
}

function Loading() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading} className={styles["loading"]}>
      <Skeleton width="100%" height={190} />
      <Skeleton width="100%" height={360} />
      <Skeleton width="100%" height={360} />
    </div>
  );
}
