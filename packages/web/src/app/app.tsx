import { Notices } from "../ui/notices.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Routes } from "./routes.tsx";

export function App() {
  return (
    <ErrorBoundary>
      <OfflineBanner />
      <Routes />
      <Notices />
    </ErrorBoundary>
  );
}
