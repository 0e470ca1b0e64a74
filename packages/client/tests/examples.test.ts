import { execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { roundOf } from "@veritick/domain/rounds.ts";
import { freeBeacon, unsigned } from "@veritick/server/testing/free-beacon.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { memoisedKey } from "@veritick/server/testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { seedKey } from "@veritick/server/testing/valid-calls.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { startWebhookReceiver } from "@veritick/server/testing/webhook-receiver.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { expect, it, onTestFinished } from "vitest";
import { checkWebhook } from "../examples/check-webhook.ts";

const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const { chain } = local;
/** The price begins shortly after a full hour, so that receipts need few rounds. */
const GENESIS = Math.ceil(1_790_000_000 / 3600) * 3600 + 2;
/** The last round with a true signature, because the verifier checks the signatures. */
const LAST_SIGNED = roundOf(chain, GENESIS + 240);
const signatureOf = (round: number) => (round > LAST_SIGNED ? unsigned(round) : local.signer.sign(round));
const scope = useApp(
  { SANDBOX_CONFIRM_SECONDS: "2" },
  {
    clock: movableClock(GENESIS * 1000),
    beacon: freeBeacon({ ...local, signer: { sign: signatureOf, atOnce: Infinity } }),
  },
);

const fileOf = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

const VERIFIER = fileURLToPath(new URL("../../web/public/veritick-verify.mjs", import.meta.url));

type Ended = { code: number; out: string };

/** Starts an example as a process of its own. */
function start(program: string, name: string, key: string, words: readonly string[]) {
  const env = { ...process.env, VERITICK_SITE: scope.app.url, VERITICK_KEY: key };
  const child = spawn(program, [fileOf(name), ...words], { env });
  let out = "";
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (out += text));
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) => resolve({ code: code ?? 1, out })),
  );
  return { ended, out: () => out };
}

const run = (program: string, name: string, key: string, ...words: string[]): Promise<Ended> =>
  start(program, name, key, words).ended;
const node = (name: string, key: string, ...words: string[]) => run(process.execPath, name, key, ...words);

const SLOW_MS = 120_000;
/** The time that a process has to react to a tick before the next one comes. */
const REACTS_MS = 300;

/** Returns true if something happens within a time. It looks every few milliseconds. */
async function within(ms: number, hasHappened: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms;
  while (!(await hasHappened())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

async function pass(): Promise<void> {
  scope.app.clock.advance(1);
  await scope.settled();
}

it(
  "the bot deposits, trades and gets its results; its receipts and its statement are right",
  { timeout: SLOW_MS },
  async () => {
    const [owner] = await seedPeople(scope.app, 1, "0");
    const { key } = await seedKey(scope.app, owner!.user.id, ["read", "trade", "account"]);
    const bot = start(process.execPath, "trade.ts", key, ["2"]);
    const count = async (table: string) =>
      (await scope.app.database.query(`select from ${table} where user_id = $1`, [owner!.user.id])).rowCount;
    // Time stands still until the deposit is there, because only so many rounds are signed.
    expect(await within(SLOW_MS, async () => (await count("deposit_transactions")) === 1)).toBe(true);
    for (let opened = 0; opened < 2;) {
      const before = opened;
      await pass();
      await within(REACTS_MS, async () => (opened = (await count("trading_positions"))!) > before);
    }
    for (let second = 0; second < 65; second += 1) await pass();
    const traded = await bot.ended;
    expect(traded.out).toMatch(/^balance 0\.00000000\n/);
    expect(traded.out.match(/^(buy|sell) at 1\d\d\.\d{8}, wins at /gm)).toHaveLength(2);
    expect(traded.out.match(/^(won|lost) -?\d/gm)).toHaveLength(2);
    expect(traded.code).toBe(0);

    const reader = (await seedKey(scope.app, owner!.user.id, ["read"])).key;
    const statement = await node("statement.ts", reader);
    expect(statement.out).toContain("deposit_credited 20.00000000\n");
    expect(statement.out).toContain("position_opened -2.00000000\n");
    expect(statement.out).toMatch(/\n[345] movements, every balance follows\n$/);
    expect(statement.code).toBe(0);

    const now = new Date(scope.app.clock.nowMs()).toISOString();
    const verified = await node("verify-receipts.ts", reader, VERIFIER, "--now", now);
    expect(verified.code).toBe(0);
    const told =
      /^[0-9a-f-]{36} {2}(All right|Right so far), unless .+, and nothing here shows .+ backdated: \d+ checks passed/;
    const lines = verified.out.trimEnd().split("\n");
    expect(lines.filter((line) => told.test(line))).toHaveLength(2);
    expect(lines.at(-1)).toBe("0 right, 2 right with a reservation, 0 wrong, 0 that cannot be checked yet");
  },
);

it("the check of webhooks accepts the server's webhooks, and refuses changed, old and foreign ones", async () => {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.close);
  const admin = await seedAdmin(scope.app);
  const added = await admin.post("/api/admin/webhooks", { url: receiver.url, types: ["user.registered"] });
  const { secret, webhook } = added.body;
  await admin.post(`/api/admin/webhooks/${webhook.id}/test`);
  await pass();
  const [{ headers, text }] = receiver.received as [(typeof receiver.received)[number]];
  const now = scope.app.clock.nowMs() / 1000;
  const check = (body = text, by = secret, seconds = now) => checkWebhook(headers, body, by, seconds);
  expect(check()).toMatchObject({ type: "webhook.test", data: { endpointId: webhook.id } });
  expect(() => check(text.replace("test", "tent"))).toThrow("wrong");
  expect(() => check(text, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toThrow("wrong");
  expect(() => check(text, secret, now + 301)).toThrow("old");
  expect(() => checkWebhook({}, text, secret, now)).toThrow("old");
});

it("an example prints the reason why it stops", async () => {
  const { code, out } = await node("trade.ts", `vtk_${"x".repeat(43)}`);
  expect([code, out]).toEqual([1, expect.stringContaining("key_invalid")]);
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!isThere("curl"))(
  "the first calls with curl are answered (skipped where there is no curl)",
  async () => {
    const [owner] = await seedPeople(scope.app, 1, "100");
    const { key } = await seedKey(scope.app, owner!.user.id, ["read", "trade"]);
    const balance = await run("sh", "balance.sh", key);
    expect(JSON.parse(balance.out)).toMatchObject({ balance: "100.00000000", email: owner!.user.email });
    const [first, again] = [await run("sh", "order.sh", key), await run("sh", "order.sh", key)];
    expect(JSON.parse(first.out)).toMatchObject({ type: "buy", amount: "10.00000000", status: "active" });
    expect(again.out).toBe(first.out);
    expect(await owner!.balance()).toBe("90.00000000");
  },
);

it.skipIf(!isThere("python3"))(
  "the order in Python is filled (skipped where there is no python3)",
  async () => {
    const [owner] = await seedPeople(scope.app, 1, "10");
    const { key } = await seedKey(scope.app, owner!.user.id, ["read", "trade"]);
    const { code, out } = await run("python3", "order.py", key);
    expect(out).toMatch(/^balance 10\.00000000\nbought at 1\d\d\.\d{8} wins at 1\d\d\.\d{8} or above\n$/);
    expect(code).toBe(0);
    expect(await owner!.balance()).toBe("9.00000000");
    const refused = await run(
      "python3",
      "order.py",
      (await seedKey(scope.app, owner!.user.id, ["trade"])).key,
    );
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringContaining("403: This API key does not have"),
    ]);
  },
);
