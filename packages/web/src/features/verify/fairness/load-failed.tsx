import { useFairnessText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Says that published data did not load, and offers another try. */
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
