import { useMay } from "../roles.tsx";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { AskDialog, noteField } from "../../../api/ask-dialog.tsx";
import { useState } from "react";
import { useLocation } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/use-submit.ts";
import { queryClient, useGet } from "../../../api/query.ts";
import { forgetSession } from "../../../api/sign-in.ts";
import { useTextOf } from "../../../locales/text.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { DecisionDialog } from "../decision-dialog.tsx";
import { adminCall, adminKeyOf, refreshAdministration } from "../admin-queries.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { useKeptFocus } from "../../../lib/focus.ts";
import { ChangeRights, DeleteUser, useRightsLabel } from "./user-dialogs.tsx";

type Opened =
  | "adjust"
  | "rights"
  | "trading"
  | "withdrawals"
  | "reset-code"
  | "confirm-email"
  | "sign-out"
  | "delete";

/** The actions that an administrator can take on a user. Each asks for confirmation first. */
export function UserActions({ user }: { user: AdminUserDetails }) {
  const { userPage: words, users, resetCode } = useTextOf("admin");
  const [, navigate] = useLocation();
  const isOwn = useCurrentUser()?.id === user.id;
  const intent = useIntent();
  const [opened, setOpened] = useState<Opened>();
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const close = () => setOpened(undefined);
  const { email } = user;
  const rights = useRightsLabel(user);
  const may = useMay();
  const sendsMails = useGet("settings").data?.passwordReset === true;
  // Only administrators may also act on users with rights.
  const mayRestrict = may("administrator") || (may("support") && !user.isAdmin);
  if (!mayRestrict) return null;
  return (
    <Card title={words.actions}>
      <Stack gap={3} {...keptFocus}>
        <Actions>
          {may("administrator") && (
            <>
              <Button
                data-opener
                variant="quiet"
                aria-label={users.adjustOf(email)}
                aria-expanded={opened === "adjust"}
                onClick={() => setOpened(opened === "adjust" ? undefined : "adjust")}
              >
                {users.adjust}
              </Button>
              <Button variant="quiet" aria-label={rights.labelOf(email)} onClick={() => setOpened("rights")}>
                {rights.label}
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={() => setOpened("trading")}>
            {user.tradingLockedAt === null ? words.lockTrading : words.unlockTrading}
          </Button>
          <Button variant="quiet" onClick={() => setOpened("withdrawals")}>
            {user.withdrawalsLockedAt === null ? words.lockWithdrawals : words.unlockWithdrawals}
          </Button>
          {may("administrator") && user.withdrawalCode && !isOwn && (
            <Button variant="quiet" onClick={() => setOpened("reset-code")}>
              {resetCode.button}
            </Button>
          )}
          {sendsMails && user.emailConfirmedAt === null && (
            <Button variant="quiet" onClick={() => setOpened("confirm-email")}>
              {words.confirmEmail.button}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setOpened("sign-out")}>
            {words.signOut.button}
          </Button>
          {may("administrator") && (
            <Button
              variant="danger"
              style={{ marginInlineStart: "auto" }}
              aria-label={users.deleteOf(email)}
              onClick={() => setOpened("delete")}
            >
              {users.delete}
            </Button>
          )}
        </Actions>
        {opened === "adjust" && <AdjustForm user={user} intent={intent} onClose={close} />}
        {opened === "rights" && <ChangeRights user={user} isOwn={isOwn} onClose={close} />}
        {(opened === "trading" || opened === "withdrawals") && (
          <ChangeLock key={opened} user={user} what={opened} onClose={close} />
        )}
        {opened === "reset-code" && <ResetCode user={user} onClose={close} />}
        {opened === "confirm-email" && <SendConfirmation user={user} onClose={close} />}
        {opened === "sign-out" && <SignOutUser user={user} onClose={close} />}
        {opened === "delete" && (
          <DeleteUser user={user} isOwn={isOwn} onDeleted={() => navigate("/admin")} onClose={close} />
        )}
      </Stack>
    </Card>
  );
}

type ChangeLockProps = { user: AdminUserDetails; what: "trading" | "withdrawals"; onClose: () => void };

/** Asks for a reason before trading or withdrawals of a user are locked or unlocked. */
function ChangeLock({ user, what, onClose }: ChangeLockProps) {
  const { userPage: words } = useTextOf("admin");
  const { locks } = words;
  const { id, email } = user;
  // The question stays the same after the page behind it shows the result.
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
    <DecisionDialog
      title={title}
      confirmLabel={label}
      isDanger={isLocking}
      fields={[useReasonField()]}
      failed={locks.failed}
      send={({ note }) => adminCall("setUserLocks", { params: { id }, body: { [what]: isLocking, note } })}
      userId={id}
      remember={(details) => queryClient.setQueryData(adminKeyOf("adminGetUser", { id }), details)}
      done={{ title: done, body: email }}
      onClose={onClose}
    >
      <p>{explanation}</p>
    </DecisionDialog>
  );
}

/** Asks for a reason before the withdrawal code of a user is removed. */
function ResetCode({ user, onClose }: { user: AdminUserDetails; onClose: () => void }) {
  const { resetCode: words } = useTextOf("admin");
  const { id, email } = user;
  return (
    <DecisionDialog
      title={words.title(email)}
      confirmLabel={words.button}
      fields={[useReasonField()]}
      failed={words.failed}
      send={({ note }, idempotencyKey) =>
        adminCall("resetWithdrawalCode", { params: { id }, body: { note }, idempotencyKey })
      }
      userId={id}
      done={{ title: words.done, body: email }}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </DecisionDialog>
  );
}

/** Asks before a user gets the mail that confirms their address again. */
function SendConfirmation({ user, onClose }: { user: AdminUserDetails; onClose: () => void }) {
  const { confirmEmail: words } = useTextOf("admin").userPage;
  const { id, email } = user;
  return (
    <AskDialog
      title={words.title(email)}
      confirmLabel={words.button}
      isDanger={false}
      failed={words.failed}
      send={() => adminCall("adminSendConfirmation", { params: { id } })}
      onDone={() => notify({ title: words.done, body: email })}
      onSettled={() => refreshAdministration(id)}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </AskDialog>
  );
}

type SignOutUserProps = { user: AdminUserDetails; onClose: () => void };

/** Asks for a reason before all sessions of a user end. */
function SignOutUser({ user, onClose }: SignOutUserProps) {
  const { signOut: words } = useTextOf("admin").userPage;
  const { id, email } = user;
  const isOwn = useCurrentUser()?.id === id;
  return (
    <AskDialog
      title={isOwn ? words.ownTitle : words.title(email)}
      confirmLabel={words.button}
      fields={[useReasonField()]}
      failed={words.failed}
      send={({ note }) => adminCall("adminSignOutUser", { params: { id }, body: { note } })}
      onDone={() => {
        notify({ title: words.done, body: email });
        if (isOwn) void forgetSession();
      }}
      onSettled={() => {
        if (!isOwn) refreshAdministration(id);
      }}
      onClose={onClose}
    >
      <p>{isOwn ? words.ownText : words.text}</p>
    </AskDialog>
  );
}

/** Returns the field for the reason of an action on a user. */
export function useReasonField() {
  const { userPage: words } = useTextOf("admin");
  return noteField(words.reason, words.reasonHint, words.reasonMissing);
}
