import type { Maintenance } from "@veritick/contract/maintenance.ts";
import { settings } from "./calls.ts";
import { useGet } from "./query.ts";

/** Set while no position can be opened; asked for once, and kept up to date by pushes. */
export function useMaintenance(): Maintenance {
  return useGet(settings).data?.maintenance ?? null;
}
