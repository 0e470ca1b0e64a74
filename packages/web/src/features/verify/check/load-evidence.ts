import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";
import { readPositionEvidence, RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";
import type { Published, StatedPosition } from "@veritick/domain/verify/position-evidence.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { assertAsked, loadEpochs } from "./receipt-file.ts";

/** What there is to check, and from where it came. */
export type Evidence = {
  /** A receipt file, or as much of one as holds the receipt. */
  readonly file: Readonly<Record<string, unknown>>;
  /** What the platform itself says; undefined where only the file speaks. */
  readonly published: Published | undefined;
  readonly position: StatedPosition;
  /** The newest second that has begun, by the server; by this browser where none was reached. */
  readonly now: number;
  /** How far this browser's clock is ahead of the server's, in seconds; 0 where there is no server to tell. */
  readonly clockGap: number;
  /** `file-alone`: nothing published was reached. `other-site`: it says that it is of another platform. */
  readonly source: "published" | "file-alone" | "other-site";
};

/**
 * The receipt of one's own position, with all that is published about it.
 *
 * @param user the id of whoever asks
 */
export async function loadPosition(id: string, user: string, signal: AbortSignal): Promise<Evidence> {
  const [receipt, { fairness, ...clock }] = await Promise.all([
    call("getPosition", { params: { id }, signal }),
    loadPublished(signal),
  ]);
  assertAsked(receipt, id, user);
  const epochs = await loadEpochs(receipt.position.entryTick, fairness, signal);
  const file = { receipt };
  const { position } = readPositionEvidence(file);
  return { file, published: { fairness, epochs }, position, ...clock, source: "published" };
}

/**
 * A receipt file, with what is published now. All that is not about the one position is taken from the platform rather than
 * from the file, which may come from anybody.
 */
export async function completeFile({ content }: OpenedFile, signal: AbortSignal): Promise<Evidence> {
  const { position } = readPositionEvidence(content);
  const alone = { file: content, published: undefined, position };
  let reached: Awaited<ReturnType<typeof loadPublished>>;
  try {
    reached = await loadPublished(signal);
  } catch (error) {
    // Offline, or a server that is being restarted: the file alone tells much.
    if (signal.aborted) throw error;
    return { ...alone, now: localNow(), clockGap: 0, source: "file-alone" };
  }
  const { fairness, ...clock } = reached;
  if (!isSamePlatform(content, fairness)) return { ...alone, ...clock, source: "other-site" };
  const { entryTick } = position;
  const epochs = entryTick === undefined ? [] : await loadEpochs(entryTick, fairness, signal).catch(refused);
  return { file: content, published: { fairness, epochs }, position, ...clock, source: "published" };
}

/**
 * A server that holds back the time could hold back what is due at it. A device that is ahead would accuse an honest one, and
 * many are: so the server's time counts, and how far the two differ is told.
 */
async function loadPublished(signal: AbortSignal) {
  const [fairness, run] = await Promise.all([call("fairness", { signal }), call("prices", { signal })]);
  const told = run.from + run.prices.length - 1;
  return { fairness, now: told, clockGap: localNow() - told };
}

/** Epochs that there are none of are no reason not to check the rest. */
function refused(error: unknown): [] {
  if (error instanceof ApiError && error.status === 400) return [];
  throw error;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function hasSameGenesis(own: unknown, { genesis }: Fairness): boolean {
  const stated = fieldsOf(fieldsOf(own)["genesis"]);
  return stated["tick"] === genesis.tick && stated["previousHead"] === genesis.previousHead;
}

/** A platform may be reached under several names; under one name it stays the same whatever became of its price. */
const isSamePlatform = (content: OpenedFile["content"], fairness: Fairness) =>
  content["site"] === location.origin || hasSameGenesis(content["fairness"], fairness);

const localNow = () => Math.floor(new Date().getTime() / 1000);

export type FileProblem = "too-large" | "not-json" | "not-receipt" | "liability-proof" | "unreadable";

/** Some hundred times what a receipt has. */
export const MOST_BYTES = 1_000_000;

/** A receipt file as it was opened: of any origin, and nothing in it is believed. */
export type OpenedFile = { readonly name: string; readonly content: Readonly<Record<string, unknown>> };

/** The receipt in a file, or why there is none to be had. */
export async function readReceiptFile(file: File): Promise<OpenedFile | FileProblem> {
  if (file.size > MOST_BYTES) return "too-large";
  let text: string;
  try {
    text = await file.text();
  } catch {
    return "unreadable";
  }
  const content = parseFile(text);
  return typeof content === "string" ? content : { name: file.name, content };
}

/** The same of its text. */
export function parseFile(text: string): OpenedFile["content"] | FileProblem {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return "not-json";
  }
  if (typeof content !== "object" || content === null || !("format" in content)) return "not-receipt";
  if (content.format === PROOF_FORMAT) return "liability-proof";
  return content.format === RECEIPT_FORMAT ? { ...content } : "not-receipt";
}
