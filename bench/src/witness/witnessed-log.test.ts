import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCheckpoint, parseNote, vkeyOf, vkeyText } from "@veritick/domain/log/notes.ts";
import { cosignedAt, parsePolicy, quorumTime } from "@veritick/domain/log/policy.ts";
import { isHexSigned } from "@veritick/server/log/cosignatures.ts";
import { createSigner } from "@veritick/server/platform/signing.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { TEST_LOG_KEY } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { afterAll, expect, inject, it, onTestFinished, vi } from "vitest";
import { makeFolder, startWitness } from "./witness-process.ts";

const ORIGIN = "localhost:3000/log/1";
const signer = createSigner(Buffer.from(TEST_LOG_KEY, "hex"));
const VKEY = vkeyText(vkeyOf(ORIGIN, 1, signer.publicKey));
const NAMES = ["ada", "bob", "cyd"];
const HOUR = 3_600;

const folder = mkdtempSync(join(tmpdir(), "veritick-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Witnesses sign the time of the machine, so the server's must not be far from it.
const log = createLog("silent");
const scope = useApp({}, { log, clock: movableClock(new Date().getTime()) });

async function second(): Promise<void> {
  scope.app.clock.advance(1);
  await scope.settled();
}

const stateOf = async (app: TestApp) =>
  (await (await fetch(`${app.url}/api/log`)).json()) as { state: string; policy: string; size: number };

async function untilState(app: TestApp, state: object): Promise<void> {
  await vi.waitFor(
    async () => {
      await second();
      expect(await stateOf(app)).toMatchObject(state);
    },
    { timeout: 10_000, interval: 20 },
  );
}

const startThree = () =>
  Promise.all(
    NAMES.map((name) => startWitness(makeFolder(), ["--log", VKEY, "--name", `${name}.example/1`])),
  );

it("three witnesses cosign the log of a server, and stop it once its database is older than what they know", async () => {
  const witnesses = await startThree();
  const LOG_POLICY = join(folder, "policy");
  const lines = witnesses.map(({ vkey, url }, at) => `witness ${NAMES[at]} ${vkey} ${url}\n`).join("");
  writeFileSync(LOG_POLICY, `${lines}group most 2 ${NAMES.join(" ")}\nquorum most\n`);
  const environment = { LOG_POLICY, PUBLIC_URL: "http://localhost:3000" };
  const connection = await scope.clone();
  const app = await scope.start({ connection, environment, log });
  await untilState(app, { state: "WITNESSED", size: 31, witnessed: 31 });
  await app.close();
  const { drop, ...restored } = await cloneDatabase(inject("postgres"), connection.database);
  onTestFinished(drop);

  const next = await scope.start({ connection, environment, log });
  scope.app.clock.jump(HOUR);
  await scope.settled();
  await untilState(next, { size: 33, witnessed: 33 });
  await vi.waitFor(async () => {
    const note = parseNote(await (await fetch(`${next.url}/log/1/checkpoint/33`)).text())!;
    const policy = parsePolicy((await stateOf(next)).policy);
    const times = cosignedAt(policy, note, isHexSigned)!;
    expect([...times.keys()]).toEqual(NAMES);
    expect(Number.isFinite(quorumTime(policy, times))).toBe(true);
  });
  for (const witness of witnesses) {
    const shown = parseNote((await witness.ask(ORIGIN)).text)!;
    expect(parseCheckpoint(shown.text)!.size).toBe(33);
    expect(witness.errors()).toBe("");
  }
  // One of three may be gone.
  await witnesses[0]!.end("SIGTERM");
  scope.app.clock.jump(HOUR);
  await scope.settled();
  await untilState(next, { size: 35, witnessed: 35 });
  await next.close();

  const old = await scope.start({ connection: restored, environment, log });
  for (let passed = 0; passed < 5; passed += 1) await second();
  expect(await stateOf(old)).toMatchObject({ state: "BEHIND", size: 31 });
  for (const witness of witnesses.slice(1)) {
    expect(parseCheckpoint(parseNote((await witness.ask(ORIGIN)).text)!.text)!.size).toBe(35);
    expect(witness.errors()).toBe("");
  }
});
