import type { Installation } from "@veritick/contract/schemas/settings.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import { parseTerms } from "@veritick/domain/signed/terms-text.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { TestClient } from "../../testing/test-client.ts";
import { readConfig } from "../config/config.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { localBus } from "../cluster/bus.ts";
import { setKeptValue } from "../platform/db/kept-values.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { openSettings } from "./settings.ts";

const outbox = useOutbox();
const scope = useApp({ FOUR_EYES_ABOVE: "1000" }, { outbox: outbox.path });
let admin: Person;
let second: Person;
beforeAll(async () => {
  [admin, second] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
});

const set = (name: string, value: string | null, by: Person = admin) =>
  by.post("/api/admin/settings", { name, value });
const read = async () => (await admin.get<Installation>("/api/admin/installation")).body;
const shown = async (name: string) => (await read()).settings.find((setting) => setting.name === name);
/** Agrees as the second administrator to the proposal that a change waits for. */
const agree = ({ body }: { body: { awaiting: { proposalId: string } } }, by: Person = second) =>
  by.post(`/api/admin/proposals/${body.awaiting.proposalId}/agree`, {});
const newestChange = async () =>
  (await admin.get<Record<string, unknown>[]>("/api/admin/audit?action=setting_changed&limit=1")).body[0];

describe("a changed setting", () => {
  it("applies at once, is kept in the audit log, and can be undone", async () => {
    const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
    const deposit = async () => (await person.post("/api/deposits", { amount: 20 })).status;
    expect(await deposit()).toBe(201);
    expect((await set("LIMIT_DEPOSITS_PER_USER", " 1 ")).body).toEqual({ awaiting: null });
    expect(await deposit()).toBe(429);
    expect(await shown("LIMIT_DEPOSITS_PER_USER")).toMatchObject({
      value: "1",
      initial: "100000",
      isChanged: true,
    });
    expect(await newestChange()).toMatchObject({
      actor: admin.user.id,
      before: { name: "LIMIT_DEPOSITS_PER_USER", value: "100000" },
      after: { name: "LIMIT_DEPOSITS_PER_USER", value: "1" },
    });
    expect((await agree(await set("LIMIT_DEPOSITS_PER_USER", null))).status).toBe(200);
    expect(await deposit()).toBe(201);
    expect(await shown("LIMIT_DEPOSITS_PER_USER")).toMatchObject({ value: "100000", isChanged: false });
  });

  it("changes the pages of all users", async () => {
    const settings = async () => (await admin.get("/api/settings")).body;
    await set("SUPPORT_CHAT_URL", "https://chat.example/help");
    await set("HELP_LINKS", "One=https://one.example, Two=https://two.example/a");
    expect(await settings()).toMatchObject({
      supportChatUrl: "https://chat.example/help",
      helpLinks: [
        { title: "One", url: "https://one.example" },
        { title: "Two", url: "https://two.example/a" },
      ],
    });
    await set("SUPPORT_CHAT_URL", "");
    await set("HELP_LINKS", "");
    expect(await settings()).toMatchObject({ supportChatUrl: null, helpLinks: [] });
  });

  it("limits calls and live connections that begin after it", async () => {
    const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
    await set("LIMIT_SOCKETS_PER_USER", "1");
    const live = await person.live();
    await expect(person.live()).rejects.toThrow("429");
    live.socket.terminate();
    await set("LIMIT_SOCKETS_PER_USER", null);
  });

  it.each([
    ["SUPPORT_CHAT_URL", "javascript:alert(1)"],
    ["SUPPORT_CHAT_URL", "http://chat.example"],
    ["HELP_LINKS", "https://one.example"],
    ["HELP_LINKS", "One=https://one.example, Two=http://two.example"],
    ["HOUSE_EDGE", "0.009"],
    ["HOUSE_EDGE", "0,05"],
    ["HOUSE_EDGE", ""],
    ["SELL_FEE", "0.11"],
    ["FOUR_EYES_ABOVE", "much"],
    ["FOUR_EYES_ABOVE", ""],
    ["AUTO_APPROVE_BELOW", "-1"],
    ["AUTO_APPROVE_BELOW", ""],
    ["AUTO_APPROVE_PER_DAY", "1e3"],
    ["LIMIT_CALL_BURST", "49"],
    ["LIMIT_CALLS_PER_SECOND", "4"],
    ["LIMIT_LOGINS_PER_ACCOUNT", "9"],
    ["LIMIT_CALL_BURST", ""],
    ["LIMIT_SOCKETS_PER_USER", "1\n2"],
    ["LIMIT_FAILED_LOGINS_PER_ACCOUNT", "101"],
  ])("is refused if %s would be %j, and nothing changes", async (name, value) => {
    const before = await read();
    expect(await set(name, value)).toMatchObject({
      status: 400,
      body: { code: "setting_invalid", field: "value" },
    });
    expect((await read()).settings).toEqual(before.settings);
  });

  it("is refused if a limit would be 1e9, and nothing changes", async () => {
    const before = await read();
    const limits = SETTINGS.filter((name) => name.startsWith("LIMIT_"));
    expect(limits).toHaveLength(9);
    for (const name of limits)
      expect([name, (await set(name, "1000000000")).body.code]).toEqual([name, "setting_invalid"]);
    expect((await read()).settings).toEqual(before.settings);
  });

  it("is refused for variables that only a new start changes", async () => {
    expect((await set("PRICE_SECRET", "00".repeat(32))).body.code).toBe("body_invalid");
    expect((await set("WIN_RULE", "direction")).body.code).toBe("body_invalid");
  });
});

it("the installation says that the database sorts texts by other rules than its indexes", async () => {
  const { database } = scope.app;
  const sortedBy = (version: string) =>
    database.query("update pg_database set datcollversion = $1 where datname = current_database()", [
      version,
    ]);
  expect((await read()).isCollationChanged).toBe(false);
  await sortedBy("of an older system");
  expect((await read()).isCollationChanged).toBe(true);
  await database.query(
    "do $$ begin execute format('alter database %I refresh collation version', current_database()); end $$",
  );
  expect((await read()).isCollationChanged).toBe(false);
});

describe("the house edge", () => {
  it("applies from the first hour whose terms are not promised yet", async () => {
    const termsBy = async () => {
      const { rows } = await scope.app.database.query<{ epoch: number; text: string }>(
        "select epoch::int, text from price_epochs join price_terms on hash = terms_hash order by epoch",
      );
      return rows.map(({ epoch, text }) => [epoch * EPOCH_TICKS, parseTerms(text)?.houseEdge]);
    };
    const before = await termsBy();
    await set("HOUSE_EDGE", "0.07");
    const { termsFrom, termsNow } = await read();
    expect(termsNow.houseEdge).toBe(0.05);
    expect(await termsBy()).toEqual(before);
    scope.app.clock.jump(3600);
    await scope.settled();
    const after = await termsBy();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(([from]) => from)).toEqual([Date.parse(termsFrom) / 1000]);
    expect(after.at(-1)![1]).toBe(0.07);
    await set("HOUSE_EDGE", null);
  });
});

const PROTECTING = [
  ["LIMIT_FAILED_LOGINS_PER_ACCOUNT", "8", "9"],
  ["LIMIT_FAILED_LOGINS_PER_ADDRESS", "8", "9"],
  ["LIMIT_LOGINS_PER_ACCOUNT", "10", "11"],
  ["LIMIT_DEPOSITS_PER_USER", "8", "9"],
  ["LIMIT_DEPOSITS_PER_ADDRESS", "8", "9"],
] as const;

describe.each([
  ["with an amount above which two decide", "1000"],
  ["without one", undefined],
])("a limit that protects passwords, codes or money, %s", (_, amount) => {
  const start = async () => {
    const environment: Record<string, string> = amount === undefined ? {} : { FOUR_EYES_ABOVE: amount };
    return scope.start({ connection: await scope.clone(), environment, outbox: outbox.path });
  };

  it("is tightened by one administrator and loosened by two, and all staff is told", async () => {
    const app = await start();
    const [one, two] = [await seedAdmin(app), await seedAdmin(app)];
    const support = await seedAdmin(app, "support");
    const value = async (name: string) =>
      (await one.get<Installation>("/api/admin/installation")).body.settings.find(
        (each) => each.name === name,
      )!.value;
    for (const [name, from, to] of PROTECTING) {
      expect((await set(name, from, one)).body).toEqual({ awaiting: null });
      const asked = await set(name, to, one);
      expect(asked.body.awaiting).toMatchObject({ action: "setting_changed", proposedBy: one.user.id });
      expect((await set(name, to, one)).body.awaiting).toEqual(asked.body.awaiting);
      expect([name, await value(name)]).toEqual([name, from]);
      expect((await agree(asked, one)).body.code).toBe("proposal_own");
      expect((await agree(asked, support)).body.code).toBe("role_insufficient");
      await app.settled();
      const isTold = ({ user }: Person) => outbox.mails(user.email).some(({ text }) => text.includes(name));
      expect([one, two, support].some(isTold)).toBe(false);
      expect((await agree(asked, two)).body.outcome).toBe("agreed");
      expect([name, await value(name)]).toEqual([name, to]);
      await app.settled();
      for (const person of [one, two, support])
        expect(outbox.mails(person.user.email).at(-1)).toMatchObject({
          subject: "Veritick: A limit was relaxed",
          text: expect.stringContaining(
            `${two.user.email} changed the setting ${name} from ${from} to ${to}, as ${one.user.email} proposed.`,
          ),
        });
      // Undoing is loosening too, because the environment's value is higher.
      expect((await set(name, null, two)).body.awaiting).not.toBeNull();
    }
    for (const name of ["LIMIT_CALL_BURST", "LIMIT_CALLS_PER_SECOND", "LIMIT_SOCKETS_PER_USER"])
      for (const next of ["60", "61"]) expect((await set(name, next, one)).body).toEqual({ awaiting: null });
  });

  it("is loosened by an only administrator alone, and all staff is told", async () => {
    const app = await start();
    const alone = await seedAdmin(app);
    const support = await seedAdmin(app, "support");
    const name = "LIMIT_FAILED_LOGINS_PER_ACCOUNT";
    await set(name, "3", alone);
    expect((await set(name, "4", alone)).body).toEqual({ awaiting: null });
    await app.settled();
    for (const person of [alone, support])
      expect(outbox.mails(person.user.email).map(({ text }) => text)).toEqual([
        expect.stringContaining(`changed the setting ${name} from 3 to 4.`),
      ]);
  });

  it("lets no more guesses through until the second administrator agrees", async () => {
    const app = await start();
    const [one, two] = [await seedAdmin(app), await seedAdmin(app)];
    const email = `guessed-${amount}@example.com`;
    const guess = async (count: number) => {
      const seen = new Set<number>();
      for (let n = 0; n < count; n += 1)
        seen.add(
          (await new TestClient(app.url).post("/api/auth/login", { email, password: "wrong" })).status,
        );
      return seen;
    };
    await set("LIMIT_FAILED_LOGINS_PER_ACCOUNT", "5", one);
    expect(await guess(5)).toEqual(new Set([401]));
    const asked = await set("LIMIT_FAILED_LOGINS_PER_ACCOUNT", "100", one);
    expect(await guess(10)).toEqual(new Set([429]));
    await agree(asked, two);
    expect(await guess(10)).toEqual(new Set([401]));
  });
});

describe("the amount above which two administrators decide", () => {
  it("is lowered by one and raised by two", async () => {
    expect((await set("FOUR_EYES_ABOVE", "500")).body).toEqual({ awaiting: null });
    const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
    const adjust = (amount: string) =>
      admin.post(`/api/admin/users/${person.user.id}/adjust-balance`, { amount, note: "for a test" });
    expect((await adjust("600")).body.awaiting).not.toBeNull();

    const asked = await set("FOUR_EYES_ABOVE", "1000");
    expect(asked.body.awaiting).toMatchObject({ action: "setting_changed", proposedBy: admin.user.id });
    expect(await shown("FOUR_EYES_ABOVE")).toMatchObject({ value: "500" });
    // The same value again is the same proposal; another value waits until that one is decided.
    expect((await set("FOUR_EYES_ABOVE", "1000")).body.awaiting.proposalId).toBe(
      asked.body.awaiting.proposalId,
    );
    expect((await set("FOUR_EYES_ABOVE", "none")).body.code).toBe("proposal_differs");
    expect((await agree(asked, admin)).body.code).toBe("proposal_own");
    const agreed = await agree(asked);
    expect([agreed.status, agreed.body.setting, agreed.body.outcome]).toEqual([
      200,
      "FOUR_EYES_ABOVE=1000",
      "agreed",
    ]);
    expect(await shown("FOUR_EYES_ABOVE")).toMatchObject({ value: "1000", isChanged: true });
    expect(await newestChange()).toMatchObject({ actor: second.user.id, proposedBy: admin.user.id });
  });

  it("is switched off by two, even by going back to the environment's value", async () => {
    for (const value of ["none", null]) {
      const { body } = await set("FOUR_EYES_ABOVE", value === null ? "10" : "20");
      expect(body).toEqual({ awaiting: null });
      const asked = await set("FOUR_EYES_ABOVE", value);
      expect(asked.body.awaiting).not.toBeNull();
      const declined = await second.post(
        `/api/admin/proposals/${asked.body.awaiting.proposalId}/decline`,
        {},
      );
      expect(declined.body.outcome).toBe("declined");
    }
    expect(await shown("FOUR_EYES_ABOVE")).toMatchObject({ value: "10" });
  });

  it("takes two to switch off, even on a process that missed the change", async () => {
    const app = await scope.start({ connection: await scope.clone() });
    const alone = await seedAdmin(app);
    await setKeptValue(app.database, "settings", JSON.stringify({ FOUR_EYES_ABOVE: "1000" }));
    for (const value of [null, "none"]) {
      const { body } = await set("FOUR_EYES_ABOVE", value, alone);
      expect(body.awaiting, String(value)).toMatchObject({ action: "setting_changed" });
      await alone.post(`/api/admin/proposals/${body.awaiting.proposalId}/decline`, {});
    }
  });
});

describe.each(["AUTO_APPROVE_BELOW", "AUTO_APPROVE_PER_DAY"])("the rule's amount %s", (name) => {
  const start = async (environment: Record<string, string>) => {
    const app = await scope.start({ connection: await scope.clone(), environment, outbox: outbox.path });
    return [app, await seedAdmin(app)] as const;
  };

  it("is raised by two, and lowered or set to none by one at once; all staff is told", async () => {
    const [app, one] = await start({});
    const two = await seedAdmin(app);
    const value = async () =>
      (await one.get<Installation>("/api/admin/installation")).body.settings.find(
        (each) => each.name === name,
      );
    expect(await value()).toMatchObject({ value: null, initial: null, isChanged: false });
    const asked = await set(name, "100.50", one);
    expect(asked.body.awaiting).toMatchObject({ action: "setting_changed", proposedBy: one.user.id });
    expect((await agree(asked, one)).body.code).toBe("proposal_own");
    expect(await value()).toMatchObject({ value: null });
    expect((await agree(asked, two)).body.outcome).toBe("agreed");
    expect(await value()).toMatchObject({ value: "100.5", isChanged: true });
    await app.settled();
    for (const { user } of [one, two])
      expect(outbox.mails(user.email).at(-1)!.text).toContain(`the setting ${name} from none to 100.5`);

    const raised = await set(name, "101", one);
    expect(raised.body.awaiting).not.toBeNull();
    // A stop does not wait for the decision about a proposal.
    for (const lower of ["100", "none"]) {
      expect((await set(name, lower, one)).body).toEqual({ awaiting: null });
      expect(await value()).toMatchObject({ value: lower === "none" ? null : lower });
    }
  });

  it("is raised by an only administrator alone, except where two decide above an amount", async () => {
    for (const fourEyes of [undefined, "none", "1000"]) {
      const [, alone] = await start(fourEyes === undefined ? {} : { FOUR_EYES_ABOVE: fourEyes });
      const { body } = await set(name, "100", alone);
      expect([fourEyes, body.awaiting === null]).toEqual([fourEyes, fourEyes !== "1000"]);
    }
  });
});

describe("another process", () => {
  const config = readConfig({ DATABASE_URL: "postgresql://nowhere", ...secrets() });
  const openOther = () =>
    openSettings({ database: scope.app.database, bus: localBus(), log: createLog("silent"), config });

  it("follows a change within seconds, even without a message", async () => {
    await set("SELL_FEE", "0.02");
    const other = await openOther();
    expect([other.live.sellFee, other.live.limits.socketsPerUser]).toEqual([0.02, 20]);
    await set("SELL_FEE", "0.03");
    await set("LIMIT_SOCKETS_PER_USER", "7");
    const { limits } = other.live;
    other.task.tick(5);
    await other.task.idle();
    expect([other.live.sellFee, limits.socketsPerUser]).toEqual([0.03, 7]);
  });

  it("keeps the environment's value of an unusable setting, and uses the others", async () => {
    await setKeptValue(
      scope.app.database,
      "settings",
      JSON.stringify({ HOUSE_EDGE: "5", SELL_FEE: "0.04", FORMER: "x" }),
    );
    const { live } = await openOther();
    expect([live.houseEdge, live.sellFee]).toEqual([0.05, 0.04]);
    expect((await set("SELL_FEE", null)).status).toBe(200);
  });
});

function secrets() {
  const names = ["PRICE_SECRET", "CODE_PEPPER", "SIGNING_KEY", "BEACON_KEY"];
  return Object.fromEntries(names.map((name, index) => [name, `${index + 1}a`.repeat(32)]));
}
