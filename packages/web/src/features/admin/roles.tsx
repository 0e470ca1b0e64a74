import { mayAs } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { useCurrentUser } from "../../api/current-user.ts";
import { useAdminText } from "../../locales/text.ts";
import { Badge } from "../../ui/primitives.tsx";

/** Answers whether the person at the screen may do what takes this role. What they may not do is not shown. */
export function useMay(): (needed: Role) => boolean {
  const role = useCurrentUser()?.role;
  return (needed) => mayAs(role, needed);
}

/** The role of somebody who may open the administration; nothing for everybody else. */
export function RoleBadge({ role }: { role: Role | undefined }) {
  const { roles, users } = useAdminText();
  if (role === undefined) return null;
  return <Badge tone="warn">{role === "administrator" ? users.admin : roles.names[role]}</Badge>;
}
