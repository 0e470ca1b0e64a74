import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { useCurrentUser } from "../../../lib/current-user.ts";
import { useIntent } from "../../../lib/intent.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { AdjustForm } from "../adjust-form.tsx";
import { ChangeRights } from "../change-rights.tsx";
import { DeleteUser } from "../delete-user.tsx";
import { useFocusAfter } from "../use-focus-after.ts";
import { ChangeLock } from "./change-lock.tsx";
import { SignOutUser } from "./sign-out-user.tsx";
import styles from "./user-page.module.css";

type Opened = "adjust" | "rights" | "trading" | "withdrawals" | "sign-out" | "delete";

/** What an administrator can do about a user. Each asks before it is done. */
export function UserActions({ user }: { user: AdminUserDetails }) {
  const { userPage: words, users } = useAdminText();
  const [, navigate] = useLocation();
  const isOwn = useCurrentUser()?.id === user.id;
  const intent = useIntent();
  const [opened, setOpened] = useState<Opened>();
  const adjustButton = useFocusAfter(opened === "adjust");
  const close = () => setOpened(undefined);
  const { email } = user;
  return (
    <Card title={words.actions}>
      <div className={styles["actions"]}>
        <Button
          ref={adjustButton}
          variant="quiet"
          aria-label={users.adjustOf(email)}
          aria-expanded={opened === "adjust"}
          onClick={() => setOpened(opened === "adjust" ? undefined : "adjust")}
        >
          {users.adjust}
        </Button>
        <Button
          variant="quiet"
          aria-label={user.isAdmin ? users.revokeOf(email) : users.grantOf(email)}
          onClick={() => setOpened("rights")}
        >
          {user.isAdmin ? users.revoke : users.grant}
        </Button>
        <Button variant="quiet" onClick={() => setOpened("trading")}>
          {user.tradingLockedAt === null ? words.lockTrading : words.unlockTrading}
        </Button>
        <Button variant="quiet" onClick={() => setOpened("withdrawals")}>
          {user.withdrawalsLockedAt === null ? words.lockWithdrawals : words.unlockWithdrawals}
        </Button>
        <Button variant="quiet" onClick={() => setOpened("sign-out")}>
          {words.signOut.button}
        </Button>
        <Button
          variant="danger"
          className={styles["last"]}
          aria-label={users.deleteOf(email)}
          onClick={() => setOpened("delete")}
        >
          {users.delete}
        </Button>
      </div>
      {opened === "adjust" && <AdjustForm user={user} intent={intent} onClose={close} />}
      {opened === "rights" && <ChangeRights user={user} isOwn={isOwn} onClose={close} />}
      {(opened === "trading" || opened === "withdrawals") && (
        <ChangeLock key={opened} user={user} what={opened} onClose={close} />
      )}
      {opened === "sign-out" && <SignOutUser user={user} onClose={close} />}
      {opened === "delete" && (
        <DeleteUser user={user} isOwn={isOwn} onDeleted={() => navigate("/admin")} onClose={close} />
      )}
    </Card>
  );
}
