import { createHash } from "node:crypto";
import { signAnew, STRANGERS_KEY } from "./receipt-file.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const decimal = (minor: bigint) => `${minor / 10n ** 8n}.${String(minor % 10n ** 8n).padStart(8, "0")}`;

export type Owner = { salt: string; user: string; email: string; balance: string };
type Node = { hash: string; sum: bigint };

const leafOf = ({ salt, user, balance, email }: Owner): Node => ({
  hash: sha256(`veritick/liability/leaf/1\n${salt}\n${user}\n${balance}\n${email}\n`),
  sum: BigInt(balance.replace(".", "")),
});
const joined = (left: Node, right: Node): Node => ({
  hash: sha256(
    `veritick/liability/node/1\n${left.hash}\n${decimal(left.sum)}\n${right.hash}\n${decimal(right.sum)}\n`,
  ),
  sum: left.sum + right.sum,
});

/** Returns all levels of a tree by docs/protocol.md, from the leaves up. */
export function growTree(owners: Owner[]): Node[][] {
  const levels = [owners.map(leafOf)];
  const zero = { hash: sha256("veritick/liability/zero/1\n"), sum: 0n };
  while (Math.log2(levels[0]!.length) % 1 !== 0) levels[0]!.push(zero);
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!;
    levels.push(below.filter((_, i) => i % 2 === 0).map((left, i) => joined(left, below[2 * i + 1]!)));
  }
  return levels;
}

/** Returns the proof file of one owner. The key that the file lists has signed the statement. */
export function makeProof(owners: Owner[], index: number, values: Record<string, string> = {}): any {
  const levels = growTree(owners);
  const [root] = levels.at(-1)!;
  const taken = "2026-11-21T00:00:01.000Z";
  const lines = [
    "veritick/liabilities/1",
    "number 7",
    `taken ${taken}`,
    `depth ${levels.length - 1}`,
    `total ${decimal(root!.sum)}`,
    `root ${root!.hash}`,
    `previous ${"ab".repeat(32)}`,
    `chain 500123 ${"cd".repeat(32)}`,
    `key ${STRANGERS_KEY}`,
  ];
  const { text, signature } = signAnew(`${lines.join("\n")}\n`, values);
  const total = values["total"] ?? decimal(root!.sum);
  return {
    format: "veritick/liability-proof/1",
    site: "http://localhost",
    downloaded: "2026-11-21T08:00:00.000Z",
    proof: {
      statement: { number: 7, taken, total, text, signature, provable: true },
      leaf: owners[index],
      index,
      siblings: levels.slice(0, -1).map((level, height) => {
        const { hash, sum } = level[(index >> height) ^ 1]!;
        return { hash, sum: decimal(sum) };
      }),
    },
    keys: [{ publicKey: STRANGERS_KEY, since: "2026-09-21T00:00:00.000Z" }],
  };
}
