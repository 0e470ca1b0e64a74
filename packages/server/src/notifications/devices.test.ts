import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { hasLooseSpaces } from "@veritick/contract/typography.fixture.ts";
import { holdUser, untilBlocked } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { startPushService } from "../../testing/push-service.ts";
import type { PushService } from "../../testing/push-service.ts";
import { addPasskey } from "../../testing/software-authenticator.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { listUnsent } from "../platform/outbox.ts";
import { isPublicAddress } from "../platform/http/post-outside.ts";
import { readPushServices } from "../config/values.ts";
import { endDevices, isPushEndpoint } from "./devices.ts";
import { MAIL_WORDS, MAILED_CHANGES } from "./mail-words.ts";
import { WITHDRAWAL_NEWS } from "./money-mail-words.ts";
import { STAFF_MAIL_WORDS } from "./staff-mails.ts";
import { PUSH_WORDS, writePush } from "./push-words.ts";

const scope = useApp({ PUSH_SERVICES: "127.0.0.1" });
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(() => service.answer(201));

const PATH = "/api/profile/push-devices";
const NEW_PASSWORD = { currentPassword: "secret-1", newPassword: "quite-another-1" };
const list = async (person: Person) =>
  (await person.get<{ publicKey: string } & Record<"devices" | "ended", PushDevice[]>>(PATH)).body;

/** Registers a browser of the user for notices. */
async function subscribe(person: Person, headers: Record<string, string> = {}) {
  const { subscription, read } = service.subscribe();
  const { status, body } = await person.post<PushDevice>(PATH, subscription, headers);
  expect(status).toBe(201);
  const { publicKey } = await list(person);
  return { device: body, subscription, read: () => read(publicKey) };
}
async function later(seconds: number): Promise<void> {
  scope.app.clock.jump(seconds);
  await scope.settled();
}
async function openAndSettle(person: Person, count: number): Promise<Position[]> {
  for (let opened = 0; opened < count; opened += 1)
    await person.post("/api/trading/positions", { type: "buy", amount: "2", duration: 1 });
  scope.app.clock.jump(70);
  await scope.settled();
  await scope.settled();
  return (await person.get<Position[]>("/api/trading/positions")).body;
}

describe("a device", () => {
  it("gets a notice of its owner's ended position, encrypted for it alone", async () => {
    const [ann, bob] = (await seedPeople(scope.app, 2, "100")) as [Person, Person];
    const [annas, bobs] = [await subscribe(ann), await subscribe(bob, { "accept-language": "fr" })];
    const [position] = await openAndSettle(ann, 1);
    const [notice, ...more] = annas.read();
    expect(more).toEqual([]);
    const won = position!.status === "won";
    const profit = Number(position!.profit).toFixed(2).replace("-", "");
    expect(notice).toMatchObject({
      title: won ? "Position won" : "Position lost",
      body: `Buy, 1 min: ${won ? "+" : "−"}${profit} USDMS`,
      url: "/dashboard",
    });
    expect(bobs.read()).toEqual([]);

    await openAndSettle(bob, 3);
    const [told] = bobs.read();
    expect(told!.title).toBe("3 positions terminées");
    expect(told!.body).toMatch(/^(\d gagnées?|\d perdues?|\d gagnées?, \d perdues?) : [+−]\d+,\d\d USDMS$/);
    const sent = service.received.at(-1)!;
    expect(sent.body.toString()).not.toContain("USDMS");
    expect(sent.headers).toMatchObject({ ttl: "3600", "content-encoding": "aes128gcm" });
  });

  it("gets a notice of a sale, which may have been made elsewhere", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    const { read } = await subscribe(ann);
    const { body: opened } = await ann.post<Position>("/api/trading/positions", {
      type: "sell",
      amount: "2",
      duration: 3,
    });
    scope.app.clock.jump(9);
    await scope.settled();
    const { body: sold } = await ann.post<Position>(`/api/trading/positions/${opened.id}/sell`, {
      minProceeds: "0.00",
    });
    await scope.settled();
    const profit = Number(sold.profit).toFixed(2);
    expect(read()).toMatchObject([
      {
        title: "Position sold back",
        body: `Sell, 3 min: ${profit.startsWith("-") ? profit.replace("-", "\u2212") : `+${profit}`} USDMS`,
      },
    ]);
  });

  it.each([
    ["en", "2 positions ended", "2 sold back: −"],
    ["fr", "2 positions terminées", "2 revendues : −"],
  ] as const)(
    "counts positions sold back at a loss as sold back, not as lost, in %s",
    async (language, title, body) => {
      const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
      const refs: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const order = { type: "buy", amount: "10", duration: 1 };
        const opened = await ann.post<Position>("/api/trading/positions", order);
        const path = `/api/trading/positions/${opened.body.id}/sell`;
        const { body: sold } = await ann.post<Position>(path, { minProceeds: "0.00" });
        expect([sold.status, Number(sold.profit) < 0]).toEqual(["sold", true]);
        refs.push(sold.id);
      }
      const owner = { user_id: ann.user.id, language };
      const push = await writePush(scope.app.database, { kind: "positions_ended", refs }, owner);
      expect(push).toMatchObject({ title, body: expect.stringContaining(body) as string });
    },
  );

  it("shows a profit cut to two decimals, as the pages do", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    const order = { type: "buy", amount: "0.05", duration: 1 };
    const { body } = await ann.post<Position>("/api/trading/positions", order);
    scope.app.clock.jump(70);
    await scope.settled();
    await scope.app.database.query(
      "update trading_positions set status = 'won', profit = 0.125 where id = $1",
      [body.id],
    );
    const queued = { kind: "positions_ended", refs: [body.id] };
    const owner = { user_id: ann.user.id, language: "en" as const };
    const push = await writePush(scope.app.database, queued, owner);
    expect(push).toMatchObject({ title: "Position won", body: "Buy, 1 min: +0.12 USDMS" });
  });

  it("gets a notice of each decision about a withdrawal and of its payment", async () => {
    const [client] = (await withdrawingPeople(scope.app, 1, "100")) as [Person];
    const { read } = await subscribe(client);
    const admin = await seedAdmin(scope.app);
    const { body } = await withdraw(client, { amount: "20" });
    await admin.post(`/api/admin/withdrawals/${body.id}/reject`);
    await scope.settled();
    expect(read()).toMatchObject([{ title: "Withdrawal rejected", url: "/dashboard" }]);
  });

  it("ends once its push service says it is gone, until its browser renews it; a failed push is tried again", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    const { device, subscription, read } = await subscribe(ann);
    service.answer(503);
    await openAndSettle(ann, 1);
    expect((await list(ann)).devices).toHaveLength(1);
    expect(await listUnsent(scope.app.database, 9)).toMatchObject([
      { channel: "pushes", reason: "the push service answered 503" },
    ]);
    service.answer(201);
    scope.app.clock.jump(60);
    await scope.settled();
    const [first, second] = read();
    expect(second).toEqual(first);
    service.answer(410);
    await openAndSettle(ann, 1);
    expect(await list(ann)).toMatchObject({ devices: [], ended: [device] });
    expect(await listUnsent(scope.app.database, 9)).toEqual([]);
    service.answer(201);
    const sent = service.received.length;
    await openAndSettle(ann, 1);
    expect(service.received).toHaveLength(sent);
    const renewed = service.subscribe();
    const body = { ...renewed.subscription, replaces: subscription.endpoint };
    expect((await ann.post(PATH, body)).status).toBe(201);
    expect(await list(ann)).toMatchObject({ devices: [{ id: device.id }], ended: [] });
    await openAndSettle(ann, 1);
    expect(renewed.read((await list(ann)).publicKey)).toHaveLength(1);
  });

  it("that has ended counts no more, and goes once its session asks with another subscription or its owner removes it", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "0")) as [Person];
    for (let count = 0; count < 10; count += 1) await subscribe(ann);
    await endDevices(scope.app.database);
    expect((await list(ann)).ended).toHaveLength(10);
    const { device, subscription } = await subscribe(ann);
    expect(await list(ann)).toMatchObject({ devices: [device], ended: [] });
    await endDevices(scope.app.database);
    expect((await ann.call("DELETE", `${PATH}/${device.id}`)).status).toBe(200);
    const renewed = { ...service.subscribe().subscription, replaces: subscription.endpoint };
    expect((await ann.post(PATH, renewed)).body.code).toBe("not_found");
  });

  it("ends after twelve refusals in a row, not after a busy or broken service", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    await subscribe(ann);
    const failures = async () => {
      const { rows } = await scope.app.database.query(
        "select failures from push_devices where user_id = $1",
        [ann.user.id],
      );
      return rows[0]?.failures as number | undefined;
    };
    for (const [status, expected] of [
      [403, 1],
      [429, 0],
      [400, 1],
      [503, 0],
    ] as const) {
      service.answer(status);
      await openAndSettle(ann, 1);
      expect(await failures()).toBe(expected);
      await scope.app.database.query("delete from outbox where channel = 'pushes'");
    }
    await scope.app.database.query("update push_devices set failures = 11 where user_id = $1", [ann.user.id]);
    service.answer(403);
    await openAndSettle(ann, 1);
    expect((await list(ann)).devices).toEqual([]);
  });

  it("is replaced when its browser renews it, with its language, and only if it is still the caller's", async () => {
    const [ann, bob] = (await seedPeople(scope.app, 2, "100")) as [Person, Person];
    const { device, subscription } = await subscribe(ann, { "accept-language": "fr" });
    const renewed = { ...service.subscribe().subscription, replaces: subscription.endpoint };
    expect((await bob.post(PATH, renewed)).status).toBe(404);
    expect((await new TestClient(scope.app.url).post(PATH, renewed)).status).toBe(401);
    expect((await list(bob)).devices).toEqual([]);
    expect((await ann.post(PATH, renewed, { "accept-language": "en" })).status).toBe(201);
    expect((await list(ann)).devices).toMatchObject([{ id: device.id, endpoint: renewed.endpoint }]);
    const { rows } = await scope.app.database.query("select language from push_devices where user_id = $1", [
      ann.user.id,
    ]);
    expect(rows).toEqual([{ language: "fr" }]);
    expect((await ann.post(PATH, renewed)).body.code).toBe("not_found");
  });

  it("is visible to its owner only, can be removed, and moves to its newest user", async () => {
    const [ann, bob] = (await seedPeople(scope.app, 2, "100")) as [Person, Person];
    const { device, subscription, read } = await subscribe(ann, { "user-agent": "Browser/1" });
    expect((await list(ann)).devices).toEqual([
      { ...device, endpoint: subscription.endpoint, userAgent: "Browser/1" },
    ]);
    expect((await ann.post(PATH, subscription)).body.id).toBe(device.id);
    expect((await bob.call("DELETE", `${PATH}/${device.id}`)).status).toBe(404);
    await bob.post(PATH, subscription);
    expect((await list(ann)).devices).toEqual([]);
    await openAndSettle(ann, 1);
    expect(read()).toEqual([]);
    const [bobs] = (await list(bob)).devices;
    expect((await bob.call("DELETE", `${PATH}/${bobs!.id}`)).status).toBe(200);
    expect((await list(bob)).devices).toEqual([]);
  });

  it("gets no more notices once its session has ended", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    const { read } = await subscribe(ann);
    await ann.post("/api/trading/positions", { type: "buy", amount: "2", duration: 1 });
    await ann.post("/api/auth/logout");
    scope.app.clock.jump(70);
    await scope.settled();
    await scope.settled();
    expect(read()).toEqual([]);
    const { rowCount } = await scope.app.database.query("select from push_devices where user_id = $1", [
      ann.user.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it.each([
    ["a new password", (owner: TestClient) => owner.post("/api/profile/change-password", NEW_PASSWORD)],
    ["an authenticator app", (owner: TestClient) => enableTwoStep(scope.app, owner)],
    ["a first passkey", (owner: TestClient) => addPasskey(scope.app, owner)],
  ])("that a thief of the session added gets no more notices after %s", async (_what, change) => {
    const owner = await fundedClient(scope.app, "100");
    const thief = Object.assign(new TestClient(scope.app.url), { cookie: owner.cookie, user: owner.user });
    const { read } = await subscribe(thief);
    await change(owner);
    expect((await list(owner)).devices).toEqual([]);
    const own = await subscribe(owner);
    await openAndSettle(owner, 1);
    expect([read(), own.read()]).toMatchObject([[], [{ url: "/dashboard" }]]);
  });

  it("is not added for a thief whose call waited while the owner changed the password", async () => {
    const owner = await fundedClient(scope.app, "100");
    const thief = Object.assign(new TestClient(scope.app.url), { cookie: owner.cookie });
    const { letGo } = await holdUser(scope.app.database, owner.user.id);
    const changing = owner.post("/api/profile/change-password", NEW_PASSWORD);
    await untilBlocked(scope.app.database);
    const adding = thief.post(PATH, service.subscribe().subscription);
    await untilBlocked(scope.app.database, 2);
    await letGo();
    expect((await changing).status).toBe(200);
    expect((await adding).body.code).toBe("not_signed_in");
    expect((await list(owner)).devices).toEqual([]);
  });

  it("is one of ten at most", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "0")) as [Person];
    for (let count = 0; count < 10; count += 1) await subscribe(ann);
    const { status, body } = await ann.post(PATH, service.subscribe().subscription);
    expect([status, body.code]).toEqual([409, "too_many_push_devices"]);
  });
});

describe("a device whose push service does not answer in time", () => {
  beforeEach(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((ms) => timeout(service.isSilent() ? 50 : ms));
    onTestFinished(() => spy.mockRestore());
  });

  it("ends after three tries in a row", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    await subscribe(ann);
    service.answer(undefined);
    await openAndSettle(ann, 1);
    expect(await listUnsent(scope.app.database, 9)).toMatchObject([{ reason: "no answer (time_limit)" }]);
    await later(60);
    expect((await list(ann)).devices).toHaveLength(1);
    await later(60);
    expect((await list(ann)).devices).toEqual([]);
    expect(await listUnsent(scope.app.database, 9)).toEqual([]);
  });

  it("stays if no service is reached at all", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    await subscribe(ann);
    // The time is over before the connection stands.
    const over = AbortSignal.abort(new DOMException("", "TimeoutError"));
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(over);
    onTestFinished(() => timeout.mockRestore());
    await openAndSettle(ann, 1);
    for (let tries = 1; tries < 5; tries += 1) await later(600);
    expect(await listUnsent(scope.app.database, 9)).toMatchObject([
      { reason: "no answer (time_limit)", tries: 5 },
    ]);
    timeout.mockRestore();
    await later(600);
    expect(await listUnsent(scope.app.database, 9)).toEqual([]);
    expect((await list(ann)).devices).toHaveLength(1);
  });

  it("stays if the service answers in between", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
    await subscribe(ann);
    for (const status of [undefined, undefined, 503, undefined, undefined, 201]) {
      service.answer(status);
      if (status === 201 || (await listUnsent(scope.app.database, 9)).length > 0) await later(600);
      else await openAndSettle(ann, 1);
    }
    expect((await list(ann)).devices).toHaveLength(1);
    expect(await listUnsent(scope.app.database, 9)).toEqual([]);
  });
});

it("sends a user at most 100 notices at once", async () => {
  const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
  const { device, subscription } = await subscribe(ann);
  const [position] = await openAndSettle(ann, 1);
  const path = new URL(subscription.endpoint).pathname;
  const notices = () => service.received.filter((one) => one.path === path).length;
  expect(notices()).toBe(1);
  const queue = (count: number) =>
    scope.app.database.query(
      // Notices of different kinds do not merge.
      `insert into outbox (channel, data, queued_at, next_try_at)
       select 'pushes', jsonb_build_object('deviceId', $1::text, 'owner', $2::text, 'service', 'x', 'kind', 'kind ' || n, 'refs',
         jsonb_build_array($3::text)), $4, $4 from generate_series(1, $5) as n`,
      [device.id, ann.user.id, position!.id, new Date(scope.app.clock.nowMs()), count],
    );
  await queue(120);
  await scope.settled();
  expect(notices()).toBe(100);
  // 600 an hour.
  await later(60);
  await queue(120);
  await scope.settled();
  expect(notices()).toBe(110);
});

it("drops a device whose service is no longer listed", async () => {
  const [ann] = (await seedPeople(scope.app, 1, "100")) as [Person];
  const { read } = await subscribe(ann);
  await scope.app.database.query(
    "update push_devices set endpoint = 'https://push.example.com/' || id where user_id = $1",
    [ann.user.id],
  );
  await openAndSettle(ann, 1);
  expect([read(), (await list(ann)).devices]).toEqual([[], []]);
});

describe("the address of a push service", () => {
  const SERVICES = readPushServices(undefined);

  it.each([
    "https://push.example.com/1",
    "https://evil-fcm.googleapis.com/1",
    "https://fcm.googleapis.com.example.com/1",
    "https://notify.windows.com/1",
    "http://fcm.googleapis.com/1",
    "http://127.0.0.1/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://2130706433/1",
    "https://localhost/1",
    "https://db.internal/1",
    "https://fcm.googleapis.com:6379/1",
    "https://user:secret@fcm.googleapis.com/1",
    "ftp://fcm.googleapis.com/1",
    "javascript:alert(1)",
  ])("is refused if it is none of a known service: %s", (endpoint) =>
    expect(isPushEndpoint(SERVICES, endpoint)).toBe(false),
  );

  it.each([
    "https://fcm.googleapis.com/fcm/send/x",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ])("is accepted: %s", (endpoint) => expect(isPushEndpoint(SERVICES, endpoint)).toBe(true));

  it("is one that PUSH_SERVICES lists, or the registration says why not in the person's language", async () => {
    const [ann] = (await seedPeople(scope.app, 1, "0")) as [Person];
    const { keys } = service.subscribe().subscription;
    const device = { endpoint: "https://fcm.googleapis.com/fcm/send/x", keys };
    const { status, body } = await ann.post(PATH, device);
    expect([status, body]).toMatchObject([
      400,
      {
        code: "push_endpoint_invalid",
        message:
          "This site cannot send notifications through your browser’s push service. Try another browser.",
      },
    ]);
    const french = await ann.post(PATH, device, { "accept-language": "fr" });
    expect(french.body.message).toMatch(/^Ce site ne peut pas envoyer de notifications/);
    expect((await list(ann)).devices).toEqual([]);
  });

  it("is refused at a private address, independent of its name", () => {
    for (const address of [
      "10.1.2.3",
      "127.0.0.1",
      "169.254.169.254",
      "172.31.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "0.0.0.0",
      "::1",
      "::ffff:127.0.0.1",
      "fd00::1",
      "fe80::1",
      "2002:7f00:1::",
    ])
      expect(isPublicAddress(address), address).toBe(false);
    for (const address of ["142.250.74.10", "2a00:1450:4001:829::200a"])
      expect(isPublicAddress(address), address).toBe(true);
  });
});

it.each([
  [1, 1, "1 won, 1 lost", "1 gagnée, 1 perdue"],
  [2, 0, "2 won", "2 gagnées"],
  [0, 2, "2 lost", "2 perdues"],
])("counts %i won and %i lost as each language does", (won, lost, english, french) => {
  const counts = { won, lost, sold: 0, refunded: 0 };
  expect(PUSH_WORDS.en.sum(counts, "+1.00")).toBe(`${english}: +1.00 USDMS`);
  expect(PUSH_WORDS.fr.sum(counts, "+1,00")).toBe(`${french}\u00a0: +1,00 USDMS`);
});

it("has a no-break space before high punctuation and inside quotation marks in French", () => {
  const [mail, push] = [
    MAIL_WORDS.fr({ name: "Acme", zone: undefined, toSupport: (part) => part }),
    PUSH_WORDS.fr,
  ];
  const at = new Date(0);
  const sent = { amount: "9.00", asset: "trx", address: "T2" };
  const withdrawal = { amount: "20.00", net: "18.40", address: "T1", hash: "ab", reason: "doublon", sent };
  const grant = { email: "ann@example.com", role: "support", by: "bob@example.com", from: at } as const;
  const limit = {
    name: "LIMIT_DEPOSITS_PER_USER",
    from: "3",
    to: null,
    by: grant.by,
    proposedBy: grant.email,
  };
  const mails = [
    ...MAILED_CHANGES.map((change) => mail.change(change, 24, "/profile")),
    ...WITHDRAWAL_NEWS.map((news) => mail.withdrawal[news](withdrawal, "")),
    mail.signIn({ at, address: null, userAgent: null }, ""),
    mail.depositRejected(withdrawal),
    STAFF_MAIL_WORDS.fr(undefined).grant(grant, ""),
    STAFF_MAIL_WORDS.fr(undefined).loosened(limit, ""),
  ].flatMap(({ subject, text }) => [subject, text]);
  const counts = { won: 1, lost: 1, sold: 1, refunded: 1 };
  const row = { status: "won", type: "buy", duration: 3, profit: "1.00" } as const;
  const notices = Object.values(push.withdrawal).flatMap(({ title, body }) => [title, body]);
  const others = [mail.last(20, at), push.many(2), push.position(row, "+1,00"), push.sum(counts, "+1,00")];
  const texts = [...mails, ...notices, ...others, ...Object.values(push.one)];
  expect(texts.filter(hasLooseSpaces)).toEqual([]);
});
