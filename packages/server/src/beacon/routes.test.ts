import { parseSecret } from "@veritick/domain/epochs.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { isRoundSigned } from "@veritick/domain/beacon-signatures.ts";
import { describe, expect, it } from "vitest";
import { blsInProcess, memoisedKey } from "../../testing/signed-rounds.ts";
import { infoOf, chainOf, RELAY_KEY, startFakeRelay } from "../../testing/fake-relay.ts";
import { TEST_BEACON_KEY } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";

const local = await memoisedKey(parseSecret(TEST_BEACON_KEY));
const { chain } = local;
const scope = useApp({}, { beacon: { local } });
const POLL = { timeout: 10_000, interval: 20 };
const now = () => roundOf(chain, nowTick(scope.app.clock));

async function ask(path: string, url = scope.app.url) {
  const response = await fetch(url + path, { headers: { origin: "https://somewhere.example" } });
  return { response, status: response.status, body: (await response.json()) as any };
}

describe("GET /api/fairness/rounds", () => {
  const rounds = (from: number | string, to: number | string) =>
    ask(`/api/fairness/rounds?from=${from}&to=${to}`);

  it("lists the known rounds, both ends included, and none that is still to come", async () => {
    const first = now();
    scope.app.clock.advance(6);
    const { body } = await rounds(first - 2, first + 1_000);
    expect(body.map(({ round }: { round: number }) => round)).toEqual([first, first + 1, first + 2]);
    for (const round of body) expect(isRoundSigned(chain.publicKey, round)).toBe(true);
    expect((await rounds(first + 1, first + 1)).body).toEqual([body[1]]);
    expect((await rounds(first + 3, first + 9)).body).toEqual([]);
  });

  it.each([
    ["more than 1,200", 1, 1_201],
    ["the wrong way round", 9, 8],
    ["no number", "soon", 9],
    ["below zero", -1, 9],
  ])("refuses a range: %s", async (_what, from, to) => {
    const { status, body } = await rounds(from, to);
    expect({ status, code: body.code }).toEqual({ status: 400, code: "round_range_invalid" });
  });

  it("takes 1,200, and lists the newest without a range", async () => {
    expect((await rounds(1, 1_200)).body).toEqual([]);
    const { body } = await ask("/api/fairness/rounds");
    expect(body.at(-1).round).toBe(now());
    expect((await ask(`/api/fairness/rounds?from=${now()}`)).body).toEqual(body.slice(-1));
    expect((await ask(`/api/fairness/rounds?to=${now()}`)).body).toEqual(body);
  });
});

describe("the local beacon as a relay", () => {
  const base = `/beacon/${chain.chainHash}`;

  it("describes its chain as drand's relays do", async () => {
    const { response, body } = await ask(`${base}/info`);
    expect(body).toEqual(infoOf(chain));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("answers the newest round, and each one that is due", async () => {
    const { body } = await ask(`${base}/public/latest`);
    expect(body).toEqual({
      round: now(),
      randomness: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: expect.stringMatching(/^[0-9a-f]{96}$/),
    });
    expect((await ask(`${base}/public/${now()}`)).body).toEqual(body);
    scope.app.clock.advance(3);
    expect((await ask(`${base}/public/latest`)).body.round).toBe(body.round + 1);
  });

  it.each([
    ["a round to come", () => `${base}/public/${now() + 1}`],
    ["round 0", () => `${base}/public/0`],
    ["a name for a round", () => `${base}/public/newest`],
    ["a round of another chain", () => `/beacon/${"00".repeat(32)}/public/latest`],
    ["the information of another chain", () => `/beacon/${"00".repeat(32)}/info`],
    ["anything else", () => `${base}/health`],
  ])("does not find %s", async (_what, path) => {
    const { status, body } = await ask(path());
    expect([status, body.code]).toEqual([404, "not_found"]);
  });
});

it("a server with a public beacon follows its relays and is no relay itself", async () => {
  const relay = await startFakeRelay(scope.app.clock);
  const { chainHash } = chainOf(RELAY_KEY);
  const { url, clock } = await scope.start({
    environment: { BEACON: JSON.stringify(infoOf(relay.chain)), BEACON_RELAYS: relay.url },
    connection: await scope.clone(),
    beacon: { bls: blsInProcess() },
  });
  const newest = async () => (await ask("/readyz", url)).body.beacon.newestRound as number | null;
  await expect.poll(newest, POLL).toBe(now());
  clock.advance(3);
  await expect.poll(newest, POLL).toBe(now());
  const { body } = await ask(`/api/fairness/rounds?from=${now() - 1}&to=${now()}`, url);
  expect(body).toHaveLength(2);
  expect((await ask(`/beacon/${chainHash}/public/latest`, url)).status).toBe(404);
  relay.manner = "silent";
  clock.advance(3);
  clock.jump(2.5);
  const { body: ready } = await ask("/readyz", url);
  expect(ready).toMatchObject({ status: "not ready", beacon: { state: "late" } });
  expect(ready.notes).toEqual(["the beacon is late: its next round has not arrived"]);
  await relay.close();
});
