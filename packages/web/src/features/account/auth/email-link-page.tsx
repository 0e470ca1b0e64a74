import { useState } from "react";
import { ApiError, call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { forgetAuthLink, holdAuthLink, isLinkToken } from "../../../lib/links.ts";
import type { AuthLink } from "../../../lib/links.ts";
import { useText, useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Quiet, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** The page of a mailed link about an address. A button does the work, because programs that check mails open links. */
export function EmailLinkPage({ link }: { link: AuthLink }) {
  return link.does === "confirm" ? <ConfirmPage token={link.token} /> : <KeepPage token={link.token} />;
}

type EmailWords = { readonly title: string; readonly failed: string };

/** The form of such a link, and whether the link is of no use. */
function useLinkForm<T>(
  token: string,
  words: EmailWords,
  send: () => Promise<T>,
  onDone: (answer: T) => unknown,
) {
  const { common } = useText();
  useTitle(`${words.title} · ${common.product}`);
  const form = useForm(useFields([]), { send, failed: words.failed, isQuiet: true, onDone });
  const isRefused = form.error instanceof ApiError && form.error.code === "email_link_invalid";
  return { form, isInvalid: isRefused || !isLinkToken(token) };
}

function ConfirmPage({ token }: { token: string }) {
  const { confirm: words } = useTextOf("later").email;
  const [done, setDone] = useState<"confirmed" | "changed">();
  const { form, isInvalid } = useLinkForm(
    token,
    words,
    () => call("followEmailLink", { body: { token } }),
    async ({ changed }) => {
      setDone(changed ? "changed" : "confirmed");
      // The pages of this browser ask no more, or are signed out.
      await refreshCurrentUser();
    },
  );
  if (done !== undefined || isInvalid) {
    return (
      <AuthFrame title={done === undefined ? words.title : words[done].title}>
        <Outcome isGood={done !== undefined}>{done === undefined ? words.invalid : words[done].body}</Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={words.title}>
      <Stack as="form" gap={5} {...form.attributes}>
        <Quiet pretty>{words.intro}</Quiet>
        <Failure words={form.failure} />
        <Button type="submit" size="large" pending={form.isPending} pendingLabel={words.pending}>
          {words.submit}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

/** Stops a change of the address and leads on to a new password, because whoever asked knows the present one. */
function KeepPage({ token }: { token: string }) {
  const { keep: words } = useTextOf("later").email;
  const { form, isInvalid } = useLinkForm(
    token,
    words,
    () => call("undoEmailChange", { body: { token } }),
    async ({ resetToken }) => {
      await refreshCurrentUser();
      holdAuthLink({ does: "reset", token: resetToken });
      notify({ title: words.done, body: words.doneBody });
    },
  );
  return (
    <AuthFrame title={words.title}>
      {isInvalid ? (
        <Outcome isGood={false}>{words.invalid}</Outcome>
      ) : (
        <Stack as="form" gap={5} {...form.attributes}>
          <Quiet pretty>{words.intro}</Quiet>
          <Failure words={form.failure} />
          <Button type="submit" size="large" pending={form.isPending} pendingLabel={words.pending}>
            {words.submit}
          </Button>
        </Stack>
      )}
    </AuthFrame>
  );
}

function Outcome({ isGood, children }: { isGood: boolean; children: string }) {
  const { next } = useTextOf("later").email;
  return (
    <Stack gap={5}>
      <Banner tone={isGood ? "info" : "warn"} live>
        {children}
      </Banner>
      <Button variant="quiet" onClick={forgetAuthLink}>
        {next}
      </Button>
    </Stack>
  );
}
