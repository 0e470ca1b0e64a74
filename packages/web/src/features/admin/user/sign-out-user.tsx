import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useCurrentUser } from "../../../lib/current-user.ts";
import { forgetSession } from "../../../lib/sign-in.ts";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/notice-store.ts";
import { adminCall } from "../admin-calls.ts";
import { refreshAdministration } from "../admin-queries.ts";
import { AskDialog } from "../ask-dialog.tsx";
import { useReasonField } from "./use-reason-field.ts";

type SignOutUserProps = { user: AdminUserDetails; onClose: () => void };

/** Asks for the reason before every session of a user ends. */
export function SignOutUser({ user, onClose }: SignOutUserProps) {
  const { signOut: words } = useAdminText().userPage;
  const { id, email } = user;
  const isOwn = useCurrentUser()?.id === id;
  return (
    <AskDialog
      title={isOwn ? words.ownTitle : words.title(email)}
      confirmLabel={words.button}
      isDanger
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
