import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { useAdminText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";

type LockBadgesProps = { of: Pick<AdminWithdrawal, "tradingLocked" | "withdrawalsLocked"> };

/** What an administrator keeps the user from, said where something of theirs is decided. */
export function LockBadges({ of: { tradingLocked, withdrawalsLocked } }: LockBadgesProps) {
  const { userPage: words } = useAdminText();
  return (
    <>
      {tradingLocked && <Badge tone="bad">{words.tradingLocked}</Badge>}
      {withdrawalsLocked && <Badge tone="bad">{words.withdrawalsLocked}</Badge>}
    </>
  );
}
