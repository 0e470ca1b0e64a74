import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { expect, it } from "vitest";
import { closeAll } from "../../testing/end-price.ts";
import { holdUser } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf } from "../platform/clock.ts";
import { findFirstDue } from "./unsettled-positions.ts";

const scope = useApp();

const open = (person: Person) =>
  person.post<Position>("/api/trading/positions", { type: "buy", amount: "10", duration: 10 });

const statuses = async (person: Person) =>
  (await person.get<Position[]>("/api/trading/positions")).body.map(({ status }) => status).sort();

async function pass(seconds: number): Promise<void> {
  scope.app.clock.jump(seconds);
  await scope.app.settled();
}

it("sets aside only the position whose payout does not fit, and settles it later", async () => {
  const { app } = scope;
  const [rich] = (await seedPeople(app, 1, "9999999000")) as [Person];
  const people = await seedPeople(app, 30, "100");
  const [admin] = (await seedPeople(app, 1, "0")) as [Person];
  await app.database.query("update users set is_admin = true where id = $1", [admin.user.id]);
  const attention = async () => (await admin.get<AttentionItem[]>("/api/admin/attention")).body;

  // Each payout of 210 fits the balance, and all six together do not.
  for (const person of [...people, ...Array.from({ length: 6 }, () => rich)]) {
    expect((await open(person)).status).toBe(201);
  }
  await app.database.query("update trading_positions set barrier_price = 1 where status = 'active'");
  await pass(600);
  for (const person of people) expect(await statuses(person)).toEqual(["won"]);
  expect(await statuses(rich)).toEqual(["active", "won", "won", "won", "won", "won"]);
  const [stuck] = (await rich.get<Position[]>("/api/trading/positions")).body.filter(
    ({ status }) => status === "active",
  );
  expect(await attention()).toMatchObject([
    {
      kind: "position",
      reason: "payout_not_stored",
      userId: rich.user.id,
      amount: "210",
      details: { position: stuck!.id },
      resolvedAt: null,
    },
  ]);

  // The position neither stops later settlements nor counts as due itself.
  expect(await findFirstDue(app.database, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect((await open(people[0]!)).status).toBe(201);
  await pass(600);
  expect((await statuses(people[0]!)).includes("active")).toBe(false);
  expect(await statuses(rich)).toContain("active");

  // The end of its price keeps its result, and the end of the next price leaves it alone.
  const known = new Map([[stuck!.expiryTick, 152_790]]);
  for (const prices of [known, new Map()])
    expect(await closeAll(app.database, dateOf(app.clock), prices)).toMatchObject({ positions: 0 });

  const [item] = await attention();
  const dismissed = await admin.post(`/api/admin/attention/${item!.id}/dismiss`, { note: "no" });
  expect(dismissed).toMatchObject({ status: 409, body: { code: "attention_of_position" } });
  const room = await admin.post(`/api/admin/users/${rich.user.id}/adjust-balance`, { amount: -1000 });
  expect(room.status).toBe(200);
  await pass(60);
  expect(await statuses(rich)).toEqual(Array(6).fill("won"));
  expect(await attention()).toMatchObject([
    { id: item!.id, resolution: "settled by itself", resolvedBy: null },
  ]);
  expect(await app.checkLedger()).toEqual([]);
});

it("settles all others if one payout does not fit and one user's row is held", async () => {
  const { app } = scope;
  const [rich, held, ...people] = (await seedPeople(app, 12, "100")) as [Person, Person, ...Person[]];
  for (const person of [held, rich, ...people]) expect((await open(person)).status).toBe(201);
  await app.database.query("update trading_positions set barrier_price = 1 where status = 'active'");
  await app.database.query("update users set balance = 9999999990 where id = $1", [rich.user.id]);
  const { letGo } = await holdUser(app.database, held.user.id);
  await pass(600);
  for (const person of people) expect(await statuses(person)).toEqual(["won"]);
  expect(await statuses(rich)).toEqual(["active"]);
  expect(await statuses(held)).toEqual(["active"]);

  await letGo();
  await app.database.query("update users set balance = 90 where id = $1", [rich.user.id]);
  await pass(60);
  expect(await statuses(held)).toEqual(["won"]);
  expect(await statuses(rich)).toEqual(["won"]);
  expect(await app.checkLedger()).toEqual([]);
});

it("refuses an order whose payout the balance could not hold", async () => {
  const [rich] = (await seedPeople(scope.app, 1, "9999999800")) as [Person];
  const refused = await open(rich);
  expect(refused).toMatchObject({ status: 409, body: { code: "payout_too_large", field: "amount" } });
  expect(await rich.balance()).toBe("9999999800.00000000");
  const short = { type: "buy", amount: "10", duration: 1 };
  expect((await rich.post("/api/trading/positions", short)).status).toBe(201);
});
