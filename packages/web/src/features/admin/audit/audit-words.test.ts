import { AUDIT_FIELDS } from "@veritick/contract/audit-fields.ts";
import { depositFailure, depositStatus } from "@veritick/contract/deposits.ts";
import { EXPORT_KINDS } from "@veritick/contract/exports.ts";
import { PROPOSAL_ACTIONS, proposalOutcome } from "@veritick/contract/proposals.ts";
import { STATEMENT_KINDS } from "@veritick/contract/statement.ts";
import { stepUpState } from "@veritick/contract/step-up.ts";
import { withdrawalFailure, withdrawalStatus } from "@veritick/contract/withdrawals.ts";
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
