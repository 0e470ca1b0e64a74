import { Suspense, useState } from "react";
import { useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { PlusIcon } from "../../../ui/icons.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { DepositDialog } from "../../money/public.ts";

/** Says that the balance is empty, and opens the deposit over the ticket. */
export function AccountTopUp() {
  const { trade, wallet } = useText();
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <Banner
      tone="info"
      action={
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <PlusIcon size={18} />
          {wallet.deposit}
        </Button>
      }
    >
      {trade.ticket.emptyBalance}
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <DepositDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Banner>
  );
}
