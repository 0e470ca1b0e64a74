import type { Audience, Endpoint } from "../endpoint.ts";
import { mayAs, ROLES } from "../roles.ts";

/** All kinds of callers, the one with the least rights first. Each is a column of the matrix. */
export const CALLERS = ["visitor", "user", ...ROLES] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Returns true if this caller may make the call. Only a payment provider may make the provider's calls. */
export function mayCall(
  caller: CallerKind,
  { audience, role }: Pick<Endpoint, "audience" | "role">,
): boolean {
  const own: Record<Audience, boolean> = {
    public: true,
    user: caller !== "visitor",
    admin: caller !== "visitor" && caller !== "user" && mayAs(caller, role!),
    provider: false,
  };
  return own[audience];
}
