export function AdminPage() {
  return <main />;
}
