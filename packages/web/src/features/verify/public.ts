// What other features may use of it.
export { useReceiptDownload } from "./use-receipt-download.ts";
export { pathOf, VerifierUnavailableError, verifyEpochs, verifyPosition } from "./verify-client.ts";
