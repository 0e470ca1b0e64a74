import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Num } from "../../../ui/num.tsx";
import { useUserFacts } from "../use-user-facts.ts";
import styles from "./user-page.module.css";

/** What they have, what is open, and what was paid in and out. */
export function UserFigures({ user }: { user: AdminUserDetails }) {
  const { userPage } = useAdminText();
  return (
    <Card title={userPage.figures}>
      <dl className={styles["figures"]}>
        {useUserFacts(user).map(([name, value], index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Num className={index === 0 ? styles["balance"] : undefined}>{value}</Num>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
