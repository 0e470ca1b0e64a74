import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScreeningAnswer, ScreeningQuestion } from "@veritick/contract/schemas/screening.ts";
import { screeningQuestion } from "@veritick/contract/schemas/screening.ts";
import { signedHeaders } from "../src/platform/http/standard-webhooks.ts";

/*
 * A simulated screening service: a real HTTP server on a free port that checks signatures and answers as it is told.
 *
 *   const simulator = await startScreeningSimulator();
 *   const scope = useApp(simulator.environment());
 *   simulator.on(address, "refuse");        // by address or by amount, as in "100.00000000"
 *   simulator.answer = "hold";              // everything else
 *   simulator.questions;                    // the questions, with their signed names
 *
 * Run by itself, it is a service to try the product with: `node packages/server/testing/screening-simulator.ts` prints the
 * settings. The cents of the amount choose: .01 hold, .02 refuse, .03 none, .04 error, .05 nonsense, .06 redirect.
 */

export type SimulatedAnswer =
  | ScreeningAnswer["verdict"]
  | ScreeningAnswer
  /** Never answers. */
  | "hangs"
  | "500"
  | "malformed"
  /** Redirects to an address that would allow it. */
  | "redirect"
  /** Answers without end. */
  | "endless"
  /** Answers once the promise resolves. */
  | { readonly after: Promise<unknown>; readonly answer: ScreeningAnswer["verdict"] };

const BY_CENTS: Readonly<Record<string, SimulatedAnswer>> = {
  "01": { verdict: "hold", reference: "CASE-1", reason: "Waits for a closer look" },
  "02": { verdict: "refuse", reference: "CASE-2", reason: "On a list" },
  "03": "hangs",
  "04": "500",
  "05": "malformed",
  "06": "redirect",
};

export type ScreeningSimulator = Awaited<ReturnType<typeof startScreeningSimulator>>;

export async function startScreeningSimulator({ port = 0, byCents = false } = {}) {
  const key = randomBytes(32);
  const rules = new Map<string, SimulatedAnswer>();
  const questions: (ScreeningQuestion & { name: string })[] = [];
  const waiting: (() => void)[] = [];
  let forged = 0;
  const simulator = {
    answer: "allow" as SimulatedAnswer,
    questions,
    /** Counts the questions whose signature does not verify. */
    forged: () => forged,
    on: (addressOrAmount: string, answer: SimulatedAnswer) => void rules.set(addressOrAmount, answer),
    forget: () => rules.clear(),
    /** Resolves when the next question arrives, before it is answered. */
    nextQuestion: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    asked: (id: string) => questions.filter((question) => question.id === id),
    environment: () => ({
      SCREENING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/screen`,
      SCREENING_SECRET: `whsec_${key.toString("base64")}`,
    }),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  function choose({ address, amount }: ScreeningQuestion): SimulatedAnswer {
    const ruled = rules.get(address ?? "") ?? rules.get(amount);
    const cents = /\.(\d\d)/.exec(amount)?.[1] ?? "";
    return ruled ?? (byCents ? BY_CENTS[cents] : undefined) ?? simulator.answer;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url === "/allowed") return send(response, { verdict: "allow" });
      const body = Buffer.concat(chunks).toString("utf8");
      if (!isSigned(key, request.headers, body)) {
        forged += 1;
        return void response.writeHead(401).end();
      }
      const question = screeningQuestion.parse(JSON.parse(body));
      questions.push({ ...question, name: String(request.headers["webhook-id"]) });
      for (const told of waiting.splice(0)) told();
      await reply(response, choose(question));
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return simulator;
}

function isSigned(key: Buffer, headers: IncomingHttpHeaders, body: string): boolean {
  const told = { id: String(headers["webhook-id"]), seconds: Number(headers["webhook-timestamp"]), body };
  return headers["webhook-signature"] === signedHeaders([key], told)["webhook-signature"];
}

const send = (response: ServerResponse, answer: ScreeningAnswer) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));

async function reply(response: ServerResponse, answer: SimulatedAnswer): Promise<void> {
  if (typeof answer === "object" && "after" in answer) {
    await answer.after;
    return send(response, { verdict: answer.answer });
  }
  if (typeof answer === "object") return send(response, answer);
  switch (answer) {
    case "hangs":
      return;
    case "500":
      return void response.writeHead(500).end("out of order");
    case "malformed":
      return void response.writeHead(200).end('{"verdict":"allowed"}');
    case "redirect":
      return void response.writeHead(307, { location: "/allowed" }).end();
    case "endless":
      return void response
        .writeHead(200)
        .end(JSON.stringify({ verdict: "allow", reason: "x".repeat(100_000) }));
    default:
      return send(response, { verdict: answer });
  }
}

if (import.meta.main) {
  const simulator = await startScreeningSimulator({ port: Number(process.argv[2] ?? 4800), byCents: true });
  for (const [name, value] of Object.entries(simulator.environment())) console.log(`${name}=${value}`);
}
