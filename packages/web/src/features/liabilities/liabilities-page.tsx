import { Link } from "wouter";
import { useTitle } from "../../lib/use-title.ts";
import { useFairnessText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PublicHeader } from "../fairness/public.ts";
import { CheckCard } from "./check-card.tsx";
import styles from "./liabilities-page.module.css";
import { LostBanner } from "./lost-banner.tsx";
import { MeaningCard } from "./meaning-card.tsx";
import { StatementsCard } from "./statements-card.tsx";
import { useSeenStatement } from "./use-seen-statement.ts";
import { useStatements } from "./use-statements.ts";

/** What the platform has stated that it owes to all users together, and whether one's own balance is in it. */
export function LiabilitiesPage() {
  const { common } = useText();
  const { liabilities: text, pages } = useFairnessText();
  const statements = useStatements();
  const { query, checked } = statements;
  const canAskEarlier = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const lost = useSeenStatement(
    checked,
    query.hasNextPage,
    canAskEarlier ? () => void query.fetchNextPage() : undefined,
  );
  useTitle(`${text.title} · ${common.product}`);
  return (
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["head"]}>
          <Link href="/fairness" asChild>
            <BackLink label={pages.back.fairness}>{pages.title}</BackLink>
          </Link>
          <h1 className={styles["title"]}>{text.title}</h1>
          <p className={styles["intro"]}>{text.intro}</p>
        </div>
        {lost && <LostBanner lost={lost} />}
        {checked === undefined
          ? !query.isError && <Skeleton width="100%" height={200} />
          : checked.length > 0 && <CheckCard checked={checked} />}
        <StatementsCard {...statements} />
        {/* Not before what stands above it, which would push it down. */}
        {(checked !== undefined || query.isError) && <MeaningCard />}
      </main>
    </>
  );
}
