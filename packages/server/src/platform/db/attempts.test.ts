import { expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { attemptSecret, clearLockout, liftLock, LOCKOUT_FAILURES } from "./attempts.ts";

const scope = useApp({}, { connections: 12 });
let keys = 0;
const newKey = () => `test/${(keys += 1)}`;

const START_MS = 1_790_000_000_000;
const at = (minutes: number) => new Date(START_MS + minutes * 60_000);
const attempt = (key: string, minutes: number) => attemptSecret(scope.app.database, key, at(minutes));

async function lock(key: string, minutes: number) {
  for (let wrong = 1; wrong < LOCKOUT_FAILURES; wrong += 1) {
    expect(await attempt(key, minutes)).toEqual({ allowed: true, locked: false, retryAfterSeconds: 0 });
  }
  return attempt(key, minutes);
}

it("allows five tries, and says with the fifth that it was the last", async () => {
  const key = newKey();
  expect(await lock(key, 0)).toEqual({ allowed: true, locked: true, retryAfterSeconds: 900 });
  expect(await attempt(key, 0)).toEqual({ allowed: false, locked: true, retryAfterSeconds: 900 });
  expect(await attempt(key, 14.5)).toEqual({ allowed: false, locked: true, retryAfterSeconds: 30 });
});

it("doubles each lock up to 42 days, and tries while locked do not prolong it", async () => {
  const key = newKey();
  let now = 0;
  for (let locks = 0; locks < 15; locks += 1) {
    const minutes = 15 * 2 ** Math.min(locks, 12);
    expect(await lock(key, now)).toMatchObject({ allowed: true, retryAfterSeconds: minutes * 60 });
    expect(await attempt(key, now + minutes - 1 / 60)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 1,
    });
    now += minutes;
  }
});

it("allows 100 tries in the first year, and 45 in the second", async () => {
  const key = newKey();
  const year = 365 * 24 * 60;
  const tries = [0, 0];
  for (let now = 0; now < 2 * year;) {
    const { allowed, locked, retryAfterSeconds } = await attempt(key, now);
    if (allowed) tries[Math.floor(now / year)]! += 1;
    if (locked) now += retryAfterSeconds / 60;
  }
  expect(tries).toEqual([100, 45]);
});

it("forgets everything once the secret was right", async () => {
  const key = newKey();
  await lock(key, 0);
  await lock(key, 15);
  await clearLockout(scope.app.database, key);
  expect(await lock(key, 15)).toEqual({ allowed: true, locked: true, retryAfterSeconds: 900 });
});

it("locks for longer still after a lock was lifted, and forgets only the tries since", async () => {
  const key = newKey();
  await lock(key, 0);
  await liftLock(scope.app.database, key);
  await attempt(key, 0);
  await liftLock(scope.app.database, key);
  expect(await lock(key, 0)).toEqual({ allowed: true, locked: true, retryAfterSeconds: 1_800 });
});

it("a lock that the right secret lifts at once does not prolong later locks", async () => {
  const key = newKey();
  for (let time = 0; time < 3; time += 1) await liftLock(scope.app.database, key, await lock(key, 0));
  expect(await lock(key, 0)).toEqual({ allowed: true, locked: true, retryAfterSeconds: 900 });
});

it("counts every key by itself", async () => {
  const [one, other] = [newKey(), newKey()];
  await lock(one, 0);
  expect((await attempt(one, 0)).allowed).toBe(false);
  expect(await attempt(other, 0)).toEqual({ allowed: true, locked: false, retryAfterSeconds: 0 });
});

it("lets exactly five of many simultaneous tries through, on two connection pools", async () => {
  const guest = await scope.start();
  for (let round = 0; round < 10; round += 1) {
    const key = newKey();
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        attemptSecret((index % 2 === 0 ? scope.app : guest).database, key, at(0)),
      ),
    );
    expect(tries.filter(({ allowed }) => allowed)).toHaveLength(LOCKOUT_FAILURES);
    expect(tries.filter(({ allowed, locked }) => allowed && locked)).toHaveLength(1);
    expect(tries.filter(({ allowed }) => !allowed).every((one) => one.retryAfterSeconds === 900)).toBe(true);
  }
});
