import { SUM_TEXT } from "@veritick/domain/decimal.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { decimal8, hex32, hex64, instant, uuid } from "./values.ts";

const sumText = z.string().check(z.regex(SUM_TEXT));

/**
 * What the platform stated that it owes to all users together. `text` is what is signed (Ed25519); the other fields repeat
 * what stands in it. `provable` says whether users can still be shown their leaves.
 */
const signedStatement = z.object({
  number: z.number(),
  taken: instant,
  total: sumText,
  text: z.string(),
  signature: hex64,
  provable: z.boolean(),
});
export type SignedStatement = z.infer<typeof signedStatement>;

const wholeText = (code: "page_invalid" | "id_invalid") =>
  z.pipe(
    z.string({ error: code }).check(z.regex(/^[1-9]\d{0,8}$/, code)),
    z.transform((text) => Number(text)),
  );

export const listLiabilities = endpoint({
  method: "GET",
  path: "/api/fairness/liabilities",
  summary:
    "What the platform owed to all users together, signed and chained: the newest 50 statements, or those before one",
  audience: "public",
  query: z.object({ before: z.optional(wholeText("page_invalid")) }),
  reply: z.array(signedStatement),
  refusals: ["page_invalid"],
});

/** Everything it takes to check that one's own balance is in the total. Siblings go from the leaf up to the root. */
const liabilityProof = z.object({
  statement: signedStatement,
  leaf: z.object({ salt: hex32, user: uuid, email: z.string(), balance: decimal8 }),
  index: z.number(),
  siblings: z.array(z.object({ hash: hex32, sum: sumText })),
});
export type LiabilityProof = z.infer<typeof liabilityProof>;

export const getLiabilityProof = endpoint({
  method: "GET",
  path: "/api/fairness/liabilities/{number}/proof",
  summary: "The proof that one's own balance is in a statement",
  audience: "user",
  params: z.object({ number: wholeText("id_invalid") }),
  reply: liabilityProof,
  refusals: ["id_invalid", "not_found", "liability_proof_gone", "liability_too_young", "liability_not_in"],
});
