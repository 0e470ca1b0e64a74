import { momentIn } from "@veritick/contract/local-values.ts";
import { hasLooseSpaces } from "@veritick/contract/typography.fixture.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { addPasskey } from "../../testing/software-authenticator.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { CODE, knowPlace, seedAdmin, withdrawingPeople } from "../../testing/withdrawals.ts";
import { hashPassword } from "../accounts/passwords/passwords.ts";

const outbox = useOutbox();
const scope = useApp({ WITHDRAWAL_HOLD_HOURS: "0" }, { outbox: outbox.path });

const PASSWORD = "correct horse";
const DELAY_SECONDS = 72 * 3_600;
let hash: string;
let admin: Person;
beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
  admin = await seedAdmin(scope.app);
});

const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.code ?? "done"}`;
const look = async (client: TestClient) => (await client.get("/api/profile/close")).body;
const close = (client: TestClient, changes: Record<string, unknown> = {}) =>
  client.post("/api/profile/close", { waived: "1000", password: PASSWORD, ...changes });
const mailsTo = async ({ user }: Person) => {
  await scope.settled();
  return outbox.mails(user.email).filter(({ subject }) => !subject.includes("code"));
};
const isThere = async ({ user }: Person) =>
  (await query("select from users where id = $1", [user.id])).length === 1;

type Made = { code?: boolean; hours?: number | null; balance?: string };

/** Makes a person who may have a withdrawal code, at a place known for some hours, null for an unknown one. */
async function somebody({ code = false, hours = 48, balance = "1000" }: Made = {}): Promise<Person> {
  const person = (await (code ? withdrawingPeople : seedPeople)(scope.app, 1, balance))[0]!;
  const ids = [person.user.id];
  await scope.app.database.query("update users set password = $2 where id = any ($1)", [ids, hash]);
  if (hours !== null) await knowPlace(scope.app, ids, hours);
  return person;
}

async function linkTokenOf(person: Person): Promise<string> {
  const mail = (await mailsTo(person)).at(-1)!;
  return /\/stop-closing#([\w-]{43})$/m.exec(mail.text)![1]!;
}
const stopByLink = (token: string) => new TestClient(scope.app.url).post("/api/auth/stop-closing", { token });

describe("an account with a balance", () => {
  it.each<[string, Made, Record<string, unknown>]>([
    ["with neither code nor second step", {}, {}],
    ["from a place known for 23 hours", { code: true, hours: 23 }, { withdrawalCode: CODE }],
    ["from an unknown place", { code: true, hours: null }, { withdrawalCode: CODE }],
  ])("is only scheduled to be closed %s, and its owner is mailed", async (_what, made, proof) => {
    const person = await somebody(made);
    expect(await look(person)).toMatchObject({ atOnce: false, scheduled: null });
    const { status, body, headers } = await close(person, proof);
    const at = new Date(scope.app.clock.nowMs() + DELAY_SECONDS * 1_000).toISOString();
    expect([status, body]).toEqual([200, { waived: "1000.00000000", scheduledFor: at }]);
    expect(headers.get("set-cookie")).toBeNull();
    expect((await admin.get(`/api/admin/users/${person.user.id}`)).body.closesAt).toBe(at);
    expect((await look(person)).scheduled).toEqual({ at, waived: "1000.00000000" });
    expect(await person.balance()).toBe("1000.00000000");
    const mail = (await mailsTo(person)).at(-1)!;
    expect(mail.subject).toBe("Veritick: Your account is about to be closed");
    expect(mail.text).toContain("You then give up the balance of 1,000.00 USDMS for good.");
    expect(outcomeOf(await close(person, proof))).toBe("409 closing_scheduled");
    expect((await person.get("/api/profile/security")).body.events[0].kind).toBe("closing_scheduled");
  });

  it("is announced in the owner's language and time zone", async () => {
    const person = await somebody();
    await person.get("/api/auth/me", { "accept-language": "fr" });
    expect((await person.post("/api/limits/time-zone", { timeZone: "Asia/Tokyo" })).status).toBe(200);
    expect((await close(person)).status).toBe(200);
    const { text } = (await mailsTo(person)).at(-1)!;
    const due = new Date(scope.app.clock.nowMs() + DELAY_SECONDS * 1_000);
    expect(text).toContain(`Il sera fermé le ${momentIn("fr", due, "Asia/Tokyo")}.`);
    expect(hasLooseSpaces(text)).toBe(false);
  });

  it("closes at once with the withdrawal code, a second step or a passkey at a place known for a day", async () => {
    const byCode = await somebody({ code: true });
    expect(await look(byCode)).toMatchObject({ atOnce: true, needsWithdrawalCode: true });
    expect(outcomeOf(await close(byCode))).toBe("400 withdrawal_code_invalid");
    expect(outcomeOf(await close(byCode, { withdrawalCode: CODE }))).toBe("200 done");

    const byApp = await somebody();
    const app = await enableTwoStep(scope.app, byApp, PASSWORD);
    await scope.app.database.query(
      "update known_places set first_used_at = first_used_at - interval '2 days'",
    );
    expect(outcomeOf(await close(byApp, { code: app.nextCode() }))).toBe("200 done");

    const byPasskey = await somebody({ code: true });
    const device = await addPasskey(scope.app, byPasskey, "Key");
    await scope.app.database.query(
      "update known_places set first_used_at = first_used_at - interval '2 days'",
    );
    const asked = await byPasskey.post("/api/profile/passkeys/challenge", { closing: { waived: "1000" } });
    const passkey = device.answer(asked.body);
    expect(outcomeOf(await close(byPasskey, { password: undefined, passkey }))).toBe("200 done");
    for (const person of [byCode, byApp, byPasskey]) expect(await isThere(person)).toBe(false);
  });

  it("counts wrong withdrawal codes with those of withdrawals, and locks after five", async () => {
    const person = await somebody({ code: true });
    for (let time = 0; time < 5; time += 1)
      expect(outcomeOf(await close(person, { withdrawalCode: "99999" }))).toBe("400 withdrawal_code_wrong");
    expect(outcomeOf(await close(person, { withdrawalCode: CODE }))).toBe("429 withdrawal_code_locked");
    const withdrawal = { amount: "100", address: "T".repeat(34), withdrawalCode: CODE };
    expect((await person.post("/api/withdrawals", withdrawal)).status).not.toBe(201);
    expect((await person.get("/api/profile/security")).body.events[0].kind).toBe("withdrawal_code_locked");
    expect(await isThere(person)).toBe(true);
  });

  it("is not scheduled more than five times an hour, each time with a mail", async () => {
    const person = await somebody();
    for (let time = 0; time < 5; time += 1) {
      expect(outcomeOf(await close(person))).toBe("200 done");
      expect(outcomeOf(await person.post("/api/profile/close/stop"))).toBe("200 done");
    }
    expect(outcomeOf(await close(person))).toBe("429 too_many_requests");
  });
});

describe("a scheduled closing", () => {
  it("is stopped by the mailed link, once, without a session and without a word about the account", async () => {
    const person = await somebody();
    await close(person);
    const token = await linkTokenOf(person);
    const stopped = await stopByLink(token);
    expect([stopped.status, stopped.body]).toEqual([200, { ok: true }]);
    expect((await look(person)).scheduled).toBeNull();
    const again = await stopByLink(token);
    const unknown = await stopByLink("x".repeat(43));
    expect(again.body).toEqual(unknown.body);
    expect(outcomeOf(again)).toBe("400 closing_link_invalid");
    expect((await person.get("/api/profile/security")).body.events[0]).toMatchObject({
      kind: "closing_stopped",
      sessionId: null,
    });
    // A further one has a link of its own.
    await close(person);
    expect(outcomeOf(await stopByLink(token))).toBe("400 closing_link_invalid");
    scope.app.clock.jump(DELAY_SECONDS - 60);
    expect(outcomeOf(await stopByLink(await linkTokenOf(person)))).toBe("200 done");
    await scope.pass(90);
    expect(await isThere(person)).toBe(true);
  });

  it("is stopped by its owner in the profile; stopping nothing changes nothing", async () => {
    const person = await somebody();
    await close(person);
    for (let time = 0; time < 2; time += 1)
      expect(outcomeOf(await person.post("/api/profile/close/stop"))).toBe("200 done");
    expect(
      await query("select kind from security_events where user_id = $1 order by id", [person.user.id]),
    ).toEqual([{ kind: "closing_scheduled" }, { kind: "closing_stopped" }]);
    scope.app.clock.jump(DELAY_SECONDS);
    await scope.pass(20);
    expect(await isThere(person)).toBe(true);
  });

  it("is carried out once after 72 hours, whichever of several servers takes it, and is audited", async () => {
    const person = await somebody();
    const { id } = person.user;
    await close(person);
    scope.app.clock.jump(DELAY_SECONDS - 30);
    await scope.settled();
    expect(await isThere(person)).toBe(true);
    // One server starts anew, and another runs beside it.
    await Promise.all([scope.start(), scope.start()]);
    await scope.pass(60);
    expect(await isThere(person)).toBe(false);
    const admin = await seedAdmin(scope.app);
    const { body: log } = await admin.get(`/api/admin/audit?action=own_account_closed&subject=${id}`);
    expect(log).toMatchObject([
      {
        actor: id,
        address: "127.0.0.1",
        before: { isAdmin: false, balance: "1000.00000000" },
        after: { waived: "1000.00000000" },
      },
    ]);
    expect(
      await query("select amount from ledger_entries where account = $1 and kind = 'balance_waived'", [
        `user:${id}`,
      ]),
    ).toEqual([{ amount: "-1000.00000000" }]);
    expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
      "Veritick: Your account is about to be closed",
      "Veritick: Account closed",
    ]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("is dropped with a mail if the account can no longer be closed when its time comes", async () => {
    const [changed, locked] = [await somebody(), await somebody()];
    for (const person of [changed, locked]) await close(person);
    const admin = await seedAdmin(scope.app);
    const path = `/api/admin/users/${changed.user.id}/adjust-balance`;
    expect((await admin.post(path, { amount: 5, note: "a gift" })).status).toBe(200);
    await query("update users set trading_locked_at = created_at where id = $1", [locked.user.id]);
    scope.app.clock.jump(DELAY_SECONDS);
    await scope.pass(20);
    for (const [person, reason] of [
      [changed, "the balance has changed"],
      [locked, "an administrator has locked it"],
    ] as const) {
      expect(await isThere(person)).toBe(true);
      const mail = (await mailsTo(person)).at(-1)!;
      expect(mail.subject).toBe("Veritick: Account not closed");
      expect(mail.text).toContain(`was not closed as scheduled: ${reason}. The closing is cancelled`);
    }
    expect(await query("select from scheduled_closings")).toEqual([]);
  });
});
