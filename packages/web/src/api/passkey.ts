import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { ReplyOf } from "./client.ts";

/** What talks to the browser's passkeys is loaded when the first one is used. */
const load = () => import("@simplewebauthn/browser");

type Options = ReplyOf<"askPasskey">;

/** Passkeys belong to a name, so a site that is opened by its number has none. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** Has the browser answer a challenge with a passkey. Throws where the person does not. */
export async function answerWithPasskey(challenge: Options): Promise<PasskeyAssertion> {
  const { startAuthentication } = await load();
  type Wanted = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return startAuthentication({ optionsJSON: challenge as unknown as Wanted });
}

/** Has the browser create a passkey. Throws where the person does not. */
export async function createPasskey(options: Options) {
  const { startRegistration } = await load();
  type Wanted = Parameters<typeof startRegistration>[0]["optionsJSON"];
  return startRegistration({ optionsJSON: options as unknown as Wanted });
}
