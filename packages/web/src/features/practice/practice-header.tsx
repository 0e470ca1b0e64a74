import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../api/current-user.ts";
import { useLaterText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LanguageSwitch, PageHeader, ThemeToggle } from "../../ui/page-header.tsx";
import { ProfileMenu } from "../account/public.ts";
import { DeskSwitch } from "../trade/public.ts";
import styles from "./practice.module.css";

/** The top of every page of practice. It says what this is, and leads to an account or back to it. */
export function PracticeHeader({ start }: { start: ReactNode }) {
  const { practice } = useLaterText();
  const user = useCurrentUser();
  return (
    <>
      <PageHeader start={start}>
        {user !== undefined && <DeskSwitch at="practice" />}
        <LanguageSwitch />
        <ThemeToggle />
        {user === undefined ? (
          <Link href="/auth?mode=register" className={`${buttonClass("primary")} ${styles["create"]}`}>
            {practice.createAccount}
          </Link>
        ) : (
          <ProfileMenu email={user.email} />
        )}
      </PageHeader>
      <p className={styles["band"]}>
        <strong>{practice.band.title}</strong> <span>{practice.band.body}</span>
        {user !== undefined && (
          <Link href="/dashboard" className={styles["back"]}>
            {practice.toAccount}
          </Link>
        )}
      </p>
    </>
  );
}
