import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

const message = (kind: string, ...parts: (Buffer | string | number)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(`${part}\0`);
      if (typeof part !== "number") return part;
      const four = Buffer.alloc(4);
      four.writeInt32BE(part);
      return four;
    }),
  );
  const head = Buffer.alloc(5, kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const two = (value: number) => Buffer.from([value >> 8, value & 255]);
const text = (value: string) => message("D", two(1), value.length, Buffer.from(value));
const INT4 = [0, two(0), 23, two(4), -1, two(0)];

/**
 * Starts a pooler such as PgBouncer, without a PostgreSQL behind it: it answers each statement with the number of the process
 * that would run it.
 *
 * @param options `size`: its processes; `isFair`: the one that has rested longest comes next, in place of the last one
 * @returns its URL
 */
export async function startFakePooler({
  mode,
  size,
  isFair = false,
}: {
  mode: "session" | "transaction";
  size: number;
  isFair?: boolean;
}): Promise<string> {
  const idle = Array.from({ length: size }, (_, index) => 1_000 + index);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let own: number | undefined;
    let isOpen = false;
    let hasBegun = false;
    socket.on("error", () => {});
    socket.on("close", () => own !== undefined && idle.unshift(own));
    socket.on("data", (data: Buffer) => {
      if (!hasBegun) {
        hasBegun = true;
        // Each client is told a process of its own, which is none of PostgreSQL's.
        return socket.write(
          Buffer.concat([message("R", 0), message("K", 77, 88), message("Z", Buffer.from("I"))]),
        );
      }
      if (data[0] !== 81) return socket.end();
      own ??= isFair ? idle.pop() : idle.shift();
      if (own === undefined)
        return socket.end(
          message("E", Buffer.from("SFATAL\0C08P01\0Mquery_wait_timeout\0"), Buffer.alloc(1)),
        );
      if (data.includes("begin")) isOpen = true;
      const row = [message("T", two(1), "process", ...INT4), text(String(own))];
      const end = [message("C", "SELECT 1"), message("Z", Buffer.from(isOpen ? "T" : "I"))];
      socket.write(Buffer.concat([...(data.includes("select") ? row : []), ...end]));
      if (mode === "session" || isOpen) return undefined;
      idle.unshift(own);
      own = undefined;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgresql://me:secret@127.0.0.1:${(server.address() as AddressInfo).port}/veritick`;
}
