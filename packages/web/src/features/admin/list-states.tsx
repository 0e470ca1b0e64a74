import { useAdminText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./list-states.module.css";

export function FailedList({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  const { list } = useAdminText();
  const retry = (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
  return <EmptyState {...list.failed} action={retry} />;
}

export function LoadingRows() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading}>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles["row"]}>
          <Skeleton width={200} height={20} />
          <Skeleton width={120} height={20} />
        </div>
      ))}
    </div>
  );
}
