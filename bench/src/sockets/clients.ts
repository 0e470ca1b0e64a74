import { answerOrders } from "../support/helper-process.ts";
import { LiveClient } from "./live-client.ts";

/** `open` opens one live connection for each token. `await` waits for so many messages in all since the start. */
export type ClientsOrder =
  | { kind: "open"; port: number; tokens: string[] }
  | { kind: "await"; messages: number };
/** The time of the last message, in nanoseconds of the clock that all processes of the machine share. */
export type ClientsAnswer = { lastAtNs: number };

const AT_ONCE = 100;
const clients: LiveClient[] = [];
let messages = 0;
let awaited = Infinity;
let reached = () => {};

function countMessage(): void {
  messages += 1;
  if (messages === awaited) reached();
}

async function openAll(port: number, tokens: string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const some = tokens.slice(from, from + AT_ONCE);
    clients.push(...(await Promise.all(some.map((token) => LiveClient.open(port, token, countMessage)))));
  }
}

answerOrders<ClientsOrder, ClientsAnswer>(async (order) => {
  if (order.kind === "open") await openAll(order.port, order.tokens);
  else if (messages > order.messages) throw new Error(`${messages} messages came, not ${order.messages}`);
  else if (messages < order.messages) {
    await new Promise<void>((resolve) => {
      awaited = order.messages;
      reached = resolve;
    });
  }
  return { lastAtNs: Number(process.hrtime.bigint()) };
});
