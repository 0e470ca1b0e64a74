import { useText } from "../locales/text.ts";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../ui/primitives.tsx";
import styles from "./whole-page.module.css";

/** Shown at the start when nobody can say whether someone is signed in. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const { unreachable, retry } = useText().common;
  return (
    <main className={styles["page"]}>
      <PageTitle>{unreachable.title}</PageTitle>
      <p className={styles["hint"]}>{unreachable.hint}</p>
      <Button onClick={onRetry}>{retry}</Button>
    </main>
  );
}
