import { createPublicKey, verify } from "node:crypto";
import type { Fairness, LiabilityProof, SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { readScaled } from "@veritick/domain/numbers.ts";
import { NO_STATEMENT, parseStatement, statementHash } from "@veritick/domain/signed/liability-statement.ts";
import { leafNode, rootFrom } from "@veritick/domain/signed/merkle-sum.ts";
import { describe, expect, it } from "vitest";
import { stateLiabilities } from "../../../testing/liabilities.ts";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient, until } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin } from "../../../testing/withdrawals.ts";
import { createLog } from "../../platform/telemetry/log.ts";
import { findLeaf } from "./tree.ts";
import { TREES_KEPT } from "./take-statement.ts";

spareNoise();
const scope = useApp({}, { log: createLog("silent") });
const query = (text: string, values: unknown[] = []) => scope.app.database.query(text, values);
const list = async (before = "") =>
  (await new TestClient(scope.app.url).get<SignedStatement[]>(`/api/fairness/liabilities${before}`)).body;
const proofOf = (person: Person, number: number) =>
  person.get<LiabilityProof>(`/api/fairness/liabilities/${number}/proof`);
const DAY = 86_400;
/** Moves the clock by a day, so that the daily statement is taken. */
async function nextDay(): Promise<void> {
  scope.app.clock.jump(DAY);
  await scope.settled();
}
const units = (text: string) => readScaled(text, 8);

const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

const published = async () => (await new TestClient(scope.app.url).get<Fairness>("/api/fairness")).body;

/** Checks a statement by published data alone: a published key signed it, and its fields repeat its text. */
function readStatement({ text, signature, ...told }: SignedStatement, { keys }: Fairness) {
  const stated = parseStatement(text)!;
  expect(keys.map(({ publicKey }) => publicKey)).toContain(stated.key);
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(stated.key, "hex")]),
    format: "der",
    type: "spki",
  });
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"))).toBe(true);
  expect(told).toMatchObject({ number: stated.number, taken: stated.taken, total: stated.total });
  return stated;
}

/** Checks a proof like a user's program, and returns the balance that it proves. */
function provedBalance(person: Person, proof: LiabilityProof, fairness: Fairness): string {
  const { statement, leaf, index, siblings } = proof;
  const { depth, root, total } = readStatement(statement, fairness);
  expect(leaf).toMatchObject({ user: person.user.id, email: person.user.email });
  const own = leafNode({ ...leaf, balance: units(leaf.balance) });
  const way = siblings.map(({ hash, sum }) => ({ hash, sum: units(sum) }));
  expect(rootFrom(own, index, way, depth)).toEqual({ hash: root, sum: units(total) });
  return leaf.balance;
}

describe("a statement of liabilities", () => {
  it("holds the balance of every user at one instant, even while all of them trade", async () => {
    const people = [
      ...(await seedPeople(scope.app, 17, "100.12345678")),
      ...(await seedPeople(scope.app, 3, "0")),
    ];
    const seeded = units("100.12345678") * 17n;
    let isOver = false;
    let placed = 0;
    const trading = people.map(async (person) => {
      const order = { type: "buy", amount: "0.25", duration: 1 };
      while (!isOver && (await person.post("/api/trading/positions", order)).status === 201) placed += 1;
    });
    const fairness = await published();
    const totals: bigint[] = [];
    for (const least of [0, 10, 20]) {
      await until(() => placed >= least, "orders beside it");
      const { number, total } = await stateLiabilities(scope.app);
      const proofs = await Promise.all(people.map((person) => proofOf(person, number)));
      const proved = proofs.map(({ body }, index) => provedBalance(people[index]!, body, fairness));
      expect(proofs[0]!.body.siblings).toHaveLength(5);
      expect(proved.reduce((so, balance) => so + units(balance), 0n)).toBe(units(total));
      expect((await list())[0]).toMatchObject({ number, total });
      expect(proved.slice(17)).toEqual(["0.00000000", "0.00000000", "0.00000000"]);
      totals.push(units(total));
    }
    isOver = true;
    await Promise.all(trading);

    // The users were trading, and only stakes left their balances.
    expect(totals[0]! >= totals[1]! && totals[1]! >= totals[2]!).toBe(true);
    expect(totals[2]!).toBeLessThan(seeded);
    expect((seeded - totals[2]!) % units("0.25")).toBe(0n);
  });

  it("is chained to the previous one, and states how far commitments were published", async () => {
    await stateLiabilities(scope.app);
    const statements = (await list()).toReversed();
    const fairness = await published();
    let previous = NO_STATEMENT;
    for (const [index, signed] of statements.entries()) {
      const stated = readStatement(signed, fairness);
      expect(stated).toMatchObject({ number: index + 1, previous });
      previous = statementHash(signed.text);
    }
    expect(statements.length).toBeGreaterThanOrEqual(4);
    expect(parseStatement(statements.at(-1)!.text)!.chain).toEqual(fairness.chain);
    expect((await list("?before=3")).map(({ number }) => number)).toEqual([2, 1]);
    expect((await new TestClient(scope.app.url).get("/api/fairness/liabilities?before=0")).status).toBe(400);
  });

  it.each([
    "update liability_statements set statement = statement",
    "update liability_statements set signature = '' where false",
    "delete from liability_statements",
    "truncate liability_statements cascade",
  ])("cannot be changed: %s", async (statement) => {
    await expect(query(statement)).rejects.toMatchObject({ code: "23001" });
  });

  it("is not taken if balances and ledger differ", async () => {
    const [person] = await seedPeople(scope.app, 1, "5");
    const before = await list();
    const move = (by: string) =>
      query("update users set balance = balance + $2 where id = $1", [person!.user.id, by]);
    await move("0.00000001");
    await expect(stateLiabilities(scope.app)).rejects.toThrow(
      /balances of all users add up to .* ledger entries to/,
    );
    await move("-0.00000001");
    expect(await list()).toEqual(before);
    expect((await stateLiabilities(scope.app)).number).toBe(before[0]!.number + 1);
  });
});

describe("the proof of a user's balance", () => {
  it("leads to the root for every leaf of a tree with several chunks", async () => {
    const people = await seedPeople(scope.app, 1_100, "0.5");
    const { number, depth } = await stateLiabilities(scope.app);
    expect(depth).toBe(11);
    const fairness = await published();
    const places = new Set<number>();
    for (const person of [...people.slice(0, 10), ...people.slice(-10)]) {
      const { body } = await proofOf(person, number);
      expect(provedBalance(person, body, fairness)).toBe("0.50000000");
      places.add(body.index);
    }
    expect(places.size).toBe(20);
    // The few leaves of the last chunk are found as well.
    const { rows } = await query("select leaves from liability_chunks where number = $1 and chunk = 4", [
      number,
    ]);
    const last = people.find(({ user }) => findLeaf(rows[0].leaves, user.id) !== undefined)!;
    const { body } = await proofOf(last, number);
    expect(body.index).toBeGreaterThanOrEqual(1024);
    expect(provedBalance(last, body, fairness)).toBe("0.50000000");
  });

  it("is given only to users who had an account then, and for existing statements", async () => {
    const { number } = await stateLiabilities(scope.app);
    const [late] = await seedPeople(scope.app, 1, "7");
    expect((await proofOf(late!, number)).body).toMatchObject({ code: "liability_too_young" });
    expect((await proofOf(late!, number + 1)).body).toMatchObject({ code: "not_found" });
    expect(
      (await new TestClient(scope.app.url).get(`/api/fairness/liabilities/${number}/proof`)).status,
    ).toBe(401);
  });

  it("is refused as an anomaly to a user whom the statement left out, but not to one who was registering", async () => {
    const { number } = await stateLiabilities(scope.app);
    const [person] = await seedPeople(scope.app, 1, "7");
    const makeOlder = (by: string) =>
      query("update users set created_at = created_at - $2::interval where id = $1", [person!.user.id, by]);
    // The instant of a registration is read before the password is hashed.
    await makeOlder("5 seconds");
    expect((await proofOf(person!, number)).body).toMatchObject({ code: "liability_too_young" });
    await makeOlder("1 minute");
    expect((await proofOf(person!, number)).body).toMatchObject({
      code: "liability_not_in",
      message: expect.stringContaining("something is wrong: take a screenshot"),
    });
  });

  it("is computed once for simultaneous requests, and limited per user and second", async () => {
    const { number: before } = await stateLiabilities(scope.app);
    const [person, other] = (await seedPeople(scope.app, 2, "2")) as [Person, Person];
    await nextDay();
    const number = before + 1;
    const many = await Promise.all(Array.from({ length: 30 }, () => proofOf(person, number)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    // That statement has no proof for this user, so nothing is cached.
    for (let asked = 1; asked < 10; asked += 1) expect((await proofOf(person, before)).status).toBe(404);
    expect(await proofOf(person, before)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect((await proofOf(person, number)).status).toBe(200);
    expect((await proofOf(other, number)).status).toBe(200);
    scope.app.clock.advance(1);
    expect((await proofOf(person, before)).body).toMatchObject({ code: "liability_too_young" });
  });

  it("stays the same when a neighbour in the tree is deleted", async () => {
    const people = await seedPeople(scope.app, 3, "9");
    const { number } = await stateLiabilities(scope.app);
    const before = await Promise.all(people.map((person) => proofOf(person, number)));
    const admin = await seedAdmin(scope.app);
    const gone = people[0]!.user.id;
    expect((await admin.call("DELETE", `/api/admin/users/${gone}`)).status).toBe(200);
    // Another process has none of the proofs in its cache.
    const other = await scope.start();
    for (const [index, person] of people.entries()) {
      person.cookie = index === 0 ? "" : person.cookie;
      const client = Object.assign(new TestClient(other.url), { cookie: person.cookie });
      const again = await client.get(`/api/fairness/liabilities/${number}/proof`);
      if (index === 0) expect(again.status).toBe(401);
      else expect(again.body).toEqual(before[index]!.body);
    }
  });

  it("is not shown if the stored data does not lead to the root", async () => {
    const [person] = await seedPeople(scope.app, 1, "3");
    const { number } = await stateLiabilities(scope.app);
    await query(
      "update liability_chunks set root_sum = root_sum + 1, leaves = set_byte(leaves, 40, 7) where number = $1",
      [number],
    );
    expect((await proofOf(person!, number)).status).toBe(500);
  });

  it("is kept for the newest statement of each of the newest days", async () => {
    const [person] = await seedPeople(scope.app, 1, "1.5");
    const { number: early } = await stateLiabilities(scope.app);
    const { number: first } = await stateLiabilities(scope.app);
    expect((await proofOf(person!, early)).body).toMatchObject({ code: "liability_proof_gone" });
    for (let day = 1; day < TREES_KEPT; day += 1) await nextDay();
    expect((await proofOf(person!, first)).status).toBe(200);
    for (let more = 0; more < 2; more += 1) await stateLiabilities(scope.app);
    const last = first + TREES_KEPT + 1;
    const kept = async () => (await list()).filter(({ provable }) => provable).map(({ number }) => number);
    const days = Array.from({ length: TREES_KEPT - 1 }, (_, day) => first + TREES_KEPT - 2 - day);
    expect(await kept()).toEqual([last, ...days]);
    expect((await proofOf(person!, last)).status).toBe(200);
    await nextDay();
    expect(await kept()).toEqual([last + 1, last, ...days.slice(0, -1)]);
    expect((await proofOf(person!, first)).body).toMatchObject({ code: "liability_proof_gone" });
    const { rows } = await query("select count(distinct number)::integer as kept from liability_chunks");
    expect(rows).toEqual([{ kept: TREES_KEPT }]);
  });
});
