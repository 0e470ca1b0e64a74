import type { ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../../../locales/text.ts";
import { LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../../ui/page-header.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import styles from "./auth-page.module.css";

/** The page around the card of a visitor who fills in a form. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { common } = useText();
  return (
    <>
      <PageHeader
        start={
          <Link href="/" aria-label={common.home}>
            <Logo name={common.product} />
          </Link>
        }
      >
        <LanguageSwitch />
        <ThemeToggle />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["card"]}>
          <PageTitle>{title}</PageTitle>
          {children}
        </div>
      </main>
    </>
  );
}
