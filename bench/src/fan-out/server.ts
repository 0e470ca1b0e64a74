import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { createHub, createUpgradeHandler, textFrame } from "@veritick/server/platform/sockets/hub.ts";
import { answerOrders } from "../support/helper-process.ts";

/** Orders to this process. `hub` sends by the platform's own hub, `bare` by a plain loop of the same writes. */
export type FanOutOrder = { kind: "listen" | "memory" | "hub" | "bare" };
export type FanOutAnswer = { port: number; bytes: number; writeMs: number; startedAtNs: number };

const sockets: Socket[] = [];
const hub = createHub();
const http = createServer();
http.on("upgrade", (_request, socket: Socket) => sockets.push(socket));
const upgrade = createUpgradeHandler({
  hub,
  log: createLog("error"),
  isCrossOrigin: () => false,
  limits: { socketsPerUser: Infinity },
  addressOf: () => "",
  placeOf: () => "",
  mayAsk: () => true,
  isClosing: () => false,
  refuse: (socket) => socket.destroy(),
  sessions: {
    redeemWsToken: async (token) => ({ userId: token, sessionKey: token, isKey: false }),
    isAlive: async () => true,
  },
});
http.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));

let tick = 1_790_000_000;
const nextMessage = () => {
  tick += 1;
  return { type: "price", price: 152.791, tick, time: new Date(tick * 1000).toISOString() };
};

answerOrders<FanOutOrder, FanOutAnswer>(async ({ kind }) => {
  const answer: FanOutAnswer = { port: 0, bytes: 0, writeMs: 0, startedAtNs: 0 };
  if (kind === "listen") {
    await once(http.listen(0, "127.0.0.1"), "listening");
    answer.port = (http.address() as AddressInfo).port;
  } else if (kind === "memory") {
    globalThis.gc!();
    answer.bytes = process.memoryUsage.rss();
  } else {
    const message = nextMessage();
    const frame = textFrame(JSON.stringify(message));
    answer.startedAtNs = Number(process.hrtime.bigint());
    const from = stopwatchMs();
    if (kind === "hub") hub.broadcast(message);
    else for (const socket of sockets) socket.write(frame);
    answer.writeMs = stopwatchMs() - from;
  }
  return answer;
});
