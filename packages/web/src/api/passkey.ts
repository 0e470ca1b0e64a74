import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import { useEffect } from "react";
import type { ReplyOf } from "./client.ts";

const load = () => import("@simplewebauthn/browser");

type Options = ReplyOf<"askPasskey">;

/** Tells whether passkeys can be used. They belong to a name, so a site opened by its IP address has none. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/**
 * Tells whether passkeys can be used, and loads their code before the press that needs it. Safari would no longer count the
 * press if the code came later.
 */
export function usePasskeys(): boolean {
  const canUse = canUsePasskeys();
  useEffect(() => {
    // The press tries again.
    if (canUse) void load().catch(() => undefined);
  }, [canUse]);
  return canUse;
}

/** Asks the browser to answer a challenge with a passkey. Throws if the person does not. */
export async function answerWithPasskey(challenge: Options): Promise<PasskeyAssertion> {
  const { startAuthentication } = await load();
  type Wanted = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return startAuthentication({ optionsJSON: challenge as unknown as Wanted });
}

/** Asks the browser to create a passkey. Throws if the person does not. */
export async function createPasskey(options: Options) {
  const { startRegistration } = await load();
  type Wanted = Parameters<typeof startRegistration>[0]["optionsJSON"];
  return startRegistration({ optionsJSON: options as unknown as Wanted });
}
