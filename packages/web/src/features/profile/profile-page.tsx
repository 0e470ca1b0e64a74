import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { LimitsCard } from "../limits/public.ts";
import { AccountCard } from "./account-card.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import styles from "./profile-page.module.css";
import { useSecurity, useSessions } from "./security-query.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoStepCard } from "./two-step-card.tsx";
import { WithdrawalCodeCard } from "./withdrawal-code-card.tsx";

export function ProfilePage() {
  const { common } = useText();
  const { profile } = useLaterText();
  const user = useCurrentUser();
  const security = useSecurity();
  const sessions = useSessions();
  useTitle(`${profile.title} · ${common.product}`);
  if (!user) return null;
  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" asChild>
            <BackLink label={profile.back}>{common.dashboard}</BackLink>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <h1 className={styles["title"]}>{profile.title}</h1>
        {security.isPending || sessions.isPending ? (
          // Every second card would grow when the answers come, and push away what is being read.
          <div className={styles["loading"]}>
            <Spinner size={28} label={common.loading} />
          </div>
        ) : (
          <>
            <AccountCard user={user} />
            <PasswordCard email={user.email} holdHours={security.data?.withdrawalHoldHours ?? 0} />
            <WithdrawalCodeCard exists={user.withdrawalCode === true} security={security.data} />
            <TwoStepCard email={user.email} security={security} />
            <SessionsCard sessions={sessions} />
            <ActivityCard security={security} />
            <LimitsCard />
            <AppearanceCard />
          </>
        )}
      </main>
    </>
  );
}
