import { createFindMissedEvents, findEndedSessions, readBalances } from "../accounts/public.ts";
import type { Config } from "../config/config.ts";
import { leaseStripe, onlyStripe } from "../ledger/public.ts";
import { createFindMissedDeposits, createFindMissedWithdrawals } from "../payments/public.ts";
import { endsSession, localBus } from "./bus.ts";
import type { Bus } from "./bus.ts";
import { carriedBus } from "./carried-bus.ts";
import { createCatchUp } from "./catch-up.ts";
import { createBusHealth } from "./health.ts";
import { nameInstallation } from "./installation.ts";
import type { Link } from "./link.ts";
import { natsLink } from "./nats-link.ts";
import { createNeighbours, TELL_EVERY_MS } from "./neighbours.ts";
import { createTold } from "./told.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { periodically } from "../platform/process/background-tasks.ts";
import type { PeriodicTask } from "../platform/process/background-tasks.ts";
import type { RateLimit, SharedRateLimit } from "../platform/rate-limit.ts";
import { createHub } from "../platform/sockets/hub.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import { createFindMissedResults } from "../positions/public.ts";

/** What a process has in common with the others of its installation, or would have. */
export type Company = {
  readonly bus: Bus;
  readonly hub: Hub;
  /** The house stripe of this process. */
  readonly stripe: number;
  /** False where nobody listens to this user's pushes, so that none need be made. */
  isWatched(userId: string): boolean;
  /** A limit that holds over all processes, approximately; without NATS, for each of them. */
  share(name: string, limit: SharedRateLimit): RateLimit;
  /** How many live connections the user has on other processes. */
  socketsElsewhere(userId: string): number;
  readonly tasks: readonly PeriodicTask[];
  close(): Promise<void>;
};

type World = { config: Config; connection: Connection; database: Database; clock: Clock; log: Log };

/** @param link what carries messages to the others where it is not the NATS of the configuration */
export async function joinOthers(world: World, link?: Link): Promise<Company> {
  const { config, connection, log } = world;
  const lease = config.databaseUrl === undefined ? onlyStripe : await leaseStripe(connection, log);
  const rest = link === undefined && config.nats === undefined ? alone() : await connectOthers(world, link);
  return {
    ...rest,
    stripe: lease.stripe,
    tasks: [lease.task, ...rest.tasks],
    async close() {
      await rest.close();
      await lease.end();
    },
  };
}

async function connectOthers(world: World, link: Link | undefined): Promise<Omit<Company, "stripe">> {
  const { config, database, clock, log } = world;
  // The name first: once there is a link, nobody must miss that it is up.
  const installation = await nameInstallation(database);
  return connected(world, link ?? natsLink({ servers: config.nats!, clock, log }), installation);
}

/** What is said reaches the live connections it concerns. */
function tellConnected(bus: Bus, hub: Hub): void {
  bus.subscribe((message) => {
    if (message.kind === "push") hub.pushTo(message.userId, message.push);
    else if (message.kind === "sessionEnded" || message.kind === "sessionsEnded") {
      hub.endSessions(message.userId, (sessionKey) => endsSession(message, message.userId, sessionKey));
    }
  });
}

function alone(): Omit<Company, "stripe"> {
  const bus = localBus();
  const hub = createHub();
  tellConnected(bus, hub);
  return {
    bus,
    hub,
    isWatched: hub.hasUser,
    share: (_name, limit) => limit,
    socketsElsewhere: () => 0,
    tasks: [],
    close: () => Promise.resolve(),
  };
}

function connected(
  { database, clock, log }: World,
  link: Link,
  installation: string,
): Omit<Company, "stripe"> {
  const prefix = `veritick.${installation}`;
  const health = createBusHealth({ link, clock, database });
  const bus = carriedBus({ link, prefix, log, isWhole: health.isWhole });
  const neighbours = createNeighbours({ link, prefix, clock, log });
  const told = createTold();
  const hub = createHub((userId, count) => {
    neighbours.countSockets(userId, count);
    if (count > 0) {
      bus.follow(userId);
      told.arrived(userId, clock.nowMs());
    } else {
      bus.unfollow(userId);
      told.left(userId);
    }
  });
  tellConnected(bus, hub);
  link.onChange(() => bus.announceGap());
  // It may have ended between a commit and telling of it, or its link was lost for a moment.
  neighbours.onMissed((heardAtMs) => {
    health.missedSince(heardAtMs);
    bus.announceGap();
  });
  const catchUp = createCatchUp({
    bus,
    health,
    hub,
    clock,
    told,
    sources: {
      news: [
        createFindMissedResults({ database, clock }),
        createFindMissedDeposits(database),
        createFindMissedWithdrawals(database),
        createFindMissedEvents(database),
      ],
      balances: (userIds) => readBalances(database, userIds),
      endedSessions: (keys) => findEndedSessions(database, keys),
    },
  });
  const telling = setInterval(neighbours.tell, TELL_EVERY_MS).unref();
  return {
    bus,
    hub,
    // Where the user is connected is not known: the message goes nowhere where nobody follows.
    isWatched: () => true,
    share: neighbours.share,
    socketsElsewhere: neighbours.socketsElsewhere,
    tasks: [
      periodically(1, "saying that it is cut off", log, health.sayCutOff),
      periodically(1, "what others did", log, catchUp),
    ],
    async close() {
      clearInterval(telling);
      neighbours.leave();
      await link.close();
    },
  };
}
