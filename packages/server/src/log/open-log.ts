import type { FastifyInstance } from "fastify";
import type { LogConfig } from "../config/log-policy.ts";
import { nowTick, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Connection, connectClient, Database } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { PriceFeed } from "../prices/public.ts";
import { createLogState, LOG_STOPPED } from "./log-state.ts";
import type { LogState } from "./log-state.ts";
import { createReader } from "./published-entries.ts";
import { readRelease } from "./release.ts";
import { logStateRoute, tileRoutes } from "./routes.ts";
import { createSequencer } from "./sequencer.ts";
import { createSession } from "./session.ts";
import { createWitnesses } from "./witnesses.ts";

export type PublicLog = {
  /** The work of each second; none if no log is kept. */
  readonly tasks: readonly PeriodicTask[];
  /** Ends requests under way, and the right to add to the log. */
  stop(): Promise<void>;
};

const SAMPLE_TICKS = 5;

/** Opens the public log, which exists only where LOG_POLICY is set. */
export function openLog(
  config: LogConfig | undefined,
  context: {
    database: Database;
    connection: Connection;
    connect?: typeof connectClient;
    clock: Clock;
    log: Log;
    metrics: Metrics;
    feed: PriceFeed;
    webRoot: string;
    bind: Bind;
    http: FastifyInstance;
  },
): PublicLog {
  const { database, connection, clock, log, metrics, feed, bind, http } = context;
  if (config === undefined) {
    logStateRoute(bind, undefined, () => Promise.reject(new Error("there is no log")));
    return { tasks: [], stop: () => Promise.resolve() };
  }
  const { origin, vkey, signer, policy, policyText } = config;
  const state = createLogState({ database, clock, policy });
  const now = oncePerTick(clock, state.read);
  const served = { origin, vkey, policyText, state, database, clock };
  logStateRoute(bind, served, now);
  tileRoutes(http, served);

  for (const { name } of policy.witnesses) metrics.logWitnessFailures.inc({ witness: name }, 0);
  const onFailure = (witness: string) => metrics.logWitnessFailures.inc({ witness });
  const witnesses = createWitnesses({ origin, vkey, policy, database, clock, log, onFailure });
  const sequencer = createSequencer({
    origin,
    vkey,
    signer,
    session: createSession(connection, context.connect),
    async openReader(logged) {
      const release = await readRelease(context.webRoot);
      return createReader({ origin, policyText, release, feed }, logged);
    },
    witnesses,
    async keepStop(connected, reason) {
      const kept = await readKeptValue(connected, LOG_STOPPED);
      if ((kept ?? "") !== (reason ?? "")) await setKeptValue(connected, LOG_STOPPED, reason ?? "");
    },
    clock,
    log,
  });

  const sampling = periodically(SAMPLE_TICKS, "public log state", log, async () => {
    const { state: found, size, witnessed, quorumAt } = await now();
    metrics.logSize.set(size);
    metrics.logWitnessedSize.set(witnessed);
    metrics.logQuorumAge.set(quorumAt === undefined ? 0 : Math.max(0, clock.nowMs() / 1000 - quorumAt));
    metrics.logBehind.set(found === "BEHIND" ? 1 : 0);
  });

  return {
    tasks: [sequencer, sampling],
    async stop() {
      witnesses.stop();
      await sequencer.stop();
      await witnesses.idle();
    },
  };
}

/** Reads the state at most once a second, however many callers there are. */
function oncePerTick(clock: Clock, read: () => Promise<LogState>): () => Promise<LogState> {
  let tick: number | undefined;
  let answer: Promise<LogState> | undefined;
  return () => {
    if (answer === undefined || nowTick(clock) !== tick) {
      tick = nowTick(clock);
      answer = read();
    }
    return answer;
  };
}
