import * as z from "zod/mini";
import type { Clock } from "../../platform/clock.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { readAnswer, VendorRefusedError } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import { cachedValue } from "./cached-value.ts";
import { readAs } from "./vendor-json.ts";

/** A token is valid for five minutes. The rest of that is left for the call that uses it. */
const TOKEN_USE_MS = 240_000;

const signedIn = z.object({ token: z.string().check(z.regex(/^[\x21-\x7e]+$/)) });

/** There was no token, so the call that needed it was never made. */
export class SignInError extends ProviderUnavailableError {}

/** Makes calls that need a token besides the API key. */
export function tokenCaller(
  call: CallVendor,
  clock: Clock,
  account: { email: string; password: string },
): CallVendor {
  const token = cachedValue(clock, TOKEN_USE_MS, async () => {
    try {
      const { email, password } = account;
      const text = await call({ method: "POST", path: "/auth", body: { email, password } });
      return readAs(signedIn, readAnswer(text, "the sign-in"), "the sign-in").token;
    } catch (error) {
      // The vendor's message may repeat the credentials it was sent.
      if (error instanceof ProviderRefusedError) {
        throw new ProviderRefusedError(error.code, "NOWPayments refused the sign-in");
      }
      throw new SignInError("NOWPayments did not answer the sign-in", { cause: error });
    }
  });

  return async (request) => {
    const first = await token.get();
    try {
      return await call({ ...request, token: first });
    } catch (error) {
      // The vendor did nothing without a valid token, so a second call repeats nothing.
      if (!(error instanceof VendorRefusedError && error.status === 401)) throw error;
      token.forget(first);
      return call({ ...request, token: await token.get() });
    }
  };
}
