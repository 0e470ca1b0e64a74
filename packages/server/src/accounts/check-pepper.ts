import type { Queryable } from "../platform/database.ts";
import { keepValue } from "../platform/kept-values.ts";
import type { Sealing } from "../platform/sealing.ts";

/** The pepper is not the one this database was made with: no withdrawal code and no second step could be checked. */
export class CodePepperLostError extends Error {
  override readonly name = "CodePepperLostError";

  constructor() {
    super(
      "CODE_PEPPER is not the one this database was used with: every withdrawal code and two-step secret would be " +
        "refused. Start with the earlier value (in the embedded mode the file code-pepper in DATA_DIR).",
    );
  }
}

/** Remembers the fingerprint of the pepper at the first start and compares it at every later one. */
export async function checkPepper(database: Queryable, sealing: Sealing): Promise<void> {
  const fingerprint = sealing.digest("pepper-fingerprint", "").toString("hex");
  if ((await keepValue(database, "code-pepper-fingerprint", fingerprint)) !== fingerprint) {
    throw new CodePepperLostError();
  }
}
