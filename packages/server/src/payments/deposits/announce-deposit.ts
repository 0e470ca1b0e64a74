import type { Bus } from "../../cluster/bus.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";

/** Tells the user how a deposit stands now, and the balance where it changed. Only once that is committed. */
export function announceDeposit(bus: Bus, deposit: DepositRow, balance: string | undefined): void {
  const userId = deposit.user_id;
  bus.publish({ kind: "push", userId, push: { type: "depositUpdate", deposit: toDeposit(deposit) } });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}
