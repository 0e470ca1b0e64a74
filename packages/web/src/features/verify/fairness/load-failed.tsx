import { useFairnessText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Something published did not come, and can be asked for again. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { failed } = useFairnessText().pages;
  const { retry } = useText().common;
  return (
    <EmptyState
      {...failed}
      action={
        <Button variant="quiet" onClick={onRetry}>
          {retry}
        </Button>
      }
    />
  );
}
