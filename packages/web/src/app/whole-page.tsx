import { useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { Boundary } from "../ui/boundary.tsx";
import { Button, LinkButton, TextLink } from "../ui/button.tsx";
import { PageTitle, Quiet, Row, Spinner } from "../ui/primitives.tsx";
import styles from "./app.module.css";

/** The outline of a page, with which the document begins. */
let outline: Element | null = null;

function drawOutline() {
  outline ??= document.querySelector(".awaited");
  const isLoading = document.querySelector("[data-loading]") !== null;
  if (!isLoading) outline?.remove();
  else if (outline?.isConnected === false) document.body.prepend(outline);
}

/**
 * Keeps the outline in the document while a page is loading, and out of it otherwise. A style alone cannot hide it: WebKit
 * still draws it after `:has()` has stopped matching.
 */
export function useOutline() {
  useLayoutEffect(() => {
    // By then one loading page may have replaced another. The outline must stay between them, or it would fade in anew.
    queueMicrotask(drawOutline);
    return () => queueMicrotask(drawOutline);
  }, []);
}

export function LoadingPage() {
  const text = useText();
  useOutline();
  return (
    <main className={styles["page"]} data-loading>
      <Spinner size={28} label={text.common.loading} />
    </main>
  );
}

/** Shown at the start if the server cannot be asked who is signed in. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const { unreachable, retry } = useText().common;
  return (
    <main className={styles["page"]}>
      <PageTitle>{unreachable.title}</PageTitle>
      <Quiet measure>{unreachable.hint}</Quiet>
      <Button onClick={onRetry}>{retry}</Button>
    </main>
  );
}

/** Keeps a fault of a page from the pages after it. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary look={(broken) => <CrashPage {...broken} />}>{children}</Boundary>
);

function CrashPage({ tryAgain, isTrying }: { tryAgain: () => void; isTrying: boolean }) {
  const { crash, home, retry } = useText().common;
  return (
    <main className={styles["page"]}>
      <PageTitle>{crash.title}</PageTitle>
      <Quiet measure>{crash.hint}</Quiet>
      <Button pending={isTrying} onClick={tryAgain}>
        {retry}
      </Button>
      <Row gap={[0, 5]} justify="center">
        <LinkButton onClick={() => location.reload()}>{crash.reload}</LinkButton>
        <TextLink href="/">{home}</TextLink>
      </Row>
    </main>
  );
}
