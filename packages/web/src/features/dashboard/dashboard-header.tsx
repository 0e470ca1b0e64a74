import { Link } from "wouter";
import { useText } from "../../locales/text.ts";
import { LanguageSwitch } from "../../ui/language-switch.tsx";
import { Logo } from "../../ui/logo.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { ProfileMenu } from "../profile/public.ts";
import styles from "./dashboard-header.module.css";

export function DashboardHeader({ email }: { email: string }) {
  const { common } = useText();
  return (
    <PageHeader
      start={
        <div className={styles["who"]}>
          <Link href="/" aria-label={common.home}>
            <Logo name={common.product} />
          </Link>
          <span className={styles["email"]}>{email}</span>
        </div>
      }
    >
      <LanguageSwitch />
      <ThemeToggle />
      <ProfileMenu email={email} />
    </PageHeader>
  );
}
