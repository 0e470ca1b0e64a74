import { AUDIT_FIELDS } from "@veritick/contract/audit-names.ts";
import {
  depositFailure,
  depositStatus,
  withdrawalFailure,
  withdrawalStatus,
} from "@veritick/contract/schemas/payments.ts";
import { EXPORT_KINDS } from "@veritick/contract/schemas/admin.ts";
import { PROPOSAL_ACTIONS, proposalOutcome } from "@veritick/contract/schemas/proposals.ts";
import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import { stepUpState } from "@veritick/contract/schemas/security.ts";
import { expect, test } from "vitest";
import { admin as en } from "../../../locales/en/admin.ts";
import { admin as fr } from "../../../locales/fr/admin.ts";
import { namedValues } from "./changes.ts";

/** What text a field of the log can hold besides what people wrote, ids and instants. */
const WORDS = [
  ...depositStatus.options,
  ...depositFailure.options,
  ...withdrawalStatus.options,
  ...withdrawalFailure.options,
  ...EXPORT_KINDS,
  "statement",
  ...STATEMENT_KINDS,
  ...PROPOSAL_ACTIONS,
  ...proposalOutcome.options,
  ...stepUpState.shape.method.options,
  "credited",
  "dismissed",
];

test.each([
  ["English", en],
  ["French", fr],
] as const)("whatever the log can hold is said in words in %s", (_language, text) => {
  expect(AUDIT_FIELDS.filter((field) => !Object.hasOwn(text.audit.fields, field))).toEqual([]);
  const named = namedValues(text);
  expect(WORDS.filter((word) => named[word] === undefined)).toEqual([]);
});
