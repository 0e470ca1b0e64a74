import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { restoreInto } from "../../../testing/backups.ts";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { movableClock } from "../../../testing/movable-clock.ts";
import { emailTokenOf, useOutbox } from "../../../testing/outbox.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { createEmptyDatabase } from "../../../testing/test-database.ts";
import { useApp } from "../../../testing/use-app.ts";
import { ensureAdmin } from "../public.ts";
import { makeBackup } from "../../backup/make-backup.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp(
  { WITHDRAWAL_HOLD_HOURS: "24" },
  { outbox: outbox.path, asksToConfirm: true, connections: 12 },
);

const visitor = (url = scope.app.url) => new TestClient(url);
const newAddress = () => `${crypto.randomUUID()}@example.com`;
const HOUR = 3600;

type Owner = TestClient & { user: CurrentUser };

async function registered(email = newAddress()): Promise<Owner> {
  const client = visitor();
  const user = await client.register(email);
  return Object.assign(client, { user });
}

/** Registers somebody who has confirmed their address and just proved who they are. */
async function owner(email?: string): Promise<Owner> {
  const client = await registered(email);
  expect((await follow(await tokenIn(client.user.email, "confirm"))).status).toBe(200);
  await prove(client);
  return client;
}
const prove = (client: TestClient) => client.post("/api/profile/step-up", { password: "secret-1" });

const ask = (client: TestClient, email: string) => client.post("/api/profile/email", { email });
const follow = (token: string, url?: string) => visitor(url).post("/api/auth/confirm-email", { token });
const undo = (token: string, url?: string) => visitor(url).post("/api/auth/keep-email", { token });
const logIn = (email: string, password = "secret-1") =>
  visitor().post("/api/auth/login", { email, password });

async function tokenIn(email: string, name: "confirm" | "keep-email"): Promise<string> {
  await scope.settled();
  return emailTokenOf(outbox.mails(email).at(-1), name);
}

/** Asks for a change and returns the addresses with the tokens of their links. */
async function asked(client: Owner, to = newAddress()) {
  const from = client.user.email;
  expect((await ask(client, to)).body).toEqual({ ok: true });
  return {
    from,
    to,
    token: await tokenIn(to.toLowerCase(), "confirm"),
    keep: await tokenIn(from, "keep-email"),
  };
}

const eventsOf = async (id: string) =>
  (
    await scope.app.database.query<{ kind: string }>(
      "select kind from security_events where user_id = $1 and kind like 'email%' order by number",
      [id],
    )
  ).rows.map(({ kind }) => kind);
const auditOf = async (id: string) =>
  (
    await scope.app.database.query<{ action: string }>(
      "select action from audit_log where subject = $1 order by id",
      [id],
    )
  ).rows.map(({ action }) => action);

describe("a change of the address", () => {
  it("needs a proof of identity after the sign-in", async () => {
    const client = await registered();
    expect(await ask(client, newAddress())).toMatchObject({
      status: 403,
      body: { code: "step_up_required" },
    });
    await prove(client);
    expect((await ask(client, client.user.email.toUpperCase())).body).toMatchObject({
      code: "email_same",
      field: "email",
    });
    expect((await ask(client, "nobody")).body.code).toBe("email_invalid");
  });

  it("takes effect with the link to the new one, ends every session, pauses withdrawals and keeps API keys", async () => {
    const client = await owner();
    const made = await client.post("/api/profile/api-keys", { name: "Bot", scopes: ["read"] });
    const reset = await visitor().post("/api/auth/forgot-password", { email: client.user.email });
    expect(reset.status).toBe(200);
    await scope.settled();
    const { from, to, token } = await asked(client, newAddress().toUpperCase());
    expect((await client.get("/api/auth/me")).body.email).toBe(from);
    expect((await client.get("/api/profile/security")).body.withdrawalsHeldUntil).toBeNull();

    expect(await follow(token)).toMatchObject({ status: 200, body: { changed: true } });
    const { rows } = await scope.app.database.query(
      "select from password_resets where user_id = $1 union all select from attempt_counters where key like '%' || $2",
      [client.user.id, from],
    );
    expect(rows).toEqual([]);
    expect((await client.get("/api/auth/me")).status).toBe(401);
    const program = await visitor().get("/api/auth/me", { authorization: `Bearer ${made.body.key}` });
    expect(program.body.email).toBe(to.toLowerCase());
    expect((await logIn(from)).status).toBe(401);
    const again = visitor();
    const { body } = await again.post("/api/auth/login", { email: to, password: "secret-1" });
    expect(body).not.toHaveProperty("emailConfirmed");
    expect((await again.get("/api/profile/security")).body.withdrawalsHeldUntil).toBe(
      new Date(scope.app.clock.nowMs() + 24 * HOUR * 1000).toISOString(),
    );
    expect(await eventsOf(client.user.id)).toEqual([
      "email_confirmed",
      "email_change_requested",
      "email_changed",
    ]);
    expect(await auditOf(client.user.id)).toEqual(["email_changed"]);
    expect((await follow(token)).body.code).toBe("email_link_invalid");
  });

  it("saves an account whose address was mistyped, and tells nothing to that address", async () => {
    const client = await registered();
    await scope.settled();
    await prove(client);
    const to = newAddress();
    expect((await ask(client, to)).status).toBe(200);
    expect((await follow(await tokenIn(to, "confirm"))).status).toBe(200);
    expect(outbox.mails(client.user.email)).toHaveLength(1);
    // Its link dies with it, and the address is free.
    expect((await follow(emailTokenOf(outbox.mails(client.user.email)[0], "confirm"))).status).toBe(400);
    expect((await registered(client.user.email)).user.emailConfirmed).toBe(false);
  });

  it("is replaced by a second one", async () => {
    const client = await owner();
    const first = await asked(client);
    const second = await asked(client);
    expect((await follow(first.token)).status).toBe(400);
    expect((await follow(second.token)).status).toBe(200);
  });

  it.each(["password", "reset"])("is void after a new password by %s", async (how) => {
    const client = await owner();
    const { from, token, keep } = await asked(client);
    if (how === "password") {
      const change = { currentPassword: "secret-1", newPassword: "another one" };
      expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    } else {
      const { body } = await undo(keep);
      expect((await logIn(from)).status).toBe(200);
      const set = { token: body.resetToken, newPassword: "another one" };
      expect((await visitor().post("/api/auth/reset-password", set)).status).toBe(200);
      expect((await logIn(from)).status).toBe(401);
    }
    expect((await follow(token)).status).toBe(400);
    expect((await logIn(from, "another one")).status).toBe(200);
  });

  it("to a taken address is answered the same, and only the mailbox learns of it", async () => {
    const [client, other] = [await owner(), await owner()];
    const { token } = await asked(client, other.user.email);
    expect(await follow(token)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect((await client.get("/api/auth/me")).body.email).toBe(client.user.email);
    // The link stays good for a day, so it works once the other account is closed.
    await other.post("/api/profile/close", { waived: "0", password: "secret-1" });
    expect((await follow(token)).status).toBe(200);
  });

  it("is asked for five times an hour at most", async () => {
    const client = await owner();
    for (let time = 0; time < 5; time += 1) expect((await ask(client, newAddress())).status).toBe(200);
    expect((await ask(client, newAddress())).body.code).toBe("too_many_requests");
  });

  it("is not possible where no mails are sent", async () => {
    const app = await scope.start();
    const client = visitor(app.url);
    await client.register();
    await prove(client);
    expect((await ask(client, newAddress())).body.code).toBe("not_found");
  });
});

describe("the link “this was not me”", () => {
  it("stops a pending change and all sessions, and no change can begin for 72 hours", async () => {
    const client = await owner();
    const { from, token, keep } = await asked(client);
    const { status, body } = await undo(keep);
    expect(status).toBe(200);
    expect((await client.get("/api/auth/me")).status).toBe(401);
    expect((await follow(token)).status).toBe(400);
    expect((await undo(keep)).body.code).toBe("email_link_invalid");
    const set = { token: body.resetToken, newPassword: "another one" };
    expect((await visitor().post("/api/auth/reset-password", set)).status).toBe(200);

    const again = visitor();
    await again.post("/api/auth/login", { email: from, password: "another one" });
    expect((await again.get("/api/profile/security")).body.withdrawalsHeldUntil).not.toBeNull();
    const tryAgain = async () => {
      await again.post("/api/profile/step-up", { password: "another one" });
      return ask(again, newAddress());
    };
    expect(await tryAgain()).toMatchObject({ status: 409, body: { code: "email_change_stopped" } });
    scope.app.clock.jump(72 * HOUR);
    expect((await tryAgain()).status).toBe(200);
    expect(await auditOf(client.user.id)).toEqual(["email_change_undone"]);
  });

  it("returns the address after the change, from a thief who has changed it twice", async () => {
    const client = await owner();
    await client.post("/api/profile/api-keys", { name: "Bot", scopes: ["read"] });
    const first = await asked(client);
    await follow(first.token);
    const thief = visitor();
    const { body: user } = await thief.post("/api/auth/login", { email: first.to, password: "secret-1" });
    await prove(thief);
    const second = await asked(Object.assign(thief, { user }));
    await follow(second.token);

    scope.app.clock.jump(71 * HOUR);
    expect((await undo(first.keep)).status).toBe(200);
    expect((await logIn(first.from)).status).toBe(200);
    expect((await logIn(second.to)).status).toBe(401);
    // The thief held the address in between, and may not return to it.
    expect((await undo(second.keep)).status).toBe(400);
    const { rows } = await scope.app.database.query("select from api_keys where user_id = $1", [
      client.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  it("works for 72 hours, and keeps the address for its owner meanwhile", async () => {
    const [client, other] = [await owner(), await owner()];
    const { from, token, keep } = await asked(client);
    await follow(token);
    const register = () => visitor().post("/api/auth/register", { email: from, password: "secret-1" });
    expect(await register()).toMatchObject({ status: 409, body: { code: "email_taken", field: "email" } });
    const admin = { email: from, password: "the operator's" };
    expect(await ensureAdmin(scope.app.database, scope.app.clock, admin)).toBe("reserved");
    const { token: taking } = await asked(other, from);
    expect((await follow(taking)).body.code).toBe("email_taken");
    scope.app.clock.jump(72 * HOUR - 1);
    expect((await register()).status).toBe(409);
    scope.app.clock.jump(1);
    expect((await undo(keep)).body.code).toBe("email_link_invalid");
    expect((await register()).status).toBe(201);
  });
});

describe("at the same moment", () => {
  const statusOf = ({ status }: { status: number }) => status;

  it("the change and its stop end with the earlier address", async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await owner();
      const { from, token, keep } = await asked(client);
      const [, undone] = await Promise.all([follow(token), undo(keep)]);
      expect(undone.status).toBe(200);
      expect((await logIn(from)).status).toBe(200);
    }
  });

  it("two accounts that take one address: one gets it", async () => {
    const to = newAddress();
    const [one, two] = [await owner(), await owner()];
    const tokens = [(await asked(one, to)).token, (await asked(two, to)).token];
    const registration = visitor().post("/api/auth/register", { email: to, password: "secret-1" });
    const answers = await Promise.all([...tokens.map((token) => follow(token)), registration]);
    const won = answers.filter(({ status }) => status < 400);
    expect(won).toHaveLength(1);
    expect(answers.map(statusOf).filter((status) => status === 409)).toHaveLength(2);
  });

  it("a registration of an address that its owner is leaving is refused", async () => {
    const client = await owner();
    const { from, token } = await asked(client);
    const { holder, letGo } = await holdUser(scope.app.database, client.user.id);
    // The change has happened and is not committed, so the registration waits for it.
    await holder.query("update users set email = $2 where id = $1", [client.user.id, newAddress()]);
    const registration = visitor().post("/api/auth/register", { email: from, password: "secret-1" });
    await untilBlocked(scope.app.database, 1, "insert into users%");
    await letGo();
    expect((await registration).body.code).toBe("email_taken");
    expect(token).toHaveLength(43);
  });

  it("a closing and a change leave no account and no link", async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await owner();
      const { from, to, token, keep } = await asked(client);
      const close = client.post("/api/profile/close", { waived: "0", password: "secret-1" });
      const [changed, closed] = await Promise.all([follow(token), close]);
      expect([200, 400]).toContain(changed.status);
      expect([200, 401]).toContain(closed.status);
      if (closed.status !== 200) continue;
      expect(
        await Promise.all([logIn(from), logIn(to)].map(async (answer) => (await answer).status)),
      ).toEqual([401, 401]);
      expect((await undo(keep)).status).toBe(400);
      expect((await registered(from)).user.email).toBe(from);
    }
  });
});

it("keeps after a restore what the backup knows, but no pending change", async () => {
  const [pending, done, late] = [await owner(), await owner(), await owner()];
  const [asking, changed] = [await asked(pending), await asked(done)];
  await follow(changed.token);
  const unconfirmed = await registered();
  const confirmation = await tokenIn(unconfirmed.user.email, "confirm");
  const { folder } = await makeBackup({
    connection: scope.connection,
    into: mkdtempSync(join(tmpdir(), "veritick-backup-")),
    secrets: new Map(),
    version: "0.0.1",
    now: new Date(scope.app.clock.nowMs()),
    tell() {},
  });
  const lateChange = await asked(late);
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  await restoreInto(connection, folder);
  const app = await scope.start({
    connection,
    outbox: outbox.path,
    clock: movableClock(scope.app.clock.nowMs()),
  });
  const { url } = app;
  expect((await follow(lateChange.token, url)).body.code).toBe("email_link_invalid");
  expect((await undo(lateChange.keep, url)).body.code).toBe("email_link_invalid");
  // It may have been stopped since.
  expect((await follow(asking.token, url)).body.code).toBe("email_link_invalid");
  expect((await undo(asking.keep, url)).status).toBe(200);
  expect((await undo(changed.keep, url)).status).toBe(200);
  expect((await follow(confirmation, url)).status).toBe(200);
  const { rows } = await app.database.query("select email from users where id = $1", [done.user.id]);
  expect(rows[0].email).toBe(changed.from);
});

it("gives nobody an account that the operator has made an administrator", async () => {
  const { makeAdministrator } = await import("../../admin/public.ts");
  const { createLog } = await import("../../platform/telemetry/log.ts");
  const client = await registered();
  await prove(client);
  const to = newAddress();
  await ask(client, to);
  const token = await tokenIn(to, "confirm");
  const { email } = client.user;
  const console = { ...scope.app, log: createLog("silent"), sendsMails: true };
  await makeAdministrator(console, { email, note: undefined, holdHours: 0 });
  expect((await follow(token)).status).toBe(400);
  const { rows } = await scope.app.database.query(
    "select email_confirmed_at is not null as confirmed from users where email = $1",
    [email],
  );
  expect(rows).toEqual([{ confirmed: true }]);
});
