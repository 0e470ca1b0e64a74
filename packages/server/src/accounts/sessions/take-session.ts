import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Call, Identity } from "../../platform/http/call.ts";
import type { AccountContext } from "../context.ts";
import { DEVICE_SECONDS } from "../passwords/known-places.ts";
import { SESSION_SECONDS } from "./sessions.ts";

type SignInCall = Pick<Call<Endpoint>, "setSession" | "setDevice"> & { identity: Identity | undefined };

/** Gives the browser the session of whoever has just signed in, and answers who that is. */
export async function takeSession(
  { sessions }: AccountContext,
  call: SignInCall,
  { user, token, device }: { user: CurrentUser; token: string; device: string },
): Promise<CurrentUser> {
  // The browser forgets the token of before, so nobody but a thief would use it.
  if (call.identity !== undefined) await sessions.end(call.identity);
  call.setSession(token, SESSION_SECONDS);
  call.setDevice(device, DEVICE_SECONDS);
  return user;
}
