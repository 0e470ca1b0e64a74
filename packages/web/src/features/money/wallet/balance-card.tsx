import { Suspense, useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useFormat } from "../../../lib/format.ts";
import { useDeskText } from "../../../locales/text.ts";
import { Button, Choices } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { preloadDialog } from "../../../ui/overlay/dialog.tsx";
import { ArrowUpRightIcon, PlusIcon } from "../../../ui/more-icons.tsx";
import { Caption, Figure, Num } from "../../../ui/primitives.tsx";
import { useUnlessPaused } from "../../account/public.ts";
import { DepositDialog, WithdrawalDialog } from "./dialogs.ts";

/** Loads a dialog when the pointer reaches its button. */
function preload(dialog: Pick<typeof DepositDialog, "preload">) {
  void preloadDialog();
  void dialog.preload();
}

const isAskedFor = () => location.hash === "#withdraw";

export function BalanceCard() {
  const { wallet } = useDeskText();
  const format = useFormat();
  const user = useCurrentUser();
  const [depositing, setDepositing] = useState<boolean>();
  const [withdrawing, setWithdrawing] = useState<boolean | undefined>(() => isAskedFor() || undefined);
  const { unlessPaused, notice } = useUnlessPaused();
  if (!user) return null;
  const balance = format.money(user.balance);
  return (
    <Card title={wallet.balance}>
      <div>
        <BalanceFigure amount={balance} unit="USDMS" />
        <Num tone="caption">{wallet.usd(balance)}</Num>
      </div>
      <Choices>
        <Button
          variant="quiet"
          onPointerEnter={() => preload(DepositDialog)}
          onClick={() => unlessPaused(() => setDepositing(true))}
        >
          <PlusIcon size={18} />
          {wallet.deposit}
        </Button>
        <Button
          variant="quiet"
          onPointerEnter={() => preload(WithdrawalDialog)}
          onClick={() => setWithdrawing(true)}
        >
          <ArrowUpRightIcon size={18} />
          {wallet.withdraw}
        </Button>
      </Choices>
      {depositing !== undefined && (
        <Suspense fallback={null}>
          <DepositDialog open={depositing} onOpenChange={setDepositing} />
        </Suspense>
      )}
      {notice}
      {withdrawing !== undefined && (
        <Suspense fallback={null}>
          <WithdrawalDialog
            open={withdrawing}
            onOpenChange={(open) => {
              setWithdrawing(open);
              if (isAskedFor()) history.replaceState(history.state, "", location.pathname);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** A balance as the largest figure of its card. */
export function BalanceFigure({ amount, unit }: { amount: string; unit: string }) {
  return (
    <Figure>
      <Num>{amount}</Num> <Caption as="span">{unit}</Caption>
    </Figure>
  );
}
