import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "../api/query.ts";

/** Wraps every page that makes calls through the query cache. Only the landing page makes none. */
export function QueryFrame({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
