import type { Role } from "@veritick/contract/roles.ts";
import { useAdminText } from "../../locales/text.ts";
import { Badge } from "../../ui/primitives.tsx";

/** The role of somebody who may open the administration; nothing for everybody else. */
export function RoleBadge({ role }: { role: Role | undefined }) {
  const { roles, users } = useAdminText();
  if (role === undefined) return null;
  return <Badge tone="warn">{role === "administrator" ? users.admin : roles.names[role]}</Badge>;
}
