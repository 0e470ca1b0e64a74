import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import { beaconKeyOf } from "@veritick/domain/beacon-signatures.ts";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { nowTick, stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { seedKey } from "@veritick/server/testing/valid-calls.ts";
import { audit } from "../crash/audit.ts";
import { seededRandom } from "../crash/random.ts";
import { median } from "../support/statistics.ts";
import { ClientTrader } from "./client-trader.ts";
import { beginInstallation, isWhole } from "./installation.ts";
import type { Machine, Machines } from "./machines.ts";
import { until } from "./machines.ts";
import { ensureNeeded } from "./needed.ts";
import { findBreaches } from "./separation.ts";
import { longestSilenceMs } from "./silence.ts";
import type { Acknowledged } from "./silence.ts";

// `npm run test:failover` plays 20 rounds; `ROUNDS=2 npm run test:failover` plays 2. KEEP=1 keeps the folder with the logs.
// `npm run test:failover -- --serve` starts the three machines and injects no fault.

const ROUNDS = Number(process.env["ROUNDS"] ?? 20);
const TRADERS = Number(process.env["TRADERS"] ?? 16);
const PAUSE_MS = 400;
const MOST_BACK_MS = 15_000;
const WHOLE_WITHIN_MS = 180_000;
/** The most ticks that settlement may take on a busy machine. */
const SETTLED_WITHIN_TICKS = 15;

const clock = systemClock();
const secret = randomBytes(32).toString("hex");
const beaconKey = randomBytes(32).toString("hex");
const faults: string[] = [];
const report = (fault: string) => {
  faults.push(fault);
  console.log(`  FAULT ${fault}`);
};

/** A fault: how to strike a machine and mend it, and the fronts that should hardly notice. */
type Fault = {
  name: string;
  strike(machines: Machines): Promise<{ struck: Machine; mend(): Promise<void>; spared: readonly Machine[] }>;
};

const FAULTS: readonly Fault[] = [
  {
    name: "the leader of PostgreSQL is killed",
    async strike(machines) {
      const struck = await machines.leader();
      await struck.kill("patroni");
      return { struck, spared: machines.all, mend: async () => struck.start("patroni") };
    },
  },
  {
    name: "a NATS node is killed",
    async strike(machines) {
      const struck = nextOf(machines.all);
      await struck.kill("nats");
      return { struck, spared: machines.all, mend: async () => struck.start("nats") };
    },
  },
  {
    name: "a server process is killed",
    async strike(machines) {
      const struck = nextOf(machines.all);
      await struck.kill("server");
      return { struck, spared: machines.all, mend: async () => struck.start("server") };
    },
  },
  {
    name: "the standby's machine is cut off",
    async strike(machines) {
      const struck = await machines.standby();
      struck.cable(false);
      return {
        struck,
        spared: machines.all.filter((machine) => machine !== struck),
        async mend() {
          await until(async () => (await machines.standby()) !== struck, "another standby is waited for");
          struck.cable(true);
        },
      };
    },
  },
];

let turn = 0;
const nextOf = (all: readonly Machine[]): Machine => all[turn++ % all.length]!;

type Outcome = { fault: string; backMs: number; wholeMs: number };

async function playFault(fault: Fault, machines: Machines, journal: Acknowledged[]): Promise<Outcome> {
  const beganMs = stopwatchMs();
  const { struck, spared, mend } = await fault.strike(machines);
  const isBack = () =>
    spared.every(({ front }) => journal.some((order) => order.front === front && order.sentMs > beganMs));
  await until(isBack, "orders are back", WHOLE_WITHIN_MS);
  // The fault may stop a service a little later.
  await delay(3_000);
  await mend();
  await until(() => isWhole(machines), "everything is whole again", WHOLE_WITHIN_MS);
  const endedMs = stopwatchMs();
  const backMs = longestSilenceMs(
    journal,
    spared.map(({ front }) => front),
    beganMs,
    endedMs,
  );
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `  ${fault.name} (${struck.name}): longest time without an order ${seconds(backMs)}, whole after ${seconds(endedMs - beganMs)}`,
  );
  if (backMs > MOST_BACK_MS) report(`${fault.name}: no order for ${seconds(backMs)}`);
  return { fault: fault.name, backMs, wholeMs: endedMs - beganMs };
}

async function compare(machines: Machines, traders: readonly ClientTrader[]): Promise<void> {
  await withLeader(machines, async (database) => {
    const due = nowTick(clock) - SETTLED_WITHIN_TICKS;
    const found = await audit(database, {
      traders,
      secret: parseSecret(secret),
      beaconKey: beaconKeyOf(beaconKey),
      settledUpTo: due,
      isScreened: false,
      newestTick: () => nowTick(clock),
    });
    for (const fault of found) report(fault);
  });
  const seen = new Map<number, number>();
  let compared = 0;
  for (const { name, server } of machines.all) {
    const { from, prices } = (await (await fetch(`${server}/api/prices`)).json()) as Prices;
    for (const [n, price] of prices.entries()) {
      const other = seen.get(from + n);
      if (other !== undefined) compared += 1;
      if (other !== undefined && other !== price)
        report(`the server of ${name} has ${price} at ${from + n}, another one ${other}`);
      seen.set(from + n, price);
    }
  }
  if (compared === 0) report("no two servers have a price of the same tick");
  console.log(`The servers agree on ${compared} prices.`);
}

async function withLeader<T>(machines: Machines, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(await machines.leaderUrl(), createLog("silent"), 2);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function play(machines: Machines): Promise<void> {
  for (const machine of machines.all) for (const breach of await findBreaches(machine)) report(breach);
  const journal: Acknowledged[] = [];
  const random = seededRandom(Number(process.env["SEED"] ?? 7));
  const fronts = machines.all.map(({ front }) => front);
  const traders = await withLeader(machines, async (database) => {
    const people = await seedPeople({ url: fronts[0]!, clock, database }, TRADERS, "0");
    return Promise.all(
      people.map(async ({ user: { id } }) => {
        const { key } = await seedKey({ database, clock } as never, id, ["read", "trade", "account"]);
        const own = seededRandom(random.whole(0, 2 ** 31));
        const acknowledged = (order: Acknowledged) => void journal.push(order);
        return new ClientTrader(
          { id, key },
          { fronts, journal: { acknowledged, report }, random: own, pauseMs: PAUSE_MS },
        );
      }),
    );
  });
  const beganMs = stopwatchMs();
  const trading = traders.map((trader) => trader.trade());
  await until(() => fronts.every((front) => journal.some((order) => order.front === front)), "all trade");

  const outcomes: Outcome[] = [];
  let played = 0;
  for (let round = 1; round <= ROUNDS && faults.length === 0; round += 1) {
    console.log(`round ${round} of ${ROUNDS}: ${journal.length} acknowledged so far`);
    for (const fault of FAULTS) outcomes.push(await playFault(fault, machines, journal));
    played = round;
  }
  for (const trader of traders) trader.stop();
  await Promise.all(trading);
  const tradedMs = stopwatchMs() - beganMs;
  await compare(machines, traders);
  for (const words of [
    ["ledger:check"],
    ["admin", "list"],
    ["backup", join(machines.all[0]!.own, "backups")],
  ])
    machines.tool(...words);

  const count = (of: "positions" | "sales" | "deposits") =>
    traders.reduce((sum, trader) => sum + trader[of].size, 0);
  console.log(
    `${played} rounds: ${count("positions")} positions, ${count("sales")} sales and ${count("deposits")} deposits acknowledged, ` +
      `${(journal.length / (tradedMs / 1000)).toFixed(1)} a second.`,
  );
  for (const { name } of FAULTS) {
    const [back, whole] = (["backMs", "wholeMs"] as const).map((figure) =>
      outcomes.filter(({ fault }) => fault === name).map((outcome) => outcome[figure] / 1000),
    );
    if (back!.length === 0) continue;
    const figures = (of: number[]) =>
      `median ${median(of).toFixed(1)} s, worst ${Math.max(...of).toFixed(1)} s`;
    console.log(`  ${name}: without an order ${figures(back!)}; whole after ${figures(whole!)}`);
  }
}

ensureNeeded();
const folder = mkdtempSync(join(tmpdir(), "veritick-failover-"));
// The users of the parts must be able to enter the folder.
chmodSync(folder, 0o755);
const installation = beginInstallation(folder, { PRICE_SECRET: secret, BEACON_KEY: beaconKey });
const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
const abort = new Promise<never>((_, reject) =>
  ended.signal.addEventListener("abort", () => reject(new Error("it was stopped"))),
);
abort.catch(() => {});
try {
  await Promise.race([abort, installation.start()]);
  if (process.argv.includes("--serve")) {
    console.log(
      `Open ${installation.machines.all.map(({ front }) => front).join(" or ")}. Logs: ${folder}. End with Ctrl+C.`,
    );
    await abort.catch(() => {});
  } else await Promise.race([abort, play(installation.machines)]);
} catch (error) {
  report(error instanceof Error ? error.message : String(error));
} finally {
  await installation.machines.end();
  if (faults.length > 0 || process.env["KEEP"] === "1") console.log(`The logs are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
console.log(faults.length === 0 ? "Nothing was lost, nothing was doubled." : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
