import { parsePromise } from "../promise.ts";
import type { PositionPromise } from "../promise.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { compared, stepOf } from "./step.ts";
import type { Step } from "./step.ts";
import { isSignedBy } from "./verify-statements.ts";
import type { IsSigned } from "./verify-statements.ts";

/** The promise is signed, and with a key that is published. */
export function signatureStep(evidence: PositionEvidence, isSigned: IsSigned): Step<"signature"> {
  const { promise, keys } = evidence;
  if (promise === null) return stepOf("signature", "missing", { reason: whyUnsigned(evidence) });
  const { text, signature, publicKey } = promise;
  if (text === undefined || signature === undefined || publicKey === undefined) {
    return stepOf("signature", "wrong", { reason: "unreadable" });
  }
  const isRight = isSignedBy([publicKey], publicKey, { text, signature }, isSigned);
  if (!isRight) return stepOf("signature", "wrong", { found: signature });
  if (keys.length === 0) return stepOf("signature", "missing", { found: publicKey, reason: "no-data" });
  if (keys.includes(publicKey))
    return stepOf("signature", "right", { expected: publicKey, found: publicKey });
  return stepOf("signature", "wrong", { expected: keys.join("\n"), found: publicKey, reason: "unpublished" });
}

/**
 * A position that is said to carry no signature is older than the keys; or an earlier version of the server took it while
 * a new one was rolled out; or its signature is withheld.
 */
export function whyUnsigned({ position, signedSince }: PositionEvidence): "unsigned" | "withheld" {
  const { createdAt } = position;
  return signedSince !== undefined && createdAt !== undefined && createdAt >= signedSince
    ? "withheld"
    : "unsigned";
}

/** What the signed text promises; undefined where it cannot be read. */
export function promisedIn({ promise }: PositionEvidence): PositionPromise | undefined {
  return promise?.text === undefined ? undefined : parsePromise(promise.text);
}

/** What was promised is what the position is said to be. */
export function promiseStep(
  evidence: PositionEvidence,
  promised: PositionPromise | undefined,
): Step<"promise"> {
  if (evidence.promise === null) return stepOf("promise", "missing", { reason: whyUnsigned(evidence) });
  if (promised === undefined) return stepOf("promise", "wrong", { reason: "unreadable" });
  const stated = statedLines(evidence);
  const differing = promisedLines(promised).filter(([name, value]) => stated.get(name) !== value);
  if (differing.length === 0) return stepOf("promise", "right");
  return compared(
    "promise",
    differing.map((line) => line.join(" ")).join("\n"),
    differing.map(([name]) => `${name} ${stated.get(name) ?? "?"}`).join("\n"),
  );
}

type Line = readonly [name: string, value: string];

const linkText = ({ epoch, commitment }: { epoch: number; commitment: string }) => `${epoch} ${commitment}`;

function promisedLines(promised: PositionPromise): Line[] {
  const { commitments, chain: _, ...fields } = promised;
  return [
    ...Object.entries(fields).map(([name, value]): Line => [name, String(value)]),
    ["commitment", commitments.map(linkText).join(" ")],
  ];
}

/** The same of the position and what belongs to it, as far as it can be read. */
function statedLines({ position, barrier, commitments, promise }: PositionEvidence): Map<string, string> {
  const fields: Record<keyof Omit<PositionPromise, "commitments" | "chain">, unknown> = {
    position: position.id,
    user: position.userId,
    side: position.type,
    amount: position.amount,
    duration: position.duration,
    multiplier: position.multiplier,
    rule: barrier.rule,
    chance: position.winChance,
    entryTick: position.entryTick,
    entryPrice: position.entryPrice,
    pull: barrier.pull,
    reach: barrier.reach,
    barrierPrice: position.barrierPrice,
    expiryTick: position.expiryTick,
    opened: position.createdAt,
    key: promise?.publicKey,
  };
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new Map([
    ...lines.map(([name, value]): Line => [name, String(value)]),
    ["commitment", commitments.map(linkText).join(" ")],
  ]);
}
