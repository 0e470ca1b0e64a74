import type { Deposit, DepositStatus } from "@veritick/contract/deposits.ts";
import { ZERO, parseMinor } from "@veritick/domain/money.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { localBus } from "../platform/bus.ts";
import type { BusMessage } from "../platform/bus.ts";
import { createLog } from "../platform/log.ts";
import type { PaymentProvider, PaymentSnapshot } from "./provider.ts";
import { applySnapshot, trackDeposits } from "./track-deposits.ts";
import type { TrackContext } from "./track-deposits.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "off" });

type State = PaymentSnapshot["state"];
const snapshot = (state: State, paid = "100", providerFee = "0"): PaymentSnapshot => ({
  state,
  paid: state === "waiting" ? ZERO : parseMinor(paid),
  providerFee: parseMinor(providerFee),
});

/** What follows the payments, with everything it tells. */
function tracker(readPayment?: PaymentProvider["readPayment"]) {
  const told: BusMessage[] = [];
  const bus = localBus();
  bus.subscribe((message) => told.push(message));
  const provider = { name: "sandbox", nextPollSeconds: () => 1, readPayment } as unknown as PaymentProvider;
  const { database, clock } = scope.app;
  const context: TrackContext = { database, clock, provider, bus, log: createLog("silent"), stripe: 0 };
  return { context, told };
}

async function pending(): Promise<{ client: Person; id: string; read(): Promise<Deposit> }> {
  const [client] = await seedPeople(scope.app, 1, "0");
  const { body } = await client!.post("/api/deposits", { amount: "100" });
  const read = async () => ((await client!.get("/api/deposits")).body as Deposit[])[0]!;
  return { client: client!, id: body.id, read };
}

describe("the state of a payment", () => {
  it("is credited exactly once, however many tell of it at the same moment", async () => {
    const { client, id, read } = await pending();
    const { context, told } = tracker();
    await Promise.all(Array.from({ length: 20 }, () => applySnapshot(context, id, snapshot("finished"))));
    expect((await read()).status).toBe("confirmed");
    expect(await client.balance()).toBe("100.00000000");
    expect(told.map((message) => message.kind === "push" && message.push.type)).toEqual([
      "depositUpdate",
      "balanceUpdate",
    ]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("moves forward only, whatever is told in whatever order", async () => {
    const rank: Record<DepositStatus, number> = { pending: 0, confirming: 1, confirmed: 2, failed: 2 };
    const states = fc.array(fc.constantFrom<State>("waiting", "confirming", "finished", "failed"), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(states, fc.boolean(), async (sequence, parallel) => {
        const { client, id, read } = await pending();
        const { context } = tracker();
        if (parallel) await Promise.all(sequence.map((state) => applySnapshot(context, id, snapshot(state))));
        let last: DepositStatus = (await read()).status;
        for (const state of sequence) {
          await applySnapshot(context, id, snapshot(state));
          const { status } = await read();
          expect(rank[status]).toBeGreaterThanOrEqual(rank[last]);
          if (rank[last] === 2) expect(status).toBe(last);
          last = status;
        }
        expect(await client.balance()).toBe(last === "confirmed" ? "100.00000000" : "0.00000000");
      }),
      { numRuns: 25 },
    );
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("credits what arrived, and the house bears the provider's fee", async () => {
    const { client, id } = await pending();
    await applySnapshot(tracker().context, id, snapshot("finished", "99.5", "0.25"));
    expect(await client.balance()).toBe("99.50000000");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("of a deposit that is not there changes nothing", async () => {
    const { context, told } = tracker();
    await applySnapshot(context, "0199a3f0-0000-7000-8000-000000000000", snapshot("finished"));
    expect(told).toEqual([]);
  });
});

describe("following the payments", () => {
  it("reads each open one once when several servers look at the same moment, and one bad answer stops no other", async () => {
    const deposits = await Promise.all(Array.from({ length: 10 }, pending));
    scope.app.clock.jump(2);
    await scope.app.settled();
    const asked: string[] = [];
    const readPayment = async ({ paymentId }: { paymentId: string }) => {
      asked.push(paymentId);
      if (paymentId === `sandbox-${deposits[3]!.id}`) throw new Error("the provider does not answer");
      return snapshot("finished");
    };
    await scope.app.database.query(
      "update deposit_transactions set next_poll_at = $1 where status = 'pending'",
      [new Date(scope.app.clock.nowMs())],
    );
    await Promise.all([1, 2, 3].map(() => trackDeposits(tracker(readPayment).context)));
    const own = deposits.map(({ id }) => `sandbox-${id}`);
    expect(asked.filter((id) => own.includes(id)).toSorted()).toEqual(own.toSorted());
    const statuses = await Promise.all(deposits.map(async ({ read }) => (await read()).status));
    expect(statuses).toEqual(deposits.map((_, index) => (index === 3 ? "pending" : "confirmed")));
  });

  it("gives up a deposit that never got an address, and no other", async () => {
    const { read, id } = await pending();
    const kept = await pending();
    await scope.app.database.query(
      "update deposit_transactions set payment_id = null, pay_address = null, next_poll_at = null where id = $1",
      [id],
    );
    const { context } = tracker(async () => snapshot("waiting"));
    scope.app.clock.jump(599);
    await trackDeposits(context);
    expect((await read()).status).toBe("pending");
    scope.app.clock.jump(2);
    await trackDeposits(context);
    expect((await read()).status).toBe("failed");
    expect((await kept.read()).status).toBe("pending");
  });
});
