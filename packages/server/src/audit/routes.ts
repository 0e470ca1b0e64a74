import * as contract from "@veritick/contract/schemas/admin.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { listAudit } from "./list-audit.ts";

export function auditRoutes(bind: Bind, database: Database): void {
  bind(contract.listAudit, ({ query }) => listAudit(database, query));
}
