import { describe, expect, it } from "vitest";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { seedAdmin } from "../../../testing/withdrawals.ts";

// This scope has the default limits. Other tests switch them off because they move time.
const scope = useApp({ SESSION_IDLE_HOURS: "", ADMIN_IDLE_MINUTES: "" });
const MINUTE = 60;
const HOUR = 3600;
const UNATTENDED = { "x-unattended": "1" };

const isSignedIn = async (client: TestClient, headers = {}) =>
  (await client.get("/api/auth/me", headers)).status === 200;
/** Lets time pass without computing a price for each second of it. */
const rest = (client: { user: { id: string } }, seconds: number) =>
  scope.app.database.query(
    `update sessions set created_at = created_at - make_interval(secs => $2),
       last_seen_at = last_seen_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
     where user_id = $1`,
    [client.user.id, seconds],
  );

async function signedIn(isAdmin: boolean) {
  if (isAdmin) {
    // Seeded sessions have no idle limit, so this one gets the expiry of a sign-in.
    const admin = await seedAdmin(scope.app);
    await scope.app.database.query(
      "update sessions set expires_at = created_at + interval '1 hour' where user_id = $1",
      [admin.user.id],
    );
    return admin;
  }
  const client = new TestClient(scope.app.url);
  return Object.assign(client, { user: await client.register() });
}
/** Waits until the last use of the session is stored, which calls do not wait for. */
const untilNoted = (client: { user: { id: string } }) =>
  expect
    .poll(async () => {
      const { rows } = await scope.app.database.query<{ seen: Date }>(
        "select max(last_seen_at) as seen from sessions where user_id = $1",
        [client.user.id],
      );
      return rows[0]!.seen.getTime();
    })
    .toBe(scope.app.clock.nowMs());
/** Lets the process's cache of sessions expire. */
const forget = () => scope.app.clock.jump(5);

describe("a session without use", () => {
  it.each([
    ["a person", false, 7 * 24 * HOUR],
    ["an administrator", true, HOUR],
  ] as const)("of %s ends, with its list entry", async (_who, isAdmin, limit) => {
    const client = await signedIn(isAdmin);
    await rest(client, limit - 10 * MINUTE);
    expect(await isSignedIn(client)).toBe(true);
    await untilNoted(client);
    await rest(client, limit - 10 * MINUTE);
    forget();
    expect(await isSignedIn(client)).toBe(true);
    await untilNoted(client);
    expect((await client.get("/api/profile/sessions")).body).toHaveLength(1);
    await rest(client, limit);
    forget();
    expect((await client.get("/api/auth/me")).body.code).toBe("not_signed_in");
  });

  it("ends as well if only the page asks, and a live connection is open", async () => {
    const client = await signedIn(true);
    const { socket } = await client.live();
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    for (let poll = 0; poll < 5; poll += 1) {
      await rest(client, 11 * MINUTE);
      forget();
      expect(await isSignedIn(client, UNATTENDED)).toBe(true);
    }
    await rest(client, 11 * MINUTE);
    forget();
    expect(await isSignedIn(client, UNATTENDED)).toBe(false);
    await scope.settled();
    expect(await closed).toBe(4001);
  });

  it("of a user who became an administrator ends by the shorter limit at once", async () => {
    const client = await signedIn(false);
    await rest(client, 2 * HOUR);
    forget();
    expect(await isSignedIn(client, UNATTENDED)).toBe(true);
    await scope.app.database.query("update users set is_admin = true where id = $1", [client.user.id]);
    forget();
    expect(await isSignedIn(client, UNATTENDED)).toBe(false);
  });

  it("in use ends after 30 days", async () => {
    const client = await signedIn(false);
    for (let day = 0; day < 29; day += 1) {
      await rest(client, 24 * HOUR);
      forget();
      expect(await isSignedIn(client)).toBe(true);
      await scope.settled();
    }
    await rest(client, 25 * HOUR);
    forget();
    expect(await isSignedIn(client)).toBe(false);
  });

  it("stays if the limits are switched off", async () => {
    const app = await scope.start({ environment: { SESSION_IDLE_HOURS: "0", ADMIN_IDLE_MINUTES: "0" } });
    const client = new TestClient(app.url);
    const user = await client.register();
    await rest({ user }, 29 * 24 * HOUR);
    forget();
    expect(await isSignedIn(client)).toBe(true);
  });
});

it("a session or API key ended without a message counts for 5 seconds, even if the clock steps back", async () => {
  const { app } = scope;
  const client = await signedIn(false);
  const { key } = await seedKey(app, client.user.id, ["read"]);
  const callers = [client, new TestClient(app.url)] as const;
  const call = () =>
    Promise.all([isSignedIn(callers[0]), isSignedIn(callers[1], { authorization: `Bearer ${key}` })]);
  expect(await call()).toEqual([true, true]);
  for (const table of ["sessions", "api_keys"])
    await app.database.query(`delete from ${table} where user_id = $1`, [client.user.id]);
  app.clock.jump(4);
  expect(await call()).toEqual([true, true]);
  app.clock.correct(-HOUR);
  app.clock.jump(1);
  expect(await call()).toEqual([false, false]);
});
