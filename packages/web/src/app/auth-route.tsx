import { QueryClientProvider } from "@tanstack/react-query";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { queryClient } from "../lib/query.ts";

export function AuthRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthPage />
    </QueryClientProvider>
  );
}
