import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useCurrentUser } from "../../../lib/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Created } from "../created.tsx";
import { UserProposals } from "../proposals/user-proposals.tsx";
import styles from "./user-page.module.css";

/** Who they are, and what keeps them from something. The page's title is their e-mail. */
export function UserHead({ user }: { user: AdminUserDetails }) {
  const { userPage: words, users, user: history } = useAdminText();
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === user.id;
  const locks = [
    [words.tradingLocked, user.tradingLockedAt],
    [words.withdrawalsLocked, user.withdrawalsLockedAt],
  ] as const;
  return (
    <div className={styles["head"]}>
      <span className={styles["badges"]}>
        {user.isAdmin && <Badge tone="warn">{users.admin}</Badge>}
        {isOwn && <Badge tone="neutral">{users.you}</Badge>}
        <UserProposals userId={user.id} />
        {locks.map(
          ([what, since]) =>
            since !== null && (
              <span key={what} data-tip={words.lockedSince(what, format.moment(since))}>
                <Badge tone="bad">{what}</Badge>
              </span>
            ),
        )}
        {user.pause !== null && (
          <span data-tip={words.pausedHint}>
            <Badge tone="neutral">{words.paused(format.moment(user.pause.until))}</Badge>
          </span>
        )}
      </span>
      <span className={styles["id"]}>
        {words.id}
        <span className={styles["code"]} translate="no">
          {user.id}
        </span>
        <CopyButton label={words.copyId(user.id)} value={user.id} />
      </span>
      <span className={styles["since"]}>
        {history.since} <Created at={user.createdAt} isDateFirst />
      </span>
    </div>
  );
}
