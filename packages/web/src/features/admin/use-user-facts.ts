import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useFormat } from "../../lib/format.ts";
import { useAdminText } from "../../locales/text.ts";

/** What an administrator needs to know of somebody to decide about their money, the balance first, each with its name. */
export function useUserFacts(user: AdminUserDetails) {
  const { user: words } = useAdminText();
  const format = useFormat();
  const times = ({ count, amount }: AdminUserDetails["openPositions"]) =>
    words.times(count, format.money(amount));
  return [
    [words.balance, `${format.money(user.balance)} USDMS`],
    [words.positions, times(user.openPositions)],
    [words.pending, times(user.pendingWithdrawals)],
    [words.processing, times(user.processingWithdrawals)],
    [words.deposits, times(user.confirmedDeposits)],
    [words.withdrawals, times(user.completedWithdrawals)],
    [words.twoStep, user.twoStep ? words.on : words.off],
  ] as const;
}
