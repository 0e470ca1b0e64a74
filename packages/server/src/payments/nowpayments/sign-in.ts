import * as z from "zod/mini";
import type { Clock } from "../../platform/clock.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import { readAnswer, VendorRefusedError } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import { keptFor } from "./cached-value.ts";
import { readAs } from "./vendor-json.ts";

/** A token lives five minutes, and a call that takes it must still get through. */
const TOKEN_USE_MS = 240_000;

const signedIn = z.object({ token: z.string().check(z.regex(/^[\x21-\x7e]+$/)) });

/** No token was to be had, so what it was wanted for has not been asked. */
export class SignInError extends ProviderUnavailableError {}

/** Makes calls that need a token beside the key. */
export function tokenCaller(
  call: CallVendor,
  clock: Clock,
  account: { email: string; password: string },
): CallVendor {
  const token = keptFor(clock, TOKEN_USE_MS, async () => {
    try {
      const { email, password } = account;
      const text = await call({ method: "POST", path: "/auth", body: { email, password } });
      return readAs(signedIn, readAnswer(text, "the sign-in"), "the sign-in").token;
    } catch (error) {
      // What the vendor says here may repeat what it was sent.
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
      // Nothing was done for want of a valid token, so asking once more repeats nothing.
      if (!(error instanceof VendorRefusedError && error.status === 401)) throw error;
      token.forget(first);
      return call({ ...request, token: await token.get() });
    }
  };
}
