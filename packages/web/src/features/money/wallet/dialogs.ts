import { lazyPart } from "../../../lib/lazy-part.ts";
import { withLaterText } from "../../../locales/text.ts";

const loadDeposit = () => withLaterText(import("./deposit-dialog.tsx"));
const loadWithdrawal = () => withLaterText(import("./withdrawal-dialog.tsx"));

/** What is opened from the balance and the history, each loaded with the first one that opens. */
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

/** For a pointer that is on its way to the button. A failure shows when the dialog is opened. */
export const preload = {
  deposit: () => void loadDeposit().catch(() => undefined),
  withdrawal: () => void loadWithdrawal().catch(() => undefined),
};
