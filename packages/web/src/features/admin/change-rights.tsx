import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { useSubmit } from "../../lib/use-submit.ts";
import { useAdminText } from "../../locales/text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notify } from "../../ui/notice-store.ts";
import { adminCall, loseAdministration } from "./admin-calls.ts";
import { refreshAdministration, rememberUser } from "./admin-queries.ts";
import { useTellFailure } from "./use-tell-failure.ts";

type ChangeRightsProps = { user: AdminUser; isOwn: boolean; onClose: () => void };

/** Asks before somebody is made an administrator, or is one no more. */
export function ChangeRights({ user, isOwn, onClose }: ChangeRightsProps) {
  const tellFailure = useTellFailure();
  const { rights: words, users, proposals } = useAdminText();
  const { id, email } = user;
  // What was asked stays so when the list behind it says that it is done.
  const [isGrant] = useState(!user.isAdmin);

  const change = useSubmit({
    mutationFn: () => adminCall("setAdmin", { params: { id }, body: { isAdmin: isGrant } }),
    onSuccess(changed) {
      rememberUser(changed);
      notify(
        changed.awaiting === null
          ? { title: words.changed, body: isGrant ? words.granted(email) : words.revoked(email) }
          : { title: proposals.made, body: proposals.madeRights(email) },
      );
      if (isOwn && !changed.isAdmin) loseAdministration();
    },
    onError(error) {
      tellFailure(error, words.failed);
    },
    onSettled() {
      refreshAdministration(id);
      onClose();
    },
  });

  const [title, body] = isGrant
    ? [words.grantTitle(email), words.grantText]
    : isOwn
      ? [words.ownTitle, words.ownText]
      : [words.revokeTitle(email), words.revokeText];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={isGrant ? users.grant : users.revoke}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
    >
      <p>{body}</p>
    </ConfirmDialog>
  );
}
