import { useState } from "react";
import { useText } from "../../locales/text.ts";
import { Button, LinkButton } from "../button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Quiet } from "../primitives.tsx";

type Retry = {
  /** Where it gives a promise, the button shows that it is at work until then. */
  onRetry: () => unknown;
};

type LoadFailedProps = Retry & { title?: string; hint?: string };

/** Stands in the place of what did not load, tells screen readers too, and offers another try. */
export function LoadFailed({ title, hint, onRetry }: LoadFailedProps) {
  const { loadFailed, retry } = useText().common;
  const [isTrying, setTrying] = useState(false);

  async function tryAgain() {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  }

  return (
    <EmptyState
      role="status"
      title={title ?? loadFailed.title}
      hint={hint ?? loadFailed.hint}
      action={
        <Button variant="quiet" pending={isTrying} onClick={() => void tryAgain()}>
          {retry}
        </Button>
      }
    />
  );
}

/** The same in one line, for a figure or a switch. */
export function LoadFailedLine({ words, onRetry }: Retry & { words: string }) {
  const { retry } = useText().common;
  return (
    <Quiet role="status">
      {words} <LinkButton onClick={() => void onRetry()}>{retry}</LinkButton>
    </Quiet>
  );
}
