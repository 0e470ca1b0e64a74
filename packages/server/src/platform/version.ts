import { readFileSync } from "node:fs";

/** Returns the version of the product. It is written in the package.json of the whole repository. */
export function productVersion(): string {
  const file = new URL("../../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
