import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useText } from "../../locales/text.ts";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { AccountCard } from "./account-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import styles from "./profile-page.module.css";

export function ProfilePage() {
  const { profile, common } = useText();
  const user = useCurrentUser();
  useTitle(`${profile.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" className={styles["back"]} aria-label={profile.back}>
            <ArrowLeftIcon />
            <span className={styles["backText"]}>{common.dashboard}</span>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main className={styles["page"]}>
        <h1 className={styles["title"]}>{profile.title}</h1>
        <AccountCard user={user} />
        <PasswordCard email={user.email} />
        <AppearanceCard />
      </main>
    </>
  );
}
