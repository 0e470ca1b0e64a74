import { NO_STATEMENT, parseStatement, statementHash, SUM_TEXT } from "../signed/liability-statement.ts";
import type { LiabilityStatement } from "../signed/liability-statement.ts";
import { leafNode, MAX_DEPTH, rootFrom } from "../signed/merkle-sum.ts";
import type { SumNode } from "../signed/merkle-sum.ts";
import { formatScaled, readScaled } from "../numbers.ts";
import { readEpochRows, readGenesis } from "./epoch-book.ts";
import { UUID } from "../uuid.ts";
import { fieldsOf, HEX_32, secondsOf } from "./read-value.ts";
import { readEvidence } from "./liability-evidence.ts";
import type { LiabilityEvidence } from "./liability-evidence.ts";
import { isSignedBy, repeatsText } from "./verify-statements.ts";
import type { IsSigned } from "../signed/is-signed.ts";

/**
 * The steps of the check of a proof, in this order. `form` comes alone, if the proof cannot be read. `listed` and `balance`
 * come only if there is something to compare with.
 */
export type LiabilityStepName =
  | "form"
  | "signature"
  | "statement"
  | "listed"
  | "leaf"
  | "balance"
  | "path"
  | "root"
  | "total"
  | "previous"
  | "chain";

export type LiabilityStep = {
  readonly name: LiabilityStepName;
  /** `missing` if the data of the step is not there, or rests on something that an earlier step found to be wrong. */
  readonly outcome: "right" | "wrong" | "missing";
  readonly expected?: string;
  readonly found?: string;
};

/** The facts that a user knows without the proof. */
export type LiabilityKnowledge = {
  readonly email: string;
  readonly user?: string | undefined;
  /** A decimal with eight places. */
  readonly balance?: string | undefined;
  /** The data that the platform publishes for everybody; undefined if it was not reached. */
  readonly published?: PublishedStatements | undefined;
};

export type PublishedStatements = {
  /** The text of this statement, and of the one before; undefined if the list has none. */
  readonly listed: string | undefined;
  readonly previous: string | undefined;
  /** The genesis from `GET /api/fairness`. */
  readonly genesis: unknown;
  /** The rows of `GET /api/fairness/epochs` around the epoch that the statement names. */
  readonly epochs: unknown;
};

export type LiabilityCheck = {
  readonly steps: readonly LiabilityStep[];
  /** The content of the proof, if it could be read at all. */
  readonly evidence?: LiabilityEvidence;
  /** The nodes from the leaf up to the root; undefined if the path is not valid. */
  readonly path?: readonly SumNode[];
};

/**
 * Checks a proof that a balance is in a statement of liabilities. It trusts nothing in the file and never throws.
 *
 * @param file a proof as a file (`docs/protocol.md`), of any origin
 * @param isSigned whether a text is signed (Ed25519) with the private key of a public one, all in hex
 */
export function verifyLiability(
  file: unknown,
  known: LiabilityKnowledge,
  isSigned: IsSigned,
): LiabilityCheck {
  const evidence = readEvidence(file);
  if (evidence === undefined) return { steps: [{ name: "form", outcome: "wrong" }] };
  const statement = parseStatement(evidence.statement.text);
  const path = pathOf(evidence, statement);
  const { published } = known;
  const steps = [
    signatureStep(evidence, statement, isSigned),
    statementStep(evidence, statement),
    ...(published === undefined ? [] : [stepOf("listed", published.listed === evidence.statement.text)]),
    leafStep(evidence, known),
    ...(known.balance === undefined ? [] : [compared("balance", known.balance, evidence.leaf.balance)]),
    pathStep(evidence, statement, path),
    ...rootSteps(statement, path?.at(-1)),
    previousStep(statement, published),
    chainStep(statement, published),
  ];
  return { steps, evidence, ...(path === undefined ? {} : { path }) };
}

const stepOf = (name: LiabilityStepName, isRight: boolean): LiabilityStep => ({
  name,
  outcome: isRight ? "right" : "wrong",
});

const missing = (name: LiabilityStepName): LiabilityStep => ({ name, outcome: "missing" });

const compared = (name: LiabilityStepName, expected: string, found: string): LiabilityStep => ({
  ...stepOf(name, expected === found),
  expected,
  found,
});

type Read = LiabilityStatement | undefined;

function signatureStep(
  { statement: { text, signature }, keys }: LiabilityEvidence,
  statement: Read,
  isSigned: IsSigned,
): LiabilityStep {
  if (statement === undefined) return missing("signature");
  const isRight = isSignedBy(keys, statement.key, { text, signature }, isSigned);
  return { ...stepOf("signature", isRight), found: statement.key };
}

function statementStep({ statement: stated }: LiabilityEvidence, statement: Read): LiabilityStep {
  return stepOf("statement", statement !== undefined && repeatsText(stated, statement));
}

/** Compares the e-mail too, because the platform could otherwise show one leaf to two people. */
function leafStep({ leaf }: LiabilityEvidence, known: LiabilityKnowledge): LiabilityStep {
  const isWhole = HEX_32.test(leaf.salt) && UUID.test(leaf.user) && SUM_TEXT.test(leaf.balance);
  const isOwn = leaf.email === known.email && (known.user === undefined || leaf.user === known.user);
  return {
    ...stepOf("leaf", isWhole && isOwn),
    expected: [known.email, ...(known.user === undefined ? [] : [known.user])].join(" "),
    found: [leaf.email, ...(known.user === undefined ? [] : [leaf.user])].join(" "),
  };
}

/** Computes the nodes from the leaf to the root, each by the rule that judges the whole path. */
function pathOf({ leaf, index, siblings }: LiabilityEvidence, statement: Read): SumNode[] | undefined {
  const isHashed = HEX_32.test(leaf.salt) && SUM_TEXT.test(leaf.balance);
  if (statement === undefined || !isHashed) return undefined;
  if (siblings.some(({ hash, sum }) => !HEX_32.test(hash) || !SUM_TEXT.test(sum))) return undefined;
  const own = leafNode({ ...leaf, balance: readScaled(leaf.balance, 8) });
  const beside = siblings.map(({ hash, sum }) => ({ hash, sum: readScaled(sum, 8) }));
  if (rootFrom(own, index, beside, statement.depth) === undefined) return undefined;
  const heights = Array.from({ length: statement.depth + 1 }, (_, height) => height);
  return heights.map((height) => rootFrom(own, index % 2 ** height, beside.slice(0, height), height)!);
}

function pathStep(evidence: LiabilityEvidence, statement: Read, path: SumNode[] | undefined): LiabilityStep {
  if (statement === undefined) return missing("path");
  const { siblings } = evidence;
  const found = siblings.length > MAX_DEPTH ? `> ${MAX_DEPTH}` : String(siblings.length);
  return { ...stepOf("path", path !== undefined), expected: String(statement.depth), found };
}

/** @param reached the end of the path, which only a readable statement has */
function rootSteps(statement: Read, reached: SumNode | undefined): LiabilityStep[] {
  if (reached === undefined) return [missing("root"), missing("total")];
  const { root, total } = statement!;
  return [compared("root", root, reached.hash), compared("total", total, formatScaled(reached.sum, 8))];
}

/** Checks that the statement names the one before it on the public list, so that none was taken out between them. */
function previousStep(statement: Read, published: PublishedStatements | undefined): LiabilityStep {
  if (statement === undefined) return missing("previous");
  if (statement.number === 1) return compared("previous", NO_STATEMENT, statement.previous);
  if (published === undefined) return missing("previous");
  const { previous: before } = published;
  if (before === undefined) return stepOf("previous", false);
  const earlier = parseStatement(before);
  const step = compared("previous", statementHash(before), statement.previous);
  return earlier?.number === statement.number - 1 ? step : { ...step, outcome: "wrong" };
}

/** Checks that its head lies on the chain of commitments, so that holders of other statements have the same chain. */
function chainStep(statement: Read, published: PublishedStatements | undefined): LiabilityStep {
  const { genesis: told, epochs } = fieldsOf(published);
  const genesis = readGenesis(told);
  if (statement === undefined || genesis === undefined) return missing("chain");
  const { epoch, head } = statement.chain;
  // Once the price is restarted, only the last head of the earlier chain stays published. A later statement that names it is
  // bound to nothing.
  if ((secondsOf(statement.taken) ?? 0) < genesis.tick)
    return head === genesis.previousHead ? stepOf("chain", true) : missing("chain");
  const row = readEpochRows(epochs).find((each) => each.epoch === epoch);
  return row?.head === undefined ? stepOf("chain", false) : compared("chain", row.head, head);
}
