import { describe, expect, it } from "vitest";
import { TEST_PEPPER } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { createSealing } from "../platform/sealing.ts";
import { checkPepper, CodePepperLostError } from "./check-pepper.ts";

const scope = useApp();

describe("CODE_PEPPER", () => {
  it("stops the start if it is not the one the database was first used with", async () => {
    const other = "ab".repeat(32);
    await expect(scope.start({ environment: { CODE_PEPPER: other } })).rejects.toThrow(CodePepperLostError);
    await expect(checkPepper(scope.app.database, createSealing(Buffer.from(other, "hex")))).rejects.toThrow(
      "CODE_PEPPER is not the one this database was used with",
    );
    await checkPepper(scope.app.database, createSealing(Buffer.from(TEST_PEPPER, "hex")));
  });

  it("cannot be read from the database", async () => {
    const { rows } = await scope.app.database.query<{ value: string }>(
      "select value from kept_values where name = 'code-pepper-fingerprint'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.value).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.value).not.toBe(TEST_PEPPER);
  });
});
