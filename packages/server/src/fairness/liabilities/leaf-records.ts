import type { SumNode } from "@veritick/domain/merkle-sum.ts";

/** Of every leaf the user's id, the balance in units of 1e-8 and the hash. */
const ID_BYTES = 16;
const BALANCE_BYTES = 8;
const RECORD_BYTES = ID_BYTES + BALANCE_BYTES + 32;

const idBytes = (user: string): Buffer => Buffer.from(user.replaceAll("-", ""), "hex");

/** The leaves of a chunk, one record after the other. */
export function encodeLeaves(leaves: readonly { user: string; node: SumNode }[]): Buffer {
  const records = Buffer.alloc(leaves.length * RECORD_BYTES);
  for (const [index, { user, node }] of leaves.entries()) {
    const at = index * RECORD_BYTES;
    idBytes(user).copy(records, at);
    records.writeBigUInt64BE(node.sum, at + ID_BYTES);
    records.write(node.hash, at + ID_BYTES + BALANCE_BYTES, "hex");
  }
  return records;
}

export function decodeNodes(records: Buffer): SumNode[] {
  return Array.from({ length: records.length / RECORD_BYTES }, (_, index) => {
    const at = index * RECORD_BYTES;
    return {
      hash: records.toString("hex", at + ID_BYTES + BALANCE_BYTES, at + RECORD_BYTES),
      sum: records.readBigUInt64BE(at + ID_BYTES),
    };
  });
}

/** Where the user's leaf stands in its chunk; undefined where it is not there. */
export function findLeaf(records: Buffer, user: string): number | undefined {
  const id = idBytes(user);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    if (records.compare(id, 0, ID_BYTES, at, at + ID_BYTES) === 0) return at / RECORD_BYTES;
  }
  return undefined;
}
