import { readFileSync } from "node:fs";

/** Returns the version of the product from its package.json. */
export function productVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
