import { parseSecret } from "@veritick/domain/epochs.ts";
import type { LiabilityStatement } from "@veritick/domain/signed/liability-statement.ts";
import { takeStatement } from "../src/fairness/public.ts";
import type { LiabilityContext } from "../src/fairness/liabilities/take-statement.ts";
import { createSigner } from "../src/platform/signing.ts";
import { TEST_SIGNING_KEY } from "./test-app.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/** Returns the context with which the app makes its own daily statement. */
export function liabilityContext({ url, database, clock }: TestApp): LiabilityContext {
  return {
    database,
    clock,
    signer: createSigner(parseSecret(TEST_SIGNING_KEY)),
    chainNow: async () => (await new TestClient(url).get("/api/fairness")).body.chain,
  };
}

/** Takes a statement of the liabilities to all users now. */
export async function stateLiabilities(app: TestApp): Promise<LiabilityStatement> {
  return (await takeStatement(liabilityContext(app), { waits: true }))!;
}
