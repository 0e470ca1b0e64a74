import { useState } from "react";
import { Link } from "wouter";
import { call, ApiError } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { isLinkToken, useClosingToken } from "../../../lib/links.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Quiet, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/**
 * The page of the mailed link that stops a scheduled closing, for anybody who holds the link. A button stops it, because
 * programs that check mails open links.
 */
export function StopClosingPage() {
  const { common } = useText();
  const { stop: words } = useTextOf("later").closing;
  const token = useClosingToken() ?? "";
  const [isStopped, setStopped] = useState(false);
  useTitle(`${words.title} · ${common.product}`);
  const form = useForm(useFields([]), {
    send: () => call("stopClosingByLink", { body: { token } }),
    failed: words.failed,
    isQuiet: true,
    onDone() {
      setStopped(true);
      void queryClient.invalidateQueries({ queryKey: keyOf("getClosing") });
    },
  });
  const isInvalid =
    !isLinkToken(token) || (form.error instanceof ApiError && form.error.code === "closing_link_invalid");
  return (
    <AuthFrame title={isStopped ? words.done : words.title}>
      {isStopped || isInvalid ? (
        <Stack gap={5}>
          <Banner tone={isStopped ? "info" : "warn"} live>
            {isStopped ? words.doneBody : words.invalid}
          </Banner>
          <Link href="/auth" className={buttonClass("quiet")}>
            {words.signIn}
          </Link>
        </Stack>
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
