import { Link } from "wouter";
import { useCurrentUser } from "../api/current-user.ts";
import { useTitle } from "../lib/browser.ts";
import { useText } from "../locales/text.ts";
import { buttonClass } from "../ui/button.tsx";
import { classNames, PageTitle, Quiet } from "../ui/primitives.tsx";
import { AccountHeader } from "../features/account/public.ts";
import styles from "./app.module.css";

/** The page that people see at the administration's addresses if they are not administrators. */
export function AccessDeniedPage() {
  const { accessDenied, dashboard, product } = useText().common;
  const user = useCurrentUser();
  useTitle(`${accessDenied.title} · ${product}`);
  if (!user) return null;
  return (
    <>
      <AccountHeader back={dashboard} />
      <main id="content" tabIndex={-1} className={classNames(styles["page"], styles["belowHeader"])}>
        <PageTitle>{accessDenied.title}</PageTitle>
        <Quiet measure>{accessDenied.hint}</Quiet>
        <Link href="/dashboard" className={buttonClass("primary")}>
          {accessDenied.action}
        </Link>
      </main>
    </>
  );
}
