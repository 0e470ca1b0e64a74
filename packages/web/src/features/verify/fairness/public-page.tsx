import { Suspense } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useTitle } from "../../../lib/browser.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useFairnessText, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { BackLink, LanguageSwitch, Logo, PageHeader, ThemeToggle } from "../../../ui/page-header.tsx";
import { classNames } from "../../../ui/primitives.tsx";
import reading from "../../../ui/reading-page.module.css";
import styles from "./fairness.module.css";

/** Loaded only for signed-in users. */
const ProfileMenu = lazyPart(async () => (await import("../../account/public.ts")).ProfileMenu);

/** The bar at the top of the public pages. */
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

type PublicPageProps = Omit<ComponentProps<"main">, "title"> & {
  /** The link back: the name of its page, and the full text for screen readers. */
  back: { href: string; name: string; label: string };
  title: string;
  lead: ReactNode;
  /** Shown below the lead. */
  head?: ReactNode;
};

/** A public page about fairness: its title, a short introduction, and its cards. */
export function PublicPage(props: PublicPageProps) {
  const { back, title, lead, head, className, children, ...rest } = props;
  const { common } = useText();
  useTitle(`${title} · ${common.product}`);
  return (
    <>
      <PublicHeader />
      <main {...rest} id="content" tabIndex={-1} className={classNames(reading["page"], className)}>
        <div className={reading["head"]}>
          <Link href={back.href} asChild>
            <BackLink label={back.label}>{back.name}</BackLink>
          </Link>
          <h1 className={reading["title"]}>{title}</h1>
          <p className={reading["lead"]}>{lead}</p>
          {head}
        </div>
        {children}
      </main>
    </>
  );
}
