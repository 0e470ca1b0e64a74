import { publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import { formatMultiplier } from "@veritick/domain/product.ts";
import { barrierMilli } from "@veritick/domain/terms.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import { freeRounds } from "@veritick/server/testing/free-beacon.ts";
import type { ClientBase } from "pg";
import type { Plan } from "./plan.ts";

const TICKS_AT_ONCE = 86_400;

/**
 * Makes temporary tables of the installation's price at every past tick, and of the barriers at each price. Positions
 * settled with them end as the platform itself would have settled them.
 */
export async function seedPrices(
  client: ClientBase,
  { untilMs }: Plan,
  secret: Uint8Array,
  terms: readonly Terms[],
): Promise<void> {
  await client.query("create temporary table prices (tick bigint, milli integer)");
  const { rows } = await client.query<{ tick: string; state: string }>(
    "select tick, state from price_geneses",
  );
  let tick = Number(rows[0]!.tick);
  let state = Number(rows[0]!.state);
  const seen = new Set<number>();
  while (tick < untilMs / 1000) {
    const states = walk(secret, freeRounds, tick, state, Math.min(TICKS_AT_ONCE, untilMs / 1000 - tick));
    const milli = Array.from(states, publishedPriceMilli);
    for (const price of milli) seen.add(price);
    await client.query(
      "insert into prices select $1::bigint + n, milli from unnest($2::integer[]) with ordinality as p (milli, n)",
      [tick, milli],
    );
    tick += states.length;
    state = states[states.length - 1]!;
  }
  await client.query(
    `create temporary table terms as select * from json_to_recordset($1::json) as t (kind integer, duration integer,
       multiplier numeric(5,2), win_chance double precision, win_rule text, pull bigint, reach bigint)`,
    [
      JSON.stringify(
        terms.map((term, kind) => ({
          kind,
          duration: term.duration,
          multiplier: formatMultiplier(term.multiplierHundredths),
          win_chance: term.winChance,
          win_rule: term.winRule,
          pull: String(term.pull),
          reach: String(term.reach),
        })),
      ),
    ],
  );
  await client.query(
    "create temporary table barriers (kind integer, milli integer, buy integer, sell integer)",
  );
  const prices = [...seen];
  for (const [kind, term] of terms.entries()) {
    await client.query(
      "insert into barriers select $1::integer, * from unnest($2::integer[], $3::integer[], $4::integer[])",
      [
        kind,
        prices,
        prices.map((milli) => barrierMilli(term, "buy", milli)),
        prices.map((milli) => barrierMilli(term, "sell", milli)),
      ],
    );
  }
  for (const table of ["prices", "terms", "barriers"]) await client.query(`analyze ${table}`);
}
