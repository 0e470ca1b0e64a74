// What other features may use of it.
export { useReceiptDownload } from "./check/receipt-file.ts";
export { pathOf, VerifierUnavailableError, verifyEpochs, verifyPosition } from "./check/verify-client.ts";

export { PublicHeader } from "./fairness/public-header.tsx";

export { ReceiptSkeleton } from "./receipt/receipt-skeleton.tsx";
export { ReceiptView } from "./receipt/receipt-view.tsx";
