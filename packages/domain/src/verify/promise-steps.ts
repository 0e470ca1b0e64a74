import { blockEnd, dueTick, isOpenAt } from "../rounds.ts";
import type { BeaconChain } from "../beacon.ts";
import { parsePromise } from "../signed/promise.ts";
import type { PositionPromise } from "../signed/promise.ts";
import { promisesText, rootOf } from "../signed/promise-tree.ts";
import type { PositionEvidence, Signed, SignedPromise } from "./position-evidence.ts";
import { secondsOf } from "./read-value.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";
import { isSignedBy } from "./verify-statements.ts";
import type { IsSigned } from "../signed/is-signed.ts";

/** Checks that the promise is signed, and with a published key. */
export function signatureStep(evidence: PositionEvidence, isSigned: IsSigned): Step<"signature"> {
  const { promise } = evidence;
  if (promise === null) return unsignedStep("signature");
  const step = signedStep("signature", { ...promise, text: signedTextOf(promise) }, evidence, isSigned);
  const { droppedKey, keys } = evidence;
  if (step.outcome !== "right" || droppedKey === undefined) return step;
  return stepOf("signature", "wrong", {
    expected: droppedKey,
    found: keys.join("\n"),
    reason: "file-differs",
  });
}

/** Returns the text that the signature of a promise covers. It names the root that the path leads to. */
function signedTextOf({ text, path, publicKey }: SignedPromise): string | undefined {
  if (text === undefined || path === undefined || publicKey === undefined) return undefined;
  const root = rootOf(text, path);
  return root === undefined ? undefined : promisesText(root, publicKey);
}

/** Checks that a text is signed, and with a published key. */
export function signedStep<N extends string>(
  name: N,
  { text, signature, publicKey }: Signed,
  { keys, isPublished }: Pick<PositionEvidence, "keys" | "isPublished">,
  isSigned: IsSigned,
): Step<N> {
  if (text === undefined || signature === undefined || publicKey === undefined) {
    return stepOf(name, "wrong", { reason: "unreadable" });
  }
  const isRight = isSignedBy([publicKey], publicKey, { text, signature }, isSigned);
  if (!isRight) return stepOf(name, "wrong", { found: signature });
  if (!keys.includes(publicKey) && (isPublished || keys.length > 0)) {
    const expected = keys.join("\n");
    return stepOf(name, "wrong", { expected, found: publicKey, reason: "unpublished" });
  }
  // A forger of a file would forge the keys in it as well.
  if (!isPublished) return stepOf(name, "missing", { found: publicKey, reason: "own-key" });
  return stepOf(name, "right", { expected: publicKey, found: publicKey });
}

/** Makes the step of a position that carries no signature. Every promise is signed, so it is withheld. */
export const unsignedStep = <N extends string>(name: N): Step<N> =>
  stepOf(name, name === "signature" ? "wrong" : "missing", { reason: "withheld" });

/** Reads the promise in the signed text; undefined if it cannot be read. */
export function promisedIn({ promise }: PositionEvidence): PositionPromise | undefined {
  return promise?.text === undefined ? undefined : parsePromise(promise.text);
}

/** Checks that the position matches its promise. */
export function promiseStep(
  evidence: PositionEvidence,
  promised: PositionPromise | undefined,
): Step<"promise"> {
  const { promise } = evidence;
  if (promise === null) return unsignedStep("promise");
  if (promised === undefined) return stepOf("promise", "wrong", { reason: "unreadable" });
  const stated = statedLines(evidence, promise);
  const differing = promisedLines(promised).filter(([name, value]) => stated.get(name) !== value);
  if (differing.length === 0) return timelyStep(promised, evidence.beacon);
  return compared(
    "promise",
    differing.map((line) => line.join(" ")).join("\n"),
    differing.map(([name]) => `${name} ${stated.get(name) ?? "?"}`).join("\n"),
  );
}

/**
 * Checks that the order enters at the end of the block that it was opened in, and was opened at least half a second before
 * the next round was due. Any other entry is a chosen price.
 */
function timelyStep(
  { opened, entryTick, round }: PositionPromise,
  chain: BeaconChain | undefined,
): Step<"promise"> {
  if (chain === undefined) return stepOf("promise", "missing", { reason: "no-data" });
  const openedMs = Math.round((secondsOf(opened) ?? Number.NaN) * 1000);
  const isTimely = round > 0 && blockEnd(chain, round) === entryTick && isOpenAt(chain, round, openedMs);
  if (isTimely) return stepOf("promise", "right");
  const own = round > 0 ? `round ${round}: ${dueTick(chain, round)} - ${blockEnd(chain, round)}` : "";
  return stepOf("promise", "wrong", {
    expected: own,
    found: `entryTick ${entryTick}\nopened ${opened}`,
    reason: "other-second",
  });
}

type Line = readonly [name: string, value: string];

const linkText = ({ epoch, commitment }: { epoch: number; commitment: string }) => `${epoch} ${commitment}`;

function promisedLines(promised: PositionPromise): Line[] {
  // The start of the hour, the terms of the epoch and the reach of the chain have steps of their own.
  const { commitments, chain: _chain, start: _start, terms: _terms, ...fields } = promised;
  return [
    ...Object.entries(fields).map(([name, value]): Line => [name, String(value)]),
    ["commitment", commitments.map(linkText).join(" ")],
  ];
}

/** Returns the same lines from the position and its data, as far as they can be read. */
function statedLines(
  { position, barrier, commitments }: PositionEvidence,
  { publicKey }: Signed,
): Map<string, string> {
  const fields: Record<keyof Omit<PositionPromise, "commitments" | "chain" | "start" | "terms">, unknown> = {
    position: position.id,
    user: position.userId,
    side: position.type,
    amount: position.amount,
    duration: position.duration,
    multiplier: position.multiplier,
    rule: barrier.rule,
    chance: position.winChance,
    entryTick: position.entryTick,
    round: position.round,
    entryPrice: position.entryPrice,
    pull: barrier.pull,
    reach: barrier.reach,
    barrierPrice: position.barrierPrice,
    expiryTick: position.expiryTick,
    opened: position.createdAt,
    key: publicKey,
  };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new Map([
    ...lines.map(([name, value]): Line => [name, String(value)]),
    ["commitment", commitments.map(linkText).join(" ")],
  ]);
}
