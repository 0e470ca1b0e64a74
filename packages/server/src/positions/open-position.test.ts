import { QUICKNET } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { once } from "node:events";
import { positionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { OpenedPosition } from "@veritick/contract/schemas/positions.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { describe, expect, it } from "vitest";
import { hold, untilBlocked } from "../../testing/held-rows.ts";
import * as z from "zod/mini";
import { closeAll } from "../../testing/end-price.ts";
import { seedPeople } from "../../testing/people.ts";
import { TEST_PUBLIC_KEY } from "../../testing/test-app.ts";
import { TestClient, fundedClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf, nowTick } from "../platform/clock.ts";
import { orderKeyOf } from "../platform/http/idempotency.ts";

const scope = useApp();
const terms = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

const open = (client: TestClient, body: object = {}, key?: string) =>
  client.post(
    "/api/trading/positions",
    { type: "buy", amount: "1.00", duration: 1, ...body },
    key === undefined ? {} : { "idempotency-key": key },
  );

/** Returns a client of the same user on another process. */
const at = (url: string, person: TestClient) => Object.assign(new TestClient(url), { cookie: person.cookie });

async function newestPriceMilli(): Promise<number> {
  const { body } = await new TestClient(scope.app.url).get("/api/prices");
  return Math.round(body.prices.at(-1) * 1000);
}

const kinds = DURATIONS.flatMap((duration) =>
  (["buy", "sell"] as const).map((type): [Side, Duration] => [type, duration]),
);

describe("opening a position", () => {
  it.each(kinds)("sells a %s of %i min on the published price and its barrier", async (type, duration) => {
    const client = await fundedClient(scope.app, "100");
    const entryMilli = await newestPriceMilli();
    const answer = await open(client, { amount: "10.01", duration, type });
    expect(answer.status).toBe(201);
    const term = terms.find((candidate) => candidate.duration === duration)!;
    const tick = nowTick(scope.app.clock);
    expect(answer.body).toEqual({
      id: expect.any(String),
      userId: client.user.id,
      type,
      entryPrice: priceAsDecimal8(entryMilli),
      barrierPrice: priceAsDecimal8(barrierMilli(term, type, entryMilli)),
      winChance: term.winChance,
      amount: "10.01000000",
      duration,
      multiplier: (term.multiplierHundredths / 100).toFixed(2),
      status: "active",
      createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
      expiresAt: new Date((tick + 60 * duration) * 1000).toISOString(),
      entryTick: tick,
      round: roundOf(QUICKNET, tick),
      expiryTick: tick + 60 * duration,
      resultPrice: null,
      profit: null,
      refundReason: null,
      soldTick: null,
      soldPrice: null,
      proceeds: null,
      signature: expect.stringMatching(/^[0-9a-f]{128}$/),
      publicKey: TEST_PUBLIC_KEY,
      path: [],
    } satisfies OpenedPosition);
    expect(await client.balance()).toBe("89.99000000");
    const { signature, publicKey, path, ...position } = answer.body;
    expect((await client.get("/api/trading/positions")).body).toEqual([position]);
    const receipt = z.parse(
      positionReceipt,
      (await client.get(`/api/trading/positions/${answer.body.id}`)).body,
    );
    expect(receipt.position).toEqual(position);
    expect(receipt.promise).toMatchObject({ signature, publicKey, path });
  });

  it("pushes the new balance to every live connection of the user and to no other", async () => {
    const [client, stranger] = await seedPeople(scope.app, 2, "50");
    const [one, two, other] = [await client!.live(), await client!.live(), await stranger!.live()];
    await open(client!, { amount: "20" });
    for (const { pushes } of [one, two]) {
      await until(() => pushes.length === 1, "the balance was pushed");
      expect(pushes).toEqual([{ type: "balanceUpdate", balance: "30.00000000" }]);
    }
    await open(client!, { amount: "31" });
    const closed = once(other.socket, "close");
    other.socket.close();
    await closed;
    expect(other.pushes).toEqual([]);
    one.socket.terminate();
    two.socket.terminate();
  });

  it.each([
    [{ amount: "0" }, "amount", "Le montant doit être supérieur à 0"],
    [{ amount: "0.001" }, "amount", "Enter an amount with at most two decimals, such as 15.50"],
    [{ duration: 2 }, "duration", "Durée invalide"],
    [{ type: "hold" }, "type", "The type must be buy or sell"],
    [{ amount: "100.01" }, "amount", "Insufficient balance"],
  ])("refuses %j with 400 and moves nothing", async (body, field, message) => {
    const [client] = await seedPeople(scope.app, 1, "100");
    const answer = await open(client!, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ field, message });
    expect(await client!.balance()).toBe("100.00000000");
    expect((await client!.get("/api/trading/positions")).body).toEqual([]);
  });

  it("takes the last hundredth, and not one more", async () => {
    const [client] = await seedPeople(scope.app, 1, "0.02");
    expect((await open(client!, { amount: 0.01 })).status).toBe(201);
    expect((await open(client!, { amount: "0.01" })).status).toBe(201);
    expect((await open(client!, { amount: "0.01" })).body.code).toBe("balance_insufficient");
    expect(await client!.balance()).toBe("0.00000000");
  });
});

describe("many at once", () => {
  it("admits exactly what fits when 100 requests race for one balance through two servers", async () => {
    const second = await scope.start();
    const [client] = await seedPeople(scope.app, 1, "37");
    const clients = [client!, at(second.url, client!)];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => open(clients[index % 2]!)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(37);
    expect(answers.filter((answer) => answer.body.code === "balance_insufficient")).toHaveLength(63);
    expect(await client!.balance()).toBe("0.00000000");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("opens for different people together, each whole or not at all", async () => {
    const rich = await seedPeople(scope.app, 60, "10");
    const poor = await seedPeople(scope.app, 20, "4.99");
    const everyone = [...rich, ...poor].toSorted((a, b) => (a.cookie < b.cookie ? -1 : 1));
    const answers = await Promise.all(
      everyone.map((person, index) =>
        open(person, { amount: "5", duration: DURATIONS[index % 4] }, "only-key"),
      ),
    );
    for (const [index, person] of everyone.entries()) {
      const answer = answers[index]!;
      expect(answer.status).toBe(rich.includes(person) ? 201 : 400);
      if (answer.status === 201)
        expect(answer.body).toMatchObject({ userId: person.user.id, duration: DURATIONS[index % 4] });
    }
    const balances = await Promise.all(everyone.map((person) => person.balance()));
    expect(balances.filter((balance) => balance === "5.00000000")).toHaveLength(60);
    expect(balances.filter((balance) => balance === "4.99000000")).toHaveLength(20);
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});

describe("an idempotency key", () => {
  it("has one effect, in parallel and afterwards", async () => {
    const client = (await seedPeople(scope.app, 1, "15"))[0]!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => open(client, { amount: "15" }, "the-key")),
    );
    const ids = new Set(answers.filter((answer) => answer.status === 201).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    const others = answers.filter((answer) => answer.status !== 201);
    expect(
      others.every((answer) => answer.status === 409 && answer.body.code === "idempotency_running"),
    ).toBe(true);
    const again = await open(client, { amount: 15 }, "the-key");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(ids.has(again.body.id)).toBe(true);
    const mismatch = await open(client, { amount: "14" }, "the-key");
    expect(mismatch).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("has one effect on two servers at once, round after round", async () => {
    const second = await scope.start();
    const [client] = await seedPeople(scope.app, 1, "100");
    const elsewhere = at(second.url, client!);
    for (let round = 1; round <= 10; round += 1) {
      const answers = await Promise.all(
        [client!, elsewhere].map((one) => open(one, { amount: "2" }, `round-${round}`)),
      );
      expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
      expect(answers.filter((answer) => answer.headers.has("idempotency-replayed"))).toHaveLength(1);
      expect(Number(await client!.balance())).toBe(100 - 2 * round);
    }
  });

  it("gets the first answer, byte for byte, whatever has become of the position", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection });
    const [client] = await seedPeople(app, 1, "100");
    const orders = (["sold", "won or lost", "refunded", "active"] as const).map((key, index) => ({
      key: key.replaceAll(" ", "-"),
      body: { type: "buy", amount: "3.10", duration: DURATIONS[index]! },
    }));
    /** Returns the answer of a process exactly as it was sent. */
    const answerTo = async (url: string, { key, body }: (typeof orders)[number]) => {
      const answer = await fetch(`${url}/api/trading/positions`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: client!.cookie, "idempotency-key": key },
        body: JSON.stringify(body),
      });
      return { text: await answer.text(), isReplayed: answer.headers.get("idempotency-replayed") };
    };
    const firsts: string[] = [];
    for (const order of orders.slice(0, 3)) firsts.push((await answerTo(app.url, order)).text);
    const sold = JSON.parse(firsts[0]!).id;
    expect((await client!.post(`/api/trading/positions/${sold}/sell`, { minProceeds: "0.00" })).status).toBe(
      200,
    );
    scope.app.clock.jump(3 * 60);
    await app.settled();
    await closeAll(app.database, dateOf(app.clock));
    firsts.push((await answerTo(app.url, orders[3]!)).text);
    const { body } = await client!.get<{ status: string }[]>("/api/trading/positions");
    expect(body.map(({ status }) => status).toReversed()).toEqual([
      "sold",
      expect.stringMatching(/^(won|lost)$/),
      "refunded",
      "active",
    ]);
    const restarted = await scope.start({ connection });
    for (const [index, order] of orders.entries()) {
      const replay = { text: firsts[index], isReplayed: "true" };
      expect([await answerTo(app.url, order), await answerTo(restarted.url, order)]).toEqual([
        replay,
        replay,
      ]);
    }
  });

  it("moves nothing if another order takes it at once, and the orders beside it open", async () => {
    const [one, two] = await seedPeople(scope.app, 2, "10");
    const { letGo } = await hold(
      scope.app.database,
      "insert into order_keys (user_id, key, position_id, request) values ($1, $2, gen_random_uuid(), 0)",
      [one!.user.id, orderKeyOf({ key: "taken", requestHash: Buffer.alloc(8) }).key],
    );
    const sent = Promise.all([open(one!, {}, "taken"), open(two!, {}, "free")]);
    await untilBlocked(scope.app.database, 1, "%with request as materialized%");
    await letGo();
    const [first, second] = await sent;
    expect(first.body).toMatchObject({ code: "idempotency_mismatch" });
    expect(second.status).toBe(201);
    expect((await open(two!, {}, "free")).body).toEqual(second.body);
    expect([await one!.balance(), await two!.balance()]).toEqual(["10.00000000", "9.00000000"]);
  });

  it("of another kind of call is refused, and the other way round", async () => {
    const [client] = await seedPeople(scope.app, 1, "100");
    const deposit = (key: string) =>
      client!.post("/api/deposits", { amount: 20 }, { "idempotency-key": key });
    const sell = (id: string, key: string) =>
      client!.post(`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" }, { "idempotency-key": key });
    const { body } = await open(client!, {}, "of-an-order");
    const refused = { status: 422, body: { code: "idempotency_mismatch" } };
    expect(await deposit("of-an-order")).toMatchObject(refused);
    expect(await sell(body.id, "of-an-order")).toMatchObject(refused);
    expect((await deposit("of-a-deposit")).status).toBe(201);
    expect(await open(client!, {}, "of-a-deposit")).toMatchObject(refused);
    expect((await sell(body.id, "of-a-sale")).status).toBe(200);
    expect(await open(client!, {}, "of-a-sale")).toMatchObject(refused);
    expect((await client!.get("/api/trading/positions")).body).toHaveLength(1);
  });

  it("belongs to one user, and is not stored for a refused order", async () => {
    const [one, two] = await seedPeople(scope.app, 2, "10");
    expect((await open(one!, { amount: "11" }, "k")).status).toBe(400);
    const first = await open(one!, { amount: "10" }, "k");
    const other = await open(two!, { amount: "10" }, "k");
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it.each([String.raw`{"\\n\",NULL}`, "NULL", "'--$1", String.raw`\\x00`, "x".repeat(200)])(
    "of any printable characters, such as %j, is told from others",
    async (key) => {
      const [client, other] = await seedPeople(scope.app, 2, "20");
      const firsts = await Promise.all([open(client!, {}, key), open(other!, {}, `${key.slice(1)}"`)]);
      expect(firsts.map(({ status }) => status)).toEqual([201, 201]);
      const { rows } = await scope.app.database.query(
        "select from order_keys where user_id = $1 and key = $2 and position_id = $3",
        [client!.user.id, orderKeyOf({ key, requestHash: Buffer.alloc(8) }).key, firsts[0]!.body.id],
      );
      expect(rows).toHaveLength(1);
      const again = await open(client!, {}, key);
      expect(again.body).toEqual(firsts[0]!.body);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    },
  );

  it.each(["", "two words", "x".repeat(201), "é"])("of a form like %j is refused", async (key) => {
    const [client] = await seedPeople(scope.app, 1, "10");
    const answer = await open(client!, {}, key);
    expect(answer).toMatchObject({ status: 400, body: { code: "idempotency_key_invalid" } });
    expect(await client!.balance()).toBe("10.00000000");
  });
});

describe("a price that is not current", () => {
  it("is not sold on", async () => {
    let nowMs = scope.app.clock.nowMs();
    const aheadOfDatabaseMs = () => nowMs - Date.now();
    const [onTick, still] = [() => () => {}, () => {}];
    const stuck = {
      nowMs: () => nowMs,
      aheadOfDatabaseMs,
      onTick,
      advance: still,
      jump: still,
      correct: still,
    };
    const app = await scope.start({ clock: stuck });
    const client = at(app.url, (await seedPeople(scope.app, 1, "10"))[0]!);
    nowMs += 2_000;
    const first = await open(client, {}, "kept");
    expect(first.status).toBe(201);
    nowMs += 3_000;
    const again = await open(client, {}, "kept");
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    const answer = await open(client);
    expect(answer).toMatchObject({ status: 503, body: { code: "price_not_current" } });
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await client.balance()).toBe("9.00000000");
    expect((await client.get("/readyz")).status).toBe(503);
  });
});
