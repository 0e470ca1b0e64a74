import { useState } from "react";
import { Link, useSearch } from "wouter";
import { useTitle } from "../../lib/use-title.ts";
import { useText } from "../../locales/text.ts";
import { LanguageSwitch } from "../../ui/language-switch.tsx";
import { Logo } from "../../ui/logo.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { AuthForm } from "./auth-form.tsx";
import type { AuthMode } from "./auth-form.tsx";
import styles from "./auth-page.module.css";

export function AuthPage() {
  const text = useText();
  const search = useSearch();
  const [mode, setMode] = useState<AuthMode>(() =>
    new URLSearchParams(search).get("mode") === "register" ? "register" : "login",
  );
  const words = text.auth[mode];
  useTitle(`${words.title} · ${text.common.product}`);
  return (
    <>
      <PageHeader
        start={
          <Link href="/" aria-label={text.common.home}>
            <Logo name={text.common.product} />
          </Link>
        }
      >
        <LanguageSwitch />
        <ThemeToggle />
      </PageHeader>
      <main className={styles["page"]}>
        <div className={styles["card"]}>
          <h1 className={styles["title"]}>{words.title}</h1>
          <AuthForm mode={mode} />
          <p className={styles["other"]}>
            {words.other}{" "}
            <button
              type="button"
              className={styles["switch"]}
              onClick={() => setMode(mode === "login" ? "register" : "login")}
            >
              {words.switch}
            </button>
          </p>
          {mode === "register" && <p className={styles["risk"]}>{text.common.risk}</p>}
        </div>
      </main>
    </>
  );
}
