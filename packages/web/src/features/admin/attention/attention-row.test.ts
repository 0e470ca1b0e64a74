import { expect, test } from "vitest";
import { formatIn } from "../../../lib/format.ts";
import { admin as en } from "../../../locales/en/admin.ts";
import { admin as fr } from "../../../locales/fr/admin.ts";
import { saidValue } from "./attention-row.tsx";

const inFrench = { states: fr.attention.states, exactAmount: formatIn("fr").exactAmount };
const inEnglish = { states: en.attention.states, exactAmount: formatIn("en").exactAmount };

test.each([
  ["actually_paid", "1012.125", "1\u202f012,125"],
  ["pay_amount", "1012", "1\u202f012,00"],
  ["already_credited", "50.00000000", "50,00"],
  // No digit of another asset's is rounded away.
  ["actually_paid", "0.123456789012345678", "0.123456789012345678"],
  ["payment_status", "finished", "terminé"],
  ["status", "FAILED", "échoué"],
  ["status", "on_holiday", "on_holiday"],
  ["purchase_id", "6104008796", "6104008796"],
  ["created_at", "2025-06-04T12:00:00.000Z", "2025-06-04T12:00:00.000Z"],
])("%s %s", (name, value, expected) => {
  expect(saidValue(name, value, inFrench)).toBe(expected);
});

test("in English", () => {
  expect(saidValue("outcome_amount", "1012.1250", inEnglish)).toBe("1,012.125");
  expect(saidValue("payment_status", "partially_paid", inEnglish)).toBe("partially paid");
});
