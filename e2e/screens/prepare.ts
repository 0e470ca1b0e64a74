import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { CODE, seedAdmin, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { pass, PASSWORD } from "./look.ts";

export const OPERATOR = "operator@example.com";

/** Makes an account with deposits, withdrawals, won and lost positions, and some open ones. */
export async function prepareAccount(app: TestApp): Promise<string> {
  const email = "ada@example.com";
  const client = new TestClient(app.url);
  await client.register(email, PASSWORD);
  await client.post("/api/deposits", { amount: "250" });
  for (let second = 0; second < 6; second += 1) await pass(app, 1);
  const open = (type: string, amount: string, duration: number) =>
    client.post("/api/trading/positions", { type, amount, duration });
  for (const type of ["buy", "sell", "buy", "sell"]) {
    await open(type, "10", 1);
    await pass(app, 63);
  }
  await client.post("/api/profile/create-withdrawal-code", { code: CODE });
  const { body: paid } = await withdraw(client, { amount: "60" });
  await (await seedAdmin(app)).post(`/api/admin/withdrawals/${paid.id}/approve`);
  for (let second = 0; second < 8; second += 1) await pass(app, 1);
  await withdraw(client, { amount: "25" });
  await client.post("/api/deposits", { amount: "40" });
  await pass(app, 2);
  await open("buy", "10", 10);
  await pass(app, 100);
  await open("sell", "5", 5);
  await pass(app, 40);
  await open("buy", "12.50", 1);
  await pass(app, 20);
  return email;
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
