// What other features may use of this one.
export { ReceiptSkeleton, ReceiptView } from "./receipt/receipt-view.tsx";
