import { Suspense, useState } from "react";
import { Link } from "wouter";
import { useText } from "../../../locales/text.ts";
import { Button, buttonClass, Choices } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { useUnlessPaused } from "../../account/public.ts";
import { DepositDialog } from "../../money/public.ts";

const NEXT = "[data-ticket] [data-trade], [data-bottom-bar]:not([hidden]) [data-trade]";

/** Says that the balance is empty, and leads to the two next steps: a deposit, in a dialog over the ticket, and practice. */
export function AccountTopUp({ isEmpty }: { isEmpty: boolean }) {
  const { trade, wallet } = useText();
  const [isOpen, setOpen] = useState<boolean>();
  const { unlessPaused, notice } = useUnlessPaused();

  function change(next: boolean) {
    setOpen(next);
    // The button that opened the dialog goes once the balance is no longer empty. The focus goes to the ticket instead.
    if (!next && !isEmpty) requestAnimationFrame(() => document.querySelector<HTMLElement>(NEXT)?.focus());
  }

  return (
    <>
      {(isEmpty || isOpen === true) && (
        <Banner tone="info">
          <Stack gap={3}>
            <p>{trade.ticket.emptyBalance}</p>
            <Choices>
              <Button variant="quiet" onClick={() => unlessPaused(() => setOpen(true))}>
                {wallet.deposit}
              </Button>
              <Link href="/practice" className={buttonClass("quiet")}>
                {trade.ticket.practise}
              </Link>
            </Choices>
          </Stack>
        </Banner>
      )}
      {notice}
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <DepositDialog open={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
