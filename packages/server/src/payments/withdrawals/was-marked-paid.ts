import { findActor } from "../../ledger/public.ts";
import type { Queryable } from "../../platform/db/database.ts";

/** The ledger knows in whose name a withdrawal was completed: nobody's where the provider did it. */
export const wasMarkedPaid = async (connection: Queryable, withdrawalId: string): Promise<boolean> =>
  (await findActor(connection, "withdrawal_completed", withdrawalId)) !== undefined;
