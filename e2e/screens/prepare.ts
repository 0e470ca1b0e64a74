import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { CODE, seedAdmin, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { now } from "../kit/time.ts";
import { pass, PASSWORD } from "./look.ts";
import { findStory } from "./story.ts";
import type { Story } from "./story.ts";

export const OPERATOR = "operator@example.com";

/**
 * Makes an account with deposits, withdrawals, won and lost positions, and two open ones. It ends some seconds before the
 * picture of the desk, so that the page sees a position being won.
 */
export async function prepareAccount(app: TestApp): Promise<{ email: string; story: Story }> {
  const email = "ada@example.com";
  const client = new TestClient(app.url);
  await client.register(email, PASSWORD);
  await client.post("/api/deposits", { amount: "250" });
  for (let second = 0; second < 6; second += 1) await pass(app, 1);
  await client.post("/api/profile/create-withdrawal-code", { code: CODE });
  const { body: paid } = await withdraw(client, { amount: "60" });
  await (await seedAdmin(app)).post(`/api/admin/withdrawals/${paid.id}/approve`);
  for (let second = 0; second < 8; second += 1) await pass(app, 1);
  await withdraw(client, { amount: "25" });
  await client.post("/api/deposits", { amount: "40" });
  const story = await findStory(app);
  for (const { tick, side: type, duration, amount } of story.orders) {
    while (now(app) < tick) await pass(app, 1);
    const { status } = await client.post("/api/trading/positions", { type, duration, amount });
    if (status !== 201) throw new Error(`an order answered ${status}`);
  }
  const secondsForVisitors = 8;
  while (now(app) < story.pictureTick - secondsForVisitors) await pass(app, 1);
  return { email, story };
}

/** Makes an administrator, and users whose withdrawals wait for a decision. */
export async function prepareAdministration(app: TestApp): Promise<void> {
  await new TestClient(app.url).register(OPERATOR, PASSWORD);
  await app.database.query("update users set is_admin = true where email = $1", [OPERATOR]);
  for (const [name, amount] of [
    ["grace", "120"],
    ["edsger", "15.50"],
    ["barbara", "840.25"],
  ] as const) {
    const client = new TestClient(app.url);
    await client.register(`${name}@example.com`, PASSWORD);
    await client.post("/api/deposits", { amount: "1000" });
    for (let second = 0; second < 6; second += 1) await pass(app, 1);
    await client.post("/api/profile/create-withdrawal-code", { code: CODE });
    await withdraw(client, { amount });
  }
  const { rows } = await app.database.query<{ id: string }>(
    "select id from users where email = 'grace@example.com'",
  );
  const userId = rows[0]!.id;
  await seedAttention(app, [
    { kind: "payment", reason: "unknown_order", amount: "12.5", details: { payment_status: "finished" } },
    {
      kind: "payment",
      reason: "more_arrived",
      userId,
      amount: "40.125",
      details: { payment_status: "finished", actually_paid: "1040.125", already_credited: "1000.00000000" },
    },
  ]);
}
