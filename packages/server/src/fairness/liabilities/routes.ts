import { getLiabilityProof, listLiabilities } from "@veritick/contract/schemas/fairness.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { createFindProof } from "./find-proof.ts";
import { listStatements } from "./list-statements.ts";

export function liabilityRoutes(bind: Bind, context: { database: Database; clock: Clock }): void {
  const { database } = context;
  const findProof = createFindProof(context);
  bind(listLiabilities, ({ query }) => listStatements(database, query.before));
  bind(getLiabilityProof, ({ identity, params }) =>
    findProof({ number: params.number, userId: identity.userId }),
  );
}
