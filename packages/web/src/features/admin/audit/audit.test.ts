import { AUDIT_FIELDS, CONSOLE_ACTOR, RULE_ACTOR } from "@veritick/contract/audit-names.ts";
import { EXPORT_KINDS } from "@veritick/contract/schemas/admin.ts";
import {
  depositFailure,
  depositStatus,
  withdrawalFailure,
  withdrawalStatus,
} from "@veritick/contract/schemas/payments.ts";
import { PROPOSAL_ACTIONS, proposalOutcome } from "@veritick/contract/schemas/proposals.ts";
import { stepUpState } from "@veritick/contract/schemas/security.ts";
import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import { expect, test } from "vitest";
import { admin as en } from "../../../locales/en/admin.ts";
import { admin as fr } from "../../../locales/fr/admin.ts";
import {
  changesOf,
  isChange,
  isTakenBack,
  kindOf,
  namedValues,
  plainName,
  withSettingInWords,
} from "./audit-entry.tsx";
import { actorName } from "../actor-name.ts";
import { auditAddress } from "./filters.ts";

const ID = "0190a000-0000-7000-8000-000000000001";

test("lists changed fields before the other fields", () => {
  const changes = changesOf({
    before: { amount: "1.00000000", status: "pending", message: null },
    after: { status: "confirmed", credited: "1.00000000", message: null },
  });
  expect(changes.map(({ name }) => name)).toEqual(["status", "credited", "amount"]);
  expect(changes.map(isChange)).toEqual([true, false, false]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  const setting = changesOf({
    before: { setting: "House edge", value: "5%" },
    after: { setting: "House edge", value: "5.5%" },
  });
  expect(setting.map(({ name }) => name)).toEqual(["setting", "value"]);
});

test("omits the empty outcome before a decision and tells taking back from declining", () => {
  const [outcome] = changesOf({ before: { outcome: null }, after: { outcome: "declined" } });
  expect(outcome).toEqual({ name: "outcome", before: undefined, after: "declined" });
  const entry = { action: "proposal_declined", actor: ID, proposedBy: ID } as const;
  expect(isTakenBack(entry)).toBe(true);
  expect(isTakenBack({ ...entry, proposedBy: "somebody else" })).toBe(false);
  expect(isTakenBack({ ...entry, action: "proposal_agreed" })).toBe(false);
});

test.each([
  [
    { name: "HOUSE_EDGE", value: "0.055" },
    { setting: "House edge", value: "5.5%" },
    { setting: "Avantage de la maison", value: "5,5\u00a0%" },
  ],
  [
    { name: "FOUR_EYES_ABOVE", value: null },
    { setting: "Second approval above", value: "No second approval" },
    { setting: "Double validation au-delà de", value: "Aucune double validation" },
  ],
  [
    { action: "setting_changed", setting: "FOUR_EYES_ABOVE=1500" },
    { action: "setting_changed", setting: "Second approval above", value: "1,500.00 USDMS" },
    {
      action: "setting_changed",
      setting: "Double validation au-delà de",
      value: "1\u202f500,00 USDMS",
    },
  ],
  [
    { setting: "HOUSE_EDGE" },
    { setting: "Undo the change: House edge" },
    { setting: "Annuler le changement\u00a0: Avantage de la maison" },
  ],
  [
    { name: "Ada", role: "administrator" },
    { name: "Ada", role: "administrator" },
    { name: "Ada", role: "administrator" },
  ],
])("writes the setting of the state %j in words", (state, english, french) => {
  expect(withSettingInWords(state, en.installation.settings, "en")).toEqual(english);
  expect(withSettingInWords(state, fr.installation.settings, "fr")).toEqual(french);
});

test.each([
  [null, "nothing"],
  ["", "nothing"],
  [true, "yesNo"],
  [3, "count"],
  ["-10.00000000", "amount"],
  ["2026-09-21T14:13:20.000Z", "instant"],
  [ID, "code"],
  ["ab".repeat(32), "code"],
  ["pending", "text"],
  ["10.00", "text"],
] as const)("%j is shown as %s", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

test("names the console, the rule and a deleted account as actors, and filters by each", () => {
  const named = [CONSOLE_ACTOR, RULE_ACTOR, ID].map((id) => actorName(id, en.audit));
  expect(named).toEqual(["the operator, on the server", "the rule", "deleted account 0190a000"]);
  expect(actorName(RULE_ACTOR, fr.audit)).toBe("la règle");
  expect(auditAddress({ actor: RULE_ACTOR })).toBe(`/admin/audit?actor=${RULE_ACTOR}`);
});

test("names a field without words by its own name", () => {
  expect(plainName("openPositions")).toBe("open positions");
});

/** The words that a field of the log can hold, apart from people's own text, ids and instants. */
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
] as const)("has words for every field and value of the log in %s", (_language, text) => {
  expect(AUDIT_FIELDS.filter((field) => !Object.hasOwn(text.audit.fields, field))).toEqual([]);
  const named = namedValues(text);
  expect(WORDS.filter((word) => named[word] === undefined)).toEqual([]);
});
