import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withTextOf } from "../../../locales/text.ts";

// The dialogs of the balance and the history. Each is loaded when it first opens.
export const DepositDialog = lazyPart(
  async () => (await withTextOf("later", import("./deposit-dialog.tsx"))).DepositDialog,
);
export const WithdrawalDialog = lazyPart(
  async () => (await withTextOf("later", import("./withdrawal-dialog.tsx"))).WithdrawalDialog,
);
export const DepositDetails = lazyPart(
  async () => (await withTextOf("later", import("./deposit-dialog.tsx"))).DepositDetails,
);
export const WithdrawalDetails = lazyPart(
  async () => (await withTextOf("later", import("./withdrawal-view.tsx"))).WithdrawalDetails,
);

/**
 * Tells the user that a deposit, or a further part of it, has been credited, unless a dialog does. Call it before the list of
 * deposits takes up the news: the list has what was credited before.
 */
export function tellOfDeposit(deposit: Deposit) {
  if (deposit.status !== "confirmed") return;
  const known = queryClient.getQueryData<Deposit[]>(keyOf("listDeposits"));
  const before = known?.find(({ id }) => id === deposit.id)?.credited ?? null;
  withTextOf("later", import("./payment-queries.ts")).then(
    ({ announceDeposit }) => announceDeposit(deposit, before),
    // Offline, no pushes arrive either; the balance shows the deposit.
    () => undefined,
  );
}
