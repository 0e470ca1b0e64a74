import { expect, test } from "vitest";
import { installation as en } from "../../../locales/en/admin-watch.ts";
import { installation as fr } from "../../../locales/fr/admin-watch.ts";
import { proposedSetting, settingText } from "./setting-text.ts";

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
