import * as contract from "@veritick/contract/schemas/admin.ts";
import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { readExposure } from "./read-exposure.ts";

const KEPT_MS = 1_000;

/** However many look at it, the open positions are added up once a second. */
export function exposureRoutes(bind: Bind, { database, clock }: { database: Database; clock: Clock }): void {
  let readAtMs = -Infinity;
  let answer: Promise<Exposure> | undefined;
  bind(contract.getExposure, () => {
    const nowMs = clock.nowMs();
    if (answer === undefined || Math.abs(nowMs - readAtMs) >= KEPT_MS) {
      readAtMs = nowMs;
      const reading = readExposure(database, nowMs);
      answer = reading;
      // What failed is not kept.
      reading.catch(() => answer === reading && (answer = undefined));
    }
    return answer;
  });
}
