import { describe, expect, it } from "vitest";
import { untilTried } from "../../testing/held-rows.ts";
import { fundedClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { KEEP_PLANS } from "../platform/db/database.ts";
import { offerValues, openPositions } from "./open-positions.sql.ts";
import { SELL_POSITIONS } from "./sell-positions.sql.ts";

const scope = useApp();

describe("the statement that opens positions", () => {
  it("counts money that arrives while it waits for the account", async () => {
    const client = await fundedClient(scope.app, "15");
    const open = (amount: string) =>
      client.post("/api/trading/positions", { type: "buy", amount, duration: 1 });
    expect((await open("15")).status).toBe(201);

    // Another transaction holds the account and is just about to credit it.
    const other = await scope.app.database.connect();
    try {
      await other.query("begin");
      await other.query("update users set balance = balance + 10 where id = $1", [client.user.id]);
      const waiting = open("4");
      await untilTried(scope.app.database);
      await other.query("commit");
      expect((await waiting).status).toBe(201);
      expect(await client.balance()).toBe("6.00000000");
    } finally {
      other.release();
    }
  });

  it("reads users and positions by their keys alone, like the one that sells", async () => {
    const connection = await scope.app.database.connect();
    try {
      await connection.query(SEED_USERS);
      await connection.query(SEED_POSITIONS);
      await connection.query(
        "analyze users, trading_positions, ledger_entries, ledger_transactions, idempotency_keys, order_keys",
      );
      const batch = {
        stripe: 0,
        at: new Date(),
        entryTick: 1,
        entryPrice: "150",
        keyId: 1,
        genesisTick: 0,
        round: 1,
      };
      const statementOf = (hasLimits: boolean) =>
        openPositions(
          {
            ...batch,
            signature: Buffer.of(),
            leaves: Buffer.of(),
            from: new Date(0),
            until: new Date(0),
            aheadMs: 0,
            delayMs: 0,
            offers: offerValues([]),
          },
          [],
          { hasLimits, isContested: false },
        );
      await connection.query(KEEP_PLANS);
      const planOf = async (name: string, statement: string, given: readonly unknown[]) => {
        await connection.query(`prepare ${name} as ${statement}`);
        const list = given.map((value) => `'${value instanceof Date ? value.toISOString() : String(value)}'`);
        const { rows } = await connection.query<{ "QUERY PLAN": string }>(
          `explain execute ${name} (${list.join()})`,
        );
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      for (const hasLimits of [true, false]) {
        const { name, text, values } = statementOf(hasLimits);
        const opening = await planOf(name, text, values);
        expect(opening).toContain("Index Scan using users_pkey on users");
        expect(opening).toContain("using idempotency_keys_pkey on idempotency_keys k");
        expect(opening).toContain("using order_keys_pkey on order_keys k");
        expect(opening.includes("user_limits")).toBe(hasLimits);
        expect(opening.match(TABLE_READ)).toBe(null);
      }
      // No position is open, so the planner assumes that an index of open ones is empty.
      const now = new Date();
      const selling = await planOf("selling", SELL_POSITIONS, ["[]", now, 1, 1, "1", 1, now, now, 0, 0]);
      expect(selling).toContain("Index Scan using trading_positions_pkey on trading_positions p");
      expect(selling.match(TABLE_READ)).toBe(null);
    } finally {
      connection.release(true);
    }
  });
});

const TABLE_READ =
  /Seq Scan on (users|trading_positions|ledger_\w+|idempotency_keys|order_keys)|trading_positions_(due|open)\w+ on/g;

/** The fewest users with which the planner uses keys: it reads a table of a few pages as a whole. */
const SEED_USERS = `
insert into users (id, email, password, balance, created_at)
select gen_random_uuid(), n || '@example.com', '', 0, now() from generate_series(1, 1500) n`;

const SEED_POSITIONS = `
insert into trading_positions (id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration,
  multiplier, status, created_at, expires_at, entry_tick, expiry_tick, result_price, profit, house_stripe, round, signing_key,
  promise_batch, promise_leaf)
select gen_random_uuid(), id, 'buy', 150, 150, 0.2, 'barrier', 0, 0, 1, 1, 2, 'lost', now(), now(), 1, 61, 150, -1, 0, 1, 1, 1, 0
from users cross join generate_series(1, 10)`;
