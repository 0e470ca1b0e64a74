export { ReceiptSkeleton } from "./receipt-skeleton.tsx";
export { ReceiptView } from "./receipt-view.tsx";
