import { useState } from "react";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { forgetAuthLink, holdAuthLink } from "../../../lib/links.ts";
import type { AuthLink } from "../../../lib/links.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { MailedLinkPage } from "./mailed-link-page.tsx";

/** The page of a mailed link about an address. */
export function EmailLinkPage({ link: { does, token } }: { link: AuthLink }) {
  const { confirm, keep, next } = useTextOf("later").email;
  const [done, setDone] = useState<"confirmed" | "changed">();
  const common = {
    token,
    invalid: "email_link_invalid",
    next: (
      <Button variant="quiet" onClick={forgetAuthLink}>
        {next}
      </Button>
    ),
  } as const;
  if (does === "confirm")
    return (
      <MailedLinkPage
        {...common}
        words={confirm}
        done={done && confirm[done]}
        send={() => call("followEmailLink", { body: { token } })}
        onDone={async ({ changed }) => {
          setDone(changed ? "changed" : "confirmed");
          // The pages of this browser ask no more, or are signed out.
          await refreshCurrentUser();
        }}
      />
    );
  // A new password comes next, because whoever asked for the change knows the present one.
  return (
    <MailedLinkPage
      {...common}
      words={keep}
      send={() => call("undoEmailChange", { body: { token } })}
      onDone={async ({ resetToken }) => {
        await refreshCurrentUser();
        holdAuthLink({ does: "reset", token: resetToken });
        notify({ title: keep.done, body: keep.doneBody });
      }}
    />
  );
}
