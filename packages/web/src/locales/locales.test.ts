import { expect, test } from "vitest";
import handbook from "../../../../docs/operations.md?raw";
import { en } from "./en/first.ts";
import { admin as adminEn } from "./en/admin.ts";
import { fairnessEn } from "./en/fairness.ts";
import { fairnessFr } from "./fr/fairness.ts";
import { fr } from "./fr/first.ts";
import { admin as adminFr } from "./fr/admin.ts";
import { laterEn } from "./en/later.ts";
import { laterFr } from "./fr/later.ts";

/** Every text of a catalogue by its path; functions are called with a stand-in for each parameter. */
function texts(node: unknown, path = ""): Map<string, string> {
  if (typeof node === "string") return new Map([[path, node]]);
  if (typeof node === "function") {
    return new Map([
      [`${path}(${node.length})`, String(node(...Array.from({ length: node.length }, () => 2)))],
    ]);
  }
  return new Map(
    Object.entries(node as object).flatMap(([key, value]) => [...texts(value, `${path}.${key}`)]),
  );
}

const english = texts({ ...en, ...laterEn, admin: adminEn, fairness: fairnessEn });
const french = texts({ ...fr, ...laterFr, admin: adminFr, fairness: fairnessFr });

test("both languages say the same things", () => {
  expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
});

test("no text is empty", () => {
  const empty = [...english, ...french].filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

test("French keeps its high punctuation on the line", () => {
  const loose = [...french].filter(([, text]) => / [?!:;%»]/.test(text));
  expect(loose).toEqual([]);
});

test("the fallback texts of the specification", () => {
  expect(fr.auth.login.failed).toBe("Échec de la connexion");
  expect(fr.auth.register.failed).toBe("Échec de l'inscription");
  expect(en.auth.mismatch).toBe("Passwords do not match");
  expect(laterEn.payments.deposit.form.invalid).toBe("Invalid amount");
  expect(laterEn.payments.deposit.form.minimumMissed).toBe("Minimum deposit amount is 15 USDMS");
  expect(laterEn.payments.deposit.form.failed).toBe("Cannot create deposit");
  expect(laterEn.payments.withdrawal.form.failed).toBe("Cannot create withdrawal");
  expect(en.common.unknownError).toBe("An error occurred");
});

test("the part of the handbook for administrators names buttons and tabs that there are", () => {
  const part = handbook.slice(handbook.indexOf("## For administrators"), handbook.indexOf("## Glossary"));
  const named = [...part.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words]) => words!.replaceAll(/\s+/g, " "));
  expect(named.length).toBeGreaterThan(30);
  const shown = new Set(english.values());
  expect([...new Set(named)].filter((words) => !shown.has(words))).toEqual([]);
});
