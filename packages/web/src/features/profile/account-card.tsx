import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { Num } from "../../ui/num.tsx";
import { Term } from "../../ui/term.tsx";
import styles from "./account-card.module.css";

export function AccountCard({ user }: { user: CurrentUser }) {
  const { account } = useLaterText().profile;
  const format = useFormat();
  return (
    <Card title={account.title}>
      <dl className={styles["facts"]}>
        <div className={styles["fact"]}>
          <dt>{account.email}</dt>
          <dd>{user.email}</dd>
        </div>
        <div className={styles["fact"]}>
          <dt>{account.balance}</dt>
          <dd>
            <Num>
              {format.money(user.balance)} <Term term="usdms">USDMS</Term>
            </Num>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
