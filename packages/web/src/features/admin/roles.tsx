import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { useCurrentUser } from "../../api/current-user.ts";
import { useTextOf } from "../../locales/text.ts";
import { Badge } from "../../ui/primitives.tsx";

/** Returns a function that tells whether the user may do what requires a role. The pages hide everything else. */
export function useMay(): (needed: Role) => boolean {
  const role = useCurrentUser()?.role;
  return (needed) => mayAs(role, needed);
}

/** The role of a user who may open the administration; empty for everybody else. */
export function RoleBadge({ role }: { role: Role | undefined }) {
  const { roles, users } = useTextOf("admin");
  if (role === undefined) return null;
  return <Badge tone="warn">{role === "administrator" ? users.admin : roles.names[role]}</Badge>;
}
