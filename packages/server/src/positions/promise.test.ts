import { createHash, createPublicKey, verify } from "node:crypto";
import type { OpenedPosition, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { promisesText, rootOf } from "@veritick/domain/signed/promise-tree.ts";
import { parsePromise } from "@veritick/domain/signed/promise.ts";
import { describe, expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TEST_PUBLIC_KEY } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";

const scope = useApp();
const GENESIS = 1_790_000_000;

const open = async (person: TestClient, order: object = {}, key?: string) => {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const body = { type: "buy", amount: "10", duration: 1, ...order };
  const answer = await person.post<OpenedPosition>("/api/trading/positions", body, headers);
  expect(answer.status).toBe(201);
  return answer.body;
};
const receiptOf = async (person: TestClient, { id }: { id: string }) =>
  (await person.get<PositionReceipt>(`/api/trading/positions/${id}`)).body;

/** Verifies with nothing but Node's own Ed25519, over the bytes of the text. */
function isSigned({ text, signature, publicKey, path }: PositionReceipt["promise"]): boolean {
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
    format: "jwk",
  });
  const over = promisesText(rootOf(text, path)!, publicKey);
  return verify(null, Buffer.from(over, "utf8"), key, Buffer.from(signature, "hex"));
}

/** Checks the invariants of any receipt, at any time. */
async function checkPromise(person: Person, opened: OpenedPosition): Promise<PositionReceipt> {
  const receipt = await receiptOf(person, opened);
  const { promise, position, commitments, barrier } = receipt;
  expect(promise).toEqual({
    text: expect.any(String),
    signature: opened.signature,
    publicKey: TEST_PUBLIC_KEY,
    path: opened.path,
  });
  expect(isSigned(promise)).toBe(true);
  expect(isSigned({ ...promise, text: promise.text.replace("amount 1", "amount 2") })).toBe(false);
  expect(parsePromise(promise.text)).toEqual({
    position: position.id,
    user: person.user.id,
    side: position.type,
    amount: position.amount,
    duration: position.duration,
    multiplier: position.multiplier,
    rule: barrier.rule,
    terms: createHash("sha256").update(receipt.terms).digest("hex"),
    chance: position.winChance,
    entryTick: position.entryTick,
    round: position.round,
    entryPrice: position.entryPrice,
    pull: BigInt(barrier.pull),
    reach: BigInt(barrier.reach),
    barrierPrice: position.barrierPrice,
    expiryTick: position.expiryTick,
    opened: position.createdAt,
    start: { epoch: commitments[0]!.epoch, state: expect.any(BigInt) },
    commitments,
    chain: expect.any(Object),
    key: TEST_PUBLIC_KEY,
  });
  return receipt;
}

describe("the signed promise of a position", () => {
  it("is signed in exactly this form, in the genesis epoch", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    const opened = await open(person!);
    const { promise } = await checkPromise(person!, opened);
    // Everything but the ids was computed by another program, from docs/protocol.md.
    expect(promise.text).toBe(`veritick/receipt/1
position ${opened.id}
user ${person!.user.id}
side buy
amount 10.00000000
duration 1
multiplier 2.50
rule barrier
terms 3fc4d3e2a886714ce1225542b460aaee74bdab2c183ff552a1c07065ceee9776
chance 0.2714285714285714
entryTick 1790000000
round 32398878
entryPrice 152.79000000
pull 1097680609238
reach 12951253
barrierPrice 152.92400000
expiryTick 1790000060
opened 2026-09-21T14:13:20.000Z
start 497222 15279000000
commitment 497222 56e2f7e00f61cba96dc8bed815fb776dbdc9c6ef735fe46817ad5688af2b1b25
chain 497246 f796f4652081a6b46d2f77923ba2423e806037be656758df91ede1c846f3688d
key 29874879008795f7bccdb52e5323513bb928042b01bc8ed2dbf4fade0f68cfb7
`);
  });

  it("names both epochs of a position that runs from one into the next", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    const boundary = (epochOf(nowTick(scope.app.clock)) + 1) * EPOCH_TICKS;
    scope.app.clock.jump(boundary - 10 - nowTick(scope.app.clock));
    const opened = [await open(person!), await open(person!, { type: "sell", duration: 10 })];
    const epoch = epochOf(boundary);
    const before = [];
    for (const one of opened) {
      const receipt = await checkPromise(person!, one);
      expect(receipt.commitments.map((link) => link.epoch)).toEqual([epoch - 1, epoch]);
      expect(receipt.promise.text).toMatch(
        new RegExp(`\ncommitment ${epoch - 1} \\w+\ncommitment ${epoch} \\w+\nchain ${epoch + 23} \\w+\n`),
      );
      before.push(receipt.promise);
    }
    scope.app.clock.jump(50 * EPOCH_TICKS);
    await scope.settled();
    for (const [index, one] of opened.entries()) {
      const { position, promise } = await checkPromise(person!, one);
      expect(position.status).toMatch(/won|lost/);
      expect(promise).toEqual(before[index]);
    }
  });

  it("works for the very first position, even if genesis is an epoch's last tick", async () => {
    const last = (epochOf(GENESIS) + 1) * EPOCH_TICKS - 1;
    const app = await scope.start({ connection: await scope.clone(), clock: movableClock(last * 1000) });
    const [person] = await seedPeople(app, 1, "100");
    const { commitments, promise } = await checkPromise(person!, await open(person!));
    expect(commitments.map(({ epoch }) => epoch)).toEqual([epochOf(last) + 1]);
    expect(promise.text).toContain(`\nchain ${epochOf(last) + 25} `);
  });

  it("waits until the start of its hour is stored, so that every receipt can show it", async () => {
    const clock = movableClock();
    const app = await scope.start({ connection: await scope.clone(), clock });
    const { database } = app;
    const [person] = await seedPeople(app, 1, "100");
    const holder = await database.connect();
    try {
      await holder.query("begin; lock table price_epochs in share row exclusive mode");
      clock.jump((epochOf(nowTick(clock)) + 1) * EPOCH_TICKS + 1 - nowTick(clock));
      const opening = open(person!);
      const isWaiting = "select from pg_locks where not granted and relation = 'price_epochs'::regclass";
      await expect.poll(async () => (await database.query(isWaiting)).rowCount).toBe(1);
      for (let turn = 0; turn < 20; turn += 1)
        expect((await person!.get("/api/trading/positions")).body).toEqual([]);
      await holder.query("commit");
      await checkPromise(person!, await opening);
    } finally {
      holder.release();
    }
  });

  it("says under which rule the position was sold", async () => {
    const environment = { WIN_RULE: "direction", ACCEPT_EXPECTED_LOSS: "yes" };
    const app = await scope.start({ connection: await scope.clone(), environment });
    const [person] = await seedPeople(app, 1, "100");
    const { promise } = await checkPromise(person!, await open(person!, { type: "sell", duration: 3 }));
    expect(promise.text).toContain("\nrule direction\n");
    expect(promise.text).toContain(`\npull ${2 ** 40}\nreach 100000\n`);
  });

  it("has the same signature at every request, on any process", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    const first = await open(person!, {}, "once");
    const second = await scope.start();
    const elsewhere = Object.assign(new TestClient(second.url), { cookie: person!.cookie });
    scope.app.clock.advance(2);
    expect(await open(person!, {}, "once")).toEqual(first);
    expect(await open(elsewhere, {}, "once")).toEqual(first);
    expect(await receiptOf(elsewhere, first)).toEqual(await receiptOf(person!, first));
    await checkPromise(person!, first);
  });

  it("stays signed by its original key after the key was changed", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    const opened = await open(person!);
    const renewed = await scope.start({ environment: { SIGNING_KEY: "77".repeat(32) } });
    const elsewhere = Object.assign(new TestClient(renewed.url), { cookie: person!.cookie });
    expect((await receiptOf(elsewhere, opened)).promise).toEqual(
      (await checkPromise(person!, opened)).promise,
    );
    const later = await open(elsewhere);
    expect(later.publicKey).not.toBe(TEST_PUBLIC_KEY);
    // Each process can also show the promises that the other one signed.
    const { promise } = await receiptOf(person!, later);
    expect(promise).toMatchObject({ publicKey: later.publicKey, signature: later.signature });
    expect(isSigned(promise)).toBe(true);
    const { body } = await person!.get<{ keys: { publicKey: string }[] }>("/api/fairness");
    expect(body.keys.map(({ publicKey }) => publicKey)).toEqual([TEST_PUBLIC_KEY, later.publicKey]);
  });

  it("is signed with the others of its batch, each with its own path to one root", async () => {
    const clock = movableClock();
    const app = await scope.start({ connection: await scope.clone(), clock });
    const people = await seedPeople(app, 20, "100");
    // In the last half second of a block all orders wait, and enter the next one together.
    clock.jump(0.6);
    const sent = Promise.all(people.map((person) => open(person, {}, "together")));
    await Promise.all(people.map((person) => person.get("/api/trading/positions")));
    clock.jump(0.5);
    const opened = await sent;
    const batches = Map.groupBy(opened, ({ signature }) => signature);
    expect(batches.size).toBeLessThan(opened.length);
    const roots = new Set<string>();
    for (const [index, one] of opened.entries()) {
      const { promise } = await checkPromise(people[index]!, one);
      roots.add(rootOf(promise.text, promise.path)!);
      const { path } = opened.find((each) => each.path.join() !== one.path.join())!;
      expect(isSigned({ ...promise, path })).toBe(false);
    }
    expect(roots.size).toBe(batches.size);
    for (const [index, one] of opened.entries())
      expect(await open(people[index]!, {}, "together")).toEqual(one);
    const { rows } = await app.database.query("select from promise_batches");
    expect(rows).toHaveLength(batches.size);
    await expect(app.database.query("update promise_batches set signature = ''")).rejects.toThrow(
      /never changed/,
    );
  });
});
