// The parts of this feature that other features may use.
export { ReceiptSkeleton, ReceiptView } from "./receipt/receipt-view.tsx";
