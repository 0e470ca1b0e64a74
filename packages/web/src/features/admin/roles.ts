import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { useCurrentUser } from "../../api/current-user.ts";

/** Answers whether the person at the screen may do what takes this role. What they may not do is not shown. */
export function useMay(): (needed: Role) => boolean {
  const role = useCurrentUser()?.role;
  return (needed) => mayAs(role, needed);
}
