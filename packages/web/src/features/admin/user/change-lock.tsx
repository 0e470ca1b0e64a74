import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { queryClient } from "../../../lib/query.ts";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/notice-store.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { refreshAdministration } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { useReasonField } from "./use-reason-field.ts";

type ChangeLockProps = { user: AdminUserDetails; what: "trading" | "withdrawals"; onClose: () => void };

/** Asks for the reason before trading or withdrawals of a user are locked or unlocked. */
export function ChangeLock({ user, what, onClose }: ChangeLockProps) {
  const { userPage: words } = useAdminText();
  const { locks } = words;
  const { id, email } = user;
  // What was asked stays so when the page behind it says that it is done.
  const [isLocking] = useState(
    (what === "trading" ? user.tradingLockedAt : user.withdrawalsLockedAt) === null,
  );
  const [title, explanation, label, done] =
    what === "trading"
      ? isLocking
        ? [locks.lockTradingTitle(email), locks.lockTradingText, words.lockTrading, locks.tradingLocked]
        : [
            locks.unlockTradingTitle(email),
            locks.unlockTradingText,
            words.unlockTrading,
            locks.tradingUnlocked,
          ]
      : isLocking
        ? [
            locks.lockWithdrawalsTitle(email),
            locks.lockWithdrawalsText,
            words.lockWithdrawals,
            locks.withdrawalsLocked,
          ]
        : [
            locks.unlockWithdrawalsTitle(email),
            locks.unlockWithdrawalsText,
            words.unlockWithdrawals,
            locks.withdrawalsUnlocked,
          ];
  return (
    <AskDialog
      title={title}
      confirmLabel={label}
      isDanger={isLocking}
      fields={[useReasonField()]}
      failed={locks.failed}
      send={({ note }) => adminCall("setUserLocks", { params: { id }, body: { [what]: isLocking, note } })}
      onDone={(details) => {
        queryClient.setQueryData(adminKeyOf("adminGetUser", { id }), details);
        notify({ title: done, body: email });
      }}
      onSettled={() => refreshAdministration(id)}
      onClose={onClose}
    >
      <p>{explanation}</p>
    </AskDialog>
  );
}
