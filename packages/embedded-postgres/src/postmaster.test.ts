import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createScope } from "../testing/scope.ts";
import { clusterPaths } from "./files.ts";
import { launch } from "./postmaster.ts";
import { SetupError } from "./setup-error.ts";

const scope = createScope();
afterEach(() => scope.close());

/** What `postgres.exe` writes in an elevated terminal (`check_root` in PostgreSQL's main.c). */
const REFUSAL = `Execution of PostgreSQL by a user with administrative permissions is not
permitted.
The server must be started under an unprivileged user ID to prevent
possible system security compromises.
`;

it.skipIf(process.platform === "win32")("names the way out of an elevated terminal of Windows", async () => {
  const folder = scope.folder();
  const paths = clusterPaths(folder);
  mkdirSync(paths.cluster);
  const postgres = join(folder, "postgres.sh");
  writeFileSync(postgres, `#!/bin/sh\ncat >&2 <<'END'\n${REFUSAL}END\nexit 1\n`, { mode: 0o700 });
  const started = launch(
    {
      paths,
      binaries: { packageDir: folder, initdb: "", postgres, pgCtl: "" },
      runAs: { kind: "self" },
      address: { host: folder, port: 5432, isSocket: true },
      connection: { host: folder, port: 5432, user: "", password: "", database: "" },
      isDisposable: true,
      log: () => undefined,
    },
    new AbortController().signal,
    () => undefined,
  );
  await expect(started).rejects.toThrow(
    new SetupError(
      'PostgreSQL does not start in an elevated terminal. Open an ordinary one, without "Run as administrator", ' +
        "or use a PostgreSQL of your own.",
    ),
  );
});
