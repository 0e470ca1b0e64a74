import { endEmptyPrice } from "@veritick/server/testing/end-price.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TEST_LOG_KEY } from "@veritick/server/testing/test-app.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import { createSigner } from "@veritick/server/platform/signing.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { vkeyOf, vkeyText } from "@veritick/domain/log/notes.ts";
import { expect, it, vi } from "vitest";
import { startWitness } from "../witness/witness-process.ts";
import { makeFolder } from "./log-site.ts";
import { useFiles, verify } from "./verifier.ts";

const HOUR = 3_600;
const put = useFiles();
const { publicKey } = createSigner(Buffer.from(TEST_LOG_KEY, "hex"));
const LOG = vkeyText(vkeyOf("localhost:3000/log/1", 1, publicKey));

// Witnesses sign the time of the machine, so the server's must not be far from it.
const log = createLog("silent");
const scope = useApp({}, { log, clock: movableClock(new Date().getTime()) });

async function untilWitnessed(app: TestApp, least: number): Promise<void> {
  await vi.waitFor(
    async () => {
      // A busy machine must not leave the server's clock behind that of the witnesses.
      const behind = Math.ceil((new Date().getTime() - scope.app.clock.nowMs()) / 1000);
      scope.app.clock.advance(Math.max(1, behind));
      await scope.settled();
      const { witnessed, size } = (await (await fetch(`${app.url}/api/log`)).json()) as any;
      expect(size).toBeGreaterThanOrEqual(least);
      expect(witnessed).toBe(size);
    },
    { timeout: 100_000, interval: 50 },
  );
}

it("a monitor finds the log of a server right: at its start, after an hour, and after the end of a price", async () => {
  const names = ["ada", "bob", "cyd"];
  const started = names.map((name) =>
    startWitness(makeFolder(), ["--log", LOG, "--name", `${name}.example/1`]),
  );
  const lines = (await Promise.all(started)).map(
    ({ vkey, url }, at) => `witness ${names[at]} ${vkey} ${url}\n`,
  );
  const policy = put(`log ${LOG}\n${lines.join("")}group most 2 ${names.join(" ")}\nquorum most\n`);
  const environment = { LOG_POLICY: policy, PUBLIC_URL: "http://localhost:3000" };
  const connection = await scope.clone();
  const folder = makeFolder();
  const look = ({ url }: TestApp, state = folder) =>
    verify("monitor", "--url", `${url}/log/1/`, "--policy", policy, "--state", state, "--once");

  const app = await scope.start({ connection, environment, log });
  await untilWitnessed(app, 31);
  expect(await look(app)).toMatchObject({ code: 0, wrong: [], missing: [] });

  scope.app.clock.jump(HOUR);
  await scope.settled();
  await stateLiabilities(app);
  await untilWitnessed(app, 34);
  const later = await look(app);
  expect(later).toMatchObject({ code: 0, wrong: [], missing: [] });
  expect(later.text).toContain("1 liabilities reports of the site were compared with the log");

  await endEmptyPrice(app.database, app.clock);
  await app.close();
  const renewed = await scope.start({
    connection,
    environment: { ...environment, PRICE_SECRET: "ff".repeat(32) },
    log,
  });
  await untilWitnessed(renewed, 60);
  const ended = await look(renewed);
  expect(ended).toMatchObject({ code: 0, wrong: [], missing: [] });
  expect(ended.text).toContain("its secret was lost");
  expect(await look(renewed, makeFolder())).toMatchObject({ code: 0, wrong: [], missing: [] });
});
