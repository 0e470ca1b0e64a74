import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a request that has begun to arrive may take to arrive whole once the server is closing. */
const GRACE_MS = 1_000;

/**
 * At the end, lets go of every connection that has no request under way, and of the others once they are answered.
 * Node itself would wait for those on which nothing or only half a request ever came, without a limit: a browser
 * keeps such connections in reserve, so that a server with visitors would never stop.
 */
export function endConnectionsAtClose(http: FastifyInstance): void {
  /** Connections that are owed no answer, with how much had been read when they came to rest. */
  const resting = new Map<Socket, number>();
  let isClosing = false;

  http.server.on("connection", (socket) => {
    resting.set(socket, 0);
    socket.once("close", () => resting.delete(socket));
  });
  http.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    resting.delete(socket);
    response.once("close", () => {
      if (isClosing) socket.end();
      else if (!socket.destroyed) resting.set(socket, socket.bytesRead);
    });
  });
  // Live connections are ended by those who opened them, with a reason.
  http.server.on("upgrade", ({ socket }: IncomingMessage) => resting.delete(socket));

  http.addHook("preClose", (done) => {
    isClosing = true;
    const end = (evenBegun: boolean) => {
      for (const [socket, bytesRead] of resting) {
        if (evenBegun || socket.bytesRead === bytesRead) socket.destroy();
      }
    };
    end(false);
    setTimeout(() => end(true), GRACE_MS).unref();
    done();
  });
}
