import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toBase64, fromBase64 } from "@veritick/domain/log/base64.ts";
import { EMPTY_ROOT, isConsistent } from "@veritick/domain/log/merkle.ts";
import type { Hash, TreeHead } from "@veritick/domain/log/merkle.ts";
import {
  cosignedText,
  noteText,
  parseCheckpoint,
  parseNote,
  signatureLines,
  signatureOf,
  vkeyOf,
  vkeyText,
  WITNESS_KEY,
} from "@veritick/domain/log/notes.ts";
import type { Note } from "@veritick/domain/log/notes.ts";
import { onTestFinished } from "vitest";
import { createSigner } from "../src/platform/signing.ts";

/**
 * The behaviour of a witness. It cosigns `well`, or well and answers only once it is let go (`slow`). Or it answers with text
 * that is no cosignature, with a forged one, with 409 for ever, with 10 MB, that it knows a larger size, that the log was
 * changed (422), or never.
 */
export type WitnessManner =
  | "well"
  | "slow"
  | "rubbish"
  | "forged"
  | "409"
  | "huge"
  | "larger"
  | "422"
  | "silent";

export type FakeWitness = {
  readonly name: string;
  readonly url: string;
  /** Its line in a policy. */
  readonly line: string;
  manner: WitnessManner;
  /** False if it shows nobody what it has cosigned. */
  shows: boolean;
  /** Instead of what it has cosigned. */
  shown: string | undefined;
  /** What it has cosigned. */
  head: TreeHead;
  /** The sizes that it was shown, in order. */
  readonly asked: number[];
  /** The most requests that were under way at once. */
  mostAtOnce: number;
  /** Lets all slow answers go. */
  letGo(): void;
  close(): Promise<void>;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** Starts a witness at a port of its own, which ends with the test. */
export async function startFakeWitness(name: string, nowMs: () => number): Promise<FakeWitness> {
  const signer = createSigner(Buffer.alloc(32, name));
  const vkey = vkeyOf(`${name}.example/1`, WITNESS_KEY, signer.publicKey);
  const waiting: (() => void)[] = [];
  let atOnce = 0;
  let note: Note | undefined;

  function cosign(text: string): string {
    const time = Math.floor(nowMs() / 1000);
    const signature = signer.sign(cosignedText(time, text));
    if (witness.manner === "forged") signature[0]! ^= 1;
    return signatureLines([signatureOf(vkey, signature, time)]);
  }

  async function add(body: string): Promise<[status: number, text: string]> {
    const end = body.indexOf("\n\n");
    const [first, ...proof] = body.slice(0, end).split("\n");
    const old = Number(first!.slice("old ".length));
    const sent = parseNote(body.slice(end + 2))!;
    const checkpoint = parseCheckpoint(sent.text)!;
    witness.asked.push(checkpoint.size);
    if (witness.manner === "slow") await new Promise<void>((resolve) => void waiting.push(resolve));
    if (witness.manner === "silent") await new Promise(() => {});
    if (witness.manner === "rubbish") return [200, "all right\n"];
    if (witness.manner === "huge") return [200, "x".repeat(10_000_000)];
    if (witness.manner === "409") return [409, `${Math.max(0, old - 1)}\n`];
    if (witness.manner === "larger") return [409, `${checkpoint.size + 5}\n`];
    if (witness.manner === "422") return [422, "no\n"];
    if (old !== witness.head.size) return [409, `${witness.head.size}\n`];
    const hashes = proof.map((line) => fromBase64(line)!) as Hash[];
    if (!isConsistent(witness.head, checkpoint, hashes)) return [422, `${toBase64(checkpoint.root)}\n`];
    witness.head = checkpoint;
    note = sent;
    return [200, cosign(sent.text)];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      const text = witness.shown ?? (note && noteText(note));
      response.statusCode = witness.shows && text !== undefined ? 200 : 404;
      return void response.end(witness.shows ? text : undefined);
    }
    atOnce += 1;
    witness.mostAtOnce = Math.max(witness.mostAtOnce, atOnce);
    request.on("close", () => {});
    const [status, text] = await add(await bodyOf(request)).finally(() => (atOnce -= 1));
    response.statusCode = status;
    if (status === 409) response.setHeader("content-type", "text/x.tlog.size");
    response.end(text);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const witness: FakeWitness = {
    name,
    url,
    line: `witness ${name} ${vkeyText(vkey)} ${url}/\n`,
    manner: "well",
    shows: true,
    shown: undefined,
    head: { size: 0, root: EMPTY_ROOT },
    asked: [],
    mostAtOnce: 0,
    letGo: () => waiting.splice(0).forEach((resolve) => resolve()),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  onTestFinished(() => witness.close());
  return witness;
}
