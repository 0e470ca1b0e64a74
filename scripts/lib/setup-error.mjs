/** A problem that a person has to solve. The script shows only its message, without a stack. */
export class SetupError extends Error {}

/** Runs a script's body. A SetupError ends the process with its message and exit code 1. */
export async function runScript(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}
