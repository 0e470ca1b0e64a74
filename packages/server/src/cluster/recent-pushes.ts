import type { UserPush } from "@veritick/contract/schemas/pushes.ts";

/** Pushes are remembered for at least this long, which is longer than any poll looks back beyond its gap. */
const KEPT_MS = 90_000;

/** The recent pushes to users with a live connection here, so that a poll repeats none of them. */
export type RecentPushes = {
  /** The user has a live connection from now on. */
  arrived(userId: string, nowMs: number): void;
  /** True where what happens but once was told here already: a position that was decided, or a security event. */
  wasTold(push: UserPush): boolean;
  /** False where the user got this push already, or connected after the event and has loaded the state since. */
  isNews(userId: string, push: UserPush): boolean;
  note(userId: string, push: UserPush, nowMs: number): void;
  left(userId: string): void;
  /** Users who got two balances shortly after each other, possibly in the wrong order. Each is named once. */
  doubtful(): string[];
};

/** Two balances of a user within this time may have been committed in the other order. */
const DOUBT_MS = 1_000;
/** An event this shortly before a user connected may be new to them. */
const BEFORE_MS = 5_000;

export function createRecentPushes(): RecentPushes {
  let fresh = new Set<string>();
  let old = new Set<string>();
  let rotateAtMs = 0;
  const balances = new Map<string, { balance: string; atMs: number }>();
  const doubted = new Set<string>();
  const connectedAtMs = new Map<string, number>();

  function rotate(nowMs: number): void {
    if (nowMs < rotateAtMs) return;
    [old, fresh] = [fresh, new Set()];
    rotateAtMs = nowMs + KEPT_MS;
  }

  function noteBalance(userId: string, balance: string, nowMs: number): void {
    const before = balances.get(userId);
    if (before !== undefined && nowMs - before.atMs < DOUBT_MS) doubted.add(userId);
    balances.set(userId, { balance, atMs: nowMs });
  }

  const isKept = (push: Event) => fresh.has(keyOf(push)) || old.has(keyOf(push));

  return {
    wasTold: (push) => (push.type === "positionResolved" || push.type === "securityEvent") && isKept(push),
    arrived(userId, nowMs) {
      if (!connectedAtMs.has(userId)) connectedAtMs.set(userId, nowMs);
    },
    isNews(userId, push) {
      if (push.type === "balanceUpdate") return balances.get(userId)?.balance !== push.balance;
      if (timeOf(push) < (connectedAtMs.get(userId) ?? 0) - BEFORE_MS) return false;
      return !isKept(push);
    },
    note(userId, push, nowMs) {
      rotate(nowMs);
      if (push.type === "balanceUpdate") noteBalance(userId, push.balance, nowMs);
      else fresh.add(keyOf(push));
    },
    left(userId) {
      connectedAtMs.delete(userId);
      balances.delete(userId);
      doubted.delete(userId);
    },
    doubtful() {
      const users = [...doubted];
      doubted.clear();
      return users;
    },
  };
}

type Event = Exclude<UserPush, { type: "balanceUpdate" }>;

/** The time of the event; for a result, the time it was due. */
function timeOf(push: Event): number {
  switch (push.type) {
    case "positionResolved":
      return push.position.expiryTick * 1000;
    case "depositUpdate":
      return Date.parse(push.deposit.updatedAt);
    case "withdrawalUpdate":
      return Date.parse(push.withdrawal.updatedAt);
    case "securityEvent":
      return Date.parse(push.event.createdAt);
  }
}

function keyOf(push: Event): string {
  switch (push.type) {
    case "positionResolved":
      return push.position.id;
    case "depositUpdate":
      return `${push.deposit.id}@${push.deposit.updatedAt}`;
    case "withdrawalUpdate":
      return `${push.withdrawal.id}@${push.withdrawal.updatedAt}`;
    case "securityEvent":
      return push.event.id;
  }
}
