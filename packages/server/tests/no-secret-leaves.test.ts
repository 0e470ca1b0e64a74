import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeNowPayments } from "../testing/fake-nowpayments/fake-nowpayments.ts";
import { resetTokenOf, useOutbox } from "../testing/outbox.ts";
import {
  TEST_BEACON_KEY,
  TEST_LOG_KEY,
  TEST_PEPPER,
  TEST_SECRET,
  TEST_SIGNING_KEY,
} from "../testing/test-app.ts";
import { TestClient } from "../testing/test-client.ts";
import type { Answer } from "../testing/test-client.ts";
import { enableTwoStep } from "../testing/two-step.ts";
import { useApp } from "../testing/use-app.ts";
import { seedAdmin, withdraw } from "../testing/withdrawals.ts";

const outbox = useOutbox();
const lines: string[] = [];
// The server's whole log, without later redaction.
const log = pino({ level: "trace", base: null }, { write: (line) => void lines.push(line) });
const fake = await startFakeNowPayments();
const environment = { ...fake.environment(), WITHDRAWAL_HOLD_HOURS: "0", METRICS_TOKEN: "let-me-read-7" };
const scope = useApp(environment, { outbox: outbox.path, log });
beforeAll(() => fake.follow(scope.app.clock));
afterAll(() => fake.close());

/** A browser that remembers its refusals. */
class Listener extends TestClient {
  readonly refusals: string[] = [];

  override async call<T = any>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await super.call<T>(method, path, body, headers);
    if (answer.status >= 400) this.refusals.push(JSON.stringify(answer.body));
    return answer;
  }
}

/** Runs `work` while a table has another name, so that every call that needs the table fails. */
async function without(table: string, work: () => Promise<unknown>): Promise<void> {
  await scope.app.database.query(`alter table ${table} rename to mislaid`);
  await work();
  await scope.settled();
  await scope.app.database.query(`alter table mislaid rename to ${table}`);
}

it("nothing secret is logged, measured or answered over the whole life of an account with money", async () => {
  const client = new Listener(scope.app.url);
  const [password, newPassword, guess] = ["first-password-7", "second-password-8", "guessed-password-9"];
  // No port is above 65535, so these digits occur in no address.
  const [withdrawalCode, wrongCode] = ["83046", "91375"];
  const cookies: string[] = [];
  const statuses: number[] = [];
  const tried = async (answer: Promise<Answer>) => void statuses.push((await answer).status);

  const { email } = await client.register(undefined, password);
  cookies.push(client.cookie.split("=")[1]!);
  await without("users", () =>
    tried(client.post("/api/profile/create-withdrawal-code", { code: withdrawalCode })),
  );
  await tried(client.post("/api/profile/create-withdrawal-code", { code: withdrawalCode }));
  const twoStep = await enableTwoStep(scope.app, client, password);
  const wsToken = (await client.get("/api/ws-token")).body.token as string;
  await client.post("/api/auth/logout");
  await tried(client.post("/api/auth/login", { email, password: guess }));
  const signInCode = twoStep.nextCode();
  await without("sessions", () =>
    tried(client.post("/api/auth/login", { email, password, twoStepCode: signInCode })),
  );
  await tried(client.post("/api/auth/login", { email, password, twoStepCode: twoStep.recoveryCodes[0] }));
  cookies.push(client.cookie.split("=")[1]!);
  expect(statuses.splice(0)).toEqual([500, 200, 401, 500, 200]);

  fake.fail("createPayment", "lostAnswer");
  await tried(client.post("/api/deposits", { amount: "500" }));
  await scope.pass(2);
  const deposit = (await client.get("/api/deposits")).body[0];
  const payment = fake.paymentFor(deposit.id)!;
  fake.pay(payment.id, { amount: "500" });
  fake.fail("readPayment", "500");
  await fake.sendCallbacks(scope.app.url, { ids: [payment.id], duplicates: 2, forged: 2 });
  await scope.settled();
  await scope.pass(120);
  expect(await client.balance()).not.toBe("0.00000000");

  const order = { amount: "100", withdrawalCode };
  await tried(withdraw(client, { ...order, withdrawalCode: wrongCode }));
  await tried(withdraw(client, { ...order, twoStepCode: twoStep.wrongCode() }));
  const payCode = twoStep.nextCode();
  await without("withdrawal_transactions", () => tried(withdraw(client, { ...order, twoStepCode: payCode })));
  const heldCode = twoStep.nextCode();
  const key = { "idempotency-key": "first-withdrawal" };
  await tried(withdraw(client, { ...order, twoStepCode: heldCode }, key));
  expect(statuses.splice(0).slice(1)).toEqual([400, 400, 500, 201]);
  const admin = await seedAdmin(scope.app);
  const [held] = (await client.get("/api/withdrawals")).body;
  fake.fail("auth", "500");
  fake.fail("validateAddress", "500");
  fake.fail("verifyPayout", "500");
  await tried(admin.post(`/api/admin/withdrawals/${held.id}/approve`));
  await scope.pass(400);
  fake.payoutState(fake.payoutFor(held.id)!.id, "FINISHED", { hash: "ab".repeat(32) });
  await scope.pass(400);
  expect((await client.get("/api/withdrawals")).body[0].status).toBe("completed");

  await client.post("/api/auth/forgot-password", { email });
  await scope.settled();
  const token = resetTokenOf(outbox.mails(email).at(-1));
  const reset = () => tried(client.post("/api/auth/reset-password", { token, newPassword }));
  await without("sessions", reset);
  await reset();
  expect(statuses).toEqual([200, 500, 200]);

  const headers = { authorization: `Bearer ${environment.METRICS_TOKEN}` };
  const metrics = await (await fetch(`${scope.app.url}/metrics`, { headers })).text();
  expect(metrics).toContain("veritick_");
  const logged = lines.join("");
  expect(logged).toContain("a call failed");
  expect(logged).toContain("the payment provider answered with an error");
  expect(logged).toContain("/payout");
  expect(client.refusals.length).toBeGreaterThan(5);
  const said = [logged, metrics, ...client.refusals].join("\n");
  const ofPerson = [email, password, newPassword, guess, wsToken, token, twoStep.secret, ...cookies];
  const recoveryCodes = twoStep.recoveryCodes.flatMap((one) => [one, one.replace("-", "")]);
  const ofVendor = [...Object.values(fake.secrets), "fake-token.", "verification_code"];
  const ours = [
    environment.METRICS_TOKEN,
    TEST_SECRET,
    TEST_PEPPER,
    TEST_SIGNING_KEY,
    TEST_BEACON_KEY,
    TEST_LOG_KEY,
  ];
  const secrets = [...ofPerson, ...recoveryCodes, ...ofVendor, admin.user.email, ...ours];
  for (const secret of secrets) expect(said).not.toContain(secret);
  // Digits alone could be part of a number, of which the metrics are full.
  const inWords = [logged, ...client.refusals].join("\n");
  for (const digits of [withdrawalCode, wrongCode, signInCode, payCode, heldCode, twoStep.wrongCode()]) {
    expect(inWords).not.toMatch(new RegExp(`\\b${digits}\\b`));
  }
});
