import type { IsSigned } from "../signed/is-signed.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { isSameHash, rootFrom } from "./merkle.ts";
import type { Hash } from "./merkle.ts";
import { noteText, parseCheckpoint, parseNote, signedAt } from "./notes.ts";
import type { Checkpoint, Note, Vkey } from "./notes.ts";

const FORMAT = "c2sp.org/tlog-proof@v1";

/** The proof that an entry is in a log (C2SP `tlog-proof`). */
export type LogProof = {
  /** Data for the application, which nothing vouches for. */
  readonly extra?: Uint8Array;
  readonly index: number;
  /** The hashes that lead from the entry to the root, its neighbour's first. */
  readonly path: readonly Hash[];
  /** The checkpoint, with the signature of the log and the cosignatures. */
  readonly note: Note;
};

export function proofText({ extra, index, path, note }: LogProof): string {
  const lines = [
    FORMAT,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...path.map(toBase64),
  ];
  return `${lines.join("\n")}\n\n${noteText(note)}`;
}

const MOST_STEPS = 63;

/** Reads a proof; undefined for any text that `proofText` does not write, and for a note that is no checkpoint. */
export function parseProof(text: string): (LogProof & { readonly checkpoint: Checkpoint }) | undefined {
  const head = /^([^\n]+)\n(?:extra (\S+)\n)?index (0|[1-9]\d{0,14})\n((?:.{44}\n)*)\n/.exec(text);
  if (head?.[1] !== FORMAT) return undefined;
  const extra = head[2] === undefined ? undefined : fromBase64(head[2]);
  const path = head[4]!.split("\n").slice(0, -1).map(fromBase64);
  const note = parseNote(text.slice(head[0].length));
  const checkpoint = note && parseCheckpoint(note.text);
  const isPath = path.length <= MOST_STEPS && path.every((hash) => hash?.length === 32);
  if (checkpoint === undefined || !isPath || (extra === undefined) !== (head[2] === undefined))
    return undefined;
  return {
    ...(extra && { extra }),
    index: Number(head[3]),
    path: path as Hash[],
    note: note!,
    checkpoint,
  };
}

/** The reason why a proof proves nothing: another log, a signature that is not the log's, or a path that leads elsewhere. */
export type ProofFault = "origin" | "signature" | "inclusion";

/**
 * Returns the fault in a proof; undefined if one of these logs has signed the checkpoint and the entry is in it. Whether
 * witnesses saw it is for `policy.ts` to say.
 *
 * @param leaf the entry's hash in the tree (`entryLeaf`)
 */
export function proofFault(
  proof: LogProof,
  leaf: Hash,
  logs: readonly Vkey[],
  isSigned: IsSigned,
): ProofFault | undefined {
  const checkpoint = parseCheckpoint(proof.note.text);
  const keys = logs.filter(({ name }) => name === checkpoint?.origin);
  if (checkpoint === undefined || keys.length === 0) return "origin";
  if (!keys.some((key) => signedAt(proof.note, key, isSigned) === 0)) return "signature";
  const root = rootFrom(leaf, proof.index, checkpoint.size, proof.path);
  return root !== undefined && isSameHash(root, checkpoint.root) ? undefined : "inclusion";
}
