import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashLeaf } from "@veritick/domain/log/merkle.ts";
import {
  checkpointText,
  noteText,
  parseCheckpoint,
  parseNote,
  parseVkey,
  signatureOf,
} from "@veritick/domain/log/notes.ts";
import { cosignedAt, parsePolicy, quorumTime } from "@veritick/domain/log/policy.ts";
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { startFakeWitness } from "../../testing/fake-witness.ts";
import type { FakeWitness, WitnessManner } from "../../testing/fake-witness.ts";
import { TEST_LOG_KEY } from "../../testing/test-app.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { cloneDatabase } from "../../testing/test-database.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { createSigner } from "../platform/signing.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { isHexSigned } from "./cosignatures.ts";

const folder = mkdtempSync(join(tmpdir(), "veritick-witnesses-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The silent log hides the failures that these tests provoke.
const scope = useApp({}, { log: createLog("silent") });
const HOUR = 3_600;
const NAMES = ["ada", "bob", "cyd", "dee"] as const;

const nowMs = () => scope.app.clock.nowMs();
const startWitnesses = (names: readonly string[] = NAMES) =>
  Promise.all(names.map((name) => startFakeWitness(name, nowMs)));

let policies = 0;
function policyOf(witnesses: readonly FakeWitness[], quorum = 3): Record<string, string> {
  const LOG_POLICY = join(folder, `policy-${(policies += 1)}`);
  const lines = witnesses.map(({ line }) => line).join("");
  const names = witnesses.map(({ name }) => name).join(" ");
  writeFileSync(LOG_POLICY, `${lines}group some ${quorum} ${names}\nquorum some\n`);
  return { LOG_POLICY, PUBLIC_URL: "http://localhost:3000" };
}

async function start(environment: Record<string, string>, connection?: DatabaseConnection) {
  const on = connection ?? (await scope.clone());
  return {
    connection: on,
    app: await scope.start({ connection: on, environment, log: createLog("silent") }),
  };
}

async function second(): Promise<void> {
  scope.app.clock.advance(1);
  await scope.settled();
}

const stateOf = async (app: TestApp) =>
  (await (await fetch(`${app.url}/api/log`)).json()) as {
    vkey: string;
    policy: string;
    state: string;
    witnessed: number;
    size: number;
  };

/** Lets seconds pass until the log is in this state. */
const untilState = (app: TestApp, state: object) =>
  vi.waitFor(
    async () => {
      await second();
      expect(await stateOf(app)).toMatchObject(state);
    },
    { timeout: 10_000, interval: 20 },
  );

async function noteOf(app: TestApp, path = "checkpoint") {
  const answer = await fetch(`${app.url}/log/1/${path}`);
  expect(answer.status).toBe(200);
  return parseNote(await answer.text())!;
}

async function timesOf(app: TestApp, path?: string) {
  const policy = parsePolicy((await stateOf(app)).policy);
  const times = cosignedAt(policy, await noteOf(app, path), isHexSigned)!;
  return { names: [...times.keys()].toSorted(), time: quorumTime(policy, times), times };
}

const failuresOf = async (app: TestApp, name: string): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(
    new RegExp(`^veritick_log_witness_failures_total{witness="${name}"} (\\S+)$`, "m").exec(text)![1],
  );
};

const rowsOf = async (app: TestApp) =>
  (
    await app.database.query<{ entries: number; signed: number }>(
      "select (select count(*) from log_entries) as entries, (select count(*) from log_checkpoints) as signed",
    )
  ).rows[0]!;

/** Lets an hour pass, after which an epoch and a seed are new. */
async function hour(): Promise<void> {
  scope.app.clock.jump(HOUR);
  await scope.settled();
  await second();
}

describe("witnesses", () => {
  it("cosign each new size, and the newest again each minute", async () => {
    const witnesses = await startWitnesses();
    const { app } = await start(policyOf(witnesses));
    await untilState(app, { state: "WITNESSED", witnessed: 31, size: 31 });
    await vi.waitFor(async () => expect((await timesOf(app)).names).toEqual([...NAMES]));
    const first = await timesOf(app);
    for (let passed = 0; passed < 65; passed += 1) await second();
    await vi.waitFor(async () => expect((await timesOf(app)).time).toBeGreaterThan(first.time + 55));
    expect((await timesOf(app, "checkpoint/31")).times).toEqual(first.times);
    await hour();
    await untilState(app, { state: "WITNESSED", witnessed: 33 });
    for (const { asked, head, mostAtOnce } of witnesses) {
      expect([asked[0], asked.at(-1), head.size, mostAtOnce]).toEqual([31, 33, 33, 1]);
      // One request a minute while nothing is new.
      expect(asked.filter((size) => size === 31).length).toBeLessThanOrEqual(3);
    }
  });

  it.each<WitnessManner>(["rubbish", "forged", "409", "huge", "larger", "422"])(
    "do without one that answers so: %s",
    async (manner) => {
      const witnesses = await startWitnesses();
      witnesses[1]!.manner = manner;
      const { app } = await start(policyOf(witnesses));
      await untilState(app, { state: "WITNESSED", witnessed: 31 });
      await hour();
      await untilState(app, { state: "WITNESSED", witnessed: 33 });
      await vi.waitFor(async () => expect((await timesOf(app)).names).toEqual(["ada", "cyd", "dee"]));
      expect(await failuresOf(app, "bob")).toBeGreaterThan(0);
      expect(await failuresOf(app, "ada")).toBe(0);
      // It is asked on, and counts again once it answers well.
      witnesses[1]!.manner = "well";
      await vi.waitFor(async () => {
        await second();
        expect((await timesOf(app)).names).toEqual([...NAMES]);
      });
    },
  );

  it("do not wait for a slow one, whose late answer counts", async () => {
    const witnesses = await startWitnesses();
    const slow = witnesses[2]!;
    const { app } = await start(policyOf(witnesses));
    slow.manner = "slow";
    await untilState(app, { state: "WITNESSED", witnessed: 31 });
    await hour();
    await untilState(app, { state: "WITNESSED", witnessed: 33 });
    expect([slow.asked, slow.mostAtOnce]).toEqual([[31], 1]);
    slow.manner = "well";
    slow.letGo();
    await vi.waitFor(async () => {
      await second();
      expect((await timesOf(app, "checkpoint/31")).names).toEqual([...NAMES]);
      expect((await timesOf(app)).names).toEqual([...NAMES]);
    });
  });

  it("leave the log behind if too few of them answer, until they do", async () => {
    const witnesses = await startWitnesses();
    const { app } = await start(policyOf(witnesses));
    await untilState(app, { state: "WITNESSED", witnessed: 31 });
    witnesses[0]!.manner = witnesses[1]!.manner = "rubbish";
    await hour();
    await untilState(app, { state: "BEHIND", witnessed: 31, size: 33 });
    // The newest that the quorum has cosigned is still shown.
    expect(parseCheckpoint((await noteOf(app)).text)!.size).toBe(31);
    expect(await metricOf(app, "veritick_log_size")).toBe(33);
    expect(await metricOf(app, "veritick_log_witnessed_size")).toBe(31);
    expect(await metricOf(app, "veritick_log_behind")).toBe(1);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    witnesses[0]!.manner = "well";
    await untilState(app, { state: "WITNESSED", witnessed: 33, size: 33 });
  });

  it("must be heard at a start before anything is added, unless the silent ones are too few for a quorum", async () => {
    const witnesses = await startWitnesses();
    const environment = policyOf(witnesses);
    const { app, connection } = await start(environment);
    await untilState(app, { state: "WITNESSED", witnessed: 31 });
    await app.close();
    for (const witness of witnesses.slice(0, 3)) await witness.close();
    const { app: next } = await start(environment, connection);
    const before = await rowsOf(next);
    await hour();
    await second();
    expect(await rowsOf(next)).toEqual(before);
    await next.close();
    // Two of four are silent: they cannot have made up a quorum of three.
    const others = await startWitnesses(["eve"]);
    others[0]!.head = witnesses[3]!.head;
    const { app: again } = await start(
      policyOf([...witnesses.slice(1, 3), witnesses[3]!, ...others]),
      connection,
    );
    await hour();
    expect((await rowsOf(again)).entries).toBeGreaterThan(before.entries);
  });
});

const metricOf = async (app: TestApp, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await (await fetch(`${app.url}/metrics`)).text())![1]);

/** Runs a log for two hours, and returns a database as it was after the first. */
async function amnesia() {
  const witnesses = await startWitnesses();
  const environment = policyOf(witnesses);
  const { app: first, connection } = await start(environment);
  await untilState(first, { state: "WITNESSED", witnessed: 31 });
  await first.close();
  const restored = await cloneDatabase(inject("postgres"), connection.database);
  onTestFinished(restored.drop);
  const { app: second_ } = await start(environment, connection);
  await hour();
  await untilState(second_, { state: "WITNESSED", witnessed: 33 });
  await vi.waitFor(() => expect(witnesses.map(({ head }) => head.size)).toEqual([33, 33, 33, 33]));
  await second_.close();
  return { witnesses, environment, restored };
}

async function expectStopped(app: TestApp): Promise<void> {
  const before = await rowsOf(app);
  await hour();
  await hour();
  expect(await rowsOf(app)).toEqual(before);
  expect(await stateOf(app)).toMatchObject({ state: "BEHIND" });
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
}

describe("a database that was restored", () => {
  it("is found out by what the witnesses show, and nothing is signed", async () => {
    const { environment, restored } = await amnesia();
    const { app } = await start(environment, restored);
    await expectStopped(app);
    // The next start finds the same.
    await app.close();
    const { app: again } = await start(environment, restored);
    await expectStopped(again);
  });

  it("is found out by one witness that shows a signed checkpoint", async () => {
    const { witnesses, environment, restored } = await amnesia();
    for (const witness of witnesses.slice(1)) {
      witness.shows = false;
      witness.head = { size: 0, root: witness.head.root };
      witness.manner = "rubbish";
    }
    const { app } = await start(environment, restored);
    await expectStopped(app);
  });

  it("is found out by two witnesses that only say so", async () => {
    const { witnesses, environment, restored } = await amnesia();
    for (const witness of witnesses) witness.shows = false;
    witnesses[0]!.manner = witnesses[1]!.manner = "rubbish";
    const { app } = await start(environment, restored);
    await expectStopped(app);
  });
});

describe("a running log", () => {
  it("stops if a witness refuses and shows another root that the log has signed", async () => {
    const witnesses = await startWitnesses();
    const { app } = await start(policyOf(witnesses));
    await untilState(app, { state: "WITNESSED", witnessed: 31 });
    const origin = "localhost:3000/log/1";
    const text = checkpointText({ origin, size: 30, root: hashLeaf(Buffer.from("another")) });
    const signature = createSigner(Buffer.from(TEST_LOG_KEY, "hex")).sign(text);
    const signatures = [signatureOf(parseVkey((await stateOf(app)).vkey), signature)];
    witnesses[3]!.shown = noteText({ text, signatures });
    witnesses[3]!.manner = "422";
    await hour();
    await untilState(app, { state: "BEHIND" });
    await expectStopped(app);
  });

  it("stops if two witnesses refuse, and goes on if one does", async () => {
    const witnesses = await startWitnesses();
    const { app } = await start(policyOf(witnesses, 2));
    await untilState(app, { state: "WITNESSED", witnessed: 31 });
    witnesses[0]!.manner = "422";
    await hour();
    await untilState(app, { state: "WITNESSED", witnessed: 33 });
    await vi.waitFor(async () => expect(await failuresOf(app, "ada")).toBeGreaterThan(0));
    witnesses[1]!.manner = "422";
    await hour();
    await untilState(app, { state: "BEHIND" });
    await expectStopped(app);
  });
});
