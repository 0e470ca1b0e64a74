import { Link } from "wouter";
import { useTitle } from "../../lib/use-title.ts";
import { useText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import styles from "./access-denied-page.module.css";

/** Where the administration would be for administrators. */
export function AccessDeniedPage() {
  const { accessDenied, product } = useText().common;
  useTitle(`${accessDenied.title} · ${product}`);
  return (
    <main className={styles["page"]}>
      <h1 className={styles["title"]}>{accessDenied.title}</h1>
      <p className={styles["hint"]}>{accessDenied.hint}</p>
      <Link href="/dashboard" className={buttonClass("primary")}>
        {accessDenied.action}
      </Link>
    </main>
  );
}
