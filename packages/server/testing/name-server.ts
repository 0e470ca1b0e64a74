import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";

const A = 1;
const NO_ERROR = 0x8180;
const NO_SUCH_NAME = 0x8183;

/**
 * Starts a name server that this process asks until the test ends. It answers for the names of `known`, never for those that
 * end in `.hangs.example`, and knows no others.
 */
export async function useNameServer(known: Record<string, string>): Promise<{ asked: string[] }> {
  const asked: string[] = [];
  const server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    if (name.endsWith(".hangs.example")) return;
    const found = type === A ? known[name] : undefined;
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(name in known ? NO_ERROR : NO_SUCH_NAME, 2);
    // One question, at most one answer.
    for (const [at, count] of [1, found === undefined ? 0 : 1, 0, 0].entries())
      head.writeUInt16BE(count, 4 + at * 2);
    server.send(Buffer.concat([head, found === undefined ? Buffer.alloc(0) : answer(found)]), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  const place = `127.0.0.1:${server.address().port}`;
  const pointed = new WeakSet<Resolver>();
  const spies = (["resolve4", "resolve6"] as const).map((method) => {
    const real = Resolver.prototype[method] as (this: Resolver, name: string) => Promise<string[]>;
    return vi.spyOn(Resolver.prototype, method).mockImplementation(function (this: Resolver, name: string) {
      // Servers cannot be set while a question is under way.
      if (!pointed.has(this)) this.setServers([place]);
      pointed.add(this);
      return real.call(this, name);
    } as never);
  });
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    server.close();
  });
  return { asked };
}

/** Reads the first question of a message (RFC 1035, section 4.1). */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** An address for the name of the question, valid for no time. */
const answer = (address: string): Buffer =>
  Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
