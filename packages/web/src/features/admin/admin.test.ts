import { expect, test } from "vitest";
import { parseMinor } from "@veritick/domain/money.ts";
import { isShownDone } from "./requests/decide-buttons.tsx";
import { balanceAfter, changeOf, plainAdjustment, steppedAdjustment } from "./user/adjust-form.tsx";
import { installation as en } from "../../locales/en/admin-watch.ts";
import { installation as fr } from "../../locales/fr/admin-watch.ts";
import { proposedSetting, settingText } from "./setting-text.ts";

const [ME, OTHER] = ["me", "other"];
const proposed = (proposedBy: string) => ({
  proposalId: "",
  action: "deposit_approved" as const,
  proposedBy,
  proposedByEmail: null,
  proposedAt: "",
  effectiveAt: null,
});

test.each([
  ["approve", "confirmed", null, null, true],
  ["approve", "processing", null, null, true],
  ["approve", "pending", null, null, false],
  ["approve", "pending", null, ME, true],
  ["approve", "pending", null, OTHER, false],
  ["approve", "failed", "rejected", null, false],
  ["reject", "failed", "rejected", null, true],
  ["reject", "failed", "cancelled", null, false],
  ["reject", "confirmed", null, null, false],
] as const)(
  "after sending %s, a row that is %s (%s, proposed by %s) shows it done: %s",
  (name, status, failureReason, by, isDone) => {
    const awaiting = by === null ? null : proposed(by);
    expect(isShownDone({ status, failureReason, awaiting }, name, ME)).toBe(isDone);
  },
);

test.each([
  ["25.50", "en", "25.50"],
  ["-25.50", "en", "-25.50"],
  ["\u221225", "en", "-25"],
  [" +1,000.50", "en", "+1000.50"],
  ["-1 000,5", "fr", "-1000.5"],
  ["- 5", "fr", "-5"],
  ["--5", "en", "--5"],
  ["abc", "fr", "abc"],
  ["", "en", ""],
] as const)("%j typed in %s means %j", (typed, language, plain) => {
  expect(plainAdjustment(typed, language)).toBe(plain);
});

test("reads a change of a balance and refuses anything else", () => {
  expect(changeOf("-25.5")).toBe(parseMinor("-25.50000000"));
  expect(changeOf("+1")).toBe(parseMinor("1.00000000"));
  for (const none of ["", "0", "-0.00", "1.001", "--5", "abc", "1e3", "-"])
    expect(changeOf(none)).toBeUndefined();
});

test("computes the balance after a change to the last digit", () => {
  expect(balanceAfter("0.12345678", parseMinor("-0.10"))).toBe("0.02345678");
  expect(balanceAfter("1.00000000", parseMinor("-2"))).toBe("-1.00000000");
});

test("steps by a cent and passes zero", () => {
  expect(steppedAdjustment("", 1)).toBe("0.01");
  expect(steppedAdjustment("0.01", -1)).toBe("0.00");
  expect(steppedAdjustment("0", -1)).toBe("-0.01");
  expect(steppedAdjustment("-1", 1)).toBe("-0.99");
  expect(steppedAdjustment("-99.99", -1)).toBe("-100.00");
});

test.each([
  ["FOUR_EYES_ABOVE=1500", "1,500.00 USDMS", "1\u202f500,00 USDMS"],
  ["FOUR_EYES_ABOVE=none", "One person decides", "Une personne décide"],
  ["FOUR_EYES_ABOVE=off", "One person decides", "Une personne décide"],
  ["HOUSE_EDGE=0.055", "5.5%", "5,5\u00a0%"],
  ["LIMIT_CALL_BURST=1000", "1,000", "1\u202f000"],
  ["SUPPORT_CHAT_URL=", "None", "Aucun"],
  ["SUPPORT_CHAT_URL=https://chat.example/?a=b", "https://chat.example/?a=b", "https://chat.example/?a=b"],
])("writes the proposed change %s as %s, in French as %s", (proposed, english, french) => {
  const { name, value } = proposedSetting(proposed);
  expect(settingText(name, value, en.settings, "en")).toBe(english);
  expect(settingText(name, value, fr.settings, "fr")).toBe(french);
});

test("a proposal without a value undoes the change", () => {
  expect(proposedSetting("HOUSE_EDGE")).toEqual({ name: "HOUSE_EDGE", value: null });
});
