import { createHash } from "node:crypto";
import { fromHex } from "@veritick/domain/epochs.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { extendPath } from "@veritick/domain/price.ts";
import { describe, expect, it } from "vitest";
import vectors from "../../../domain/test-vectors/price-vectors.json" with { type: "json" };
import { movableClock } from "../../testing/movable-clock.ts";
import { TEST_PUBLIC_KEY } from "../../testing/test-app.ts";
import { freeRounds, TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";

const GENESIS = 1_790_000_000;
const FIRST = epochOf(GENESIS);
const scope = useApp();
const TERMS = `houseEdge 0.05
winRule barrier
multiplier 1 2.50
multiplier 3 6.00
multiplier 5 10.00
multiplier 10 20.00
pull 1 1097680609238
pull 3 1094027714679
pull 5 1090386976332
pull 10 1081338048748
reach 1 12951253
reach 3 40475798
reach 5 64676292
reach 10 113092621
sellFee 0.01
beacon ${TEST_BEACON_CHAIN.chainHash}
`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const OFFER = {
  houseEdge: 0.05,
  winRule: "barrier",
  sellFee: 0.01,
  terms: vectors.terms.rows.map((row) => ({
    duration: row.duration,
    multiplier: row.multiplier,
    winChance: expect.closeTo(row.winChance, 12),
    pull: String(row.pull),
    reach: String(row.reach),
  })),
};
const ask = (query = "", app: { url: string } = scope.app) =>
  new TestClient(app.url).get(`/api/fairness${query}`);

type Epoch = {
  epoch: number;
  commitment: string;
  startTick: number;
  startState: string | null;
  seed: string | null;
};

describe("/api/fairness", () => {
  it("publishes the process, the terms and the promises in exactly the agreed shape", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toEqual({
      protocol: 2,
      process: {
        mean: "15500000000",
        reversion: "36000",
        scale: "19052559",
        unit: "100000000",
        epochTicks: 3600,
      },
      genesis: { tick: GENESIS, state: "15279000000", previousHead: "0".repeat(64) },
      ...OFFER,
      termsByEpoch: [{ fromEpoch: FIRST, text: TERMS, hash: sha256(TERMS), ...OFFER }],
      current: { epoch: FIRST, commitment: vectors.epochs[0]!.commitment, termsHash: sha256(TERMS) },
      upcoming: expect.any(Array),
      // An independent program computed this value from docs/protocol.md.
      chain: {
        epoch: FIRST + 24,
        head: "f796f4652081a6b46d2f77923ba2423e806037be656758df91ede1c846f3688d",
      },
      beacon: {
        kind: "local",
        ...TEST_BEACON_CHAIN,
        delayMs: 0,
        state: "live",
        relays: [],
      },
      closings: [],
      keys: [{ publicKey: TEST_PUBLIC_KEY, since: new Date(GENESIS * 1000).toISOString() }],
    });
    expect(body.upcoming.length).toBeGreaterThanOrEqual(24);
    expect(body.upcoming[0]).toEqual({
      epoch: FIRST + 1,
      commitment: vectors.epochs[1]!.commitment,
      termsHash: sha256(TERMS),
    });
  });

  it("follows the configured edge and rule", async () => {
    const app = await scope.start({
      connection: await scope.clone(),
      environment: { WIN_RULE: "direction", ACCEPT_EXPECTED_LOSS: "yes", HOUSE_EDGE: "0.1" },
    });
    const { body } = await ask("", app);
    expect(body).toMatchObject({ winRule: "direction", houseEdge: 0.1 });
    expect(body.terms[0]).toMatchObject({ pull: String(2 ** 40), reach: "100000" });
  });
});

it("returns commitments and head of the same hour, even if the hour changes meanwhile", async () => {
  const app = await scope.start({ connection: await scope.clone(), clock: movableClock() });
  const client = await app.database.connect();
  try {
    await client.query("begin; lock table signing_keys in access exclusive mode");
    const answer = ask("", app);
    const waiting = "select from pg_locks where not granted and relation = 'signing_keys'::regclass";
    while ((await client.query(waiting)).rowCount === 0);
    app.clock.jump(EPOCH_TICKS);
    await client.query("commit");
    const { chain, upcoming, current } = (await answer).body;
    expect(upcoming.at(-1).epoch).toBe(chain.epoch);
    expect(chain.epoch).toBe(current.epoch + 24);
  } finally {
    client.release();
  }
});

describe("/api/fairness/epochs", () => {
  it("begins with the tick after genesis", async () => {
    const { body } = await ask("/epochs");
    expect(body).toEqual([
      {
        epoch: FIRST,
        commitment: vectors.epochs[0]!.commitment,
        head: "8e18b73a3b4d6c390092f02062c1c88c502f1ee86af7cb8af3b53b0778da70a2",
        termsHash: sha256(TERMS),
        startTick: GENESIS + 1,
        startState: "15279000000",
        seed: null,
      },
    ]);
  });

  it("lets anyone recompute every price from the seeds of the epochs that are over", async () => {
    scope.app.clock.jump(2 * EPOCH_TICKS + 100);
    await scope.app.settled();
    const epochs = (await ask("/epochs")).body as Epoch[];
    expect(epochs.map(({ epoch }) => epoch)).toEqual([FIRST, FIRST + 1, FIRST + 2]);
    expect(epochs.map(({ seed }) => seed !== null)).toEqual([true, true, false]);
    for (const [index, { epoch, commitment, startTick, startState, seed }] of epochs.entries()) {
      expect(startTick).toBe(index === 0 ? GENESIS + 1 : epoch * EPOCH_TICKS);
      if (seed === null) continue;
      expect(createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex")).toBe(commitment);
      const last = (epoch + 1) * EPOCH_TICKS - 1;
      const path = extendPath(
        fromHex(seed),
        freeRounds,
        startTick - 1,
        Number(startState),
        last - startTick + 1,
      );
      expect(String(path.at(-1))).toBe(epochs[index + 1]!.startState);
      const from = last - 99;
      const { body } = await new TestClient(scope.app.url).get(`/api/prices?from=${from}&to=${last}`);
      expect(body.prices).toEqual(
        Array.from(path.slice(-100), (state) => Math.floor((state + 50_000) / 100_000) / 1000),
      );
    }
  });

  it("shows the promises of epochs to come, without seed and start", async () => {
    const epoch = epochOf(nowTick(scope.app.clock));
    const { body } = await ask(`/epochs?from=${epoch + 1}&to=${epoch + 24}`);
    expect(body).toHaveLength(24);
    for (const row of body as Epoch[]) {
      expect(row).toEqual({
        epoch: row.epoch,
        commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
        termsHash: sha256(TERMS),
        head: expect.stringMatching(/^[0-9a-f]{64}$/),
        startTick: row.epoch * EPOCH_TICKS,
        startState: null,
        seed: null,
      });
    }
  });

  it.each([
    ["backwards", `?from=${FIRST + 1}&to=${FIRST}`, "from"],
    ["before the first", `?to=${FIRST - 1}`, "to"],
    ["more than 1000", `?from=${FIRST}&to=${FIRST + 1000}`, "from"],
    ["beyond what is promised", `?from=${FIRST + 500}`, "from"],
    ["beyond what is promised, by its end", "?to=999999999999999", "to"],
    ["words", "?from=first", "from"],
  ])("refuses a range that is %s", async (_name, query, field) => {
    const { status, body } = await ask(`/epochs${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "epoch_range_invalid", field });
  });

  it("works if genesis is the last tick of an epoch", async () => {
    const last = (FIRST + 1) * EPOCH_TICKS - 1;
    const clock = movableClock(last * 1000);
    const app = await scope.start({ connection: await scope.clone(), clock });
    const expected = { epoch: FIRST + 1, startTick: last + 1, startState: "15279000000", seed: null };
    for (const seconds of [0, 1]) {
      clock.advance(seconds);
      expect((await ask("", app)).body.current.epoch).toBe(FIRST + 1);
      const { status, body } = await ask("/epochs", app);
      expect(status).toBe(200);
      expect(body).toMatchObject([expected]);
    }
  });
});
