import { createMetrics } from "@veritick/server/platform/telemetry/metrics.ts";
import { createHash, randomUUID } from "node:crypto";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { adminRoutes } from "@veritick/server/admin/public.ts";
import { createSessions } from "@veritick/server/accounts/public.ts";
import { openSigner } from "@veritick/server/fairness/public.ts";
import { checkLedger, postGenesisCapital } from "@veritick/server/ledger/public.ts";
import { renewWindows } from "@veritick/server/limits/public.ts";
import { createPayments } from "@veritick/server/payments/routes.ts";
import { createInbox } from "@veritick/server/payments/callbacks.ts";
import { localBus } from "@veritick/server/cluster/bus.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { dateOf, nowTick } from "@veritick/server/platform/clock.ts";
import { openBatchDatabase, openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import type { Bind } from "@veritick/server/platform/http/bind.ts";
import type { Call, Handler, Identity } from "@veritick/server/platform/http/call.ts";
import { isReplayed } from "@veritick/server/platform/http/call.ts";
import { runningKeys } from "@veritick/server/platform/http/idempotency.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { isRefused } from "@veritick/server/platform/refusal.ts";
import { createKeyedQueue } from "@veritick/server/platform/concurrency.ts";
import {
  createEntryGate,
  createOpenPosition,
  createSellPosition,
  createSettlementLoop,
  positionRoutes,
} from "@veritick/server/positions/public.ts";
import { openBeacon } from "@veritick/server/beacon/public.ts";
import { createSealing } from "@veritick/server/platform/sealing.ts";
import { freeBeacon, freeRounds } from "@veritick/server/testing/free-beacon.ts";
import { openPriceFeed } from "@veritick/server/prices/public.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import type { Notifier } from "@veritick/server/notifications/public.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import * as z from "zod/mini";
import { walkPrices } from "./prices.ts";
import { Vendor } from "./vendor.ts";

/** Sends no notices: the model is about money. */
const NOBODY: Notifier = {
  sendsMails: false,
  notify: async () => {},
  mail: async () => "",
  writes: () => {},
  close: () => {},
};

const MODEL_SECRET = Buffer.alloc(32, 7);
const STRIPE = 0;
const TERMS = { houseEdge: 0.05, winRule: "barrier", sellFee: 0.01 } as const;

type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;
export type Outcome<E extends Endpoint> = { ok: true; value: ReplyOf<E> } | { ok: false; code: string };

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Opens the product's features on a database of their own. The test controls time and the payment provider. Calls go to the
 * same handlers as over HTTP, with input validated by the contract. HTTP itself and the two slow hashes that guard a
 * withdrawal are left out; they have tests of their own.
 */
export async function openWorld(server: ServerConnection) {
  const connection = await cloneDatabase(server);
  const log = createLog("silent");
  const clock = movableClock();
  const database = openDatabase(connection, log, 6);
  const batches = openBatchDatabase(connection, log);
  // The model has no crashes, so nothing needs to wait for the disk.
  await database.query(`alter database ${connection.database} set synchronous_commit = off`);
  const bus = localBus();
  const metrics = createMetrics();
  const vendor = new Vendor();
  const provider = vendor.provider();
  await postGenesisCapital(database, {
    capital: parseMinor("1000000000"),
    provider: provider.name,
    stripe: STRIPE,
    at: dateOf(clock),
  });
  const beacon = await openBeacon(
    { kind: "local", key: MODEL_SECRET, delayMs: 0 },
    { database, clock, log, sealing: createSealing(MODEL_SECRET), metrics, ...freeBeacon() },
  );
  const feed = await openPriceFeed({ database, beacon, clock, secret: MODEL_SECRET, settings: TERMS, log });
  await feed.begin();
  const signer = await openSigner(database, { seed: MODEL_SECRET, now: dateOf(clock), log });
  const settlement = createSettlementLoop({
    database,
    clock,
    feed,
    bus,
    watched: () => [],
    metrics,
    log,
  });
  const orders = {
    database,
    batches,
    clock,
    feed,
    signer,
    gate: createEntryGate({ feed, clock, signer, isClosing: () => false }),
    mayTrade: () => true,
    isClosing: () => false,
    renewWindows: (userId: string) => renewWindows({ database, clock }, userId),
    bus,
    metrics,
  };
  const openPosition = createOpenPosition({ ...orders, stripe: STRIPE });
  const sellPosition = createSellPosition(orders);

  const sealing = createSealing(MODEL_SECRET);
  const handlers = new Map<string, Handler<Endpoint>>();
  const bind: Bind = (endpoint, handler) =>
    void handlers.set(endpoint.path + endpoint.method, handler as unknown as Handler<Endpoint>);
  const settings = {
    fourEyesAbove: undefined,
    decidesOwn: true,
    autoApproveBelow: undefined,
    autoApprovePerDay: undefined,
  };
  const context = {
    database,
    clock,
    bus,
    log,
    notifier: NOBODY,
    provider,
    screening: undefined,
    stripe: STRIPE,
    runningKeys: runningKeys(),
    userQueue: createKeyedQueue(),
    settings,
    lockSettings: async () => settings,
    confirmBeforeWithdrawal: false,
    limits: { depositsPerUser: 1_000_000, depositsPerAddress: 1_000_000 },
  };
  const inbox = createInbox(context);
  const payments = createPayments(context, {
    isSessionAlive: async () => true,
    proveWithdrawalCode: async () => ({ stored: CODE }),
    proveSecondStep: async () => undefined,
    provePasskey: async () => undefined,
  });
  payments.routes(bind, () => {});
  positionRoutes(bind, { database, clock, log, openPosition, sellPosition });
  const idle = { userSeconds: undefined, adminSeconds: undefined };
  const sessions = createSessions({ database, clock, bus, idle });
  adminRoutes(bind, {
    ...context,
    sessions,
    sealing,
    outbox: { again: async () => undefined },
    payments: context,
    withdrawalHoldHours: 0,
    changeSetting: () => Promise.reject(new Error("the model proposes no setting")),
  });

  clock.onTick((tick) => feed.advance(tick));
  feed.onPublish((tick) => {
    settlement.wake();
    for (const task of payments.tasks) task.tick(tick);
  });

  async function settled(): Promise<void> {
    await settlement.idle();
    await inbox.idle();
    for (const task of payments.tasks) await task.idle();
    await feed.flush();
  }

  const { rows } = await database.query<{ tick: number; state: number }>(
    "select tick, state from price_geneses",
  );
  const priceMilliAt = walkPrices(MODEL_SECRET, freeRounds, rows[0]!);

  return {
    database,
    vendor,
    /** The last tick of the current block. */
    blockEnd: () => blockEnd(beacon.chain, roundOf(beacon.chain, nowTick(clock))),
    priceMilliAt,
    clock,
    feed,

    /** Calls an endpoint as a user, with a new idempotency key unless one is given. */
    async call<E extends Endpoint>(
      endpoint: E,
      userId: string,
      input: { params?: unknown; body?: unknown; key?: string } = {},
    ): Promise<Outcome<E>> {
      const handler = handlers.get(endpoint.path + endpoint.method)!;
      const identity: Identity = {
        userId,
        isAdmin: endpoint.audience === "admin",
        role: endpoint.audience === "admin" ? "administrator" : null,
        acceptedTerms: null,
        sessionHash: Buffer.alloc(32),
        provedAtMs: 0,
        provedAnewAtMs: undefined,
        hasSecondFactor: true,
        // `insertPerson` gives the session the user's id.
        sessionId: userId,
      };
      const result: unknown = await handler({
        params: z.parse(endpoint.params, input.params),
        query: z.parse(endpoint.query, {}),
        body: z.parse(endpoint.body, input.body),
        identity,
        session: { mayHaveEnded: () => false, hasEnded: async () => false },
        address: "::1",
        countryBlocked: false,
        userAgent: undefined,
        language: "en",
        idempotency: endpoint.idempotent
          ? { key: input.key ?? randomUUID(), requestHash: digest(endpoint.path, input.body) }
          : undefined,
        setSession: () => {},
        clearSession: () => {},
      } as unknown as Call<Endpoint>);
      if (isRefused(result)) return { ok: false, code: result.refused };
      const value: unknown = isReplayed(result) ? JSON.parse(result.replayed) : result;
      return { ok: true, value: z.parse(endpoint.reply, value) as ReplyOf<E> };
    },

    async receive(body: Buffer): Promise<void> {
      await inbox.receive(provider.name, body, {});
    },

    /** Lets time pass at once, and finishes all work that is due. */
    async pass(seconds: number): Promise<void> {
      clock.jump(seconds);
      await settled();
    },

    settled,
    checkLedger: () => checkLedger(database),

    async close(): Promise<void> {
      await settled();
      await Promise.all([batches.end(), database.end()]);
      await connection.drop();
    },
  };
}

const digest = (path: string, body: unknown) =>
  createHash("sha256")
    .update(path + JSON.stringify(body ?? null))
    .digest();

/**
 * Inserts a user with no money, signed in by a session of the same id, who cannot log in. The test's proofs accept the
 * user's withdrawal code.
 */
const CODE = "proven";

export async function insertPerson(database: Database, id: string): Promise<void> {
  await database.query(
    `with person as (
       insert into users (id, email, password, withdrawal_code, created_at)
       values ($1, $2, 'nobody', $3, now()) returning id, created_at)
     insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
     select id, uuid_send(id), id, created_at, created_at, 'infinity' from person`,
    [id, `${id}@example.com`, CODE],
  );
}
