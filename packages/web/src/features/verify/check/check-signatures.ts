import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { FindUnsigned } from "@veritick/domain/verify/beacon-evidence.ts";

/** The number of rounds checked at once: large enough to be fast, small enough to report progress often. */
const CHUNK = 128;

export type Signatures = {
  readonly done: number;
  readonly all: number;
  /** The time since the first of them was begun. */
  readonly elapsedMs: number;
};

type Watch = {
  readonly onProgress: (progress: Signatures) => void;
  readonly isCancelled: () => boolean;
  /** Checks the signatures. By default it is the domain's function, whose curve loads when first needed. */
  readonly findUnsigned?: FindUnsigned;
};

type List = { readonly publicKey: string; readonly rounds: readonly BeaconRound[] };

/** Thrown if the caller no longer wants the answer. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** More than any check needs at once. A page that stays open gets a new round every few seconds. */
const KEPT = 10_000;

/** The newest signatures found right. They are kept because the next check of the same page needs most of them again. */
const signed = new Set<string>();
const nameOf = (publicKey: string, { round, signature }: BeaconRound) => `${publicKey}/${round}/${signature}`;

function keep(name: string): void {
  signed.add(name);
  if (signed.size > KEPT) signed.delete(signed.values().next().value!);
}

/**
 * Runs a check that needs signatures. The first run only collects the signatures needed. They are checked in chunks, with
 * pauses in which the worker can receive a cancellation. The second run then uses the results.
 *
 * @throws CancelledError
 */
export async function withSignatures<T>(run: (findUnsigned: FindUnsigned) => T, watch: Watch): Promise<T> {
  const needed: List[] = [];
  // Another check may push signatures that this one needs out of those kept.
  const right = new Set<string>();
  const outcome = run((publicKey, rounds) => {
    const names = rounds.map((round) => nameOf(publicKey, round));
    for (const name of names) if (signed.has(name)) right.add(name);
    const unknown = rounds.filter((_, index) => !right.has(names[index]!));
    if (unknown.length > 0) needed.push({ publicKey, rounds: unknown });
    return undefined;
  });
  if (needed.length === 0) return outcome;
  const findUnsigned =
    watch.findUnsigned ?? (await import("@veritick/domain/beacon-signatures.ts")).findUnsigned;
  const all = needed.reduce((sum, { rounds }) => sum + rounds.length, 0);
  const begunMs = performance.now();
  const tell = (done: number) => watch.onProgress({ done, all, elapsedMs: performance.now() - begunMs });
  let done = 0;
  for (const { publicKey, rounds } of needed) {
    // One faulty round decides, so those after it need not be checked.
    let unsigned: BeaconRound | undefined;
    for (let at = 0; at < rounds.length && unsigned === undefined; at += CHUNK) {
      tell(done + at);
      await new Promise((resolve) => setTimeout(resolve));
      if (watch.isCancelled()) throw new CancelledError();
      const chunk = rounds.slice(at, at + CHUNK);
      unsigned = check(findUnsigned, publicKey, chunk);
      const proven = unsigned === undefined ? chunk : chunk.slice(0, chunk.indexOf(unsigned));
      for (const round of proven) {
        const name = nameOf(publicKey, round);
        right.add(name);
        keep(name);
      }
    }
    done += rounds.length;
  }
  tell(all);
  return run((publicKey, rounds) => rounds.find((round) => !right.has(nameOf(publicKey, round))));
}

function check(
  findUnsigned: FindUnsigned,
  publicKey: string,
  rounds: readonly BeaconRound[],
): BeaconRound | undefined {
  try {
    return findUnsigned(publicKey, rounds);
  } catch {
    return rounds[0];
  }
}
