import { describe, expect, it, onTestFinished } from "vitest";
import { loseStripes, untilRetaken } from "../../testing/held-rows.ts";
import type { Person } from "../../testing/people.ts";
import { TEST_PEPPER } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { StillServedError } from "../positions/public.ts";
import { openDatabase, withClient } from "./db/database.ts";
import { checkPepper, CodePepperLostError, createSealing } from "./sealing.ts";
import type { Purpose, Sealing } from "./sealing.ts";
import { createLog } from "./telemetry/log.ts";

const scope = useApp();
const PEPPER = Buffer.alloc(32, 7);
const sealing = createSealing(PEPPER);
const SECRET = Buffer.from("twenty bytes of it!!");

describe("a sealed value", () => {
  it("opens with the same pepper, purpose and row", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    expect(createSealing(PEPPER).open("two-step-secret", "user-1", sealed)).toEqual(SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
  });

  it("is different each time", () => {
    const seal = () => sealing.seal("two-step-secret", "user-1", SECRET).toString("hex");
    expect(seal()).not.toBe(seal());
  });

  it("opens for no other row, purpose or pepper", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    expect(() => sealing.open("two-step-secret", "user-2", sealed)).toThrow();
    expect(() => sealing.open("recovery-code", "user-1", sealed)).toThrow();
    expect(() => createSealing(Buffer.alloc(32, 8)).open("two-step-secret", "user-1", sealed)).toThrow();
  });

  it("does not open once any byte of it was altered, or some are missing", () => {
    const sealed = sealing.seal("two-step-secret", "user-1", SECRET);
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index]! ^= 1;
      expect(() => sealing.open("two-step-secret", "user-1", altered)).toThrow();
    }
    for (const length of [0, 12, 27, sealed.length - 1])
      expect(() => sealing.open("two-step-secret", "user-1", sealed.subarray(0, length))).toThrow();
  });
});

describe("the keys and digests", () => {
  it("are the same at every start, and differ by purpose, text and pepper", () => {
    const again = createSealing(PEPPER);
    const other = createSealing(Buffer.alloc(32, 8));
    expect(again.key("withdrawal-code")).toEqual(sealing.key("withdrawal-code"));
    expect(sealing.key("withdrawal-code")).toHaveLength(32);
    expect(again.digest("recovery-code", "abc")).toEqual(sealing.digest("recovery-code", "abc"));
    const all = [
      sealing.key("withdrawal-code"),
      sealing.key("recovery-code"),
      other.key("withdrawal-code"),
      sealing.digest("recovery-code", "abc"),
      sealing.digest("recovery-code", "abd"),
      sealing.digest("sandbox-callback", "abc"),
      other.digest("recovery-code", "abc"),
    ].map((bytes) => bytes.toString("hex"));
    expect(new Set(all).size).toBe(all.length);
  });

  it("never change, so that sealed secrets and digests stay readable", () => {
    expect(sealing.key("two-step-secret").toString("hex")).toBe(
      "a2a434779a6543da08c4219c302683ccf813306325fdd5c46bb0b7a4740ffbaf",
    );
    expect(sealing.digest("recovery-code", "abc").toString("hex")).toBe(
      "a526152c960c7427e22b7f8c757a2d4804b2964b1bcca491efc29241552c9ffc",
    );
    const sealed = Buffer.from(
      "d950499752ed88b0d892fb434af00eb30aea5f71d49e8b030f6ec9f58c4878c42ef2ae671a205cdbef05e43f078e610d",
      "hex",
    );
    expect(sealing.open("two-step-secret", "user-1", sealed)).toEqual(SECRET);
  });
});

describe("CODE_PEPPER", () => {
  it("stops the start if it is not the one the database was first used with", async () => {
    const other = "ab".repeat(32);
    await expect(scope.start({ environment: { CODE_PEPPER: other } })).rejects.toThrow(CodePepperLostError);
    const check = (pepper: string) =>
      checkPepper(scope.app.database, createSealing(Buffer.from(pepper, "hex")), []);
    await expect(check(other)).rejects.toThrow("CODE_PEPPER is not the one that this database was used with");
    await check(TEST_PEPPER);
  });

  it("cannot be read from the database", async () => {
    const { rows } = await scope.app.database.query<{ value: string }>(
      "select value from kept_values where name = 'code-pepper-fingerprint'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.value).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.value).not.toBe(TEST_PEPPER);
  });

  const REPLACED = { CODE_PEPPER: "ab".repeat(32), CODE_PEPPER_PREVIOUS: TEST_PEPPER };

  /** Returns how many statements that begin like this wait for a lock in another database. */
  async function countWaiting({ database }: { database: string }, beginning: string): Promise<number> {
    const { rows } = await scope.app.database.query<{ count: number }>(
      `select count(*)::integer from pg_stat_activity
       where datname = $1 and wait_event_type = 'Lock' and starts_with(query, $2)`,
      [database, beginning],
    );
    return rows[0]!.count;
  }

  it("stops a start with the former one that comes while another start replaces it", async () => {
    const connection = await scope.clone();
    const database = openDatabase(connection, createLog("silent"), 4);
    onTestFinished(() => database.end());
    const [renewed, former] = [REPLACED.CODE_PEPPER, TEST_PEPPER].map((hex) => Buffer.from(hex, "hex"));
    await checkPepper(database, createSealing(former!), []);
    let late: Promise<unknown> = Promise.resolve();
    let outcome: unknown;
    // The last look for running servers is over.
    const seal = async () => {
      late = checkPepper(database, createSealing(former!), []).then(
        () => (outcome = "started"),
        (error: unknown) => (outcome = error),
      );
      const isHeldUp = async () => (await countWaiting(connection, "insert into kept_values")) === 1;
      await expect
        .poll(async () => outcome !== undefined || (await isHeldUp()), { timeout: 20_000 })
        .toBe(true);
    };
    await checkPepper(database, createSealing(renewed!, former), [seal]);
    await late;
    expect(outcome).toBeInstanceOf(CodePepperLostError);
  });

  it("is not replaced under a server that lost its connections just before", async () => {
    const connection = await scope.clone();
    const server = await scope.start({ connection });
    await loseStripes(server.database);
    const wait = () => untilRetaken(server);
    const start = scope.start({ connection, environment: REPLACED, wait });
    await expect(start).rejects.toBeInstanceOf(StillServedError);
    await checkPepper(server.database, createSealing(Buffer.from(TEST_PEPPER, "hex")), []);
  });

  it("is replaced while no server runs: secrets at once, codes at their next use", async () => {
    const connection = await scope.clone();
    const before = await scope.start({ connection });
    const [one, other] = (await withdrawingPeople(before, 2, "1000")) as [Person, Person];
    const careful = new TestClient(before.url);
    const { email } = await careful.register();
    const steps = await enableTwoStep(before, careful);
    const signIn = async ({ url }: TestApp, twoStepCode: string | undefined) =>
      (await new TestClient(url).post("/api/auth/login", { email, password: "secret-1", twoStepCode }))
        .status;
    const admin = await seedAdmin(before);
    const endpoint = { url: "http://127.0.0.1:9/", types: ["attention.raised"] };
    const { id } = (await admin.post("/api/admin/webhooks", endpoint)).body.webhook;
    await admin.post(`/api/admin/webhooks/${id}/roll`);
    const codeOf = async ({ database }: TestApp, { user }: Person): Promise<string> =>
      (await database.query("select withdrawal_code from users where id = $1", [user.id])).rows[0]
        .withdrawal_code;
    const secretsBy = async ({ database }: TestApp, pepper: string) => {
      const { rows } = await database.query("select secret, earlier_secret from webhook_endpoints");
      const { open } = createSealing(Buffer.from(pepper, "hex"));
      return [rows[0].secret, rows[0].earlier_secret].map((sealed) =>
        open("webhook-secret", `webhook/${id}`, sealed),
      );
    };
    const as = ({ url }: TestApp, { cookie }: Person) => Object.assign(new TestClient(url), { cookie });
    const codes = await Promise.all([one, other].map((person) => codeOf(before, person)));
    const secrets = await secretsBy(before, TEST_PEPPER);
    await expect(scope.start({ connection, environment: REPLACED })).rejects.toBeInstanceOf(StillServedError);
    await before.close();

    // Both starts have read the former fingerprint when one of them replaces it, and the other waits for that one.
    const countUpdates = () => countWaiting(connection, "update kept_values");
    let waits = 0;
    const wait = async () => {
      waits += 1;
      await expect.poll(countUpdates, { timeout: 20_000 }).toBe(1);
    };
    const start = () => scope.start({ connection, environment: REPLACED, wait });
    const during = await withClient(connection, async (holder) => {
      await holder.query("begin");
      await holder.query("select from kept_values where name = 'code-pepper-fingerprint' for update");
      const starting = Promise.all([start(), start()]);
      await expect.poll(countUpdates, { timeout: 20_000 }).toBe(2);
      await holder.query("commit");
      return starting;
    });
    expect(waits).toBe(1);
    const [app] = during;
    expect(await secretsBy(app, REPLACED.CODE_PEPPER)).toEqual(secrets);
    // Nothing changes the rows of rounds, so their seals keep their key.
    const renewed = createSealing(Buffer.from(REPLACED.CODE_PEPPER, "hex"));
    await checkPepper(app.database, renewed, []);
    const digestOf = ({ digest }: Sealing, purpose: Purpose) => digest(purpose, "round").toString("hex");
    const earlier = createSealing(Buffer.from(TEST_PEPPER, "hex"));
    expect(digestOf(renewed, "beacon-round")).toBe(digestOf(earlier, "beacon-round"));
    expect(digestOf(renewed, "recovery-code")).not.toBe(digestOf(earlier, "recovery-code"));
    const wrong = await withdraw(as(app, one), { withdrawalCode: "99999" });
    expect(wrong.body.code).toBe("withdrawal_code_wrong");
    expect((await withdraw(as(app, one))).status).toBe(201);
    expect(await codeOf(app, one)).not.toBe(codes[0]);
    expect(await codeOf(app, other)).toBe(codes[1]);
    const [first, second] = steps.recoveryCodes;
    expect([await signIn(app, steps.nextCode()), await signIn(app, first)]).toEqual([200, 200]);
    for (const each of during) await each.close();

    await expect(scope.start({ connection })).rejects.toBeInstanceOf(CodePepperLostError);
    const after = await scope.start({ connection, environment: { CODE_PEPPER: REPLACED.CODE_PEPPER } });
    expect((await withdraw(as(after, one))).status).toBe(201);
    expect((await withdraw(as(after, other))).body.code).toBe("withdrawal_code_wrong");
    expect([await signIn(after, steps.nextCode()), await signIn(after, second)]).toEqual([200, 400]);
  });
});
