import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";
import { readPositionEvidence, RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";
import type { Published, StatedPosition } from "@veritick/domain/verify/position-evidence.ts";
import { ApiError, call } from "../../../api/client.ts";
import { receivedFields } from "../../../api/received-answers.ts";
import { loadRoundsOf } from "./load-rounds.ts";
import { assertAsked, loadEpochs } from "./receipt-file.ts";

/** The data of a check and its source. */
export type Evidence = {
  /** A receipt file, or the part of one that holds the receipt. */
  readonly file: Readonly<Record<string, unknown>>;
  /** The data that the platform publishes; undefined if only the file is at hand. */
  readonly published: Published | undefined;
  readonly position: StatedPosition;
  /** The newest second that has begun on the server's clock, or on the browser's if no server was reached. */
  readonly now: number;
  /** How many seconds the browser's clock is ahead of the server's; 0 if no server was reached. */
  readonly clockGap: number;
  /** `file-alone`: no server was reached. `other-site`: the file names another platform. */
  readonly source: "published" | "file-alone" | "other-site";
};

/**
 * Loads the receipt of a position of the user and the published data about it.
 *
 * @param user the id of the user who asks
 */
export async function loadPosition(id: string, user: string, signal: AbortSignal): Promise<Evidence> {
  const [receipt, { fairness, ...clock }] = await Promise.all([
    call("getPosition", { params: { id }, signal }),
    loadPublished(signal),
  ]);
  assertAsked(receipt, id, user);
  const [epochs, rounds] = await Promise.all([
    loadEpochs(receipt.position.entryTick, fairness, signal),
    loadRoundsOf(receipt.position, fairness, signal),
  ]);
  const file = { receipt, ...receivedFields(receipt.position) };
  const { position } = readPositionEvidence(file);
  return { file, published: { fairness, epochs, rounds }, position, ...clock, source: "published" };
}

/**
 * Completes a receipt file with the data that is published now. The platform supplies everything but the position, because
 * the file may come from anybody.
 */
export async function completeFile({ content }: OpenedFile, signal: AbortSignal): Promise<Evidence> {
  const { position } = readPositionEvidence(content);
  const alone = { file: content, published: undefined, position };
  let reached: Awaited<ReturnType<typeof loadPublished>>;
  try {
    reached = await loadPublished(signal);
  } catch (error) {
    // The browser is offline or the server restarts. The file alone still allows many checks.
    if (signal.aborted) throw error;
    return { ...alone, now: localNow(), clockGap: 0, source: "file-alone" };
  }
  const { fairness, ...clock } = reached;
  if (!isSamePlatform(content, fairness)) return { ...alone, ...clock, source: "other-site" };
  const { entryTick } = position;
  const [epochs, rounds] = await Promise.all([
    entryTick === undefined ? [] : loadEpochs(entryTick, fairness, signal).catch(refused),
    loadRoundsOf(position, fairness, signal).catch(refused),
  ]);
  const published = { fairness, epochs, rounds };
  return { file: content, published, position, ...clock, source: "published" };
}

/**
 * Loads the rules and the server's time, which counts. Many devices run ahead, and their clocks would accuse an honest
 * server of being late. A server could also hold back its time, so the page shows how far the two clocks differ.
 */
async function loadPublished(signal: AbortSignal) {
  const [fairness, run] = await Promise.all([call("fairness", { signal }), call("prices", { signal })]);
  const told = run.from + run.prices.length - 1;
  return { fairness, now: told, clockGap: localNow() - told };
}

/** Returns nothing if the server knows none of these epochs or rounds, because the rest can still be checked. */
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

/**
 * Tells whether a file is from this platform: the address or the genesis is the same. A platform may have several addresses.
 */
const isSamePlatform = (content: OpenedFile["content"], fairness: Fairness) =>
  content["site"] === location.origin || hasSameGenesis(content["fairness"], fairness);

const localNow = () => Math.floor(new Date().getTime() / 1000);

export type FileProblem = "too-large" | "not-json" | "not-receipt" | "liability-proof" | "unreadable";

/** Several times the size of the largest receipt, which has some 1,400 rounds. */
export const MOST_BYTES = 1_000_000;

/** An opened receipt file. Anybody may have written it, so nothing in it is trusted. */
export type OpenedFile = { readonly name: string; readonly content: Readonly<Record<string, unknown>> };

/** Returns the receipt in a file, or the reason why there is none. */
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

/** Parses the text of a receipt file. */
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
