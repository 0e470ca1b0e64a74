import type { Session } from "@veritick/contract/schemas/security.ts";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { describeAgent } from "./describe-agent.ts";
import { refreshSecurity } from "./security-query.ts";

/** Asks before another device is signed out. */
export function EndSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const text = useText();
  const { profile, security } = useLaterText();
  const { sessions: words } = profile;
  const notify = useNotify();
  const device = describeAgent(session.userAgent, security);

  const end = useSubmit({
    mutationFn: () => call("endSession", { params: { id: session.id } }),
    async onSuccess() {
      await refreshSecurity();
      notify({ title: words.ended, body: device });
    },
    onError(error) {
      const body = errorText(error, text, words.endFailed);
      notify({ title: text.common.error, body, tone: "destructive" });
      // Most likely it was over already.
      void refreshSecurity();
    },
    onSettled: onClose,
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.endTitle}
      confirmLabel={words.end}
      pending={end.isPending}
      onConfirm={() => end.mutate()}
    >
      {words.endText(device)}
    </ConfirmDialog>
  );
}
