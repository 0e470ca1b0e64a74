import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { useGet } from "./query.ts";

/** Set while no position can be opened; asked for once, and kept up to date by pushes. */
export function useMaintenance(): Maintenance {
  return useGet("settings").data?.maintenance ?? null;
}
