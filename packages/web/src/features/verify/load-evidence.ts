import type { Fairness } from "@veritick/contract/fairness.ts";
import { readPositionEvidence } from "@veritick/domain/verify/position-evidence.ts";
import type { StatedPosition } from "@veritick/domain/verify/position-evidence.ts";
import { ApiError } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { fairness as fairnessCall, getPosition, prices } from "../../lib/calls.ts";
import type { OpenedFile } from "./read-file.ts";
import { loadEpochs } from "./receipt-file.ts";

/** What there is to check, and from where it came. */
export type Evidence = {
  /** A receipt file with more rows than one has. */
  readonly file: Readonly<Record<string, unknown>>;
  readonly position: StatedPosition;
  /** The newest second that has begun, by the server; by this browser where none was reached. */
  readonly now: number;
  /** `file-alone`: nothing published was reached. `other-site`: it says that it is of another platform. */
  readonly source: "published" | "file-alone" | "other-site";
};

/** The receipt of one's own position, with all that is published about it. */
export async function loadPosition(id: string, signal: AbortSignal): Promise<Evidence> {
  const [receipt, { fairness, now }] = await Promise.all([
    call(getPosition, { params: { id }, signal }),
    loadPublished(signal),
  ]);
  const epochs = await loadEpochs(receipt.position.entryTick, fairness, signal);
  const file = { receipt, fairness, epochs };
  return { file, position: readPositionEvidence(file).position, now, source: "published" };
}

/**
 * A receipt file, completed by what is published now. The keys are taken from the platform rather than from the file,
 * which may come from anybody; the rows of both have to agree.
 */
export async function completeFile({ content }: OpenedFile, signal: AbortSignal): Promise<Evidence> {
  const { position } = readPositionEvidence(content);
  const alone = { file: content, position, now: localNow() };
  let published: Awaited<ReturnType<typeof loadPublished>>;
  try {
    published = await loadPublished(signal);
  } catch (error) {
    // Offline, or a server that is being restarted: the file alone tells much.
    if (signal.aborted) throw error;
    return { ...alone, source: "file-alone" };
  }
  const { fairness, now } = published;
  const own = content["fairness"];
  if (!isSamePlatform(content, fairness)) return { ...alone, now, source: "other-site" };
  const { keys, chain, current, upcoming } = fairness;
  if (!hasSameGenesis(own, fairness)) {
    const file = { ...content, fairness: { ...fieldsOf(own), keys } };
    return { file, position, now, source: "published" };
  }
  const { entryTick } = position;
  const rows = entryTick === undefined ? [] : await loadEpochs(entryTick, fairness, signal).catch(refused);
  const file = {
    ...content,
    fairness: { ...fieldsOf(own), keys, chain, current, upcoming },
    epochs: [...listOf(content["epochs"]), ...rows],
  };
  return { file, position, now, source: "published" };
}

async function loadPublished(signal: AbortSignal): Promise<{ fairness: Fairness; now: number }> {
  const [fairness, run] = await Promise.all([call(fairnessCall, { signal }), call(prices, { signal })]);
  return { fairness, now: run.from + run.prices.length - 1 };
}

/** Epochs that there are none of are no reason not to check the rest. */
function refused(error: unknown): [] {
  if (error instanceof ApiError && error.status === 400) return [];
  throw error;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function hasSameGenesis(own: unknown, { genesis }: Fairness): boolean {
  const stated = fieldsOf(fieldsOf(own)["genesis"]);
  return stated["tick"] === genesis.tick && stated["previousHead"] === genesis.previousHead;
}

/** A platform may be reached under several names; under one name it stays the same whatever became of its price. */
const isSamePlatform = (content: OpenedFile["content"], fairness: Fairness) =>
  content["site"] === location.origin || hasSameGenesis(content["fairness"], fairness);

const localNow = () => Math.floor(new Date().getTime() / 1000);
