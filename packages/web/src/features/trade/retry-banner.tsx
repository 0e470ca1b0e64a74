import type { ReactNode } from "react";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** Says what could not be loaded, and offers to ask again. */
export function RetryBanner({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const { common } = useText();
  return (
    <Banner
      tone="bad"
      action={
        <Button variant="quiet" onClick={onRetry}>
          {common.retry}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
