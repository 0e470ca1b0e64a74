import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NoAnswer } from "./call-error.ts";
import { createClient, REPEATABLE } from "./client.ts";

type Sent = { path: string; headers: Headers; body: unknown };

/** Makes a server that gives these answers one after the other, and the last one for ever; `undefined` for none. */
function serverOf(
  ...answers: ([status: number, body: unknown, headers?: Record<string, string>] | undefined)[]
) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    site: "https://veritick.example/",
    key: "vtk_x",
    wait: async (ms) => void waits.push(ms),
    fetch: async (input, init) => {
      const body = init?.body == null ? undefined : JSON.parse(init.body as string);
      sent.push({ path: input as string, headers: new Headers(init?.headers), body });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new TypeError("fetch failed");
      const [status, reply, headers] = answer;
      return new Response(typeof reply === "string" ? reply : JSON.stringify(reply), {
        status,
        headers: { "content-type": "application/json", ...headers },
      });
    },
  });
  return { client, sent, waits };
}

const ORDER = { type: "buy", amount: "1.00", duration: 1 } as const;
const refusal = (code: string) => ({ code, message: "No." });

describe("a call", () => {
  it("sends the key, the language and the contract's path", async () => {
    const { client, sent } = serverOf([200, []]);
    const answer = await client.call("listPositions", { query: { limit: 5 } });
    expect(answer).toEqual({ ok: true, value: [] });
    expect(sent[0]!.path).toBe("https://veritick.example/api/trading/positions?limit=5");
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({
      "accept-language": "en",
      authorization: "Bearer vtk_x",
    });
  });

  it("answers a refusal as a value, and does not repeat it", async () => {
    const { client, sent } = serverOf([409, { ...refusal("price_moved"), proceeds: "1.00000000" }]);
    const answer = await client.call("sellPosition", { params: { id: "1" }, body: { minProceeds: "2.00" } });
    if (answer.ok) throw new Error("it was refused");
    expect(answer.error).toBeInstanceOf(ApiError);
    expect(answer.error).toMatchObject({ status: 409, code: "price_moved", proceeds: "1.00000000" });
    expect(sent).toHaveLength(1);
  });

  it("repeats an order without an answer with the same key and body, longer apart each time", async () => {
    const busy = [409, refusal("idempotency_running")] as [number, unknown];
    const { client, sent, waits } = serverOf(undefined, [502, "<html>"], busy, [201, { id: "1" }]);
    const answer = await client.call("openPosition", { body: ORDER });
    expect(answer).toEqual({ ok: true, value: { id: "1" } });
    expect(sent.map(({ body }) => body)).toEqual([ORDER, ORDER, ORDER, ORDER]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(waits).toEqual([250, 500, 1_000]);
    await client.call("openPosition", { body: ORDER });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
    await client.call("openPosition", { body: ORDER, idempotencyKey: "mine" });
    expect(sent.at(-1)!.headers.get("idempotency-key")).toBe("mine");
  });

  it("waits as long as the server says, and gives up in the end", async () => {
    const { client, sent, waits } = serverOf([429, refusal("too_many_requests"), { "retry-after": "3" }]);
    const answer = await client.call("prices");
    expect(answer).toMatchObject({ ok: false, error: { code: "too_many_requests", retryAfterSeconds: 3 } });
    expect([sent.length, waits]).toEqual([5, [3_000, 3_000, 3_000, 3_000]]);
  });

  it("never repeats a change without a key", async () => {
    const { client, sent } = serverOf(undefined);
    const answer = await client.call("setReminder", { body: { minutes: 30 } });
    expect(answer).toEqual({ ok: false, error: expect.any(NoAnswer) });
    expect(sent).toHaveLength(1);
  });

  it("answers a file as its text, and throws only if it is aborted", async () => {
    const { client } = serverOf([200, "a,b\r\n", { "content-type": "text/csv; charset=utf-8" }]);
    expect(await client.call("statementCsv")).toEqual({ ok: true, value: "a,b\r\n" });
    const { client: gone } = serverOf(undefined);
    const signal = AbortSignal.abort();
    await expect(gone.call("prices", { signal })).rejects.toThrow();
  });

  it("is repeatable exactly if the contract takes a key", () => {
    const keyed = endpoints.filter(({ idempotent, scope }) => idempotent && scope !== undefined);
    expect([...REPEATABLE].toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
  });
});

describe("the live connection", () => {
  class FakeSocket extends EventTarget {
    static all: FakeSocket[] = [];
    readonly address: string;
    isClosed = false;

    constructor(address: string) {
      super();
      this.address = address;
      FakeSocket.all.push(this);
    }

    close() {
      this.isClosed = true;
    }

    say(message: object) {
      this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    }
  }

  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const price = (tick: number) => ({
    type: "price",
    price: 152.79,
    tick,
    time: "2026-09-21T14:13:20.000Z",
  });

  async function opened() {
    const pushes: Push[] = [];
    let syncs = 0;
    const { client, sent } = serverOf([200, { token: "t/1" }]);
    const live = client.live({ onPush: (push) => pushes.push(push), onSync: () => void (syncs += 1) });
    await vi.advanceTimersByTimeAsync(0);
    const open = () => FakeSocket.all.at(-1)!.dispatchEvent(new Event("open"));
    open();
    return { live, pushes, sent, open, syncs: () => syncs };
  }

  it("opens with a token, passes messages on and ignores other texts", async () => {
    const { live, pushes, sent, syncs } = await opened();
    const [socket] = FakeSocket.all;
    expect(socket!.address).toBe("wss://veritick.example/ws?token=t%2F1");
    socket!.say(price(1));
    socket!.say({ type: "nonsense" });
    expect([pushes, syncs()]).toEqual([[price(1)], 1]);
    live.close();
    socket!.say(price(2));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([pushes.length, sent.length, socket!.isClosed]).toEqual([1, 1, true]);
  });

  it("opens again after an end and asks for a new read, also after a long loss", async () => {
    const { open, syncs, live } = await opened();
    FakeSocket.all[0]!.dispatchEvent(new Event("close"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    open();
    expect(syncs()).toBe(2);

    // Nothing opens while it tries by itself, and it tries once more after a rest.
    FakeSocket.all.at(-1)!.dispatchEvent(new Event("close"));
    for (let minute = 0; minute < 4; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      FakeSocket.all.at(-1)!.dispatchEvent(new Event("error"));
    }
    const before = FakeSocket.all.length;
    for (let second = 0; second < 120 && FakeSocket.all.length === before; second += 1)
      await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all.length).toBeGreaterThan(before);
    open();
    expect(syncs()).toBe(3);
    live.close();
  });
});
