import type { UserPush } from "@veritick/contract/schemas/pushes.ts";

/** For at least so long it is remembered what users were told; longer than any poll looks back beyond its gap. */
const KEPT_MS = 90_000;

/** What the users with a live connection here were told lately, so that a poll tells them nothing twice. */
export type Told = {
  /** The user has a live connection now. */
  arrived(userId: string, nowMs: number): void;
  /** False where the user was told the same before, or was not there yet when it was done and has asked since. */
  isNews(userId: string, push: UserPush): boolean;
  note(userId: string, push: UserPush, nowMs: number): void;
  left(userId: string): void;
  /** Users who were told of two balances in a short time, which may have come in the wrong order. Each is named once. */
  doubtful(): string[];
};

/** Two balances of a user's within this time may have been committed in the other order. */
const DOUBT_MS = 1_000;
/** What was done so shortly before somebody came may be new to them. */
const BEFORE_MS = 5_000;

export function createTold(): Told {
  let fresh = new Set<string>();
  let old = new Set<string>();
  let turnAtMs = 0;
  const balances = new Map<string, { balance: string; atMs: number }>();
  const doubted = new Set<string>();
  const thereFromMs = new Map<string, number>();

  function turn(nowMs: number): void {
    if (nowMs < turnAtMs) return;
    [old, fresh] = [fresh, new Set()];
    turnAtMs = nowMs + KEPT_MS;
  }

  function noteBalance(userId: string, balance: string, nowMs: number): void {
    const before = balances.get(userId);
    if (before !== undefined && nowMs - before.atMs < DOUBT_MS) doubted.add(userId);
    balances.set(userId, { balance, atMs: nowMs });
  }

  return {
    arrived(userId, nowMs) {
      if (!thereFromMs.has(userId)) thereFromMs.set(userId, nowMs);
    },
    isNews(userId, push) {
      if (push.type === "balanceUpdate") return balances.get(userId)?.balance !== push.balance;
      if (timeOf(push) < (thereFromMs.get(userId) ?? 0) - BEFORE_MS) return false;
      const key = keyOf(push);
      return !fresh.has(key) && !old.has(key);
    },
    note(userId, push, nowMs) {
      turn(nowMs);
      if (push.type === "balanceUpdate") noteBalance(userId, push.balance, nowMs);
      else fresh.add(keyOf(push));
    },
    left(userId) {
      thereFromMs.delete(userId);
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

/** When it was done, or for a result when it was due. */
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
