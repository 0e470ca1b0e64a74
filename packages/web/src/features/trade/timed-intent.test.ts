import { QUICKNET } from "@veritick/domain/beacon.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/client.ts";
import { setCurrentUser } from "../../api/current-user.ts";
import type { Sending } from "../../api/desk/desk.ts";
import { createStore, INITIAL_PRICE } from "../../api/live/live.ts";
import type { LivePrice } from "../../api/live/live.ts";
import { endAt, TimedIntent } from "./timed-intent.ts";

const TICK = 1_790_000_000;
const local = { ...QUICKNET, kind: "local", delayMs: 0 } as const;
const drand = { ...QUICKNET, kind: "drand", delayMs: 1500 } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setCurrentUser(null);
});

test("an order may enter until the end of the second block after its own, whatever the device's clock says", () => {
  // The block of this tick began two seconds before it.
  expect(QUICKNET.genesisTime % 3).toBe((TICK + 1) % 3);
  for (const nowMs of [0, 4e12]) {
    vi.setSystemTime(nowMs);
    expect(endAt(local, TICK, 500).lastTick).toBe(TICK + 6);
    expect(endAt(local, TICK + 1, 500).lastTick).toBe(TICK + 9);
    // A beacon whose second is shown late is in the next block already.
    expect(endAt(drand, TICK, 500).lastTick).toBe(TICK + 9);
  }
});

test("an order is over only once the server's clock is past its last tick", () => {
  // The shown second began at least the delay before, so the rest is at most this long.
  expect(endAt(local, TICK, 500).overAtMs).toBeGreaterThanOrEqual(500 + 7_000);
  expect(endAt(drand, TICK, 500).overAtMs).toBeGreaterThanOrEqual(500 + 10_000 - 1_500);
});

const order = { type: "buy", amount: "10.00", duration: 1 };
const lost = new TypeError("Failed to fetch");
const refusal = (code: string, status = 409) => new ApiError(status, "", JSON.stringify({ code }));
const tooLate = refusal("not_after_passed");

/** A server that gives these answers one after the other, and notes what it was sent. */
function server(...answers: (Error | string)[]) {
  const sent: Pick<Sending, "idempotencyKey" | "notAfterTick">[] = [];
  const call = async ({ idempotencyKey, notAfterTick }: Sending) => {
    sent.push({ idempotencyKey, notAfterTick });
    const answer = answers[Math.min(sent.length, answers.length) - 1]!;
    if (typeof answer !== "string") throw answer;
    return answer;
  };
  return { sent, call };
}

const endNow = () => endAt(local, TICK, performance.now());
const laterEnd = () => endAt(local, TICK + 30, performance.now());

test("a retry has the key and the end of the first try, the next order its own", async () => {
  const intent = new TimedIntent();
  const { sent, call } = server(lost, "opened", "opened");
  await expect(intent.send(order, endNow, call)).rejects.toBe(lost);
  expect([intent.isPending({ ...order }), intent.lastTickOf(order)]).toEqual([true, TICK + 6]);
  await intent.send(order, laterEnd, call);
  expect(intent.isPending(order)).toBe(false);
  await intent.send(order, laterEnd, call);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toMatchObject({ notAfterTick: TICK + 36 });
  expect(sent[2]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
});

test("an order without an answer keeps its key while another is sent", async () => {
  const intent = new TimedIntent();
  const { sent, call } = server(lost);
  for (const amount of ["10.00", "11.00", "10.00"])
    await intent.send({ ...order, amount }, endNow, call).catch(() => undefined);
  expect(sent[2]).toEqual(sent[0]);
  expect(sent[1]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
});

test.each([
  ["balance_insufficient", 409],
  ["price_not_current", 503],
  ["busy", 503],
  ["not_after_passed", 409],
])("a first try that is refused with %s is settled and may be sent anew at once", async (code, status) => {
  const intent = new TimedIntent();
  await intent.send(order, endNow, server(refusal(code, status)).call).catch(() => undefined);
  expect(intent.isPending(order)).toBe(false);
});

test.each([
  ["balance_insufficient", 409, true],
  ["rate_limited", 429, true],
  ["price_not_current", 503, true],
  ["busy", 503, true],
  ["not_after_passed", 409, false],
  ["position_not_open", 409, false],
])("after a lost try, a refusal with %s leaves it open: %s %s", async (code, status, isOpen) => {
  const intent = new TimedIntent();
  const { call } = server(lost, refusal(code, status));
  for (let tries = 0; tries < 2; tries += 1) await intent.send(order, endNow, call).catch(() => undefined);
  expect(intent.isPending(order)).toBe(isOpen);
});

/** A page that shows a second. */
function page() {
  const price = createStore<LivePrice>({ ...INITIAL_PRICE, tick: TICK, nowTick: TICK });
  const liveness = createStore<"live" | "stale" | "reconnecting">("live");
  const show = async (tick: number) => {
    price.set({ ...price.get(), tick, nowTick: tick });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { live: { price, liveness }, liveness, show };
}

/** Sends an order whose answer is lost, and follows it. The further answers are those of the server. */
async function followed(...answers: (Error | string)[]) {
  const intent = new TimedIntent();
  const { sent, call } = server(lost, ...answers);
  await intent.send(order, endNow, call).catch(() => undefined);
  const shown = page();
  const onOver = vi.fn<() => void>();
  const ending = vi.fn<(ending: unknown) => void>();
  void intent.follow(order, shown.live, call, onOver).then(ending);
  await vi.advanceTimersByTimeAsync(0);
  return { ...shown, intent, sent, call, onOver, ending };
}

test("asks only once the shown second is past the end, and gets the first answer", async () => {
  const { show, sent, onOver, ending, intent } = await followed("opened");
  await show(TICK + 6);
  expect([sent.length, onOver.mock.calls.length]).toEqual([1, 0]);
  await show(TICK + 7);
  expect(onOver).toHaveBeenCalled();
  expect(ending).toHaveBeenCalledExactlyOnceWith({ answer: "opened" });
  expect(sent[1]).toEqual(sent[0]);
  expect(intent.isPending(order)).toBe(false);
});

test("learns that an order which never arrived was not opened", async () => {
  const { show, ending } = await followed(tooLate);
  await show(TICK + 7);
  expect(ending).toHaveBeenCalledExactlyOnceWith({ proof: "not_after_passed" });
});

test("asks without prices too, and goes on until the server says how it ended", async () => {
  const { liveness, sent, ending } = await followed(
    lost,
    refusal("unavailable", 503),
    refusal("busy", 429),
    tooLate,
  );
  liveness.set("reconnecting");
  await vi.advanceTimersByTimeAsync(6_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(5);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(ending).toHaveBeenCalledExactlyOnceWith({ proof: "not_after_passed" });
});

test("asks again at once when prices come again", async () => {
  const { liveness, show, sent, ending } = await followed(lost, lost, lost, lost, lost, "opened");
  liveness.set("reconnecting");
  await show(TICK + 7);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([sent.length, ending.mock.calls.length]).toEqual([6, 0]);
  liveness.set("live");
  await vi.advanceTimersByTimeAsync(0);
  expect(ending).toHaveBeenCalledExactlyOnceWith({ answer: "opened" });
});

test("asks nothing if a press got the answer before", async () => {
  const { intent, show, sent, call, ending } = await followed("opened");
  expect(await intent.send(order, laterEnd, call)).toBe("opened");
  await show(TICK + 7);
  expect(ending).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(sent).toHaveLength(2);
});

test("leaves a later order of the same kind to its own end", async () => {
  const { intent, show, sent, call, ending } = await followed("opened", lost);
  await intent.send(order, laterEnd, call);
  await intent.send(order, laterEnd, call).catch(() => undefined);
  await show(TICK + 7);
  expect(ending).toHaveBeenCalledExactlyOnceWith(undefined);
  expect([sent.length, intent.isPending(order)]).toEqual([3, true]);
});

test("asks nothing in the name of another person", async () => {
  const { show, sent, ending } = await followed("opened");
  setCurrentUser({ id: "another" } as never);
  await show(TICK + 7);
  expect(ending).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(sent).toHaveLength(1);
});

test("follows an order once, however often it is pressed", async () => {
  const { intent, live, call, sent, show, ending } = await followed(lost, "opened").then((all) => ({
    ...all,
    live: { price: all.live.price, liveness: all.live.liveness },
  }));
  await intent.send(order, laterEnd, call).catch(() => undefined);
  expect(await intent.follow(order, live, call, () => undefined)).toBeUndefined();
  await show(TICK + 7);
  expect(ending).toHaveBeenCalledExactlyOnceWith({ answer: "opened" });
  expect(sent).toHaveLength(3);
});

test("gives a second caller the answer that is on its way", async () => {
  const intent = new TimedIntent();
  const { promise, resolve } = Promise.withResolvers<string>();
  const call = vi.fn<() => Promise<string>>(() => promise);
  const both = [intent.send(order, endNow, call), intent.send(order, endNow, call)];
  resolve("opened");
  expect(await Promise.all(both)).toEqual(["opened", "opened"]);
  expect(call).toHaveBeenCalledTimes(1);
});
