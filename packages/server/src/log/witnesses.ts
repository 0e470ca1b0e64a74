import { isSameHash } from "@veritick/domain/log/merkle.ts";
import type { Hash } from "@veritick/domain/log/merkle.ts";
import { parseCheckpoint, signedAt, WITNESS_KEY } from "@veritick/domain/log/notes.ts";
import type { Note, Vkey } from "@veritick/domain/log/notes.ts";
import { quorumTime } from "@veritick/domain/log/policy.ts";
import type { Policy, PolicyWitness } from "@veritick/domain/log/policy.ts";
import { elapsedMs } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { warnOf } from "../platform/db/unavailable.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { addCheckpoint, getCheckpoint } from "./ask-witness.ts";
import type { Answer } from "./ask-witness.ts";
import { isHexSigned, readCosignatures, storeCosignatures, storeWitnesses } from "./cosignatures.ts";
import { findRoot, LogStoppedError, readConsistency, readRoot } from "./log-store.ts";
import type { Shown, WitnessRound } from "./sequencer.ts";

/** An idle log asks for the same size so often, which renews the time. */
const RENEW_MS = 60_000;
/** A cosignature dated further ahead is not believed. */
const MOST_AHEAD_SECONDS = 5;
/** So many witnesses that say so are believed without evidence. */
const BELIEVED = 2;

type Asked = PolicyWitness & {
  readonly url: string;
  /** The size at which it is known to have the log. */
  known: number;
  cosignedSize: number;
  cosignedAtMs: number;
  isBusy: boolean;
  running: Promise<void>;
  /** The last failure that was logged; undefined while it answers well. */
  failure: string | undefined;
  /** True if it says that the log was changed, and cannot show how. */
  accuses: boolean;
};

type WitnessContext = {
  origin: string;
  vkey: Vkey;
  policy: Policy;
  database: Database;
  clock: Clock;
  log: Log;
  onFailure(witness: string): void;
};

/**
 * Shows checkpoints to the witnesses of a policy and stores their cosignatures. One request is under way for a witness: a slow
 * one delays no other, and its late answer still counts.
 */
export function createWitnesses(
  context: WitnessContext,
): WitnessRound & { stop(): void; idle(): Promise<void> } {
  const { origin, vkey, policy, database, clock, log, onFailure } = context;
  const stopping = new AbortController();
  const vkeys = policy.witnesses.map((witness) => witness.vkey);
  const witnesses = policy.witnesses.flatMap((witness): Asked[] =>
    witness.url === undefined || witness.vkey.type !== WITNESS_KEY
      ? []
      : [{ ...witness, url: witness.url, ...UNASKED }],
  );
  let reason: LogStoppedError | undefined;

  const askedOf = ({ url }: Asked) => ({ url, stopping: stopping.signal });

  function fail(witness: Asked, failure: string): void {
    if (stopping.signal.aborted) return;
    onFailure(witness.name);
    if (witness.failure !== failure)
      log.warn({ witness: witness.name, failure }, "a witness of the public log failed");
    witness.failure = failure;
  }

  function stopFor(witness: Asked, found: string): void {
    reason ??= new LogStoppedError(
      `The public log stopped: witness ${witness.name} ${found}. The database is behind what is public, as after a restore: ` +
        "see LogBehind in docs/runbook.md.",
    );
  }

  /** True for a checkpoint with this log's signature that the database does not hold. Its holder has evidence against us. */
  async function isForeign(note: Note): Promise<boolean> {
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint?.origin !== origin || signedAt(note, vkey, isHexSigned) !== 0) return false;
    // A process that has lost the log may hear of what another one has signed since.
    const stored = await findRoot(database, checkpoint.size);
    if (stored !== undefined) return !isSameHash(stored, checkpoint.root);
    return !isSameHash(await rootAt(checkpoint.size), checkpoint.root);
  }

  async function rootAt(size: number): Promise<Hash> {
    const { rows } = await database.query<{ size: number }>(
      "select coalesce(max(size), 0) as size from log_checkpoints",
    );
    return size > rows[0]!.size ? new Uint8Array() : readRoot(database, size);
  }

  /** Weighs the word of a witness that the log was changed. One that cannot show it is named, and asked on. */
  async function weigh(witness: Asked, said: string): Promise<void> {
    const note = await getCheckpoint(askedOf(witness), origin);
    if (note !== null && !("failure" in note) && (await isForeign(note)))
      return stopFor(witness, "shows a checkpoint that this log has signed and the database does not hold");
    witness.accuses = true;
    fail(witness, said);
    const accusing = witnesses.filter(({ accuses }) => accuses);
    if (accusing.length >= BELIEVED)
      stopFor(witness, `and ${accusing.length - 1} more say that the log was changed`);
  }

  async function keep(witness: Asked, shown: Shown, lines: Note["signatures"]): Promise<void> {
    const found = readCosignatures({ origin, ...shown }, lines, vkeys);
    const own = found?.find((one) => one.vkey === witness.vkey);
    if (found === undefined || own === undefined) return fail(witness, "no_valid_cosignature");
    if (own.time > clock.nowMs() / 1000 + MOST_AHEAD_SECONDS) return fail(witness, "clock_ahead");
    await storeCosignatures(database, shown.size, found);
    if (witness.failure !== undefined)
      log.info({ witness: witness.name }, "a witness of the public log cosigns again");
    Object.assign(witness, { failure: undefined, accuses: false, known: shown.size });
    Object.assign(witness, { cosignedSize: shown.size, cosignedAtMs: elapsedMs(clock) });
  }

  async function ask(witness: Asked, shown: Shown): Promise<Answer> {
    const old = Math.min(witness.known, shown.size);
    const proof = await readConsistency(database, old, shown.size);
    return addCheckpoint(askedOf(witness), { old, proof, note: shown.note });
  }

  /** Shows a checkpoint to a witness, once more if it has the log at another size. */
  async function submit(witness: Asked, shown: Shown): Promise<Answer> {
    let old = witness.known;
    let answer = await ask(witness, shown);
    if ("knownSize" in answer && answer.knownSize !== old && answer.knownSize <= shown.size) {
      old = witness.known = answer.knownSize;
      answer = await ask(witness, shown);
    }
    if ("lines" in answer) await keep(witness, shown, answer.lines);
    else if ("failure" in answer) fail(witness, answer.failure);
    else if ("unknown" in answer) fail(witness, "log_unknown");
    else if ("refused" in answer) await weigh(witness, "refused");
    // A process that has lost the log hears of what another one has signed since.
    else if (answer.knownSize > shown.size && (await findRoot(database, answer.knownSize)) === undefined)
      await weigh(witness, "larger_size");
    // Older witnesses answer so to another root of that size, and some to every renewal.
    else if (answer.knownSize === old && old < shown.size) await weigh(witness, "refused");
    else fail(witness, "size_differs");
    return answer;
  }

  /** Finds out how far a witness knows the log. Returns false if it does not say. */
  async function learn(witness: Asked, newest: Shown | undefined): Promise<boolean> {
    const note = await getCheckpoint(askedOf(witness), origin);
    if (note !== null && "failure" in note) {
      fail(witness, note.failure);
      return false;
    }
    if (note !== null && (await isForeign(note))) {
      stopFor(witness, "shows a checkpoint that this log has signed and the database does not hold");
      return true;
    }
    witness.known = (note === null ? undefined : parseCheckpoint(note.text)?.size) ?? 0;
    if (note !== null) return true;
    // Some witnesses show nothing. Their answer to what they may have cosigned already tells the size.
    return newest === undefined || !("failure" in (await submit(witness, newest)));
  }

  async function run(witness: Asked, work: () => Promise<unknown>): Promise<void> {
    witness.isBusy = true;
    try {
      await work();
    } catch (error) {
      warnOf(log, error, "a witness could not be asked", { witness: witness.name });
    } finally {
      witness.isBusy = false;
    }
  }

  return {
    async agree(connection, newest) {
      reason = undefined;
      for (const witness of witnesses) witness.accuses = false;
      await storeWitnesses(connection, vkeys);
      const answered = await Promise.all(
        witnesses.map(async (witness) => !witness.isBusy && (await learn(witness, newest))),
      );
      if (reason !== undefined) throw reason;
      // Whoever is silent could know of more, and have made up a quorum alone.
      const silent = witnesses.filter((_, at) => !answered[at]);
      const time = quorumTime(policy, new Map(silent.map(({ name }) => [name, 0])));
      return time === -Infinity || time === Infinity;
    },
    show(newest) {
      for (const witness of witnesses) {
        const isDue =
          witness.cosignedSize < newest.size || elapsedMs(clock) - witness.cosignedAtMs >= RENEW_MS;
        if (isDue && !witness.isBusy) witness.running = run(witness, () => submit(witness, newest));
      }
    },
    stopped: () => reason,
    stop: () => stopping.abort(),
    async idle() {
      await Promise.all(witnesses.map(({ running }) => running));
    },
  };
}

const UNASKED = {
  known: 0,
  cosignedSize: -1,
  cosignedAtMs: -Infinity,
  isBusy: false,
  running: Promise.resolve(),
  failure: undefined,
  accuses: false,
} as const;

export type Witnesses = ReturnType<typeof createWitnesses>;
