import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
/** A whole run of tests with all its databases needs about 2 GB. Containers often have 64 MB of shared memory. */
const BYTES_NEEDED = 4 * 2 ** 30;

/** Returns the folder for data that tests do not keep: in memory if the machine has such a folder, else a temporary one. */
export function memoryFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= BYTES_NEEDED ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
