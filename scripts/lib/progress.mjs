/**
 * Prints a script's steps with their numbers: "[1/3] Installing packages … 21 s".
 *
 * @param {number} total
 */
export function createProgress(total) {
  let count = 0;
  const next = () => `[${++count}/${total}]`;
  return {
    /** Prints a step with nothing to do, or with an end that this script does not see. */
    note(text) {
      console.log(`${next()} ${text}`);
    },
    /** Runs a step that takes a while, and prints its time. */
    async step(title, work) {
      process.stdout.write(`${next()} ${title} … `);
      const startMs = performance.now();
      try {
        const result = await work();
        console.log(`${seconds(performance.now() - startMs)} s`);
        return result;
      } catch (error) {
        console.log("failed");
        throw error;
      }
    },
  };
}

const seconds = (ms) => (ms < 9_950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000));
