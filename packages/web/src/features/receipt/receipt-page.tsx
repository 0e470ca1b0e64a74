export function ReceiptPage({ id }: { id: string }) {
  return <main data-id={id} />;
}
