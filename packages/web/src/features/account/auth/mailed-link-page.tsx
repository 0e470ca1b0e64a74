import type { ErrorCode } from "@veritick/contract/errors.ts";
import type { ReactNode } from "react";
import { ApiError } from "../../../api/client.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useTitle } from "../../../lib/browser.ts";
import { isLinkToken } from "../../../lib/links.ts";
import { useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Quiet, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { AuthFrame } from "./auth-frame.tsx";

type MailedLinkProps<T> = {
  token: string;
  words: Readonly<Record<"title" | "intro" | "submit" | "pending" | "failed" | "invalid", string>>;
  /** The refusal of a link that was used, was replaced or has expired. */
  invalid: ErrorCode;
  send: () => Promise<T>;
  onDone: (answer: T) => unknown;
  /** What the page says once it is done. */
  done?: { readonly title: string; readonly body: string } | undefined;
  /** The way on, once it is done or the link is of no use. */
  next: ReactNode;
};

/** The page of a mailed link that does one thing. A button does it, because programs that check mails open links. */
export function MailedLinkPage<T>({ token, words, invalid, send, onDone, done, next }: MailedLinkProps<T>) {
  const { common } = useText();
  useTitle(`${words.title} · ${common.product}`);
  const form = useForm(useFields([]), { send, failed: words.failed, isQuiet: true, onDone });
  const isRefused = form.error instanceof ApiError && form.error.code === invalid;
  return (
    <AuthFrame title={done?.title ?? words.title}>
      {done !== undefined || isRefused || !isLinkToken(token) ? (
        <Stack gap={5}>
          <Banner tone={done === undefined ? "warn" : "info"} live>
            {done?.body ?? words.invalid}
          </Banner>
          {next}
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
