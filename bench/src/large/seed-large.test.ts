import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import {
  startTestApp,
  TEST_PEPPER,
  TEST_SECRET,
  TEST_BEACON_KEY,
  TEST_SIGNING_KEY,
} from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import { readConfig } from "@veritick/server/config/config.ts";
import { expect, inject, it } from "vitest";
import { SEEDED_PASSWORD, seedInstallation } from "./seed-installation.ts";

const NOW = 1_790_000_000_000;
const ADMIN = { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: SEEDED_PASSWORD };

it("makes an installation with balanced books that runs like any other", async () => {
  const connection = await cloneDatabase(inject("postgres"));
  const config = readConfig({
    DATABASE_URL: "postgresql://replaced.below",
    PRICE_SECRET: TEST_SECRET,
    CODE_PEPPER: TEST_PEPPER,
    SIGNING_KEY: TEST_SIGNING_KEY,
    BEACON_KEY: TEST_BEACON_KEY,
    HOUSE_CAPITAL: "1000000",
    ...ADMIN,
  });
  const size = { users: 120, positions: 2_000, days: 1 };
  await seedInstallation({ config, connection, size, nowMs: NOW, say: () => {} });

  const app = await startTestApp({ connection, clock: movableClock(NOW) });
  try {
    expect(await app.checkLedger()).toEqual([]);
    const { rows } = await app.database.query<{ status: string; positions: number; most: number }>(
      `select status, sum(n)::integer as positions, max(n) as most from (
         select status, count(*)::integer as n from trading_positions group by status, user_id) p
       group by status order by status`,
    );
    const [active, lost, won] = rows;
    expect(rows.map(({ status }) => status)).toEqual(["active", "lost", "won"]);
    expect(active!.positions + lost!.positions + won!.positions).toBe(2_000);
    // Two in fifteen positions win, over all durations. The busiest person has far more positions than the average of 16.
    expect(won!.positions / (won!.positions + lost!.positions)).toBeCloseTo(0.135, 1);
    expect(lost!.most).toBeGreaterThan(160);

    const admin = new TestClient(app.url);
    await admin.post("/api/auth/login", { email: ADMIN.ADMIN_EMAIL, password: SEEDED_PASSWORD });
    const stats = await admin.get("/api/admin/stats");
    expect(stats.body).toMatchObject({ totalUsers: 121 });
    const { rows: ids } = await app.database.query<{ id: string }>(
      "select id from trading_positions order by id limit 1",
    );
    const receipt = await admin.get(`/api/admin/positions/${ids[0]!.id}`);
    expect(receipt.body).toMatchObject({ promise: { text: expect.stringContaining(ids[0]!.id), path: [] } });

    app.clock.advance(1);
    app.clock.jump(700);
    await app.settled();
    expect(await app.checkLedger()).toEqual([]);
    const left = await app.database.query("select from trading_positions where status = 'active'");
    expect(left.rowCount).toBe(0);
  } finally {
    await app.close();
    await connection.drop();
  }
});
