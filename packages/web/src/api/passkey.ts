import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { ReplyOf } from "./client.ts";

/** Loads the passkey code when the first passkey is used. */
const load = () => import("@simplewebauthn/browser");

type Options = ReplyOf<"askPasskey">;

/** Tells whether passkeys can be used. They belong to a name, so a site opened by its IP address has none. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

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
