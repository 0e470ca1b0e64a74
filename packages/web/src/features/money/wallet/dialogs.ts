import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withLaterText } from "../../../locales/text.ts";

const loadDeposit = () => withLaterText(import("./deposit-dialog.tsx"));
const loadWithdrawal = () => withLaterText(import("./withdrawal-dialog.tsx"));

// The dialogs of the balance and the history. Each is loaded when it first opens.
export const DepositDialog = lazyPart(async () => ({ default: (await loadDeposit()).DepositDialog }));
export const WithdrawalDialog = lazyPart(async () => ({
  default: (await loadWithdrawal()).WithdrawalDialog,
}));
export const DepositDetails = lazyPart(async () => ({
  default: (await withLaterText(import("./deposit-dialog.tsx"))).DepositDetails,
}));
export const WithdrawalDetails = lazyPart(async () => ({
  default: (await withLaterText(import("./withdrawal-view.tsx"))).WithdrawalDetails,
}));

/** Tells the user that a deposit has been credited, unless a dialog does. */
export function tellOfDeposit(deposit: Deposit) {
  if (deposit.status !== "confirmed") return;
  withLaterText(import("./payment-queries.ts")).then(
    ({ announceDeposit }) => announceDeposit(deposit),
    // Offline, no pushes arrive either; the balance shows the deposit.
    () => undefined,
  );
}

/** Loads a dialog when the pointer reaches its button. A failure shows only when the dialog is opened. */
export const preload = {
  deposit: () => void loadDeposit().catch(() => undefined),
  withdrawal: () => void loadWithdrawal().catch(() => undefined),
};
