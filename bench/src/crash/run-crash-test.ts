import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { memoryFolder } from "@veritick/embedded-postgres/memory-folder.ts";
import { beaconKeyOf } from "@veritick/domain/beacon-signatures.ts";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { nowTick, stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { startScreeningSimulator } from "@veritick/server/testing/screening-simulator.ts";
import type { ScreeningSimulator } from "@veritick/server/testing/screening-simulator.ts";
import { findBinaries } from "@veritick/embedded-postgres/binaries.ts";
import { clusterPaths } from "@veritick/embedded-postgres/files.ts";
import { stopLeftover } from "@veritick/embedded-postgres/processes.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { seededRandom } from "./random.ts";
import type { Random } from "./random.ts";
import { settleInTheFuture } from "./settle-in-the-future.ts";
import { Trader } from "./trader.ts";
import { VICTIMS, killPostgres, watchRecovery } from "./victims.ts";
import type { Victim } from "./victims.ts";

export type CrashOptions = {
  rounds: number;
  traders: number;
  seed: number;
  /** True: waits in real time until the one-minute positions are settled. False: settles them with a moved clock only. */
  waitForOneMinute: boolean;
  say(line: string): void;
};
export type CrashOutcome = { passed: number; failed: number; faults: string[] };

/** Traders replaced by newcomers each round, so that people also register in the middle of crashes. */
const NEWCOMERS = 2;
/** The most time until all traders trade. The price and the first deposits alone take a few seconds. */
const TRADING_WITHIN_MS = 60_000;
/** The most ticks that a settlement may take on a busy machine that has just recovered. */
const SETTLED_WITHIN_TICKS = 10;

/** Kills the server and PostgreSQL at random moments under load, round after round, and audits every promise. */
export async function runCrashTest(options: CrashOptions): Promise<CrashOutcome> {
  return withTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const simulator = await startScreeningSimulator();
    const test = new CrashTest(dataDir, options, simulator);
    try {
      return await test.run();
    } finally {
      await test.end();
      await simulator.close();
    }
  }, memoryFolder());
}

class CrashTest {
  readonly #simulator: ScreeningSimulator;
  readonly #dataDir: string;
  readonly #options: CrashOptions;
  readonly #random: Random;
  readonly #secret = randomBytes(32).toString("hex");
  readonly #beaconKey = randomBytes(32).toString("hex");
  readonly #traders: Trader[] = [];
  #active: Trader[] = [];
  #server: ServerProcess | undefined;
  #faults: string[] = [];

  constructor(dataDir: string, options: CrashOptions, simulator: ScreeningSimulator) {
    this.#simulator = simulator;
    this.#dataDir = dataDir;
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  async run(): Promise<CrashOutcome> {
    const outcome: CrashOutcome = { passed: 0, failed: 0, faults: [] };
    const conclude = (what: string) => {
      if (this.#faults.length === 0) return true;
      outcome.failed += 1;
      for (const fault of this.#faults.slice(0, 20)) this.#options.say(`  FAULT ${fault}`);
      outcome.faults.push(...this.#faults.map((fault) => `${what}: ${fault}`));
      this.#faults = [];
      return false;
    };
    await this.#startServer();
    for (let round = 1; round <= this.#options.rounds; round += 1) {
      const story = await this.#playRound();
      this.#options.say(`round ${round} of ${this.#options.rounds}: ${story}`);
      if (conclude(`round ${round}`)) outcome.passed += 1;
    }
    this.#options.say(await this.#settleAll());
    conclude("settlement");
    return outcome;
  }

  async end(): Promise<void> {
    for (const trader of this.#traders) trader.stop();
    await this.#server?.stop();
    await stopLeftover(clusterPaths(this.#dataDir), findBinaries(), () => {});
  }

  async #startServer(): Promise<void> {
    this.#server = await startServer({
      dataDir: this.#dataDir,
      environment: {
        PRICE_SECRET: this.#secret,
        BEACON_KEY: this.#beaconKey,
        HOUSE_CAPITAL: "1000000000",
        SANDBOX_CONFIRM_SECONDS: "1",
        ...this.#simulator.environment(),
        LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
        LIMIT_DEPOSITS_PER_USER: "100000",
        LIMIT_DEPOSITS_PER_ADDRESS: "100000",
        LIMIT_CALLS_PER_SECOND: "1000000",
        LIMIT_CALL_BURST: "1000000",
        // A server that has lost its database logs errors, as it should.
        LOG_LEVEL: "silent",
      },
    });
  }

  async #playRound(): Promise<string> {
    this.#welcomeNewcomers();
    const trading = this.#active.map((trader) => trader.trade());
    await this.#untilTheyTrade("before the strike");
    await this.#chooseMoment();
    const victim = this.#random.pick(VICTIMS);
    const startedAt = stopwatchMs();
    await this.#strike(victim);
    const backMs = Math.round(stopwatchMs() - startedAt);
    await this.#untilTheyTrade("after it");
    await delay(this.#random.whole(200, 800));
    for (const trader of this.#active) trader.stop();
    await Promise.all(trading);
    await this.#auditLive(nowTick(systemClock()) - SETTLED_WITHIN_TICKS - Math.ceil(backMs / 1000));
    return `killed ${victim}, back after ${backMs} ms, ${this.#countPromises()} acknowledged so far`;
  }

  /** Waits for acknowledged positions: a strike before them could break no promise. */
  async #untilTheyTrade(when: string): Promise<void> {
    const count = () => this.#active.reduce((sum, { positions }) => sum + positions.size, 0);
    const enough = count() + this.#active.length;
    const deadline = stopwatchMs() + TRADING_WITHIN_MS;
    while (count() < enough) {
      if (stopwatchMs() > deadline) return void this.#faults.push(`nobody could trade ${when}`);
      await delay(20);
    }
  }

  /** Waits for a random moment, or in every other round for one around a verdict: asked for, stored or acted on. */
  async #chooseMoment(): Promise<void> {
    const anyMoment = delay(this.#random.whole(300, 1_500));
    if (this.#random.next() < 0.5) return anyMoment;
    await Promise.race([this.#simulator.nextQuestion(), delay(3_000)]);
    await delay(this.#random.whole(0, 40));
  }

  #welcomeNewcomers(): void {
    const count = this.#active.length === 0 ? this.#options.traders : NEWCOMERS;
    const market = {
      url: () => this.#server?.url,
      report: (fault: string) => void this.#faults.push(fault),
    };
    for (let n = 0; n < count; n += 1) {
      const name = `trader${this.#traders.length + 1}`;
      this.#traders.push(new Trader(name, market, seededRandom(this.#random.whole(0, 2 ** 31))));
    }
    this.#active = this.#traders.slice(-this.#options.traders);
  }

  async #strike(victim: Victim): Promise<void> {
    if (victim === "PostgreSQL") {
      this.#faults.push(...(await watchRecovery(this.#server!.url, this.#dataDir)));
      if (this.#server!.child.exitCode !== null) this.#faults.push("the server ended with its PostgreSQL");
      return;
    }
    const server = this.#server!;
    this.#server = undefined;
    if (victim === "both") killPostgres(this.#dataDir);
    await server.kill();
    await this.#startServer();
  }

  async #auditLive(settledUpTo: number): Promise<void> {
    const database = openDatabase(this.#server!.connection(), createLog("silent"), 1);
    try {
      const context = { traders: this.#traders, ...this.#secrets(), settledUpTo };
      this.#faults.push(...(await audit(database, { ...context, newestTick: () => nowTick(systemClock()) })));
    } finally {
      await database.end();
    }
  }

  /** Settles all open positions and audits the result: in real time if asked for, then with a moved clock. */
  async #settleAll(): Promise<string> {
    if (this.#options.waitForOneMinute) {
      const due = nowTick(systemClock()) + 60;
      while (nowTick(systemClock()) < due + 3) await delay(1_000);
      await this.#auditLive(due);
    }
    await this.#server!.stop();
    const screening = this.#simulator.environment();
    const secrets = { PRICE_SECRET: this.#secret, BEACON_KEY: this.#beaconKey, ...screening };
    const faults = await settleInTheFuture(this.#dataDir, secrets, (database, newestTick) =>
      audit(database, {
        traders: this.#traders,
        ...this.#secrets(),
        settledUpTo: newestTick,
        newestTick: () => newestTick,
      }),
    );
    this.#faults.push(...faults);
    return `settlement: all ${this.#countPromises()} audited, for ${this.#traders.length} traders`;
  }

  #secrets = () => ({ secret: parseSecret(this.#secret), beaconKey: beaconKeyOf(this.#beaconKey) });

  #countPromises(): string {
    const count = (of: "positions" | "sales") =>
      this.#traders.reduce((sum, trader) => sum + trader[of].size, 0);
    return `${count("positions")} positions and ${count("sales")} sales`;
  }
}
