import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import { answerWithPasskey, usePasskeys } from "../../../api/passkey.ts";
import type { ReplyOf } from "../../../api/client.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { useFocusOnMount } from "../../../lib/focus.ts";
import { useText } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/primitives.tsx";

type PasskeyFormProps<T> = {
  ask: () => Promise<ReplyOf<"askPasskey">>;
  send: (passkey: PasskeyAssertion) => Promise<T>;
  onDone: (answer: T) => unknown;
  size?: "large";
  /** True if most people use this button: it gets the focus and stands out. */
  isMain?: boolean;
};

/** A button that confirms an action with a passkey. Empty if the browser has no passkeys. */
export function PasskeyForm<T>({ ask, send, onDone, size, isMain = false }: PasskeyFormProps<T>) {
  const { passkey } = useText().common;
  const canUse = usePasskeys();
  const form = useForm(useFields([]), {
    send: async () => send(await answerWithPasskey(await ask())),
    failed: passkey.failed,
    isQuiet: true,
    onDone,
  });
  const button = useFocusOnMount<HTMLButtonElement>(isMain);
  if (!canUse) return null;
  return (
    <Stack as="form" gap={4} {...form.attributes}>
      <Failure words={form.failure} />
      <Button
        ref={button}
        type="submit"
        variant={isMain ? "primary" : "quiet"}
        {...(size && { size })}
        pending={form.isPending}
      >
        {passkey.use}
      </Button>
    </Stack>
  );
}
