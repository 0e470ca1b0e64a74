import { join } from "node:path";
import { memoryFolder } from "@veritick/embedded-postgres/memory-folder.ts";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { LOCKOUT_FAILURES } from "@veritick/server/platform/db/attempts.ts";
import { environmentOf } from "@veritick/server/testing/backups.ts";
import type { DatabaseConnection } from "@veritick/server/testing/test-database.ts";
import { seededRandom } from "../crash/random.ts";
import type { Random } from "../crash/random.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";
import { Account } from "./account.ts";

/** The number of possible withdrawal codes. */
export const ALL_CODES = 100_000;
const CONNECTIONS = 64;
const BALANCE = "1000";
const AMOUNT = "15";
/** The shortest lock. In a longer run, the server would rightly check five more guesses. */
const LOCK_SECONDS = 15 * 60;
/** The right code comes after this many guesses, because the server would rightly accept it among the first. */
const RIGHT_FROM = 100;

export type GuessesOptions = {
  /** An empty, migrated database. */
  connection: DatabaseConnection;
  seed: number;
  /** The number of codes to try, the right one among them. */
  guesses: number;
  say(line: string): void;
};

/**
 * Tries withdrawal codes against one account, in random order and over many connections, and kills the server in the
 * middle. Returns the faults found.
 */
export async function runGuesses({ connection, seed, guesses, say }: GuessesOptions): Promise<string[]> {
  const random = seededRandom(seed);
  const codes = shuffledCodes(random).slice(0, guesses);
  const rightCode = codes[random.whole(RIGHT_FROM, guesses - 1)]!;
  return withTemporaryFolder(async (folder) => {
    const attack = new Attack(
      join(folder, "data"),
      connection,
      tronAddressFrom(Uint8Array.from({ length: 20 }, () => random.whole(0, 255))),
    );
    try {
      await attack.prepare(rightCode, codes[0]!);
      const startedAt = stopwatchMs();
      await attack.guess(codes, guesses / 2);
      await attack.expectLocked(rightCode, "the right code right after the restart");
      await attack.guess(attack.unanswered(codes));
      const seconds = (stopwatchMs() - startedAt) / 1000;
      await attack.expectLocked(rightCode, "the right code at the end");
      await attack.audit(guesses, seconds);
      for (const line of attack.counts(seconds)) say(line);
      return attack.faults;
    } finally {
      await attack.end();
    }
  }, memoryFolder());
}

function shuffledCodes(random: Random): string[] {
  const codes = Array.from({ length: ALL_CODES }, (_, n) => String(n).padStart(5, "0"));
  for (let last = ALL_CODES - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [codes[last], codes[other]] = [codes[other]!, codes[last]!];
  }
  return codes;
}

class Attack {
  readonly faults: string[] = [];
  readonly #dataDir: string;
  readonly #connection: DatabaseConnection;
  readonly #address: string;
  readonly #victim = new Account("victim", () => this.#server!.url);
  readonly #bystander = new Account("bystander", () => this.#server!.url);
  /** The answer to each guess. */
  readonly #answers = new Map<string, string>();
  #bystanderCode = "";
  #server: ServerProcess | undefined;

  constructor(dataDir: string, connection: DatabaseConnection, address: string) {
    this.#dataDir = dataDir;
    this.#connection = connection;
    this.#address = address;
  }

  async prepare(code: string, bystanderCode: string): Promise<void> {
    await this.#startServer();
    this.#bystanderCode = bystanderCode;
    await Promise.all([this.#victim.open(BALANCE, code), this.#bystander.open(BALANCE, bystanderCode)]);
  }

  /** Sends these guesses. With `killAfter`, kills and restarts the server after so many answers, and stops. */
  async guess(codes: readonly string[], killAfter = Infinity): Promise<void> {
    let next = 0;
    let restarted: Promise<void> | undefined;
    const work = async () => {
      while (next < codes.length && restarted === undefined) {
        const code = codes[next]!;
        next += 1;
        const answer = await this.#victim.withdraw(code, AMOUNT, this.#address).catch(() => undefined);
        // The outcome of the guesses under way when the server was killed is unknown. The caller sends them again.
        if (answer === undefined) {
          if (restarted === undefined) this.faults.push(`the guess ${code} was not answered`);
          continue;
        }
        this.#answers.set(code, `${answer.status} ${String(answer.body.code)}`);
        if (this.#answers.size === killAfter) restarted = this.#restart();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    await restarted;
  }

  unanswered = (codes: readonly string[]): string[] => codes.filter((code) => !this.#answers.has(code));

  async expectLocked(code: string, what: string): Promise<void> {
    const { status, body, retryAfter } = await this.#victim.withdraw(code, AMOUNT, this.#address);
    if (status === 429 && body.code === "withdrawal_code_locked" && retryAfter > 0) return;
    this.faults.push(`${what} was answered ${status} ${JSON.stringify(body)}`);
  }

  /** Compares the answers with the database after all guesses. */
  async audit(guesses: number, seconds: number): Promise<void> {
    const check = (holds: boolean, fault: string) => void (holds || this.faults.push(fault));
    check(seconds < LOCK_SECONDS, `it took ${seconds} s: the first lock was over before the end`);
    check(this.#answers.size === guesses, `${this.#answers.size} guesses were answered`);
    const wrong = this.#count("400 withdrawal_code_wrong");
    const locked = this.#count("429 withdrawal_code_locked");
    check(wrong === LOCKOUT_FAILURES, `${wrong} guesses were compared`);
    check(wrong + locked === guesses, `${guesses - wrong - locked} guesses got another answer`);
    check(Number(await this.#victim.balance()) === Number(BALANCE), "the balance has moved");
    const own = await this.#bystander.withdraw(this.#bystanderCode, AMOUNT, this.#address);
    check(own.status === 201, `another user's withdrawal answered ${own.status} ${JSON.stringify(own.body)}`);

    const database = openDatabase(this.#connection, createLog("silent"), 1);
    try {
      const { rows } = await database.query<{ withdrawals: number; locks: number; failures: number }>(
        `select (select count(*) from withdrawal_transactions where user_id = $1) as withdrawals,
           (select sum(locks) from lockouts)::integer as locks, (select sum(failures) from lockouts)::integer as failures`,
        [this.#victim.id],
      );
      const { withdrawals, locks, failures } = rows[0]!;
      check(withdrawals === 0, `${withdrawals} withdrawals were created`);
      check(locks === 1 && failures === 0, `${locks} locks and ${failures} guesses beyond them were counted`);
      const faults = await checkLedger(database);
      check(faults.length === 0, `the ledger is wrong: ${JSON.stringify(faults)}`);
    } finally {
      await database.end();
    }
  }

  *counts(seconds: number): Generator<string> {
    for (const answer of new Set(this.#answers.values())) {
      yield `${this.#count(answer).toLocaleString("en")} guesses were answered ${answer}`;
    }
    yield `${this.#answers.size.toLocaleString("en")} guesses in ${seconds.toFixed(1)} s, the server killed once`;
  }

  async end(): Promise<void> {
    await this.#server?.stop();
  }

  #count = (answer: string): number => [...this.#answers.values()].filter((found) => found === answer).length;

  async #restart(): Promise<void> {
    await this.#server!.kill();
    await this.#startServer();
  }

  async #startServer(): Promise<void> {
    this.#server = await startServer({
      dataDir: this.#dataDir,
      environment: {
        ...environmentOf(this.#connection),
        HOUSE_CAPITAL: "1000000",
        SANDBOX_CONFIRM_SECONDS: "1",
        LIMIT_CALLS_PER_SECOND: "1000000",
        LIMIT_CALL_BURST: "1000000",
      },
    });
  }
}
