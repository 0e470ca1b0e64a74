import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

export const VERIFIER = fileURLToPath(
  new URL("../../../packages/web/public/veritick-verify.mjs", import.meta.url),
);

/** The verifier's own functions. It is plain JavaScript outside the project, so it has no types here. */
export const verifier: any = await import(VERIFIER);

export type Verdict = {
  code: number;
  lines: string[];
  text: string;
  /** The steps that are wrong, that can be checked later, and that cannot be checked with the input; each once. */
  wrong: string[];
  later: string[];
  missing: string[];
};

/** Runs the verifier's command in this process, which saves the cost of a process for each call. */
export async function verify(...words: string[]): Promise<Verdict> {
  const lines: string[] = [];
  const code: number = await verifier.run(words, (line: string) => lines.push(line));
  const steps = (kind: string) => [
    ...new Set(lines.filter((line) => line.startsWith(kind)).map((line) => line.slice(8, 24).trim())),
  ];
  const [wrong, later, missing] = [steps("WRONG   "), steps("later   "), steps("missing ")];
  return { code, lines, text: lines.join("\n"), wrong, later, missing };
}

/** Makes a folder for the test file. Returns a function that writes values into it as files. */
export function useFiles(): (value: unknown) => string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-verify-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return (value) => {
    const path = join(folder, `${(count += 1)}.json`);
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };
}

/** Starts a site that answers as another does, except for the changes that `alter` makes in the replies. */
export async function startFalseSite(
  url: string,
  alter: (body: any, path: string) => unknown,
): Promise<string> {
  const server = createServer((request, response) => {
    void fetch(url + request.url).then(async (reply) => {
      const body: unknown = await reply.json();
      const changed = reply.ok ? (alter(body, request.url ?? "") ?? body) : body;
      response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(changed));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
