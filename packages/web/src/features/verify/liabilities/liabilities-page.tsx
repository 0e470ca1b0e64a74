import { useFairnessText } from "../../../locales/text.ts";
import { PublicPage } from "../fairness/public-page.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { CheckIcon, MinusIcon } from "../../../ui/icons.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import { CheckCard } from "./check-card.tsx";
import styles from "./liabilities-page.module.css";
import { StatementsCard } from "./statements-card.tsx";
import { useSeenStatement } from "./use-seen-statement.ts";
import type { Lost } from "./use-seen-statement.ts";
import { useStatements } from "./use-statements.ts";

/** Shows the signed totals that the platform owes to all users, and checks that the user's balance is in them. */
export function LiabilitiesPage() {
  const { liabilities: text, pages } = useFairnessText();
  const statements = useStatements();
  const { query, checked } = statements;
  const canAskEarlier = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const lost = useSeenStatement(
    checked,
    query.hasNextPage,
    canAskEarlier ? () => void query.fetchNextPage() : undefined,
  );
  return (
    <PublicPage
      back={{ href: "/fairness", name: pages.title, label: pages.back.fairness }}
      title={text.title}
      lead={text.intro}
    >
      {lost && <LostBanner lost={lost} />}
      {checked === undefined
        ? !query.isError && <Skeleton width="100%" height={200} />
        : checked.length > 0 && <CheckCard checked={checked} />}
      <StatementsCard {...statements} />
      {/* The card waits for the content above it, which would push it down. */}
      {(checked !== undefined || query.isError) && <MeaningCard />}
    </PublicPage>
  );
}

/** Explains the conclusions that a right proof allows, and those it does not. */
export function MeaningCard() {
  const { meaning: text } = useFairnessText().liabilities;
  return (
    <Card title={text.title}>
      <div className={styles["columns"]}>
        {(["proves", "doesNot"] as const).map((part) => (
          <div key={part} className={styles["part"]} data-part={part}>
            <h3 className={styles["partTitle"]}>{text[part].title}</h3>
            <Stack as="ul" gap={3}>
              {text[part].points.map((point, index) => (
                <li key={index} className={styles["point"]}>
                  {part === "proves" ? <CheckIcon size={18} /> : <MinusIcon size={18} />}
                  <span>{point}</span>
                </li>
              ))}
            </Stack>
          </div>
        ))}
      </div>
      <p className={styles["closing"]}>{text.ask}</p>
    </Card>
  );
}

/** Warns that a statement seen earlier has changed or disappeared. */
export function LostBanner({ lost: { seen, now, accept } }: { lost: Lost }) {
  const { lost: text } = useFairnessText().liabilities;
  const number = String(seen.number);
  return (
    <div role="alert">
      <Banner tone="bad">
        <div className={styles["lostWords"]}>
          <h2 className={styles["lostTitle"]}>{text.title}</h2>
          <p>
            {now === undefined ? text.gone(number) : text.changed(number)} {text.ask}
          </p>
          <dl className={styles["lostHashes"]}>
            <dt>{text.seen}</dt>
            <dd>
              <LongCode code={seen.hash} />
            </dd>
            <dt>{text.now}</dt>
            <dd>{now === undefined ? text.none : <LongCode code={now.hash} />}</dd>
          </dl>
          <Button variant="quiet" onClick={accept}>
            {text.accept}
          </Button>
        </div>
      </Banner>
    </div>
  );
}
