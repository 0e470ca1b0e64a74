import { QueryClientProvider } from "@tanstack/react-query";
import { AuthPage } from "../features/account/auth/auth-page.tsx";
import { queryClient } from "../api/query.ts";
import { useResetToken } from "../lib/links.ts";

export function AuthRoute() {
  const resetToken = useResetToken();
  return (
    <QueryClientProvider client={queryClient}>
      <AuthPage key={resetToken} resetToken={resetToken} />
    </QueryClientProvider>
  );
}
