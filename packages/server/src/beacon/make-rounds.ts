import { createHash } from "node:crypto";
import { BEACON_SCHEME, chainHashOf, QUICKNET, roundOf } from "@veritick/domain/beacon.ts";
import type { BeaconChain, BeaconRound } from "@veritick/domain/beacon.ts";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Bls } from "./bls.ts";

/** Makes the signatures of a local beacon. Tests bring one that is quicker. */
export type Signer = {
  sign(round: number): string;
  /** So many rounds are signed at once on the event loop; more are left to the thread of `bls`. */
  readonly atOnce: number;
};

/** The key of a local beacon as it is used, its chain and who signs. */
export type LocalKey = { readonly chain: BeaconChain; readonly key: Uint8Array; readonly signer: Signer };

/** The chain of a public key: its genesis time and period are quicknet's, its names the product's own. */
export function localChainOf(publicKey: string): BeaconChain {
  const chain = {
    publicKey,
    genesisTime: QUICKNET.genesisTime,
    period: 3,
    groupHash: createHash("sha256").update("veritick/local-beacon/1").digest("hex"),
    schemeID: BEACON_SCHEME,
    beaconID: "veritick-local",
  };
  return { chainHash: chainHashOf(chain), ...chain };
}

/** @param secret any 32 bytes */
export async function openLocalKey(secret: Uint8Array): Promise<LocalKey> {
  // To load and warm up the curve takes a tenth of a second, which a process with a public beacon does not spend.
  const { beaconKeyOf, beaconPublicKey, signRound } = await import("@veritick/domain/beacon-signatures.ts");
  const key = beaconKeyOf(Buffer.from(secret).toString("hex"));
  const signer = { sign: (round: number) => signRound(key, round), atOnce: SIGNED_AT_ONCE };
  return { chain: localChainOf(beaconPublicKey(key)), key, signer };
}

/** Signing takes 4 ms. */
const SIGNED_AT_ONCE = 5;

/** So many at once in the thread, a twentieth of a second; the log says how far it is now and then. */
const SIGNED_TOGETHER = 64;
const TOLD_EVERY = 64 * 150;

export type Making = {
  readonly local: LocalKey;
  readonly bls: Bls;
  readonly clock: Clock;
  readonly log: Log;
  next(): number;
  /** Takes rounds in hand, in order. */
  take(rounds: readonly BeaconRound[]): void;
};

export type Maker = {
  /** Makes what is due at an instant and not made yet, at once unless it is much. */
  makeDue(nowMs: number): void;
  /** Waits until everything that was due is made. */
  idle(): Promise<void>;
};

/** Makes the rounds of a local beacon, each when it is due and never before. */
export function createMaker(making: Making, stop: AbortSignal): Maker {
  const { bls, clock, log, take } = making;
  const { chain, key, signer } = making.local;
  let due = 0;
  let isMaking = false;
  let catchingUp: Promise<void> | undefined;
  const dueAt = (nowMs: number) => roundOf(chain, tickOf(Math.min(nowMs, clock.nowMs())));

  async function catchUp(): Promise<void> {
    log.info(
      { missing: due - making.next() + 1 },
      "rounds of the local beacon are missing and are being made",
    );
    for (let told = making.next(); !stop.aborted;) {
      // The clock may have leapt ahead and be right again by now.
      due = Math.min(due, dueAt(Infinity));
      const from = making.next();
      if (from > due) return;
      const signatures = await bls.sign(key, from, Math.min(SIGNED_TOGETHER, due - from + 1));
      take(signatures.map((signature, index) => ({ round: from + index, signature })));
      if (making.next() - told < TOLD_EVERY) continue;
      told = making.next();
      log.info({ newest: told - 1, missing: due - told + 1 }, "rounds of the local beacon are being made");
    }
  }

  return {
    makeDue(nowMs) {
      due = Math.max(due, dueAt(nowMs));
      // Whoever hears of new rounds asks for what is due again.
      if (isMaking || catchingUp !== undefined || due < making.next()) return;
      if (due - making.next() < signer.atOnce) {
        const from = making.next();
        const rounds = Array.from({ length: due - from + 1 }, (_, index) => from + index);
        isMaking = true;
        take(rounds.map((round) => ({ round, signature: signer.sign(round) })));
        isMaking = false;
        return;
      }
      catchingUp = catchUp()
        .catch((error: unknown) => {
          if (!stop.aborted)
            log.error({ error: String(error) }, "rounds of the local beacon could not be made");
        })
        .finally(() => (catchingUp = undefined));
    },
    idle: () => catchingUp ?? Promise.resolve(),
  };
}
