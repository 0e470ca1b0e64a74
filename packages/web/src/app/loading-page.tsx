import { useText } from "../locales/text.ts";
import { Spinner } from "../ui/loading.tsx";
import styles from "./whole-page.module.css";

export function LoadingPage() {
  const text = useText();
  return (
    <main className={styles["page"]}>
      <Spinner size={28} label={text.common.loading} />
    </main>
  );
}
