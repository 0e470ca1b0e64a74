import type { Queryable } from "../platform/db/database.ts";
import { keepValue } from "../platform/db/kept-values.ts";
import { createSealing } from "../platform/sealing.ts";
import type { Sealing } from "../platform/sealing.ts";

/** CODE_PEPPER differs from the one this database was used with, so no withdrawal code or second step could be checked. */
export class CodePepperLostError extends Error {
  override readonly name = "CodePepperLostError";

  constructor() {
    super(
      "CODE_PEPPER is not the one this database was used with: every withdrawal code and two-step secret would be " +
        "refused. Start with the earlier value (in the embedded mode the file code-pepper in DATA_DIR).",
    );
  }
}

const FINGERPRINT = "code-pepper-fingerprint";
const fingerprintOf = (sealing: Sealing): string => sealing.digest("pepper-fingerprint", "").toString("hex");

/** Stores a fingerprint of the pepper at the first start and compares it at every later one. */
export async function checkPepper(database: Queryable, sealing: Sealing): Promise<void> {
  const fingerprint = fingerprintOf(sealing);
  if ((await keepValue(database, FINGERPRINT, fingerprint)) !== fingerprint) throw new CodePepperLostError();
}

/** True if the database was used with this pepper, or with none yet. */
export async function isPepperKnown(database: Queryable, pepper: Uint8Array): Promise<boolean> {
  const { rows } = await database.query<{ value: string }>("select value from kept_values where name = $1", [
    FINGERPRINT,
  ]);
  return rows[0] === undefined || rows[0].value === fingerprintOf(createSealing(pepper));
}
