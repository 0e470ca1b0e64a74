import { Suspense } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useFairnessText, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LanguageSwitch, ThemeToggle } from "../../../ui/switches.tsx";
import styles from "./fairness.module.css";

/** Visitors do not load this code. */
const ProfileMenu = lazyPart(async () => ({
  default: (await import("../../account/public.ts")).ProfileMenu,
}));

/** The header of the public pages. */
export function PublicHeader() {
  const { common } = useText();
  const { pages } = useFairnessText();
  const user = useCurrentUser();
  return (
    <PageHeader
      start={
        <Link href="/" aria-label={common.home}>
          <Logo name={common.product} />
        </Link>
      }
    >
      <LanguageSwitch />
      <ThemeToggle />
      {user === undefined ? (
        <Link href="/auth" className={`${buttonClass("primary")} ${styles["getStarted"]}`}>
          {pages.getStarted}
        </Link>
      ) : (
        <Suspense fallback={<span className={styles["menuPlace"]} />}>
          <ProfileMenu email={user.email} />
        </Suspense>
      )}
    </PageHeader>
  );
}
