export { ReceiptSkeleton, ReceiptView } from "./receipt/receipt-view.tsx";
