import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { Link } from "wouter";
import { useAdminText, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminFrame } from "../admin-frame.tsx";
import { isGone, useUserHistory } from "../admin-queries.ts";
import { Freshness } from "../freshness.tsx";
import { IsOfOneUser } from "../row.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserFigures } from "./user-figures.tsx";
import { UserHead } from "./user-head.tsx";
import styles from "./user-page.module.css";
import { UserTabs } from "./user-tabs.tsx";

/** Everything about one user, and everything that can be done about them. */
export function UserPage({ id }: { id: string }) {
  const { users } = useAdminText();
  const { data, error, isFetching, refetch } = useUserHistory(id);
  if (isGone(error)) return <Gone />;
  if (data !== undefined) return <Loaded user={data} />;
  return (
    <AdminFrame title={users.title}>
      {error === null || isFetching ? <Loading /> : <Failed onRetry={() => void refetch()} />}
    </AdminFrame>
  );
}

function Loaded({ user }: { user: AdminUserDetails }) {
  return (
    <AdminFrame title={user.email} aside={<Freshness />}>
      <UserHead user={user} />
      <UserFigures user={user} />
      <UserActions user={user} />
      <IsOfOneUser value={true}>
        <UserTabs user={user} />
      </IsOfOneUser>
    </AdminFrame>
  );
}

function Loading() {
  const { common } = useText();
  return (
    <div role="status" aria-label={common.loading} className={styles["loading"]}>
      <Skeleton width={320} height={24} />
      <Skeleton width="100%" height={148} />
      <Skeleton width="100%" height={320} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { common } = useText();
  const { failed } = useAdminText().userPage;
  return (
    <Card>
      <EmptyState
        {...failed}
        action={
          <Button variant="quiet" onClick={onRetry}>
            {common.retry}
          </Button>
        }
      />
    </Card>
  );
}

function Gone() {
  const { users, userPage } = useAdminText();
  const { title, hint, toOverview } = userPage.gone;
  return (
    <AdminFrame title={users.title}>
      <Card>
        <EmptyState
          title={title}
          hint={hint}
          action={
            <Link href="/admin" className={`${buttonClass("quiet")} ${styles["way"]}`}>
              {toOverview}
            </Link>
          }
        />
      </Card>
    </AdminFrame>
  );
}
