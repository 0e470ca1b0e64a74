import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./balance-card.module.css";

const load = () => import("./deposit-dialog.tsx");
const DepositDialog = lazy(async () => ({ default: (await load()).DepositDialog }));

export function BalanceCard({ className }: { className?: string | undefined }) {
  const { wallet } = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const [depositing, setDepositing] = useState<boolean>();
  if (!user) return null;
  const balance = format.money(user.balance);
  return (
    <Card title={wallet.balance} className={className}>
      <div className={styles["figures"]}>
        <p className={styles["balance"]}>
          <Num>{balance}</Num> <span className={styles["unit"]}>USDMS</span>
        </p>
        <Num className={styles["usd"]}>{wallet.usd(balance)}</Num>
      </div>
      <div className={styles["actions"]}>
        <Button variant="quiet" onPointerEnter={() => void load()} onClick={() => setDepositing(true)}>
          <PlusIcon size={18} />
          {wallet.deposit}
        </Button>
      </div>
      {depositing !== undefined && (
        <Suspense fallback={null}>
          <DepositDialog open={depositing} onOpenChange={setDepositing} />
        </Suspense>
      )}
    </Card>
  );
}
