import { useFairnessText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** As high as what comes in its place. */
export function EpochSkeleton() {
  const { loading } = useFairnessText().pages;
  return (
    <div role="status" aria-label={loading}>
      <Card>
        <Skeleton width="100%" height="26rem" />
      </Card>
    </div>
  );
}
