import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Rolldown } from "vite";
import { expect } from "vitest";
import { figures } from "./figures.ts";
import type { Screen } from "./screen.ts";

/** Expects the page's engine to compute the very digits that Node.js computes. */
export async function expectSameFigures(screen: Screen): Promise<void> {
  const entry = fileURLToPath(new URL("figures.ts", import.meta.url));
  const made = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: { write: false, target: "es2022", lib: { entry, formats: ["iife"], name: "own" } },
  });
  const [{ output }] = made as [Rolldown.RolldownOutput];
  const computed = await screen.ask<string[]>(`${output[0].code}; return own.figures();`);
  const due = figures();
  expect(computed).toHaveLength(due.length);
  // One line says more than a comparison of all.
  const at = due.findIndex((line, index) => line !== computed[index]);
  expect(computed[at]).toBe(due[at]);
}
