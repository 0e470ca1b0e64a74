import type { CarePerson } from "@veritick/contract/schemas/admin-users.ts";
import { countChases } from "@veritick/domain/signs-of-harm.ts";
import { minor, parseMinor } from "@veritick/domain/money.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { recordSignsOfHarm } from "./signs-of-harm.ts";

/** Midnight in Tokyo, afternoon in London. */
const MIDNIGHT = Date.parse("2026-09-21T15:00:00Z");
spareNoise();
const scope = useApp({}, { clock: movableClock(MIDNIGHT - 1000) });
let admin: TestClient;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const order = async (who: TestClient, amount: string) =>
  expect((await who.post("/api/trading/positions", { type: "buy", amount, duration: 1 })).status).toBe(201);
const care = async (query = "") => (await admin.get<CarePerson[]>(`/api/admin/care${query}`)).body;
const found = async (who: Person) => (await care()).find(({ id }) => id === who.user.id);

/** Settles the open positions as lost or won, about a minute later. */
async function settle(result: "won" | "lost"): Promise<void> {
  await scope.app.database.query("update trading_positions set barrier_price = $1 where status = 'active'", [
    result === "won" ? "1" : "9000",
  ]);
  scope.app.clock.jump(63);
  await scope.settled();
}

/** Looks for signs in everything up to now. */
async function look(): Promise<void> {
  scope.app.clock.jump(17 * MINUTE);
  await scope.settled();
  for (let runs = 0; runs < 30; runs += 1) await recordSignsOfHarm(scope.app);
}

describe("signs of harm", () => {
  it("are listed by day of the user's time zone, with the reasons and the administrators' notes", async () => {
    const [night, day, calm] = (await seedPeople(scope.app, 3, "10000")) as [Person, Person, Person];
    await night.post("/api/limits/time-zone", { timeZone: "Asia/Tokyo" });
    await day.post("/api/limits/time-zone", { timeZone: "Europe/London" });
    for (let nights = 0; nights < 3; nights += 1) {
      scope.app.clock.jump(1);
      for (const person of [night, day, calm]) await order(person, "1");
      await settle("won");
      await look();
      expect(await found(night)).toEqual(
        nights < 2 ? undefined : expect.objectContaining({ signs: ["nights"], nights: 3 }),
      );
      scope.app.clock.jump((MIDNIGHT + (nights + 1) * DAY * 1000 - 1000 - scope.app.clock.nowMs()) / 1000);
    }
    expect([await found(day), await found(calm)]).toEqual([undefined, undefined]);

    const note = { text: "Wrote to them about the limits." };
    expect((await admin.post(`/api/admin/users/${night.user.id}/notes`, note)).status).toBe(201);
    expect((await found(night))?.note).toMatchObject(note);
    expect(await found(night)).toMatchObject({
      email: night.user.email,
      isPaused: false,
      limit: null,
      raisedAt: null,
    });
    await night.post("/api/limits/pause", { kind: "time_out", length: 1 });
    expect((await found(night))?.isPaused).toBe(true);
  });

  it("include chased losses, limits that are nearly used or reached, and raises", async () => {
    const [chaser, near, raiser] = (await seedPeople(scope.app, 3, "10000")) as [Person, Person, Person];
    for (const amount of ["1", "2", "4", "8"]) {
      await order(chaser, amount);
      await settle("lost");
    }
    await near.post("/api/limits", { kind: "loss_week", amount: "10" });
    await order(near, "8");
    await raiser.post("/api/limits", { kind: "stake", amount: "10" });
    await raiser.post("/api/limits", { kind: "stake", amount: "20" });
    await look();
    expect(await found(chaser)).toMatchObject({ signs: ["chasing"], chases: 3 });
    expect(await found(near)).toMatchObject({ signs: ["near"], limit: { kind: "loss_week", share: 0.8 } });
    expect(await found(raiser)).toMatchObject({ signs: ["raised"], raisedAt: expect.any(String) });
    await near.post("/api/limits", { kind: "loss_week", amount: "5" });
    scope.app.clock.jump(60);
    await order(chaser, "1");
    await near.post("/api/deposits", { amount: 20 });
    await look();
    expect(await found(near)).toMatchObject({ signs: ["reached"], limit: { kind: "loss_week", share: 1.6 } });

    const all = await care();
    const pages = [await care("?limit=2"), await care(`?limit=2&before=${all[1]!.id}`)];
    expect(pages.flat().map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
    const ages = all.map(({ seenAt }) => seenAt);
    expect(ages).toEqual(ages.toSorted().toReversed());
    // Makes the signs a month older.
    await scope.app.database.query(
      "update care_days set day = day - 31, seen_at = seen_at - interval '31 days'",
    );
    await scope.app.database.query("update user_limits set raised_at = raised_at - interval '31 days'");
    expect(await care()).toEqual([]);
  });

  it("count chased losses as the domain does, for any positions", async () => {
    const person = (await seedPeople(scope.app, 1, "10000"))[0] as Person;
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 14; round += 1) {
      for (let orders = next(2); orders >= 0; orders -= 1) await order(person, String(1 + next(6)));
      await settle(next(3) === 0 ? "won" : "lost");
      scope.app.clock.jump(next(250));
    }
    const { rows } = await scope.app.database.query<
      Record<string, string> & { created_at: Date; expires_at: Date }
    >("select created_at, expires_at, amount, status from trading_positions where user_id = $1", [
      person.user.id,
    ]);
    const chases = countChases(
      rows.map((row) => ({
        createdMs: row.created_at.getTime(),
        expiresMs: row.expires_at.getTime(),
        stakeMinor: minor(parseMinor(row["amount"]!)),
        isLost: row["status"] === "lost",
      })),
    );
    expect(chases).toBeGreaterThan(3);
    await look();
    expect((await found(person))?.chases).toBe(chases);
  });
});
