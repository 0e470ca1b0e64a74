import type { Deposit } from "@veritick/contract/schemas/payments.ts";
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

/** Tells the user that a deposit has been credited, unless a dialog does. */
export function tellOfDeposit(deposit: Deposit) {
  if (deposit.status !== "confirmed") return;
  withTextOf("later", import("./payment-queries.ts")).then(
    ({ announceDeposit }) => announceDeposit(deposit),
    // Offline, no pushes arrive either; the balance shows the deposit.
    () => undefined,
  );
}
