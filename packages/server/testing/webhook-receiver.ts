import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookEvent } from "@veritick/contract/schemas/webhooks.ts";
import type { WebhookEvent } from "@veritick/contract/schemas/webhooks.ts";

export type ReceivedWebhook = {
  path: string;
  headers: IncomingHttpHeaders;
  /** The signed bytes. */
  text: string;
  id: string;
  event: WebhookEvent;
};

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  /** Sets all later answers. "never" leaves the request unanswered. */
  answer(status: number | "never", headers?: Record<string, string>): void;
  close(): Promise<void>;
};

/** Starts a system of the operator. It validates each body against the contract. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<ServerResponse>();
  let status: number | "never" = 204;
  let answered: Record<string, string> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = "", headers } = request;
      const event = webhookEvent.parse(JSON.parse(text));
      received.push({ path, headers, text, id: String(headers["webhook-id"]), event });
      if (status === "never") waiting.add(response);
      else response.writeHead(status, answered).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next, headers = {}) {
      status = next;
      answered = headers;
      for (const response of waiting) if (next !== "never") response.writeHead(next, headers).end();
      if (next !== "never") waiting.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
