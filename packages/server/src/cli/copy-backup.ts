import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** The backup is whole, but the operator's program did not copy it. */
export class NotCopiedError extends Error {
  override readonly name = "NotCopiedError";
}

/** Runs the operator's program with the folder of a whole backup as its only argument. @throws NotCopiedError */
export async function copyBackup(
  program: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(program, [resolve(folder)], { stdio: "inherit", env: environment });
  const fault = await new Promise<string | undefined>((done) => {
    child.on("error", ({ message }) =>
      done(`BACKUP_AFTER cannot be run: ${message}. It must name one program, without arguments.`),
    );
    child.on("exit", (code, signal) =>
      done(code === 0 ? undefined : `BACKUP_AFTER (${program}) ended with ${signal ?? `exit code ${code}`}.`),
    );
  });
  if (fault !== undefined)
    throw new NotCopiedError(`${fault} The backup is complete, but it was not copied.`);
}
