import type { UserPush } from "@veritick/contract/schemas/pushes.ts";
import { createHash, randomUUID } from "node:crypto";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { keepValue } from "../platform/db/kept-values.ts";
import { periodically } from "../platform/clock.ts";
import type { RateLimit, SharedRateLimit } from "../platform/rate-limit.ts";
import { createHub } from "../platform/sockets/hub.ts";
import type { Hub } from "../platform/sockets/hub.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { createBusHealth, networkedBus } from "./networked-bus.ts";
import { endsSession, localBus } from "./bus.ts";
import type { Bus } from "./bus.ts";
import { createCatchUp, createRecentPushes, endOverSessions } from "./catch-up.ts";
import type { MissedSources } from "./catch-up.ts";
import { natsLink } from "./link.ts";
import type { Link, LinkServer } from "./link.ts";
import { createPeers, REPORT_EVERY_MS } from "./peers.ts";

/** The means by which this process works with the others of its installation. They work the same for a single process. */
export type Cluster = {
  readonly bus: Bus;
  readonly hub: Hub;
  /** Returns the users who listen to pushes, so that none are made for others. Undefined if any user may listen. */
  watched(): readonly string[] | undefined;
  /** Shares a limit among all processes, approximately. Without NATS, each process has its own. */
  share(name: string, limit: SharedRateLimit): RateLimit;
  /** Returns how many live connections the user has on other processes. */
  socketsElsewhere(userId: string): number;
  readonly tasks: readonly PeriodicTask[];
  close(): Promise<void>;
};

type ClusterOptions = {
  /** Undefined for a single process. */
  nats: readonly LinkServer[] | undefined;
  database: Database;
  clock: Clock;
  log: Log;
  /** The sources of events of other processes that this one did not hear. */
  missed: MissedSources;
};

/** @param link replaces NATS in tests */
export async function joinCluster(options: ClusterOptions, link?: Link): Promise<Cluster> {
  const { nats, database, clock, log } = options;
  if (link === undefined && nats === undefined) return joinAlone(options);
  // The installation's name is read before the link opens: everything must be listening when the link comes up.
  const installation = await nameInstallation(database);
  return joinOver(options, link ?? natsLink({ servers: nats!, clock, log }), installation);
}

/**
 * Returns a name on which the processes of this installation agree, and which no other installation has, even on the same
 * NATS. A copy of the database, restored from a backup beside it, gets another name.
 */
export async function nameInstallation(database: Queryable): Promise<string> {
  const kept = await keepValue(database, "installation", randomUUID());
  const { rows } = await database.query<{ place: string }>(
    `select (select system_identifier::text from pg_control_system()) || '/' || oid::text as place
     from pg_database where datname = current_database()`,
  );
  return createHash("sha256").update(`${kept}/${rows[0]!.place}`).digest("hex").slice(0, 32);
}

/** The ticks between looks for sessions ended without a message, for example by a command. */
const LOOK_TICKS = 5;

function joinAlone({ log, missed }: ClusterOptions): Cluster {
  const bus = localBus();
  const hub = createHub();
  forwardToSockets(bus, hub);
  return {
    bus,
    hub,
    watched: hub.users,
    share: (_name, limit) => limit,
    socketsElsewhere: () => 0,
    tasks: [periodically(LOOK_TICKS, "ended sessions", log, () => endOverSessions(hub, missed, bus.publish))],
    close: () => Promise.resolve(),
  };
}

function joinOver(
  { database, clock, log, missed }: ClusterOptions,
  link: Link,
  installation: string,
): Cluster {
  const prefix = `veritick.${installation}`;
  const health = createBusHealth({ link, clock, database });
  const bus = networkedBus({ link, prefix, log, isWhole: health.isWhole });
  const peers = createPeers({ link, prefix, clock, log });
  const recent = createRecentPushes();
  const hub = createHub((userId, count) => {
    peers.countSockets(userId, count);
    if (count > 0) {
      bus.follow(userId);
      recent.arrived(userId, clock.nowMs());
    } else {
      bus.unfollow(userId);
      recent.left(userId);
    }
  });
  // An event found before its message arrived is not delivered again by the message.
  forwardToSockets(bus, hub, recent.wasTold);
  link.onChange(() => bus.announceGap());
  // A peer may have ended between a commit and its event, or lost its link for a moment.
  peers.onMissed((heardAtMs) => {
    health.missedSince(heardAtMs);
    bus.announceGap();
  });
  const catchUp = createCatchUp({ bus, health, hub, clock, recent, sources: missed });
  const reporting = setInterval(peers.report, REPORT_EVERY_MS).unref();
  return {
    bus,
    hub,
    // This process does not know which users are connected elsewhere. A push that no process follows is dropped.
    watched: () => undefined,
    share: peers.share,
    socketsElsewhere: peers.socketsElsewhere,
    tasks: [
      periodically(1, "saying that it is cut off", log, health.sayCutOff),
      periodically(1, "what others did", log, catchUp),
      periodically(LOOK_TICKS, "ended sessions", log, () => endOverSessions(hub, missed, bus.publishHere)),
    ],
    async close() {
      clearInterval(reporting);
      peers.leave();
      await link.close();
    },
  };
}

function forwardToSockets(bus: Bus, hub: Hub, wasTold: (push: UserPush) => boolean = () => false): void {
  bus.subscribe((message) => {
    if (message.kind === "push") {
      if (!wasTold(message.push)) hub.pushTo(message.userId, message.push);
    } else if (message.kind === "sessionRenewed") {
      hub.renewSession(message.userId, message.from, message.to);
    } else if (message.kind === "sessionEnded" || message.kind === "sessionsEnded") {
      hub.endSessions(message.userId, (sessionKey) => endsSession(message, message.userId, sessionKey));
    }
  });
}
