import { useFairnessText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatementRow } from "./statement-row.tsx";
import styles from "./statements-card.module.css";
import type { useStatements } from "./use-statements.ts";

type StatementsCardProps = ReturnType<typeof useStatements>;

const COLUMNS = ["number", "taken", "total", "root", "checks"] as const;

/** Every statement there is, or why there is none to be seen. */
export function StatementsCard({ query, checked }: StatementsCardProps) {
  const { common } = useText();
  const { list: text } = useFairnessText().liabilities;
  if (checked === undefined && query.isError && !query.isFetching) {
    const retry = (
      <Button variant="quiet" onClick={() => void query.refetch()}>
        {common.retry}
      </Button>
    );
    return <EmptyState {...text.failed} action={retry} />;
  }
  if (checked === undefined) {
    return (
      <div role="status" aria-label={text.loading}>
        <Skeleton width="100%" height={220} />
      </div>
    );
  }
  if (checked.length === 0) return <EmptyState {...text.empty} />;
  return (
    <Card title={text.title}>
      <p className={styles["intro"]}>{text.intro}</p>
      <div>
        <div className={styles["head"]} aria-hidden="true">
          {COLUMNS.map((column) => (
            <span key={column} data-column={column}>
              {text[column]}
            </span>
          ))}
        </div>
        <ol aria-label={text.title}>
          {checked.map((each) => (
            <StatementRow key={each.stated.number} {...each} />
          ))}
        </ol>
      </div>
      <Foot query={query} />
    </Card>
  );
}

/** The way to older ones, as long as there are any. */
function Foot({ query }: Pick<StatementsCardProps, "query">) {
  const { common } = useText();
  const { list: text } = useFairnessText().liabilities;
  const { hasNextPage, isFetchNextPageError: hasFailed, isFetchingNextPage } = query;
  return (
    <div className={styles["foot"]}>
      {hasFailed && <span role="status">{text.failedEarlier}</span>}
      {hasNextPage ? (
        <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {hasFailed ? common.retry : text.earlier}
        </Button>
      ) : (
        text.end
      )}
    </div>
  );
}
