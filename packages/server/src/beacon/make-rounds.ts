import { createHash } from "node:crypto";
import { BEACON_SCHEME, chainHashOf, QUICKNET } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconChain, BeaconRound } from "@veritick/domain/beacon.ts";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Bls } from "./bls.ts";

/** Makes the signatures of a local beacon. Tests use a faster one. */
export type Signer = {
  sign(round: number): string;
  /** The most rounds that the event loop signs at once. The thread of `bls` signs larger numbers. */
  readonly atOnce: number;
};

export type LocalKey = { readonly chain: BeaconChain; readonly key: Uint8Array; readonly signer: Signer };

/** The name of every chain that an installation makes itself. */
export const LOCAL_BEACON_ID = "veritick-local";

/** Returns the chain of a public key. Its genesis time and period are those of quicknet, its names the product's own. */
export function localChainOf(publicKey: string): BeaconChain {
  const chain = {
    publicKey,
    genesisTime: QUICKNET.genesisTime,
    period: 3,
    groupHash: createHash("sha256").update("veritick/local-beacon/1").digest("hex"),
    schemeID: BEACON_SCHEME,
    beaconID: LOCAL_BEACON_ID,
  };
  return { chainHash: chainHashOf(chain), ...chain };
}

/** @param secret any 32 bytes */
export async function openLocalKey(secret: Uint8Array): Promise<LocalKey> {
  // Loading and warming up the curve takes a tenth of a second, so a process with a public beacon skips it.
  const { beaconKeyOf, beaconPublicKey, signRound } = await import("@veritick/domain/beacon-signatures.ts");
  const key = beaconKeyOf(Buffer.from(secret).toString("hex"));
  const signer = { sign: (round: number) => signRound(key, round), atOnce: SIGNED_AT_ONCE };
  return { chain: localChainOf(beaconPublicKey(key)), key, signer };
}

/** The most rounds that the event loop signs at once. Signing one takes 4 ms. */
const SIGNED_AT_ONCE = 5;

/** The thread signs this many at once, in a twentieth of a second. The log reports the progress now and then. */
const SIGNED_TOGETHER = 64;
const TOLD_EVERY = 64 * 150;

export type Making = {
  readonly local: LocalKey;
  readonly bls: Bls;
  readonly clock: Clock;
  readonly log: Log;
  next(): number;
  take(rounds: readonly BeaconRound[]): void;
};

export type Maker = {
  /** Makes the rounds due at an instant that are not made yet: at once, or in the thread if there are many. */
  makeDue(nowMs: number): void;
  /** Waits until all due rounds are made. */
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
      // Listeners to new rounds call this again.
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
